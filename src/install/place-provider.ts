import { realpathSync, statSync } from "node:fs";
import { join, parse, relative, resolve } from "node:path";
import { ConfinedFolder, UnsafePathError } from "../confined-folder";
import type { Content } from "../staged-file";
import { VERSION } from "../version";
import { isAcceptedTarget, POINTER_NAME } from "./launcher";
import {
  launcherFiles,
  type PackageFiles,
  type Placement,
  type PlaceOptions,
  packagesToPlace,
  SCRIPT_NAME,
  wholeFiles,
} from "./package-files";
import {
  executableName,
  findProviderExecutable,
  isScript,
  isWindows,
  PROVIDER_SOURCE,
  thisPlatform,
} from "./provider-executable";

/** Each engine looks below the name of its registry (docs/internals/terraform-protocol.md 1). */
export const REGISTRY_HOSTS = ["registry.terraform.io", "registry.opentofu.org"];

/**
 * Places the provider below a working directory, where `init` finds it without a registry, a CLI configuration or a
 * network.
 * @returns the placements by platform
 * @throws Error before anything is written, if a platform has no executable
 */
export function placeProvider(workingDirectory: string, options: PlaceOptions = {}): ReadonlyMap<string, Placement> {
  const packages = packagesToPlace(options);
  for (const { platform, executable, placement, files } of packages) {
    if (placement === "launcher") {
      placeLauncher(executable, workingDirectory, platform);
    } else {
      placeFiles(new ConfinedFolder(workingDirectory), PLUGINS, platform, files);
    }
  }
  return new Map(packages.map(({ platform, placement }) => [platform, placement]));
}

/**
 * Places the provider in the folder in which the engines search for providers of all working directories
 * (`~/.terraform.d`). Writes the same launcher, so that one lock file is valid for both placements. Copies the
 * executable, because `npx` removes its packages.
 */
export function placeGlobally(home: string, executable = findProviderExecutable(thisPlatform())): Placement {
  const platform = thisPlatform();
  const folder = new ConfinedFolder(home);
  if (isScript(executable) || isWindows(platform)) {
    placeFiles(folder, "plugins", platform, wholeFiles(executable, platform));
    return isScript(executable) ? "script" : "native";
  }
  writeWhereDifferent(folder, { [COPIED_EXECUTABLE]: { copyOf: executable } }, 0o755);
  placeFiles(folder, "plugins", platform, launcherFiles(platform));
  writeWhereDifferent(folder, { [POINTER_NAME]: `${join(home, COPIED_EXECUTABLE)}\n` }, 0o644);
  return "launcher";
}

/** Path of a copied native executable below `terraform.d` of a working directory or `~/.terraform.d`. */
const COPIED_EXECUTABLE = join("cdk-clickstack", executableName(thisPlatform()));

/** Places a copy of an executable where `init` finds it. A copy stays the same when the package is rebuilt. */
export function placeExecutable(executable: string, workingDirectory: string, platform: string): void {
  placeFiles(new ConfinedFolder(workingDirectory), PLUGINS, platform, wholeFiles(executable, platform));
}

/** Places a small launcher, because the engine hashes the files at every command and an executable has 110 MB. */
function placeLauncher(executable: string, workingDirectory: string, platform: string): void {
  const root = new ConfinedFolder(workingDirectory);
  const pointer = join("terraform.d", POINTER_NAME);
  root.statsOf(pointer);
  placeFiles(root, PLUGINS, platform, launcherFiles(platform));
  const target = RUNNER_CACHES.test(realpathSync(executable))
    ? placeCopy(executable, root)
    : pathFrom(realpathSync(workingDirectory), realpathSync(executable));
  writeWhereDifferent(root, { [pointer]: `${target}\n` }, 0o644);
}

/** Caches of `npx`, `pnpm dlx`, `yarn dlx` and `bunx`. Their packages are removed without notice. */
const RUNNER_CACHES = /[\\/](_npx|pnpm[\\/]dlx|dlx-[^\\/]+|bunx-[^\\/]+)[\\/]/;

/** Copies the executable next to the launcher, whose text and hash stay the same. Returns the path of the copy. */
function placeCopy(executable: string, root: ConfinedFolder): string {
  const copy = join("terraform.d", COPIED_EXECUTABLE);
  writeWhereDifferent(root, { [copy]: { copyOf: executable } }, 0o755);
  return join(realpathSync(root.root), copy);
}

/**
 * Returns a relative path for a file in `node_modules`, so that the project can be moved or mounted as a whole. Returns
 * an absolute path for other files and if the two have no folder in common.
 */
function pathFrom(folder: string, file: string): string {
  const path = relative(folder, file);
  const common = path.split("/").filter((step) => step === "..").length;
  const depth = resolve(folder).slice(parse(folder).root.length).split("/").length;
  return common >= depth || !isAcceptedTarget(path) ? file : path;
}

export function placedFolder(workingDirectory: string, host: string, platform: string): string {
  return join(workingDirectory, packageFolder(PLUGINS, host, platform));
}

const PLUGINS = join("terraform.d", "plugins");

function packageFolder(plugins: string, host: string, platform: string): string {
  return join(plugins, host, ...PROVIDER_SOURCE.split("/"), VERSION, platform);
}

/** Writes the same files below both registry hosts. Checks both folders before it writes to either. */
function placeFiles(root: ConfinedFolder, plugins: string, platform: string, files: PackageFiles): void {
  const folders = REGISTRY_HOSTS.map((host) => packageFolder(plugins, host, platform));
  const outdated = folders.flatMap((folder) => filesToRemove(root, folder, platform, files));
  const wanted = folders.flatMap((folder, index) =>
    Object.entries(files).map(([name, content]): [string, Content] => {
      const sharedWith = index === 0 ? undefined : join(folders[0] ?? "", name);
      return [join(folder, name), typeof content === "string" ? content : { ...content, sharedWith }];
    }),
  );
  writeWhereDifferent(root, Object.fromEntries(wanted), 0o755);
  for (const file of outdated) {
    root.remove(file);
  }
}

/** Matches temporary files of an interrupted run. */
const DRAFT = /^\.(terraform-provider|provider\.cjs).*\.[0-9a-f]{12}\.tmp$/;

/**
 * Returns the files of an earlier placement, because the engine hashes the whole folder.
 * @throws UnsafePathError if the folder contains a file of another program
 */
function filesToRemove(root: ConfinedFolder, folder: string, platform: string, files: PackageFiles): readonly string[] {
  const starter = join(folder, executableName(platform));
  return root.names(folder).flatMap((name) => {
    const file = join(folder, name);
    const stats = root.statsOf(file);
    if (stats === undefined || name in files) {
      return [];
    }
    if (DRAFT.test(name) || (name === SCRIPT_NAME && isScriptStarter(root, starter))) {
      return [file];
    }
    throw new UnsafePathError(
      join(root.root, file),
      "was not written by cdk-clickstack, and the engine hashes every file of this folder",
      "Remove the file.",
    );
  });
}

function isScriptStarter(root: ConfinedFolder, file: string): boolean {
  const size = root.statsOf(file)?.size ?? 0;
  return size < MAX_STARTER_BYTES && (root.read(file, MAX_STARTER_BYTES)?.includes(`/${SCRIPT_NAME}" "$@"`) ?? false);
}

const MAX_STARTER_BYTES = 8192;

/** Writes only files that differ, because an up-to-date folder can be read-only. */
function writeWhereDifferent(root: ConfinedFolder, files: Readonly<Record<string, Content>>, mode: number): void {
  const different = Object.entries(files).filter(([file, content]) => !isSame(root, file, content));
  if (different.length > 0) {
    root.writeAll(Object.fromEntries(different), { mode });
  }
}

function isSame(root: ConfinedFolder, file: string, content: Content): boolean {
  const placed = root.statsOf(file);
  if (placed === undefined) {
    return false;
  }
  if (typeof content === "string") {
    return placed.size === Buffer.byteLength(content) && root.read(file, placed.size) === content;
  }
  const original = statSync(content.copyOf);
  return placed.size === original.size && Math.abs(placed.mtimeMs - original.mtimeMs) < 2;
}
