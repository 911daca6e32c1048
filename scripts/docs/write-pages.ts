import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DOCS_FOLDER, GENERATED_FOLDERS, referenceFiles } from "./reference-files";

/** Writes the generated files below docs, and removes outdated ones. */
export function writePages(): void {
  const files = referenceFiles();
  for (const folder of GENERATED_FOLDERS) {
    rmSync(join(DOCS_FOLDER, folder), { recursive: true, force: true });
  }
  for (const [file, content] of files) {
    const path = join(DOCS_FOLDER, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}
