import { visiblePath } from "../../visible";
import { CommandError, expectedError, fileProblem, InterruptedError, unlessInterrupted } from "../terminal/exit";
import { say } from "../terminal/output";
import { shellWord } from "../terminal/shell-word";
import type { AuthorFiles, EditedFile } from "./author-files";

export interface WrongPlan {
  /** Object with the wrong plan, as `stack/address`. Undefined if the reason names no object. */
  readonly object: string | undefined;
  /** Sentences, without the name of the object. */
  readonly reason: string;
}

export interface VerifiedWrite {
  readonly files: AuthorFiles;
  /** Objects with edits, each as `stack/address`. */
  readonly objects: readonly string[];
  /** Returns the new texts of the files with the edits of these objects only. */
  readonly editsOf: (objects: ReadonlySet<string>) => readonly EditedFile[];
  /** Plans the written files. A thrown `CommandError` is the reason, such as a program that fails. */
  readonly verify: (objects: ReadonlySet<string>) => Promise<readonly WrongPlan[]>;
  /** Undoes the effects of `verify` on other files, after an error. */
  readonly restoreOutput?: () => void;
}

export interface VerifiedObjects {
  /** Objects whose edits are written and verified. */
  readonly kept: ReadonlySet<string>;
  /** Reasons by object. Their edits are undone. */
  readonly rejected: ReadonlyMap<string, readonly string[]>;
  /** True if the last plan was a plan of other files than the written ones. */
  readonly isStale: boolean;
}

/**
 * Writes the edits of all objects that the new plan confirms, and undoes those of the others. Restores all files after
 * an interrupt or any other error.
 */
export async function writeVerified(write: VerifiedWrite): Promise<VerifiedObjects> {
  const { files } = write;
  return unlessInterrupted(async () => {
    try {
      const verified = await selectVerified(write);
      assertUnchanged(files.changedByOthers);
      return verified;
    } catch (error) {
      restore(write);
      if (error instanceof InterruptedError) {
        say("Interrupted. All files were restored.\n");
      }
      throw error;
    }
  });
}

/** Restores all files. Throws a `CommandError` if another program changed one, or if the disk refuses the writes. */
function restore({ files, restoreOutput }: VerifiedWrite): void {
  const { written } = files;
  let changed: readonly string[];
  try {
    changed = files.restore();
  } catch (error) {
    const problem = fileProblem(error) ?? String(error);
    throw new CommandError(
      `The files could not be restored, and still contain unverified edits: ${written.map(visiblePath).join(", ")}. ${problem} Then run \`git restore ${written.map((path) => shellWord(visiblePath(path))).join(" ")}\`, which also removes uncommitted changes of these files.`,
    );
  }
  restoreOutput?.();
  assertUnchanged(changed);
}

function assertUnchanged(changed: readonly string[]): void {
  if (changed.length > 0) {
    throw new CommandError(
      `Another program changed ${changed.join(", ")} during the verification. The command did not restore this text, which contains the patch. All other files were restored. Fix: Compare the text with your last commit, and run the command again.`,
    );
  }
}

/** Writes the edits like `writeVerified`, without restoring files after an error. */
export async function selectVerified({ files, objects, editsOf, verify }: VerifiedWrite): Promise<VerifiedObjects> {
  const rejected = new Map<string, readonly string[]>();
  const results = new Map<string, readonly WrongPlan[]>();
  let planned: ReadonlySet<string> = new Set();

  const plan = async (group: readonly string[]): Promise<readonly WrongPlan[]> => {
    const key = JSON.stringify(group.toSorted());
    const known = results.get(key);
    if (known) {
      return known;
    }
    planned = new Set(group);
    files.write(editsOf(planned));
    const result = await verify(planned).catch((error: unknown) => [
      { object: undefined, reason: expectedError(error, CommandError).message },
    ]);
    results.set(key, result);
    return result;
  };

  /** Returns the verified objects, and the objects of a group that do not make the plan wrong. */
  const keep = async (verified: readonly string[], group: readonly string[]): Promise<readonly string[]> => {
    const wrong = group.length === 0 ? [] : await plan([...verified, ...group]);
    if (wrong.length === 0) {
      return [...verified, ...group];
    }
    const reasonsOf = (each: string) => wrong.flatMap(({ object, reason }) => (object === each ? [reason] : []));
    const named = group.filter((each) => reasonsOf(each).length > 0);
    if (named.length > 0) {
      for (const each of named) {
        rejected.set(each, reasonsOf(each));
      }
      const others = group.filter((each) => !named.includes(each));
      return keep(verified, others);
    }
    const [first] = group;
    if (first !== undefined && group.length === 1) {
      // The reasons are only about other objects, so they are reported with the names of those objects.
      const reasons = wrong.map(({ object, reason }) => (object === undefined ? reason : `${object}: ${reason}`));
      rejected.set(first, reasons);
      return verified;
    }
    // The reason names none of the objects, so halves of the group are planned separately.
    const half = Math.ceil(group.length / 2);
    return keep(await keep(verified, group.slice(0, half)), group.slice(half));
  };

  const kept = new Set(await keep([], objects));
  const isStale = kept.size !== planned.size || ![...kept].every((each) => planned.has(each));
  if (isStale) {
    files.write(editsOf(kept));
  }
  return { kept, rejected, isStale };
}
