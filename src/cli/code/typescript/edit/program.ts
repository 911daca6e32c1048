import { type AuthorFiles, type EditedFile, openFile } from "../../../project/author-files";
import { findPathProblem, isGenerated } from "../../../project/editable-path";
import type { PlacedConstruct } from "../../../project/placed-constructs";
import { IGNORED_REASON } from "../../../project/uncommitted";
import type { KnownObject, StackChanges } from "../../edits/changed-objects";
import { DashboardJson } from "../../json/edit-json";
import { ProgramFile } from "./program-file";

/** The source files of a program, read on demand. */
export class Program {
  readonly #files = new Map<string, ProgramFile | string>();
  readonly #jsonFiles = new Map<string, DashboardJson | string>();

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
      return problem ?? openFile(this.originals, path, (text) => this.#parse(path, text));
    });
  }

  /** Returns a JSON file, or the reason why it cannot be edited. */
  openJson(path: string): DashboardJson | string {
    return getOrAdd(this.#jsonFiles, path, () => {
      const problem = this.#problemOf(path);
      return problem ?? openFile(this.originals, path, (text) => new DashboardJson(path, text));
    });
  }

  #problemOf(path: string): string | undefined {
    return this.ignored.has(path) ? IGNORED_REASON : findPathProblem(this.folder, path);
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

function getOrAdd<T>(map: Map<string, T>, key: string, make: () => T): T {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

/** The program of a stack, and the objects that its code can refer to. */
export interface EditContext {
  readonly program: Program;
  readonly known: readonly KnownObject[];
  /** Returns how many objects the program creates at a position. */
  readonly countAt: (position: PlacedConstruct["position"]) => number;
}

type PlacedStack = Pick<StackChanges, "constructs" | "known">;

type ContextOf = (stack: PlacedStack) => EditContext;

/** Returns the program of some stacks as the edits of one object need it. */
export function editContext(stacks: readonly PlacedStack[], program: Program): ContextOf {
  const counts = countPositions(stacks.flatMap(({ constructs }) => constructs));
  const countAt = (position: PlacedConstruct["position"]) => counts.get(positionKey(position)) ?? 0;
  return ({ known }) => ({ program, known, countAt });
}

function countPositions(constructs: readonly PlacedConstruct[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { position, tiles } of constructs) {
    for (const each of [position, ...tiles.values()]) {
      const key = positionKey(each);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

function positionKey({ file, line, column }: PlacedConstruct["position"]): string {
  return `${file}:${line}:${column}`;
}
