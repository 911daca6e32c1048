import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { homeFolder } from "./cli-configuration";
import { launcherText, POINTER_NAME } from "./launcher";
import { type Placement, placedFolder, REGISTRY_HOSTS, SCRIPT_NAME } from "./place-provider";
import { executableName, thisPlatform } from "./provider-executable";

/** How the provider of this version lies in a working directory. */
export interface PlacementFound {
  readonly placement: Placement;
  /** The executable that a launcher starts. */
  readonly launches?: string;
  /** The executable that a launcher would start, if it were there. */
  readonly missing?: string;
}

/** Looks at what synthesis or `install-provider` placed in a working directory for this platform. */
export function placementIn(folder: string): PlacementFound {
  const placed = REGISTRY_HOSTS.map((host) => placedFolder(folder, host, thisPlatform())).find((each) =>
    existsSync(each),
  );
  if (placed !== undefined && existsSync(join(placed, SCRIPT_NAME))) return { placement: "script" };
  const executable = placed === undefined ? undefined : join(placed, executableName(thisPlatform()));
  if (executable !== undefined && !isLauncher(executable)) return { placement: "native" };
  return { placement: "launcher", ...launchedFrom(folder) };
}

function isLauncher(executable: string): boolean {
  const text = launcherText();
  return statSync(executable).size === text.length && readFileSync(executable, "utf8") === text;
}

/** Looks where the launcher does, in its order. */
function launchedFrom(folder: string): Pick<PlacementFound, "launches" | "missing"> {
  let missing: string | undefined;
  for (const pointer of [join(folder, "terraform.d", POINTER_NAME), join(homeFolder(), POINTER_NAME)]) {
    if (!existsSync(pointer)) continue;
    const executable = resolve(folder, readFileSync(pointer, "utf8").split("\n")[0] ?? "");
    if (isExecutable(executable)) return { launches: executable };
    missing = executable;
  }
  return missing === undefined ? {} : { missing };
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
