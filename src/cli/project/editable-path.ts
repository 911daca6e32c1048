import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { parse } from "jsonc-parser";
import { readRegularFile } from "../../confined-folder";
import { isInWorkspace } from "../../constructs/code-position";
import { isObject } from "../../declaration/field";
import { ownValue } from "../../own-values";
import { foldersFrom } from "../../package-root";
import type { AuthorFiles } from "./author-files";

/** Returns the reason why no file at this path is edited; undefined for a path of the author. */
export function findPathProblem(folder: string, path: string): string | undefined {
  if (/\p{Cc}/u.test(path)) {
    return "The recorded path contains control characters.";
  }
  // Names of folders are case-insensitive on Windows and macOS.
  const names = path.toLowerCase().split("/");
  if (names.includes("node_modules")) {
    return "The file belongs to a package in node_modules.";
  }
  if (names.includes(".git")) {
    return "The file belongs to git.";
  }
  const repository = findRepository(folder);
  const isInside = repository === undefined ? isInWorkspace(path, folder) : isBelow(repository, resolve(folder, path));
  return isInside ? undefined : "The file is outside of the repository.";
}

export function findRepository(folder: string): string | undefined {
  return foldersFrom(folder).find((each) => existsSync(join(each, ".git")));
}

/** Returns true for a path in a folder, and for the folder itself. */
export function isBelow(folder: string, path: string): boolean {
  const below = relative(folder, path);
  // Windows has no relative path between two drives.
  return below !== ".." && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

const MAX_CONFIGURATION_BYTES = 1_000_000;

/** Code that only compilers and bundlers write. */
const GENERATED =
  /\/\/[#@] sourceMappingURL=|Object\.defineProperty\(exports, "__esModule"|__webpack_require__|^var __(?:defProp|create|getOwnPropNames|commonJS|toESM|export)\b/m;

/** Returns true for JavaScript that a compiler or a bundler wrote. */
export function isGenerated(files: AuthorFiles, path: string, text: string): boolean {
  if (!/\.[cm]?jsx?$/.test(path)) {
    return false;
  }
  const source = path.replace(/js(x?)$/, "ts$1");
  return GENERATED.test(text) || existsSync(resolve(files.folder, source)) || isInOutputFolder(files, path);
}

function isInOutputFolder(files: AuthorFiles, path: string): boolean {
  const folders = path.split("/").map((_, index, names) => names.slice(0, index).join("/"));
  return folders.some((folder) => {
    const file = join(files.folder, folder, "tsconfig.json");
    const configuration: unknown = parse(readRegularFile(file, MAX_CONFIGURATION_BYTES, true) ?? "{}");
    const options = isObject(configuration) ? ownValue(configuration, "compilerOptions") : undefined;
    const output = isObject(options) ? ownValue(options, "outDir") : undefined;
    return typeof output === "string" && isBelow(resolve(files.folder, folder, output), resolve(files.folder, path));
  });
}
