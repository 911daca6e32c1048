import {
  chmodSync,
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, isAbsolute, join, parse, relative, resolve } from "node:path";
import { VERSION } from "../version";
import { launcherText, POINTER_NAME, scriptStarterText } from "./launcher";
import {
  executableName,
  isScript,
  isWindows,
  PROVIDER_SOURCE,
  providerExecutable,
  thisPlatform,
} from "./provider-executable";

/** Both engines look below their own registry's name (docs/internals/terraform-protocol.md 1). */
export const REGISTRY_HOSTS = ["registry.terraform.io", "registry.opentofu.org"];

/**
 * How the provider lies in a working directory: a `launcher` starts the native executable where it is installed, `native` is a copy of
 * it, `script` needs Node.
 */
export type Placement = "launcher" | "native" | "script";

/** The script beside the executable that starts it. A name that begins as the executable's does would be taken for it. */
export const SCRIPT_NAME = "provider.cjs";

/** Where the provider is put, and for whom. */
export interface PlaceOptions {
  /** As Terraform names them. Default: this machine's. */
  readonly platforms?: readonly string[];
  /** Whether the folder travels: then it gets whole executables. Default: only where there are other platforms than this machine's. */
  readonly portable?: boolean | undefined;
  /** Finds the executable for a platform. Default: among the installed packages. */
  readonly executableOf?: (platform: string) => string;
}

/**
 * Puts the provider where `init` finds it below a working directory, with no registry, no CLI configuration and no network.
 * @returns how, by platform
 * @throws Error before anything is written, where a platform has no executable
 */
export function placeProvider(workingDirectory: string, options: PlaceOptions = {}): ReadonlyMap<string, Placement> {
  const { platforms = [thisPlatform()], executableOf = providerExecutable } = options;
  const { portable = platforms.some((platform) => platform !== thisPlatform()) } = options;
  const executables = platforms.map((platform) => ({ platform, executable: executableOf(platform) }));
  const placements = executables.map(({ platform, executable }): [string, Placement] => {
    if (isScript(executable) || portable || isWindows(platform)) {
      placeExecutable(executable, workingDirectory, platform);
      return [platform, isScript(executable) ? "script" : "native"];
    }
    placeLauncher(executable, workingDirectory, platform);
    return [platform, "launcher"];
  });
  return new Map(placements);
}

/**
 * Puts the provider into the folder in which the engines look for providers of every working directory (`~/.terraform.d`): the same launcher, so
 * that a lock file holds with either, and a copy of the executable, since `npx` removes its packages.
 * @returns how
 */
export function placeGlobally(home: string, executable = providerExecutable(thisPlatform())): Placement {
  const platform = thisPlatform();
  mkdirSync(home, { recursive: true });
  if (isScript(executable) || isWindows(platform)) {
    placeWhole(executable, join(home, "plugins"), platform);
    return isScript(executable) ? "script" : "native";
  }
  const copy = join(home, "cdk-clickstack", executableName(platform));
  mkdirSync(dirname(copy), { recursive: true });
  copyWhereDifferent(executable, copy, undefined);
  placeFiles(join(home, "plugins"), platform, { [executableName(platform)]: launcherText() });
  writeWhereDifferent(join(home, POINTER_NAME), `${copy}\n`, 0o644);
  return "launcher";
}

/** Puts a copy of an executable where `init` finds it: a rebuilt package must not change a stack that was synthesized before. */
export function placeExecutable(executable: string, workingDirectory: string, platform: string): void {
  placeWhole(executable, join(workingDirectory, "terraform.d", "plugins"), platform);
}

function placeWhole(executable: string, plugins: string, platform: string): void {
  const name = executableName(platform);
  if (isScript(executable))
    placeFiles(plugins, platform, { [name]: scriptStarterText(), [SCRIPT_NAME]: { executable } });
  else placeFiles(plugins, platform, { [name]: { executable } });
}

/** The engine hashes what lies in the stack at every command, and a native executable has 110 MB: the launcher has a few lines. */
function placeLauncher(executable: string, workingDirectory: string, platform: string): void {
  placeFiles(join(workingDirectory, "terraform.d", "plugins"), platform, {
    [executableName(platform)]: launcherText(),
  });
  writeWhereDifferent(
    join(workingDirectory, "terraform.d", POINTER_NAME),
    `${pathFrom(realpathSync(workingDirectory), realpathSync(executable))}\n`,
    0o644,
  );
}

/** Relative, so that a project can be moved or mounted as a whole; absolute where the two have no folder in common. */
function pathFrom(folder: string, file: string): string {
  const path = relative(folder, file);
  const common = path.split(/[\\/]/).filter((step) => step === "..").length;
  const depth = resolve(folder).slice(parse(folder).root.length).split(/[\\/]/).length;
  return isAbsolute(path) || common >= depth ? file : path;
}

/** Where the package for a platform lies in a working directory. */
export function placedFolder(workingDirectory: string, host: string, platform: string): string {
  return packageFolder(join(workingDirectory, "terraform.d", "plugins"), host, platform);
}

function packageFolder(plugins: string, host: string, platform: string): string {
  return join(plugins, host, ...PROVIDER_SOURCE.split("/"), VERSION, platform);
}

type Content = string | { readonly executable: string };

/** Puts the same files below both registry hosts. */
function placeFiles(plugins: string, platform: string, files: Readonly<Record<string, Content>>): void {
  const [first = "", ...others] = REGISTRY_HOSTS.map((host) => packageFolder(plugins, host, platform));
  fill(first, files);
  for (const other of others) fill(other, files, first);
}

/** Takes away what else is there: the engine hashes the whole folder. @param sibling has the same files already */
function fill(folder: string, files: Readonly<Record<string, Content>>, sibling?: string): void {
  mkdirSync(folder, { recursive: true });
  for (const other of readdirSync(folder)) if (!(other in files)) rmSync(join(folder, other), { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    if (typeof content === "string") writeWhereDifferent(join(folder, name), content, 0o755);
    else copyWhereDifferent(content.executable, join(folder, name), sibling && join(sibling, name));
  }
}

/** A folder that is as it should be is not written, since it can be read-only. */
function writeWhereDifferent(file: string, text: string, mode: number): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.size === Buffer.byteLength(text) && readFileSync(file, "utf8") === text) return;
  rmSync(file, { force: true });
  writeFileSync(file, text, { mode });
  chmodSync(file, mode);
}

/** A copy has its original's time. @param sibling the same copy below the other host: where possible, both are one file */
function copyWhereDifferent(executable: string, target: string, sibling: string | undefined): void {
  const original = statSync(executable);
  const placed = statSync(target, { throwIfNoEntry: false });
  if (placed?.size === original.size && Math.abs(placed.mtimeMs - original.mtimeMs) < 2) return;
  rmSync(target, { force: true });
  if (sibling !== undefined && linked(sibling, target)) return;
  copyFileSync(executable, target, constants.COPYFILE_FICLONE);
  chmodSync(target, 0o755);
  utimesSync(target, original.atime, original.mtime);
}

function linked(sibling: string, target: string): boolean {
  try {
    linkSync(sibling, target);
    return true;
  } catch {
    return false;
  }
}
