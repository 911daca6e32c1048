import { createInterface } from "node:readline/promises";
import { diffArrays } from "diff";
import type { WrittenFile } from "../import-document";
import { firstFitting } from "../model/names";
import type { FileState, FolderFiles } from "../read/folder-files";
import { MANIFEST, type Manifest, manifestText, textDigest } from "../read/manifest";
import type { GeneratedFile } from "../text/formats";

/**
 * Applies the changes between two generated texts to the edited one: removed lines are removed, added lines follow the
 * same line as before. Without added lines the edited text stays unchanged. Returns undefined if a user changed a line
 * that must be removed, or every line that could come before an added one.
 */
export function patchedLines(edited: string, before: string, after: string): string | undefined {
  const lines = edited.split("\n");
  const generated = before.split("\n");
  const places = new Map(pairs(generated, lines));
  const gone = new Set<number>();
  const added = new Map<number, readonly string[]>();
  const hunks = hunksOf(generated, after.split("\n"));
  if (hunks.every((hunk) => hunk.added.length === 0)) {
    return edited;
  }
  for (const hunk of hunks) {
    const removed = Array.from({ length: hunk.removed }, (_, index) => places.get(hunk.at + index));
    const anchor = removed.length > 0 ? removed[0] : anchorOf(hunk.at, generated, places);
    if (anchor === undefined || removed.includes(undefined)) {
      return undefined;
    }
    for (const index of removed) {
      if (index !== undefined) {
        gone.add(index);
      }
    }
    added.set(anchor, [...(added.get(anchor) ?? []), ...hunk.added]);
  }
  const patched = lines.flatMap((line, index) => [...(gone.has(index) ? [] : [line]), ...(added.get(index) ?? [])]);
  return [...(added.get(TOP) ?? []), ...patched].join("\n");
}

/** The position before the first line. */
const TOP = -1;

/** Finds the last line before a position that is not empty and still exists. */
function anchorOf(at: number, generated: readonly string[], places: ReadonlyMap<number, number>): number | undefined {
  if (at === 0) {
    return TOP;
  }
  for (let index = at - 1; index >= 0; index--) {
    const place = places.get(index);
    if (place !== undefined && generated[index]?.trim() !== "") {
      return place;
    }
  }
  return undefined;
}

interface Hunk {
  /** Index of the first removed line, or of the line after the added ones. */
  readonly at: number;
  readonly removed: number;
  readonly added: readonly string[];
}

/** Lists the changes that turn one list of lines into the other. */
function hunksOf(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const same = [...pairs(before, after), [before.length, after.length] as const];
  let [a, b] = [0, 0];
  return same.flatMap(([at, to]) => {
    const hunk = { at: a, removed: at - a, added: after.slice(b, to) };
    [a, b] = [at + 1, to + 1];
    return hunk.removed + hunk.added.length > 0 ? [hunk] : [];
  });
}

/** Returns the common lines of two texts, as pairs of indexes. */
function pairs(before: readonly string[], after: readonly string[]): readonly (readonly [number, number])[] {
  let [from, to] = [0, 0];
  return diffArrays([...before], [...after]).flatMap(({ count, added, removed }) => {
    const [a, b] = [from, to];
    from += added ? 0 : count;
    to += removed ? 0 : count;
    return added || removed ? [] : Array.from({ length: count }, (_, index) => [a + index, b + index] as const);
  });
}

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
    const confirmation = await terminal.question(
      `${path} was edited. Overwrite it? Otherwise the new text is written next to it. [y/N] `,
    );
    return /^y(es)?$/i.test(confirmation.trim());
  } finally {
    terminal.close();
  }
}
