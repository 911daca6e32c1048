import { join } from "node:path";
import { createTwoFilesPatch } from "diff";
import { findEngine } from "../engine/find-engine";
import { findStacks } from "../engine/find-stacks";
import { type PlannedStack, planStacks } from "../engine/plan-stacks";
import { ProgramError, readProject, runProgram } from "../engine/project-program";
import { CommandError, unlessInterrupted } from "../frame/exit";
import { withProgress } from "../frame/output";
import { addAlert } from "./add-alert";
import { type DriftedObject, findStackChanges, type StackChanges } from "./changed-objects";
import type { AdoptDocument, AdoptedObject } from "./document";
import { type EditContext, editObject } from "./edit-object";
import { addImports } from "./imports";
import { type PlacedConstruct, Program, readSource, writeSources } from "./program";
import { assertCommitted } from "./uncommitted";
import { findUnmanagedAlerts } from "./unmanaged-alerts";
import { findWrongPlans } from "./verify";

/** Maximum number of lines of a failed program in the error. */
const MAX_OUTPUT_LINES = 20;

interface AdoptOptions {
  /** Addresses to adopt, such as `clickstack_dashboard.checkout`. Empty for all. */
  readonly addresses: readonly string[];
  readonly write: boolean;
  readonly allowDirty: boolean;
  /** Adds alerts that users created on managed tiles. */
  readonly includeUnmanaged: boolean;
  /** Folder of stacks that another process synthesized from the same code. By default, the program runs. */
  readonly stacks: string | undefined;
  readonly init: boolean;
  readonly parallel: number;
  readonly engineArguments: readonly string[];
}

/** Adopts the changes of a server into the code of a project. Writes files only with `write`. */
export async function adoptChanges(folder: string, options: AdoptOptions): Promise<AdoptDocument> {
  const plan = () => planProject(folder, options);
  const before = await plan();
  assertPlanned(before);
  const stacks = before.map(findStackChanges);
  assertAddresses(stacks, options.addresses);
  const program = new Program(folder);
  const context = editContext(stacks, program);
  const objects = editAll(stacks, context, options.addresses);
  if (options.includeUnmanaged) {
    objects.push(...(await addAlerts(before, stacks, context)));
  }
  for (const file of program.sources) {
    addImports(file);
  }
  const files = program.editedFiles;
  const result = {
    written: false,
    files: files.map(({ path }) => path),
    patch: files
      .map(({ path, original, edited }) => createTwoFilesPatch(`a/${path}`, `b/${path}`, original, edited, "", ""))
      .map((patch) => patch.replace(/^=+\n/, ""))
      .join(""),
    objects,
  };
  if (!options.write || files.length === 0) {
    return result;
  }
  if (!options.allowDirty) {
    await assertCommitted(folder, result.files);
  }
  await writeVerified(folder, program, async () => {
    const isComplete = ({ adopted, notAdopted }: AdoptedObject) => adopted.length > 0 && notAdopted.length === 0;
    const complete = objects.filter(isComplete).map(({ stack, address }) => `${stack}/${address}`);
    return findWrongPlans(before, await plan(), new Set(complete));
  });
  return { ...result, written: true };
}

async function planProject(folder: string, options: AdoptOptions): Promise<readonly PlannedStack[]> {
  const output = options.stacks ?? (await synthesizeProject(folder));
  return planStacks(findEngine(), findStacks([output], folder), options.parallel, () => ({
    init: options.init,
    // The plan is not applied, so it needs no lock.
    engineArguments: ["-lock=false", ...options.engineArguments],
  }));
}

/** Runs the program, which writes its stacks to the output folder of the project. Returns that folder. */
async function synthesizeProject(folder: string): Promise<string> {
  const output = join(folder, readProject(folder).output);
  try {
    await withProgress("Running the program", () => runProgram(folder, output));
    return output;
  } catch (error) {
    if (!(error instanceof ProgramError)) {
      throw error;
    }
    const lines = error.output.split("\n").slice(-MAX_OUTPUT_LINES);
    throw new CommandError([error.message, ...lines].join("\n").trim());
  }
}

function assertPlanned(planned: readonly PlannedStack[]): void {
  const errors = planned.flatMap(({ stack, plan, diagnostics }) =>
    plan ? [] : diagnostics.filter(({ severity }) => severity === "error").map((each) => ({ stack, ...each })),
  );
  if (errors.length > 0) {
    throw new CommandError(
      errors.map(({ stack, summary, detail }) => `${stack.name}: ${summary}\n${detail}`.trim()).join("\n"),
    );
  }
}

function assertAddresses(stacks: readonly StackChanges[], addresses: readonly string[]): void {
  const known = stacks.flatMap(({ constructs }) => constructs.map(({ address }) => address));
  const unknown = addresses.filter((address) => !known.includes(address));
  if (unknown.length > 0) {
    throw new CommandError(
      `The program declares no ${unknown.join(", ")}. Fix: Name addresses as the drift report shows them.`,
    );
  }
}

type ContextOf = (stack: StackChanges) => EditContext;

function editContext(stacks: readonly StackChanges[], program: Program): ContextOf {
  const counts = countPositions(stacks.flatMap(({ constructs }) => constructs));
  const countAt = (position: PlacedConstruct["position"]) => counts.get(positionKey(position)) ?? 0;
  return ({ known }) => ({ program, known, countAt });
}

function editAll(stacks: readonly StackChanges[], contextOf: ContextOf, addresses: readonly string[]): AdoptedObject[] {
  return stacks.flatMap((stack) =>
    stack.objects
      .filter(({ address }) => addresses.length === 0 || addresses.includes(address))
      .map((object) => adoptedObject(stack.stack, object, contextOf(stack))),
  );
}

/** Adds the alerts of users on managed tiles to the code. */
async function addAlerts(
  planned: readonly PlannedStack[],
  stacks: readonly StackChanges[],
  contextOf: ContextOf,
): Promise<readonly AdoptedObject[]> {
  const alerts = await withProgress("Looking for alerts that are in no state", () => findUnmanagedAlerts(planned));
  return stacks.flatMap((stack) => {
    const taken = new Set(stack.constructs.map(({ address }) => address.slice(address.lastIndexOf(".") + 1)));
    return stack.constructs.flatMap((dashboard) =>
      alerts
        .filter((alert) => alert.stack === stack.stack && alert.dashboard === dashboard.address)
        .map((alert) => {
          const { address, edited, obstacles } = addAlert(alert, dashboard, taken, contextOf(stack));
          return { stack: stack.stack, address, adopted: edited, notAdopted: obstacles };
        }),
    );
  });
}

function adoptedObject(
  stack: string,
  { address, change, notAdopted }: DriftedObject,
  context: EditContext,
): AdoptedObject {
  if (!change) {
    return { stack, address, adopted: [], notAdopted };
  }
  const { edited, obstacles } = editObject(change, context);
  const isHidden = edited.length === 0 && obstacles.length === 0 && notAdopted.length === 0;
  const { file, line } = change.construct.position;
  const hidden = isHidden ? [{ prop: "", file, line, reason: "No prop of the construct declares the change." }] : [];
  return { stack, address, adopted: [...new Set(edited)], notAdopted: [...notAdopted, ...obstacles, ...hidden] };
}

function countPositions(constructs: readonly PlacedConstruct[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { position, tiles } of constructs) {
    for (const each of [position, ...tiles.values()]) {
      const key = positionKey(each);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

function positionKey({ file, line, column }: PlacedConstruct["position"]): string {
  return `${file}:${line}:${column}`;
}

/**
 * Writes the edited files. Restores all of them and throws a `CommandError` if the program or the plan shows that an
 * edit is wrong, and also after an interrupt.
 */
async function writeVerified(
  folder: string,
  program: Program,
  verify: () => Promise<readonly string[]>,
): Promise<void> {
  const files = program.editedFiles;
  const changed = files.filter(({ path, original }) => readSource(folder, path) !== original);
  if (changed.length > 0) {
    const names = changed.map(({ path }) => path).join(", ");
    throw new CommandError(`${names} changed while the command ran. No files were written. Fix: Run it again.`);
  }
  await unlessInterrupted(async () => {
    writeSources(folder, new Map(files.map(({ path, edited }) => [path, edited])));
    let reasons: readonly string[] = ["The verification was interrupted."];
    try {
      reasons = await verify();
    } catch (error) {
      if (!(error instanceof CommandError)) {
        throw error;
      }
      reasons = [error.message];
    } finally {
      if (reasons.length > 0) {
        restore(folder, program);
      }
    }
    if (reasons.length > 0) {
      await synthesizeProject(folder);
      throw notAdopted(reasons);
    }
  });
}

function notAdopted(reasons: readonly string[]): CommandError {
  return new CommandError(
    `The patch was not adopted, and all files were restored. The verification failed:\n${reasons.map((each) => `  ${each}`).join("\n")}`,
  );
}

/** Writes the original text of each file that still has the edited text. */
function restore(folder: string, program: Program): void {
  const ours = program.editedFiles.filter(({ path, edited }) => readSource(folder, path) === edited);
  writeSources(folder, new Map(ours.map(({ path, original }) => [path, original])));
}
