import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { CommandError } from "../../frame/command-error";
import type { GeneratedFile } from "../generated-file";
import type { WrittenFile } from "../report/import-document";
import { digestOf, MANIFEST, type Manifest, manifestText } from "./manifest";

export interface WriteOptions {
  readonly folder: string;
  readonly earlier: Manifest;
  readonly names: Manifest["names"];
  /** Overwrites what was edited. */
  readonly force: boolean;
  /** Asks whether an edited file is to be overwritten. Default: it is not. */
  readonly askOverwrite?: (path: string) => Promise<boolean>;
}

/** Writes generated files. What somebody edited is overwritten on demand only. Nothing is written outside the folder. */
export async function writeFiles(
  files: readonly GeneratedFile[],
  options: WriteOptions,
): Promise<readonly WrittenFile[]> {
  const { folder, earlier } = options;
  mkdirSync(folder, { recursive: true });
  const digests: Record<string, string> = { ...earlier.files };
  const written: WrittenFile[] = [];
  for (const file of files) {
    const result = await writeFile(file, options);
    written.push(result);
    if (result.status === "written" || result.status === "unchanged") digests[file.path] = digestOf(file.text);
    if (result.besidePath !== undefined) digests[result.besidePath] = digestOf(file.text);
  }
  put(folder, MANIFEST, manifestText({ files: digests, names: { ...earlier.names, ...options.names } }));
  return written;
}

async function writeFile({ path, text }: GeneratedFile, options: WriteOptions): Promise<WrittenFile> {
  const { folder, earlier, force, askOverwrite } = options;
  const known = earlier.files[path];
  const present = read(folder, path);
  if (present === text) return { path, status: "unchanged" };
  const hasNews = known !== digestOf(text);
  if (present === undefined && known !== undefined && !hasNews && !force) return { path, status: "deleted" };
  const isOurs = present === undefined ? known === undefined : digestOf(present) === known;
  if (isOurs || force) return written(folder, path, text);
  if (!hasNews) return { path, status: "kept" };
  if (await askOverwrite?.(path)) return written(folder, path, text);
  const besidePath = freePath(`${path}.new`, options);
  put(folder, besidePath, text);
  return { path, status: "beside", besidePath };
}

function written(folder: string, path: string, text: string): WrittenFile {
  put(folder, path, text);
  return { path, status: "written" };
}

/** A path that holds nothing, or what an earlier import wrote and nobody edited. */
function freePath(path: string, { folder, earlier }: WriteOptions): string {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? path : `${path}-${count}`;
    const present = read(folder, candidate);
    if (present === undefined || digestOf(present) === earlier.files[candidate]) return candidate;
  }
}

function read(folder: string, path: string): string | undefined {
  const file = join(folder, path);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/** A link that leads out of the folder is refused. */
function put(folder: string, path: string, text: string): void {
  const file = resolve(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  const real = existsSync(file) ? realpathSync(file) : realpathSync(dirname(file));
  const fromFolder = relative(realpathSync(folder), real);
  if (fromFolder === ".." || fromFolder.startsWith(`..${sep}`)) {
    throw new CommandError(`${file} leads out of the folder, to ${real}. Nothing is written there: remove the link.`);
  }
  writeFileSync(file, text);
}
