import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { visiblePath } from "../../../visible";
import { type AdoptedObject, objectKey } from "../../code/edits/edit-result";
import { AuthorFiles } from "../../project/author-files";
import type { PlannedStack } from "../../project/plan-stacks";
import { selectVerified, type VerifiedObjects, type VerifiedWrite } from "../../project/write-verified";
import { CommandError, fileProblem, inScratchFolder } from "../../terminal/exit";
import type { Patch } from "./patch";
import { ScratchCopy, UnlikeProjectError } from "./scratch-copy";
import { findWrongPlans, STILL_CHANGED } from "./wrong-plans";

/** Creates the patch with the edits of some objects, as `stack/address`. Default: of all objects. */
export type PatchOf = (objects?: ReadonlySet<string>) => Patch;

/** A patch that no plan has confirmed. */
export interface ProposedPatch {
  readonly patch: Patch;
  readonly patchOf: PatchOf;
  /** Plans without the edits. */
  readonly before: readonly PlannedStack[];
  /** True if a program declares the objects. */
  readonly hasProgram: boolean;
}

/** Returns the verification of a patch in some files. */
export function patchVerification(
  { patch, patchOf, before }: ProposedPatch,
  files: AuthorFiles,
  plan: () => Promise<readonly PlannedStack[]>,
): VerifiedWrite {
  const edited = patch.objects.filter(({ adopted }) => adopted.length > 0);
  const isComplete = new Map(edited.map((each) => [objectKey(each), each.notAdopted.length === 0]));
  return {
    files,
    objects: [...isComplete.keys()],
    editsOf: (objects) => patchOf(objects).files,
    verify: async (objects) =>
      findWrongPlans(before, await plan(), new Map([...isComplete].filter(([object]) => objects.has(object)))),
  };
}

/**
 * Returns the part of a patch that its verification confirmed, with the reasons of the other edits. Throws a
 * `CommandError` if it confirmed none.
 */
export function confirmedPatch(
  { patch, patchOf }: ProposedPatch,
  { kept, rejected }: VerifiedObjects,
  written: boolean,
): Patch {
  if (kept.size === 0) {
    throw notAdopted(rejected, written);
  }
  const objects = patch.objects.map((each) => {
    const reasons = rejected.get(objectKey(each));
    return reasons ? undoneObject(each, reasons, written ? "undone" : "left out") : each;
  });
  return { files: patchOf(kept).files, objects };
}

/** Moves the props of an object whose edits were undone to one entry with the reasons. */
function undoneObject(object: AdoptedObject, reasons: readonly string[], verb: string): AdoptedObject {
  const [prop = "", ...others] = object.adopted;
  const subject = others.length === 0 ? "The edit was" : `The edits of ${object.adopted.join(", ")} were`;
  const reason = `${subject} ${verb}, because the new plan is wrong: ${reasons.join(" ")}`;
  const notAdopted = [...object.notAdopted, { prop: others.length === 0 ? prop : "", reason }];
  return { ...object, adopted: [], notAdopted };
}

/** @param rejected reasons by object */
function notAdopted(rejected: ReadonlyMap<string, readonly string[]>, written: boolean): CommandError {
  const lines = [...rejected].map(([object, reasons]) => `  ${object}: ${reasons.join(" ")}`);
  // A program that runs compiled files does not contain the edits.
  if ([...rejected.values()].flat().every((each) => each.startsWith(STILL_CHANGED))) {
    lines.push("Fix: If the program is compiled, let app in cdktf.json compile it before it runs.");
  }
  const result = written ? "The patch was not adopted, and all files were restored." : "No edit can be adopted.";
  return new CommandError(`${result} The new plan is wrong:\n${lines.join("\n")}`);
}

/**
 * Verifies a patch in a copy of the project. Returns the patch as it is, with the reason, if the copy cannot show the
 * plan of the project.
 */
export async function verifiedInCopy(
  proposed: ProposedPatch,
  folder: string,
  planIn: (copy: ScratchCopy) => Promise<readonly PlannedStack[]>,
): Promise<{ readonly patch: Patch; readonly notVerified: string | undefined }> {
  const { patch } = proposed;
  try {
    const verified = await inScratchFolder(tmpdir(), "cdk-clickstack-adopt-", async (scratch) => {
      const edited = patch.files.map(({ path }) => path);
      const copy = new ScratchCopy(folder, edited, scratch);
      const files = new AuthorFiles(copy.pathOf(folder));
      // A write requires the texts before it.
      for (const path of edited) {
        files.read(path);
      }
      return selectInCopy(proposed, files, () => planIn(copy));
    });
    return { patch: confirmedPatch(proposed, verified, false), notVerified: undefined };
  } catch (error) {
    const notVerified = error instanceof UnlikeProjectError ? error.message : fileProblem(error);
    if (notVerified === undefined) {
      throw error;
    }
    return { patch, notVerified };
  }
}

type Plan = () => Promise<readonly PlannedStack[]>;

async function selectInCopy(proposed: ProposedPatch, files: AuthorFiles, plan: Plan): Promise<VerifiedObjects> {
  const write = patchVerification(proposed, files, plan);
  let compared: Promise<void> | undefined;
  const verified = await selectVerified({
    ...write,
    verify: async (objects) => {
      const attempt = write.verify(objects);
      const wrong = await attempt.catch(() => undefined);
      if (wrong?.length !== 0) {
        files.write([]);
        compared ??= assertSamePlan(proposed.before, plan);
        await compared;
      }
      return attempt;
    },
  });
  const withoutEffect = [...verified.rejected].filter(([, reasons]) =>
    reasons.some((each) => each.startsWith(STILL_CHANGED)),
  );
  const unread = withoutEffect.flatMap(([object]) => proposed.patchOf(new Set([object])).files);
  for (const path of proposed.hasProgram ? new Set(unread.map((each) => each.path)) : []) {
    await assertRead(path, files, plan);
  }
  return verified;
}

/** Throws if the copy without edits has another plan than the project. */
async function assertSamePlan(before: readonly PlannedStack[], plan: Plan): Promise<void> {
  const result = await plansOrFailure(plan);
  const [wrong] = result instanceof CommandError ? [] : findWrongPlans(before, result, new Map());
  const [first = "", ...output] = result instanceof CommandError ? result.message.split("\n") : [];
  const error = output.find((line) => line.split(":")[0]?.endsWith("Error"));
  const reason = wrong ? `${wrong.object ?? ""} ${wrong.reason}` : [first, error].join(" ");
  if (reason.trim() !== "") {
    throw new UnlikeProjectError(`A copy of the project has another plan. ${reason.trim()}`);
  }
}

/** Throws if a program also runs without a file: it contains the file, or reads it by its absolute path. */
async function assertRead(path: string, { folder }: AuthorFiles, plan: Plan): Promise<void> {
  const file = join(folder, path);
  const text = readFileSync(file);
  rmSync(file);
  const result = await plansOrFailure(plan);
  writeFileSync(file, text);
  if (!(result instanceof CommandError)) {
    throw new UnlikeProjectError(`In a copy of the project, the program does not read ${visiblePath(path)}.`);
  }
}

/** Returns the plans, or the error of the program. */
function plansOrFailure(plan: Plan): Promise<readonly PlannedStack[] | CommandError> {
  return plan().catch((error: unknown) => {
    if (error instanceof CommandError) {
      return error;
    }
    throw error;
  });
}
