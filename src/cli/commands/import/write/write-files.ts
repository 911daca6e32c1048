import { createInterface } from "node:readline/promises";
import { firstFitting } from "../../../code/model/names";
import type { GeneratedFile } from "../../../project/generated-file";
import type { FileState, FolderFiles } from "../../../project/import-folder";
import { MANIFEST, type Manifest, manifestText, textDigest } from "../../../project/import-manifest";
import { widthOf, wrapText } from "../../../terminal/wrap";
import type { WrittenFile } from "../import-document";
import { patchedLines } from "./patch-lines";

/** Asks whether an edited file is to be overwritten. */
type AskOverwrite = (path: string) => Promise<boolean>;

interface WriteOutcome {
  readonly result: WrittenFile;
  /** True if the folder contains the generated text, with or without edits. */
  readonly isUpToDate: boolean;
}

/**
 * Writes generated files. Edited files are overwritten only on request. All files are inside the folder.
 * @param content contents of the manifest without the digests of the files
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
  const present = folder.read(path);
  const state = stateOf({ path, before }, folder);
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

/** Returns the state of a file. A known text without edits, such as the program of `init`, counts as generated. */
function stateOf({ path, before }: Pick<GeneratedFile, "path" | "before">, folder: FolderFiles): FileState {
  const state = folder.state(path);
  const present = folder.read(path);
  const isKnown = state === "unmanaged" && present !== undefined && before?.(present) === present;
  return isKnown ? "generated" : state;
}

/** Asks on the terminal whether an edited file may be overwritten. Any answer except yes keeps the file. */
export async function askOverwrite(path: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const question = `${path} was edited. Overwrite it? Otherwise the new text is written next to it. [y/N] `;
    const confirmation = await terminal.question(wrapText(question, widthOf(process.stderr)));
    return /^y(es)?$/i.test(confirmation.trim());
  } finally {
    terminal.close();
  }
}
