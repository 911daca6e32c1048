import { ConfinedFolder } from "../../confined-folder";
import { ownValue } from "../../own-values";
import { type Manifest, readManifest, readTextFile } from "./import-manifest";

/**
 * State of a file: `generated` is unchanged since an import wrote it; `edited` and `deleted` were changed or deleted by
 * a user afterwards; `unmanaged` was not written by an import; `absent` never existed.
 */
type FileState = "generated" | "edited" | "deleted" | "unmanaged" | "absent";

/** The folder of an import: its files, and the manifest of earlier imports. */
export class FolderFiles {
  readonly earlier: Manifest;
  readonly #pending = new Map<string, string>();

  /**
   * Throws a `CommandError` if the manifest is invalid.
   * @param overwrites true to overwrite edited files
   */
  constructor(
    private readonly folder: string,
    readonly overwrites: boolean,
  ) {
    this.earlier = readManifest(folder);
  }

  /** Reads a file with the line ends of generated code. */
  read(path: string): string | undefined {
    return (this.#pending.get(path) ?? readTextFile(this.folder, path))?.replaceAll("\r\n", "\n");
  }

  generatedText(path: string): string | undefined {
    return ownValue(this.earlier.files, path);
  }

  state(path: string): FileState {
    const known = this.generatedText(path);
    const present = this.read(path);
    if (present === undefined) {
      return known === undefined ? "absent" : "deleted";
    }
    if (known === undefined) {
      return "unmanaged";
    }
    return present === known ? "generated" : "edited";
  }

  /** Returns true if the file may be created or overwritten. */
  isOpen(path: string): boolean {
    const state = this.state(path);
    return state === "generated" || state === "absent" || (this.overwrites && state !== "unmanaged");
  }

  /** Stores a text until `flush` writes it. */
  write(path: string, text: string): void {
    this.#pending.set(path, text);
  }

  /** Writes all kept files. If one cannot be written, none is. */
  flush(): void {
    new ConfinedFolder(this.folder).writeAll(Object.fromEntries(this.#pending));
    this.#pending.clear();
  }
}
