import { visiblePath } from "../../visible";
import { CommandError, fileProblem, InterruptedError, unlessInterrupted } from "../terminal/exit";
import { say } from "../terminal/output";
import { shellWord } from "../terminal/shell-word";
import type { AuthorFiles, EditedFile } from "./author-files";

/** A reason why the plan of new code is wrong. */
export interface WrongPlan {
  /** Object with the wrong plan, as `stack/address`. Undefined if the reason names no object. */
  readonly object: string | undefined;
  /** Sentences, without the name of the object. */
  readonly reason: string;
  /** Attributes of the object with wrong values, such as `tiles.errors.x`. */
  readonly paths?: readonly string[];
}

/** Attributes whose edits are left out, by object. */
export type LeftOut = ReadonlyMap<string, readonly string[]>;

export interface VerifiedWrite {
  readonly files: AuthorFiles;
  /** Objects with edits, each as `stack/address`. */
  readonly objects: readonly string[];
  /** Returns the new texts of the files with the edits of these objects only. */
  readonly editsOf: (objects: ReadonlySet<string>, leftOut: LeftOut) => readonly EditedFile[];
  /** Returns true if an object has other edits than those of some attributes. By default, edits are not separated. */
  readonly canLeaveOut?: (object: string, paths: readonly string[]) => boolean;
  /** Plans the written files. A thrown `CommandError` is the reason, such as a program that fails. */
  readonly verify: (objects: ReadonlySet<string>, leftOut: LeftOut) => Promise<readonly WrongPlan[]>;
  /** Undoes the effects of `verify` on other files, after an error. */
  readonly restoreOutput?: () => void;
}

export interface VerifiedObjects {
  /** Objects whose edits are written and verified. */
  readonly kept: ReadonlySet<string>;
  /** Reasons by object. Their edits are undone. */
  readonly rejected: ReadonlyMap<string, readonly string[]>;
  /** Wrong attributes of kept objects. The edits of these attributes are undone. */
  readonly leftOut: LeftOut;
  /** Reasons for the attributes that were left out, by object. */
  readonly reasons: ReadonlyMap<string, readonly string[]>;
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

/** Writes the edits like `writeVerified`, without restoring files after an error. */
export function selectVerified(write: VerifiedWrite): Promise<VerifiedObjects> {
  return new VerifiedSelection(write).run();
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

/** Search for the objects whose edits the plan confirms. */
class VerifiedSelection {
  readonly #rejected = new Map<string, readonly string[]>();
  readonly #leftOut = new Map<string, readonly string[]>();
  readonly #reasons = new Map<string, readonly string[]>();
  /** Results by the planned objects. */
  readonly #results = new Map<string, readonly WrongPlan[]>();
  /** Objects of the last plan. */
  #planned: ReadonlySet<string> = new Set();

  constructor(private readonly write: VerifiedWrite) {}

  async run(): Promise<VerifiedObjects> {
    const kept = await this.#keep([], this.write.objects);
    const isStale = kept.length !== this.#planned.size || !kept.every((each) => this.#planned.has(each));
    if (isStale) {
      this.#writeEdits(new Set(kept));
    }
    return { kept: new Set(kept), rejected: this.#rejected, leftOut: this.#leftOut, reasons: this.#reasons, isStale };
  }

  /** Returns the verified objects and those of a group that can be added to them. */
  async #keep(verified: readonly string[], group: readonly string[]): Promise<readonly string[]> {
    if (group.length === 0) {
      return verified;
    }
    const wrong = await this.#plan(new Set([...verified, ...group]));
    if (wrong.length === 0) {
      return [...verified, ...group];
    }
    const named = group.filter((each) => wrong.some(({ object }) => object === each));
    if (named.length > 0) {
      const rejected = named.filter((each) => !this.#leaveOut(each, wrong));
      for (const each of rejected) {
        this.#rejected.set(each, reasonsFor(each, wrong));
      }
      return this.#keep(
        verified,
        group.filter((each) => !rejected.includes(each)),
      );
    }
    const [first] = group;
    if (first !== undefined && group.length === 1) {
      // These reasons describe other objects.
      const reasons = wrong.map(({ object, reason }) => (object === undefined ? reason : `${object}: ${reason}`));
      this.#rejected.set(first, reasons);
      return verified;
    }
    // The reason names none of the objects, so halves of the group are planned separately.
    const half = Math.ceil(group.length / 2);
    return this.#keep(await this.#keep(verified, group.slice(0, half)), group.slice(half));
  }

  /** Leaves out the wrong attributes of an object. Returns false if this does not change its edits. */
  #leaveOut(object: string, wrong: readonly WrongPlan[]): boolean {
    const known = this.#leftOut.get(object) ?? [];
    const paths = wrong.flatMap((each) => (each.object === object ? (each.paths ?? []) : []));
    const all = [...new Set([...known, ...paths])];
    if (all.length === known.length || !this.write.canLeaveOut?.(object, all)) {
      return false;
    }
    this.#leftOut.set(object, all);
    this.#reasons.set(object, [...(this.#reasons.get(object) ?? []), ...reasonsFor(object, wrong)]);
    return true;
  }

  async #plan(objects: ReadonlySet<string>): Promise<readonly WrongPlan[]> {
    const key = JSON.stringify([[...objects].sort(), [...this.#leftOut]]);
    const result = this.#results.get(key) ?? (await this.#planOnce(objects));
    this.#results.set(key, result);
    return result;
  }

  async #planOnce(objects: ReadonlySet<string>): Promise<readonly WrongPlan[]> {
    this.#planned = objects;
    this.#writeEdits(objects);
    try {
      return await this.write.verify(objects, this.#leftOut);
    } catch (error) {
      if (!(error instanceof CommandError)) {
        throw error;
      }
      return [{ object: undefined, reason: error.message }];
    }
  }

  #writeEdits(objects: ReadonlySet<string>): void {
    this.write.files.write(this.write.editsOf(objects, this.#leftOut));
  }
}

function reasonsFor(object: string, wrong: readonly WrongPlan[]): readonly string[] {
  return wrong.filter((each) => each.object === object).map(({ reason }) => reason);
}
