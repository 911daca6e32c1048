import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import { createInterface } from "node:readline/promises";
import { ownValue } from "../../declaration/field";
import { CommandError } from "../frame/exit";
import { patchedLines } from "./existing-files";
import type { GeneratedFile } from "./formats";
import type { WrittenFile } from "./import-document";
import { MANIFEST, type Manifest, manifestText, textDigest, textIn } from "./manifest";
import { firstFitting } from "./names";

export interface WriteOptions {
  readonly folder: string;
  readonly earlier: Manifest;
  /** What the folder has once the files are written, beside their digests. */
  readonly content: Omit<Manifest, "files">;
  /** Overwrites what was edited. */
  readonly force: boolean;
  /** Asks whether an edited file is to be overwritten. Default: it is not. */
  readonly askOverwrite?: (path: string) => Promise<boolean>;
}

interface WriteOutcome {
  readonly result: WrittenFile;
  /** Whether the folder has what was made, with or without edits beside it. */
  readonly isUpToDate: boolean;
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
    const { result, isUpToDate } = await writeFile(file, options);
    written.push(result);
    if (isUpToDate) digests[file.path] = textDigest(file.text);
    if (result.besidePath !== undefined) digests[result.besidePath] = textDigest(file.text);
  }
  put(folder, MANIFEST, manifestText({ ...options.content, files: digests }));
  return written;
}

async function writeFile(
  { path, text, before, isNeeded }: GeneratedFile,
  options: WriteOptions,
): Promise<WriteOutcome> {
  const { folder, earlier, force, askOverwrite } = options;
  const known = isNeeded && textIn(folder, path) === undefined ? undefined : ownValue(earlier.files, path);
  const present = textIn(folder, path);
  const isLeft = (status: "kept" | "deleted"): WriteOutcome => ({ result: { path, status }, isUpToDate: false });
  const isDone = (status: "written" | "unchanged" | "extended" | "kept"): WriteOutcome => ({
    result: { path, status },
    isUpToDate: true,
  });
  if (present === text) return isDone("unchanged");
  const hasNews = known !== textDigest(text);
  if (present === undefined && known !== undefined && !hasNews && !force) return isLeft("deleted");
  const isOurs = present === undefined ? known === undefined : textDigest(present) === known;
  if (isOurs || force) {
    put(folder, path, text);
    return isDone("written");
  }
  if (!hasNews) return isLeft("kept");
  const patched = present === undefined ? undefined : patchedWith(present, before?.(present), text);
  if (patched !== undefined) {
    put(folder, path, patched);
    return isDone(patched === present ? "kept" : "extended");
  }
  if (await askOverwrite?.(path)) {
    put(folder, path, text);
    return isDone("written");
  }
  const besidePath = freePath(`${path}.new`, options);
  put(folder, besidePath, text);
  return { result: { path, status: "beside", besidePath }, isUpToDate: false };
}

function patchedWith(edited: string, before: string | undefined, after: string): string | undefined {
  return before === undefined ? undefined : patchedLines(edited, before, after);
}

/** A path that holds nothing, or what an earlier import wrote and nobody edited. */
function freePath(path: string, { folder, earlier }: WriteOptions): string {
  return firstFitting(
    path,
    (base, count) => `${base}-${count}`,
    (candidate) => {
      const present = textIn(folder, candidate);
      return present === undefined || textDigest(present) === ownValue(earlier.files, candidate);
    },
  );
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

/** Asks on the terminal whether an edited file may be overwritten. Anything but yes keeps it. */
export async function askOverwrite(path: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const confirmation = await terminal.question(
      `${path} was edited. Overwrite it? The new text goes beside it otherwise. [y/N] `,
    );
    return /^y(es)?$/i.test(confirmation.trim());
  } finally {
    terminal.close();
  }
}
