import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { examplePolicy, POLICY_FILE } from "./example-policy";
import { LINT_GUIDE, lintGuide } from "./lint-rules";
import { DOCS_FOLDER, GENERATED_FOLDERS, referenceFiles } from "./reference-files";

/**
 * Writes the table of the lint rules, the example policy and the generated files below docs, and removes outdated
 * ones.
 */
export function writePages(): void {
  writeFileSync(join(DOCS_FOLDER, LINT_GUIDE), lintGuide(DOCS_FOLDER));
  writeFileSync(join(DOCS_FOLDER, "..", POLICY_FILE), examplePolicy());
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
