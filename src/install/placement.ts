import { existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { isExecutable, readRegularFile } from "../confined-folder";
import { quietly } from "../quietly";
import { homeFolder } from "./cli-configuration";
import { launcherText, POINTER_NAME } from "./launcher";
import { type Placement, SCRIPT_NAME, sha256OfFile } from "./package-files";
import { placedFolder, REGISTRY_HOSTS } from "./place-provider";
import { executableName, findNativeExecutable, thisPlatform } from "./provider-executable";

/** Placement of this version of the provider in a working directory. */
export interface PlacementFound {
  readonly placement: Placement;
  readonly launches?: string;
  /** Missing executable that the pointer of the launcher names. */
  readonly missing?: string;
}

/** Returns the placement of the provider in a working directory for this platform. */
export function findPlacement(folder: string): PlacementFound {
  const placed = REGISTRY_HOSTS.map((host) => placedFolder(folder, host, thisPlatform())).find((each) =>
    existsSync(each),
  );
  if (placed !== undefined && existsSync(join(placed, SCRIPT_NAME))) {
    return { placement: "script" };
  }
  const executable = placed === undefined ? undefined : join(placed, executableName(thisPlatform()));
  if (executable !== undefined && !isLauncher(executable)) {
    return { placement: "native" };
  }
  return { placement: "launcher", ...readPointers(folder) };
}

function isLauncher(executable: string): boolean {
  const text = launcherText();
  const size = lstatSync(executable, { throwIfNoEntry: false })?.size;
  return size === undefined || (size === text.length && textOf(executable, size) === text);
}

/** Reads the pointers in the order of the launcher. */
function readPointers(folder: string): Pick<PlacementFound, "launches" | "missing"> {
  let missing: string | undefined;
  for (const pointer of [join(folder, "terraform.d", POINTER_NAME), join(homeFolder(), POINTER_NAME)]) {
    const text = textOf(pointer, MAX_POINTER_BYTES);
    if (text === undefined) {
      continue;
    }
    const executable = resolve(folder, text.split("\n")[0] ?? "");
    if (isExecutable(executable)) {
      return { launches: executable };
    }
    missing = executable;
  }
  return missing === undefined ? {} : { missing };
}

/** Maximum size of a pointer, which contains one path. */
const MAX_POINTER_BYTES = 8192;

/** Returns the text of a regular file. Returns undefined for other files, because the launcher ignores them. */
function textOf(file: string, maxBytes: number): string | undefined {
  return quietly(() => readRegularFile(file, maxBytes));
}

/**
 * Returns true if a launcher starts the native executable of the installed package or a copy with the same name and
 * SHA-256.
 * Returns undefined if no package is installed.
 */
export function isInstalledExecutable(executable: string): boolean | undefined {
  const installed = findNativeExecutable(thisPlatform());
  if (installed === undefined) {
    return undefined;
  }
  if (realpathSync(installed) === realpathSync(executable)) {
    return true;
  }
  if (basename(installed) !== basename(executable)) {
    return false;
  }
  return statSync(installed).size === statSync(executable).size && sha256OfFile(installed) === sha256OfFile(executable);
}
