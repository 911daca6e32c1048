import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { referenceFiles } from "./reference-files";

/** Where the reference stands. */
export const REFERENCE_FOLDER = join(__dirname, "..", "..", "docs", "reference");

/** Writes the reference, and removes what is left of pages that are no more. */
export function writePages(folder: string = REFERENCE_FOLDER): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [file, content] of referenceFiles()) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}
