import { type AuthorFiles, type EditedFile, openFile } from "../../../project/author-files";
import { findPathProblem, isGenerated } from "../../../project/editable-path";
import { IGNORED_REASON } from "../../../project/uncommitted";
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
