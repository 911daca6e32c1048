import { lstatSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { UnsafePathError } from "../../confined-folder";
import { quietly } from "../../quietly";

/**
 * Returns Terraform's data folder; undefined if there is none. The provider creates no folder where the user does not
 * expect one.
 * @param environment contains TF_DATA_DIR
 * @throws UnsafePathError if the folder is a link
 */
export function dataFolderOf(
  workingDirectory: string,
  { TF_DATA_DIR }: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const folder = resolve(workingDirectory, TF_DATA_DIR || ".terraform");
  // The folder may be a link if the user configured it.
  const stats = quietly(() => (TF_DATA_DIR ? statSync(folder) : lstatSync(folder)));
  if (stats?.isSymbolicLink()) {
    throw new UnsafePathError(folder, "is a link, which is not followed", "Set TF_DATA_DIR to the target of the link.");
  }
  return stats?.isDirectory() ? folder : undefined;
}
