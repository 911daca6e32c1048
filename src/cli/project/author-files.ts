import { join, relative, resolve } from "node:path";
import { ConfinedFolder, UnsafePathError } from "../../confined-folder";
import { visiblePath } from "../../visible";
import { CommandError, expectedError } from "../terminal/exit";

const MAX_SOURCE_BYTES = 5_000_000;

export interface EditedFile {
  /** Relative to the folder of the command, with slashes. A file of a neighboring package begins with `../`. */
  readonly path: string;
  readonly original: string;
  readonly edited: string;
  /** Lines of the original text whose comments may describe old values. */
  readonly commentLines?: readonly number[];
}

/** Files of the author: read once, written only if no other program changed them since, and restored. */
export class AuthorFiles {
  readonly #originals = new Map<string, string | undefined>();
  /** Texts that the command wrote and did not restore. */
  #written: ReadonlyMap<string, string> = new Map();

  constructor(readonly folder: string) {}

  /**
   * Returns the original text of a file, also after a write; undefined if the file does not exist. Throws an
   * `UnsafePathError` for a link, a FIFO, a folder, and a file without write permission.
   */
  read(path: string): string | undefined {
    if (!this.#originals.has(path)) {
      this.#originals.set(path, this.#readNow(path));
    }
    return this.#originals.get(path);
  }

  /**
   * Writes these files, and restores the other files of the previous write. Writes all files or none. Throws a
   * `CommandError` if another program changed one of them.
   */
  write(files: readonly EditedFile[]): void {
    const edits = files.map(({ path, edited }) => [path, edited] as const);
    const texts = new Map([...this.#originalTexts(this.written), ...edits]);
    const changed = [...texts.keys()].filter((path) => !this.#isUnchanged(path));
    if (changed.length > 0) {
      const names = changed.map(visiblePath).join(", ");
      throw new CommandError(
        `Another program changed ${names} while the command ran. The command did not overwrite the new text. Fix: Run the command again.`,
      );
    }
    this.#writeAll(texts);
    this.#written = new Map(edits);
  }

  /** Writes the original texts. Returns the files that another program changed since the write, which stay unchanged. */
  restore(): readonly string[] {
    const changed = this.changedByOthers;
    this.#writeAll(this.#originalTexts(this.written.filter((path) => !changed.includes(path))));
    this.#written = new Map();
    return changed;
  }

  get written(): readonly string[] {
    return [...this.#written.keys()];
  }

  get changedByOthers(): readonly string[] {
    return this.written.filter((path) => !this.#isUnchanged(path));
  }

  /** Returns true if a file has the text that the command wrote or read. */
  #isUnchanged(path: string): boolean {
    try {
      return this.#readNow(path) === (this.#written.get(path) ?? this.#originals.get(path));
    } catch (error) {
      expectedError(error, UnsafePathError);
      return false;
    }
  }

  #originalTexts(paths: readonly string[]): ReadonlyMap<string, string> {
    return new Map(paths.map((path) => [path, this.#originals.get(path) ?? ""]));
  }

  #readNow(path: string): string | undefined {
    const root = resolve(this.folder, patchRoot([path]));
    const inside = join(relative(root, resolve(this.folder)), path);
    const confined = new ConfinedFolder(root);
    const stats = confined.statsOf(inside);
    if (stats && (stats.mode & 0o222) === 0) {
      throw new UnsafePathError(path, "is read-only", "Allow this user to write it.");
    }
    return confined.read(inside, MAX_SOURCE_BYTES);
  }

  #writeAll(texts: ReadonlyMap<string, string>): void {
    const root = resolve(this.folder, patchRoot([...texts.keys()]));
    const below = relative(root, resolve(this.folder));
    const files = [...texts].map(([path, text]) => [join(below, path), text] as const);
    new ConfinedFolder(root).writeAll(Object.fromEntries(files));
  }
}

/** Reads and parses a file of the author. Returns the reason if the file cannot be edited. */
export function openFile<F>(files: AuthorFiles, path: string, parse: (text: string) => F | string): F | string {
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

/**
 * Returns the folder that contains all files of a patch, relative to the folder of the command: `.`, or `../..` for
 * files of neighboring packages. `git apply` accepts no paths that lead above it.
 */
export function patchRoot(paths: readonly string[]): string {
  const ups = Math.max(0, ...paths.map((path) => path.split("/").filter((each) => each === "..").length));
  return ups === 0 ? "." : Array.from({ length: ups }, () => "..").join("/");
}
