import { existsSync } from "node:fs";
import { basename, delimiter, join, resolve, sep } from "node:path";
import { isExecutable } from "../../confined-folder";
import { foldersFrom } from "../../package-root";
import { CommandError, expectedError } from "../terminal/exit";
import type { Engine } from "./engine";

const INSTALL =
  'Install Terraform 1.11 or newer, or OpenTofu 1.11 or newer; with npm alone: "npm install --save-dev @jahed/terraform".';

/** Error for a missing engine. `problem` names the searched places, and `fix` the next step. */
export class EngineMissingError extends CommandError {
  override readonly name: string = "EngineMissingError";

  constructor(
    readonly problem: string,
    readonly fix: string,
  ) {
    super(`${problem} ${fix}`);
  }
}

const NAMES = ["terraform", "tofu"] as const;

/** Folder in which npm puts the commands of installed packages, and which is on the PATH of its scripts. */
const INSTALLED = join("node_modules", ".bin");

/**
 * Returns the engine: `TERRAFORM_BINARY_NAME`, which the frameworks also read; then Terraform or OpenTofu on the PATH;
 * then a wrapper in a package of the project, which downloads the engine at its first start. Throws an
 * `EngineMissingError`.
 */
export function findEngine(environment: NodeJS.ProcessEnv = process.env, from = process.cwd()): Engine {
  const folders = (environment.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const named = environment.TERRAFORM_BINARY_NAME?.trim();
  if (named) {
    return namedEngine(named, folders, from);
  }
  // npm puts the wrappers of packages before everything else on the PATH of its scripts.
  const installed = folders.filter((folder) => !resolve(folder).endsWith(sep + INSTALLED));
  const found = engineIn(installed) ?? wrapperIn(foldersFrom(from));
  if (found) {
    return found;
  }
  throw new EngineMissingError("Neither terraform nor tofu is on the PATH or in node_modules/.bin.", INSTALL);
}

export function engineOrProblem(): Engine | EngineMissingError {
  try {
    return findEngine();
  } catch (error) {
    return expectedError(error, EngineMissingError);
  }
}

function namedEngine(named: string, folders: readonly string[], from: string): Engine {
  const candidates = /[\\/]/.test(named) ? [resolve(from, named)] : folders.map((folder) => join(folder, named));
  const path = candidates.flatMap((file) => [file, ...(SUFFIX === "" ? [] : [file + SUFFIX])]).find(isExecutable);
  if (path !== undefined) {
    return { name: /tofu/i.test(basename(path)) ? "tofu" : "terraform", path };
  }
  throw new EngineMissingError(
    `TERRAFORM_BINARY_NAME is ${named}, but this program does not exist.`,
    "Name a program on the PATH or its path, or unset it to use terraform or tofu.",
  );
}

const SUFFIX = process.platform === "win32" ? ".exe" : "";

/** Windows cannot start scripts, so Node starts the wrapper there. */
function wrapperIn(folders: readonly string[]): Engine | undefined {
  if (process.platform !== "win32") {
    return engineIn(folders.map((folder) => join(folder, INSTALLED)));
  }
  const script = folders.map((folder) => join(folder, WRAPPER)).find((file) => existsSync(file));
  return script === undefined ? undefined : { name: "terraform", path: process.execPath, words: [script] };
}

const WRAPPER = join("node_modules", "@jahed", "terraform", "bin", "terraform.js");

function engineIn(folders: readonly string[]): Engine | undefined {
  const candidates = NAMES.flatMap((name) => folders.map((folder) => ({ name, path: join(folder, name + SUFFIX) })));
  return candidates.find(({ path }) => isExecutable(path));
}
