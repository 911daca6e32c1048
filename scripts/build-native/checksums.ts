import { writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { sha256OfFile } from "../../src/install/package-files";
import { checksumsFile } from "../../src/install/provider-executable";

/**
 * Writes the list of the executables that the launcher starts, in the format of `sha256sum`. The main package contains
 * it.
 * @param executables the files, each in a folder with the name of its package or platform
 */
export function writeChecksums(executables: readonly string[]): void {
  const lines = executables.map((file) => `${sha256OfFile(file)}  ${basename(dirname(file))}/${basename(file)}\n`);
  writeFileSync(checksumsFile(), lines.join(""));
}
