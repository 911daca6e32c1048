import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { jsonIn } from "../../client/json";
import { UnsafePathError } from "../../confined-folder";
import { POSITIONS, type PositionMetadata, readPosition, type SourcePosition } from "../../constructs/source-position";
import { type ApiFields, isFields } from "../../drawing";
import { ownValue } from "../../own-values";
import type { Stack } from "../engine/find-stacks";
import type { AuthorFiles, EditedFile } from "./author-files";
import { JsonFile } from "./edit-json";
import { findPathProblem, isGenerated } from "./editable-path";
import { ProgramFile } from "./program-file";

/** A construct, and the place where the program creates it. */
export interface PlacedConstruct {
  /** Address in the stack, such as `clickstack_dashboard.checkout` or `data.clickstack_source.logs`. */
  readonly address: string;
  readonly position: SourcePosition;
  /** Positions of the tiles of a dashboard by key, if they differ from its own. */
  readonly tiles: ReadonlyMap<string, SourcePosition>;
  /** Keys of the tiles of a dashboard in the order of the program. */
  readonly tileKeys: readonly string[];
}

/** Reads the constructs of a synthesized stack that have a recorded position. */
export function constructsIn({ folder }: Pick<Stack, "folder">): readonly PlacedConstruct[] {
  const file = join(folder, "cdk.tf.json");
  const json = existsSync(file) ? jsonIn(readFileSync(file, "utf8")) : undefined;
  if (!isFields(json)) {
    return [];
  }
  return [...blocksIn(json.resource, ""), ...blocksIn(json.data, "data.")];
}

function blocksIn(section: unknown, prefix: string): readonly PlacedConstruct[] {
  const types = Object.entries(isFields(section) ? section : {});
  return types.flatMap(([type, blocks]) =>
    Object.entries(isFields(blocks) ? blocks : {}).flatMap(([name, block]) => {
      const metadata = isFields(block) && isFields(block["//"]) ? ownValue(block["//"], POSITIONS) : undefined;
      const { source, tiles = {} } = (isFields(metadata) ? metadata : {}) as PositionMetadata;
      const position = readPosition(source);
      if (!position || !isFields(block)) {
        return [];
      }
      const ofTiles = Object.entries(tiles).flatMap(([key, text]) => {
        const place = readPosition(text);
        return place ? [[key, place] as const] : [];
      });
      const tileKeys = Object.keys((isFields(block.tiles) ? block.tiles : {}) as ApiFields);
      return [{ address: `${prefix}${type}.${name}`, position, tiles: new Map(ofTiles), tileKeys }];
    }),
  );
}

/** The source files of a program, read on demand. */
export class Program {
  readonly #files = new Map<string, ProgramFile | string>();
  readonly #jsonFiles = new Map<string, JsonFile | string>();

  /** @param ignored files that git ignores */
  constructor(
    private readonly originals: AuthorFiles,
    private readonly ignored: ReadonlySet<string> = new Set(),
  ) {}

  /** Folder in which the program runs. Positions are relative to it. */
  get folder(): string {
    return this.originals.folder;
  }

  /** Returns a file, or the reason why it cannot be edited. */
  open(path: string): ProgramFile | string {
    return getOrAdd(this.#files, path, () => {
      const problem = this.#problemOf(path);
      return problem ?? openSource(this.originals, path, (text) => this.#parse(path, text));
    });
  }

  /** Returns a JSON file, or the reason why it cannot be edited. */
  openJson(path: string): JsonFile | string {
    return getOrAdd(this.#jsonFiles, path, () => {
      const problem = this.#problemOf(path);
      return problem ?? openSource(this.originals, path, (text) => new JsonFile(path, text));
    });
  }

  #problemOf(path: string): string | undefined {
    const isIgnored = this.ignored.has(path);
    return isIgnored
      ? "Git ignores the file, so it is generated or cannot be restored."
      : findPathProblem(this.folder, path);
  }

  #parse(path: string, text: string): ProgramFile | string {
    return isGenerated(this.originals, path, text)
      ? "The file is generated JavaScript without a source map. Create source maps, or run the program with tsx."
      : new ProgramFile(path, text);
  }

  /** Lists the source files that were read. */
  get sources(): readonly ProgramFile[] {
    return [...this.#files.values()].filter((each) => typeof each !== "string");
  }

  /** Lists the files with edits. */
  get editedFiles(): readonly EditedFile[] {
    const json = [...this.#jsonFiles.values()].filter((each) => typeof each !== "string");
    return [...this.sources, ...json].filter(({ edited, original }) => edited !== original);
  }
}

/** Reads and parses a file of the author. Returns the reason if the file cannot be edited. */
export function openSource<F>(files: AuthorFiles, path: string, parse: (text: string) => F | string): F | string {
  try {
    const text = files.read(path);
    if (text === undefined) {
      return "The file does not exist.";
    }
    if (text.includes("\ufffd")) {
      return "The file is not valid UTF-8.";
    }
    return parse(text);
  } catch (error) {
    if (error instanceof UnsafePathError) {
      return error.message;
    }
    if (error instanceof SyntaxError) {
      return `The parser does not accept the file: ${error.message.split("\n")[0]}`;
    }
    throw error;
  }
}

function getOrAdd<T>(map: Map<string, T>, key: string, make: () => T): T {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
