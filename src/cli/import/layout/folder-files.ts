import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ownValue } from "../../../schema/own-property";
import { digestOf, type Manifest } from "../output/manifest";

/**
 * What became of a file: `generated` is as an import wrote it, `edited` and `deleted` are what an import wrote and somebody changed,
 * `foreign` is no import's, and `absent` was never there.
 */
export type FileState = "generated" | "edited" | "deleted" | "foreign" | "absent";

/** The files of the folder that is imported to. */
export class FolderFiles {
  /** @param overwrites whether what was edited may be written over. */
  constructor(
    private readonly folder: string,
    private readonly earlier: Manifest,
    private readonly overwrites: boolean,
  ) {}

  state(path: string): FileState {
    const known = ownValue(this.earlier.files, path);
    const present = this.read(path);
    if (present === undefined) return known === undefined ? "absent" : "deleted";
    if (known === undefined) return "foreign";
    return digestOf(present) === known ? "generated" : "edited";
  }

  /** Whether a file may be written over, or made. */
  isOpen(path: string): boolean {
    const state = this.state(path);
    return state === "generated" || state === "absent" || (this.overwrites && state !== "foreign");
  }

  read(path: string): string | undefined {
    const file = join(this.folder, path);
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  }
}
