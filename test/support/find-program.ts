import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Returns the executable in an environment variable, or the first of some names on the PATH. Undefined if there is
 * none.
 */
export function findProgram(variable: string, names: readonly string[]): string | undefined {
  const named = process.env[variable];
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = named ? [named] : names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return candidates.find(isExecutable);
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
