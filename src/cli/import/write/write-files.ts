import { createInterface } from "node:readline/promises";
import { ConfinedFolder } from "../../../confined-folder";
import { ownValue } from "../../../own-values";
import type { WrittenFile } from "../import-document";
import { firstFitting } from "../model/names";
import { patchedLines } from "../read/existing-objects";
import { MANIFEST, type Manifest, manifestText, readManifest, textDigest, textIn } from "../read/manifest";
import type { GeneratedFile } from "../text/formats";

/**
 * What became of a file: `generated` is as an import wrote it, `edited` and `deleted` are what an import wrote and
 * somebody changed, `unmanaged` is no import's, and `absent` was never there.
 */
type FileState = "generated" | "edited" | "deleted" | "unmanaged" | "absent";

/** The folder of an import: what is in it, and what earlier imports left there. */
export class FolderFiles {
  readonly earlier: Manifest;
  readonly #pending = new Map<string, string>();

  /**
   * Throws a `CommandError` for a manifest that no import wrote.
   * @param overwrites whether what was edited is written over.
   */
  constructor(
    private readonly folder: string,
    readonly overwrites: boolean,
  ) {
    this.earlier = readManifest(folder);
  }

  read(path: string): string | undefined {
    return this.#pending.get(path) ?? textIn(this.folder, path);
  }

  /** The digest of what an import wrote there. */
  digestOf(path: string): string | undefined {
    return ownValue(this.earlier.files, path);
  }

  state(path: string): FileState {
    const known = this.digestOf(path);
    const present = this.read(path);
    if (present === undefined) {
      return known === undefined ? "absent" : "deleted";
    }
    if (known === undefined) {
      return "unmanaged";
    }
    return textDigest(present) === known ? "generated" : "edited";
  }

  /** Whether a file may be written over, or made. */
  isOpen(path: string): boolean {
    const state = this.state(path);
    return state === "generated" || state === "absent" || (this.overwrites && state !== "unmanaged");
  }

  /** Keeps a text for `flush`. */
  write(path: string, text: string): void {
    this.#pending.set(path, text);
  }

  /** Writes all files or, where one of them cannot be written, none. */
  flush(): void {
    new ConfinedFolder(this.folder).writeAll(Object.fromEntries(this.#pending));
    this.#pending.clear();
  }
}

/** Asks whether an edited file is to be overwritten. */
type AskOverwrite = (path: string) => Promise<boolean>;

interface WriteOutcome {
  readonly result: WrittenFile;
  /** Whether the folder has what was made, with or without edits beside it. */
  readonly isUpToDate: boolean;
}

/**
 * Writes generated files. What somebody edited is overwritten on demand only. Nothing is written outside the folder.
 * @param content what the folder has once the files are written, beside their digests.
 */
export async function writeFiles(
  files: readonly GeneratedFile[],
  folder: FolderFiles,
  content: Omit<Manifest, "files">,
  ask?: AskOverwrite,
): Promise<readonly WrittenFile[]> {
  const digests: Record<string, string> = { ...folder.earlier.files };
  const written: WrittenFile[] = [];
  for (const file of files) {
    const { result, isUpToDate } = await writeFile(file, folder, ask);
    written.push(result);
    if (isUpToDate) {
      digests[file.path] = textDigest(file.text);
    }
    if (result.besidePath !== undefined) {
      digests[result.besidePath] = textDigest(file.text);
    }
  }
  folder.write(MANIFEST, manifestText({ ...content, files: digests }));
  folder.flush();
  return written;
}

async function writeFile(
  { path, text, before, isNeeded }: GeneratedFile,
  folder: FolderFiles,
  ask: AskOverwrite | undefined,
): Promise<WriteOutcome> {
  const isLeft = (status: "kept" | "deleted"): WriteOutcome => ({ result: { path, status }, isUpToDate: false });
  const isDone = (status: WrittenFile["status"]): WriteOutcome => ({ result: { path, status }, isUpToDate: true });
  const state = folder.state(path);
  const present = folder.read(path);
  if (present === text) {
    return isDone("unchanged");
  }
  const isMissed = state === "absent" || (state === "deleted" && isNeeded);
  const hasNews = folder.digestOf(path) !== textDigest(text);
  if (state === "deleted" && !isMissed && !hasNews && !folder.overwrites) {
    return isLeft("deleted");
  }
  if (state === "generated" || isMissed || folder.overwrites) {
    folder.write(path, text);
    return isDone("written");
  }
  if (!hasNews) {
    return isLeft("kept");
  }
  const earlierText = present === undefined ? undefined : before?.(present);
  const patched =
    present === undefined || earlierText === undefined ? undefined : patchedLines(present, earlierText, text);
  if (patched !== undefined) {
    folder.write(path, patched);
    return isDone(patched === present ? "kept" : "extended");
  }
  if (await ask?.(path)) {
    folder.write(path, text);
    return isDone("written");
  }
  const isFree = (candidate: string) => ["absent", "deleted", "generated"].includes(folder.state(candidate));
  const besidePath = firstFitting(`${path}.new`, (base, count) => `${base}-${count}`, isFree);
  folder.write(besidePath, text);
  return { result: { path, status: "beside", besidePath }, isUpToDate: false };
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
