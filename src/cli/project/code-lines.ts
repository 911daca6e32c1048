import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import * as z from "zod";
import { jsonIn } from "../../client/json";
import { type CodePosition, POSITIONS, readPosition } from "../../constructs/code-position";
import { type ApiFields, isFields } from "../../drawing";
import { ownValue } from "../../own-values";
import type { ReadonlyDocument } from "../terminal/json-document";
import { configurationFiles } from "./find-stacks";
import { lineUrl } from "./repository-links";

/** Line of the author's program or configuration, as documents contain it. */
export const codeLine = z.object({
  file: z.string().describe("Relative to where the command was started."),
  line: z.int(),
  url: z.string().optional().describe("The line in the web interface of GitHub or GitLab, in their jobs."),
  column: z.int().optional().describe("Known for a program in TypeScript or JavaScript."),
});

export type CodeLine = ReadonlyDocument<typeof codeLine>;

/** Returns a position as text, such as `infra/main.ts:12`. */
export function fileLineText({ file, line }: CodeLine): string {
  return `${file}:${line}`;
}

/** A block of the root module, by its type and name in the configuration. */
interface DeclaredName {
  /** Section of the configuration. Default: `resource`. */
  readonly kind?: string;
  readonly type: string;
  readonly name: string;
  readonly module_address?: string;
}

type ConfigurationFile = ReturnType<typeof readConfiguration>[number];

/**
 * Finds the lines that declare the resources of a stack. They are in the author's program. For HCL, and for programs
 * without recorded positions, they are in the configuration. Reads the stack's folder on first use.
 */
export class CodeLines {
  #files: readonly ConfigurationFile[] | undefined;
  /** Paths to show by recorded path. A program has few files and many objects. */
  readonly #shownFiles = new Map<string, string>();

  /** @param programFolder folder in which the program ran, if it wrote the stack to another place */
  constructor(
    private readonly folder: string,
    private readonly programFolder?: string,
  ) {}

  /**
   * Returns the line that declares the object with an address, such as `clickstack_alert.errors["a"]`,
   * `data.clickstack_source.logs` or `provider.clickstack[0]`.
   * @param tile key of a tile of the dashboard. If the tile has its own line, that line is returned
   */
  findAddress(address: string, tile?: string): CodeLine | undefined {
    const [, provider, index] = /^provider\.([\w-]+)\[(\d+)\]$/.exec(address) ?? [];
    if (provider !== undefined) {
      return this.#providerLine(provider, Number(index));
    }
    const [, kind] = /^(data|ephemeral)\./.exec(address) ?? [];
    const [, type, name] = /^(\w+)\.([\w-]+)(?:\[.*\])?$/s.exec(address.slice(kind ? kind.length + 1 : 0)) ?? [];
    return type === undefined || name === undefined
      ? undefined
      : this.find({ ...(kind !== undefined && { kind }), type, name }, tile);
  }

  /**
   * Returns the line that declares a block; undefined if the root module does not declare it.
   * @param tile key of a tile of the dashboard. If the tile has its own line, that line is returned
   */
  find(resource: DeclaredName, tile?: string): CodeLine | undefined {
    if (resource.module_address !== undefined) {
      return undefined;
    }
    this.#files ??= readConfiguration(this.folder);
    for (const each of this.#files) {
      const found = this.#lineIn(each, resource, tile);
      if (found) {
        const url = lineUrl(found.file, found.line);
        return { ...found, ...(url !== undefined && { url }) };
      }
    }
    return undefined;
  }

  #lineIn({ path, lines, keys, json }: ConfigurationFile, block: DeclaredName, tile?: string): CodeLine | undefined {
    const recorded = json && this.#recordedLine(json, block, tile);
    if (recorded) {
      return recorded;
    }
    const index = json ? jsonLine(keys, block) : hclLine(lines, block);
    return index < 0 ? undefined : { file: shownPath(path), line: index + 1 };
  }

  /** Returns the recorded line of a provider; undefined for HCL and for programs without recorded positions. */
  #providerLine(name: string, index: number): CodeLine | undefined {
    this.#files ??= readConfiguration(this.folder);
    const blocks = this.#files.map(({ json }) => valueAt(json, ["provider", name]));
    const block = blocks.flatMap((each) => (Array.isArray(each) ? each : []))[index];
    return this.#shown(readPosition(valueAt(block, ["//", POSITIONS, "source"])));
  }

  /** Returns the position that synthesis recorded in the metadata of a block. */
  #recordedLine(json: ApiFields, { kind = "resource", type, name }: DeclaredName, tile = ""): CodeLine | undefined {
    const metadata = valueAt(json, [kind, type, name, "//", POSITIONS]);
    return this.#shown(readPosition(valueAt(metadata, ["tiles", tile])) ?? readPosition(valueAt(metadata, ["source"])));
  }

  #shown(position: CodePosition | undefined): CodeLine | undefined {
    if (!position) {
      return undefined;
    }
    const { file } = position;
    const shown = this.#shownFiles.get(file) ?? shownPath(join(this.#folderOf(file), file));
    this.#shownFiles.set(file, shown);
    return { ...position, file: shown };
  }

  /** Returns the folder in which the program ran: the one that contains the output folder, unless that is elsewhere. */
  #folderOf(file: string): string {
    const usual = this.programFolder ?? resolve(this.folder, "../../..");
    return [usual, process.cwd()].find((folder) => existsSync(join(folder, file))) ?? usual;
  }
}

function valueAt(json: unknown, path: readonly string[]): unknown {
  return path.reduce((value, key) => (isFields(value) ? ownValue(value, key) : undefined), json);
}

/** Reads the files of a configuration. `keys` of a JSON file has the indexes of the lines that begin with each key. */
function readConfiguration(folder: string) {
  return configurationFiles(folder).map((name) => {
    const path = join(folder, name);
    const text = readFileSync(path, "utf8");
    const lines = text.split("\n");
    if (!name.endsWith(".json")) {
      return { path, lines, keys: keysIn([]), json: undefined };
    }
    const json = jsonIn(text);
    return { path, lines, keys: keysIn(json === undefined ? [] : lines), json: isFields(json) ? json : {} };
  });
}

function shownPath(path: string): string {
  return relative(process.cwd(), path).split(sep).join("/");
}

function hclLine(lines: readonly string[], { kind = "resource", type, name }: DeclaredName): number {
  return lines.findIndex((line) => {
    const [, ofKind, ofType, ofName] = /^\s*(\w+)\s+"?([\w-]+)"?\s+"?([\w-]+)"?/.exec(line) ?? [];
    return ofKind === kind && ofType === type && ofName === name;
  });
}

/** Synthesized JSON has one key per line. */
function keysIn(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const keys = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    const start = line.trimStart();
    const end = start.indexOf('":');
    if (start.startsWith('"') && end > 0) {
      const key = start.slice(1, end);
      keys.set(key, keys.get(key) ?? []);
      keys.get(key)?.push(index);
    }
  }
  return keys;
}

function jsonLine(keys: ConfigurationFile["keys"], { kind = "resource", type, name }: DeclaredName): number {
  return [kind, type, name].reduce((line, key, step) => {
    const isFound = step === 0 || line >= 0;
    return (isFound ? keys.get(key)?.find((index) => index > line) : undefined) ?? -1;
  }, -1);
}
