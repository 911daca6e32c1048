import { createInterface } from "node:readline/promises";
import type { GeneratedFile, WrittenFile } from "../../project/generated-file";
import { type FolderFiles, MANIFEST, type Manifest, manifestText } from "../../project/import-manifest";
import { widthOf, wrapText } from "../../terminal/wrap";
import { firstFitting } from "../model/names";
import { type MergedText, mergeTexts } from "./merge-texts";

type AskOverwrite = (path: string) => Promise<boolean>;

interface WriteOutcome {
  readonly result: WrittenFile;
  /** True if the folder contains the generated text, with or without edits. */
  readonly isUpToDate: boolean;
}

/**
 * Writes generated files. The changes of edited files are merged. All files are inside the folder.
 * @param content contents of the manifest without the texts of the files
 */
export async function writeFiles(
  files: readonly GeneratedFile[],
  folder: FolderFiles,
  content: Omit<Manifest, "files">,
  ask?: AskOverwrite,
): Promise<readonly WrittenFile[]> {
  const texts: Record<string, string> = { ...folder.earlier.files };
  const written: WrittenFile[] = [];
  for (const file of files) {
    const { result, isUpToDate } = await writeFile(file, folder, ask);
    written.push(result);
    if (isUpToDate) {
      texts[file.path] = file.text;
    }
    if (result.besidePath !== undefined) {
      texts[result.besidePath] = file.text;
    }
  }
  folder.write(MANIFEST, manifestText({ ...content, files: texts }));
  folder.flush();
  return written;
}

const finishedOutcome = (path: string, status: WrittenFile["status"]): WriteOutcome => ({
  result: { path, status },
  isUpToDate: true,
});

async function writeFile(
  file: GeneratedFile,
  folder: FolderFiles,
  ask: AskOverwrite | undefined,
): Promise<WriteOutcome> {
  const { path, text, base = folder.generatedText(path), isNeeded } = file;
  const present = folder.read(path);
  if (present === text) {
    return finishedOutcome(path, "unchanged");
  }
  const state = folder.state(path);
  const isMissed = state === "absent" || (state === "deleted" && isNeeded);
  if ((present !== undefined && present === base) || isMissed || folder.overwrites) {
    folder.write(path, text);
    return finishedOutcome(path, "written");
  }
  if (folder.generatedText(path) === text) {
    return { result: { path, status: present === undefined ? "deleted" : "kept" }, isUpToDate: false };
  }
  const merged =
    present === undefined || base === undefined ? undefined : mergeTexts(present, base, text, file.isProgram);
  if (merged?.hasConflicts === false) {
    folder.write(path, merged.text);
    return finishedOutcome(path, merged.text === present ? "kept" : "extended");
  }
  return resolveEdits(file, merged, folder, ask);
}

/** Overwrites a file that cannot be merged, writes conflict markers to it, or writes the new text next to it. */
async function resolveEdits(
  { path, text }: GeneratedFile,
  merged: MergedText | undefined,
  folder: FolderFiles,
  ask: AskOverwrite | undefined,
): Promise<WriteOutcome> {
  if (await ask?.(path)) {
    folder.write(path, text);
    return finishedOutcome(path, "written");
  }
  if (merged) {
    folder.write(path, merged.text);
    return finishedOutcome(path, "conflict");
  }
  const isFree = (candidate: string) => ["absent", "deleted", "generated"].includes(folder.state(candidate));
  const besidePath = firstFitting(`${path}.new`, (base, count) => `${base}-${count}`, isFree);
  folder.write(besidePath, text);
  return { result: { path, status: "beside", besidePath }, isUpToDate: false };
}

/** Asks on the terminal whether an edited file may be overwritten. Any answer except yes keeps the edits. */
export async function askOverwrite(path: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const question = `${path} was edited. Overwrite it? Otherwise your edits stay. [y/N] `;
    const confirmation = await terminal.question(wrapText(question, widthOf(process.stderr)));
    return /^y(es)?$/i.test(confirmation.trim());
  } finally {
    terminal.close();
  }
}
