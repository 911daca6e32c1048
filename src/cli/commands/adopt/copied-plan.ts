import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { visiblePath } from "../../../visible";
import { AuthorFiles } from "../../project/author-files";
import type { PlannedStack } from "../../project/plan-stacks";
import { selectVerified, type VerifiedObjects } from "../../project/write-verified";
import { CommandError, expectedError, expectedFileProblem, inScratchFolder } from "../../terminal/exit";
import type { Patch } from "./patch";
import { ScratchCopy, UnlikeProjectError } from "./scratch-copy";
import { confirmedPatch, findWrongPlans, type ProposedPatch, patchVerification, STILL_CHANGED } from "./verified-patch";

/**
 * Verifies a patch in a copy of the project. If the copy cannot show the plan of the project, returns the unverified
 * patch with the reason.
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
    return { patch, notVerified: error instanceof UnlikeProjectError ? error.message : expectedFileProblem(error) };
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
  const error = output.find((line) => line.includes("Error: "));
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
  return plan().catch((error: unknown) => expectedError(error, CommandError));
}
