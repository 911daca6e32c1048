import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { isExecutable } from "./find-program";

/** Debian's folder of the server's programs, which is not on the PATH. */
const DEBIAN = "/usr/lib/postgresql";

/**
 * Returns the folder with `postgres` and `initdb`: the folder in POSTGRES_BIN, a folder on the PATH, or Debian's newest
 * version.
 */
export function findPostgres(): string | undefined {
  const { POSTGRES_BIN, PATH = "" } = process.env;
  const candidates = POSTGRES_BIN ? [POSTGRES_BIN] : [...PATH.split(delimiter), ...debianFolders()];
  return candidates.find((folder) => ["postgres", "initdb"].every((name) => isExecutable(join(folder, name))));
}

function debianFolders(): readonly string[] {
  if (!existsSync(DEBIAN)) {
    return [];
  }
  const versions = readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one));
  return versions.map((version) => join(DEBIAN, version, "bin"));
}
