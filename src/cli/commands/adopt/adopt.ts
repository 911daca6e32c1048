import { join } from "node:path";
import { findStackChanges } from "../../code/edits/changed-objects";
import { type AdoptedObject, objectKey } from "../../code/edits/edit-result";
import { findEngine } from "../../engine/find-engine";
import { AuthorFiles } from "../../project/author-files";
import type { DriftRule } from "../../project/drift-rules";
import { findStacks } from "../../project/find-stacks";
import { type PlannedStack, planStacks } from "../../project/plan-stacks";
import { isProject, readProject, synthesizeProject } from "../../project/project-program";
import { SynthesizedOutput } from "../../project/synthesized-output";
import { assertCommitted, ignoredFiles } from "../../project/uncommitted";
import { type LeftOut, writeVerified } from "../../project/write-verified";
import { findUnmanagedAlerts, type UnmanagedAlert } from "../../server/unmanaged-alerts";
import { CommandError } from "../../terminal/exit";
import { withProgress } from "../../terminal/output";
import type { AdoptDocument } from "./document";
import { withoutIgnoredDrift } from "./ignored-drift";
import { createPatch, type Patch, sourcesOf } from "./patch";
import { patchRoot, unifiedDiff } from "./unified-diff";
import { findWrongPlans, STILL_CHANGED } from "./wrong-plans";

interface AdoptOptions {
  /** Addresses to adopt, such as `clickstack_dashboard.checkout`. Empty for all. */
  readonly addresses: readonly string[];
  readonly write: boolean;
  readonly allowDirty: boolean;
  /** Adds alerts that users created on managed tiles. */
  readonly includeUnmanaged: boolean;
  /** Folder of stacks that another process synthesized from the same code. By default, the program runs. */
  readonly stacks: string | undefined;
  /** Drift that is not adopted. */
  readonly rules: readonly DriftRule[];
  readonly init: boolean;
  readonly parallel: number;
  readonly engineArguments: readonly string[];
}

/** Creates the patch with the edits of some objects, as `stack/address`. Default: of all objects. */
type PatchOf = (objects?: ReadonlySet<string>, leftOut?: LeftOut) => Patch;

/**
 * Adopts the changes of a server into the code of a project, or of a folder with a configuration in HCL. Writes files
 * only with `write`.
 */
export async function adoptChanges(folder: string, options: AdoptOptions): Promise<AdoptDocument> {
  const planned = await planProject(folder, options);
  assertPlanned(planned);
  const before = planned.map((each) => withoutIgnoredDrift(each, options.rules));
  assertAddresses(before, options.addresses);
  const alerts = options.includeUnmanaged
    ? await withProgress("Looking for alerts that are in no state", () => findUnmanagedAlerts(before))
    : [];
  const files = new AuthorFiles(folder);
  const patchOf = await patches(files, before, alerts, options);
  const patch = patchOf();
  if (!options.write || patch.files.length === 0) {
    return documentOf(folder, patch, false);
  }
  const paths = patch.files.map(({ path }) => path);
  if (!options.allowDirty) {
    await assertCommitted(folder, paths);
  }
  return documentOf(folder, await writePatch(patch, files, patchOf, before, options), true);
}

async function patches(
  files: AuthorFiles,
  planned: readonly PlannedStack[],
  alerts: readonly UnmanagedAlert[],
  options: AdoptOptions,
): Promise<PatchOf> {
  const { addresses } = options;
  if (hasProgram(files.folder, options)) {
    const stacks = planned.map(findStackChanges);
    const ignored = await ignoredFiles(files.folder, sourcesOf(files.folder, stacks));
    const input = { files, ignored, stacks, alerts, addresses };
    return (objects, leftOut) => createPatch(input, objects, leftOut);
  }
  const { hclPatches } = await import("./hcl-patch");
  const input = { files, planned, alerts, addresses, isTofu: findEngine().name === "tofu" };
  const edits = await hclPatches({ ...input, ignored: new Set() });
  const edited = edits().files.map(({ path }) => path);
  return hclPatches({ ...input, ignored: await ignoredFiles(files.folder, edited) });
}

/** Returns true if a program declares the objects; false for a configuration in HCL. */
function hasProgram(folder: string, { stacks }: Pick<AdoptOptions, "stacks">): boolean {
  return stacks !== undefined || isProject(folder);
}

function documentOf(folder: string, { files, objects }: Patch, written: boolean): AdoptDocument {
  const paths = files.map(({ path }) => path);
  const comments = files.flatMap(({ path: file, commentLines = [] }) => commentLines.map((line) => ({ file, line })));
  return { written, files: paths, patch: unifiedDiff(folder, files), patchRoot: patchRoot(paths), comments, objects };
}

/** Writes the edits that a new plan confirms. Returns them, with the reasons of the others. */
async function writePatch(
  patch: Patch,
  files: AuthorFiles,
  patchOf: PatchOf,
  before: readonly PlannedStack[],
  options: AdoptOptions,
): Promise<Patch> {
  const edited = patch.objects.filter(({ adopted }) => adopted.length > 0);
  const isComplete = new Map(edited.map((each) => [objectKey(each), each.notAdopted.length === 0]));
  const output = hasProgram(files.folder, options) ? new SynthesizedOutput(outputOf(files.folder)) : undefined;
  const { kept, rejected, leftOut, reasons, isStale } = await writeVerified({
    files,
    objects: edited.map(objectKey),
    editsOf: (objects, omitted) => patchOf(objects, omitted).files,
    canLeaveOut: (object, paths) =>
      hasProgram(files.folder, options) &&
      paths.some((path) => path.startsWith("tiles.")) &&
      patchOf(new Set([object]), new Map([[object, paths]])).files.length > 0,
    verify: async (objects, omitted) => {
      const planned = await planProject(files.folder, options);
      const edits = [...isComplete].filter(([object]) => objects.has(object));
      const stillComplete = edits.map(([object, complete]) => [object, complete && !omitted.has(object)] as const);
      return findWrongPlans(before, planned, new Map(stillComplete));
    },
    restoreOutput: () => output?.restore(),
  });
  if (kept.size === 0) {
    output?.restore();
    throw notAdopted(rejected);
  }
  if (isStale && output) {
    await synthesizeToOutput(files.folder);
  }
  const written = patchOf(kept, leftOut);
  const objects = patch.objects.map((each) => {
    const key = objectKey(each);
    const rejection = rejected.get(key) ?? reasons.get(key);
    const { adopted = [] } = rejected.has(key) ? {} : (written.objects.find((other) => objectKey(other) === key) ?? {});
    return rejection ? undoneObject(each, adopted, rejection) : each;
  });
  return { files: written.files, objects };
}

/**
 * Moves the props whose edits were undone to one entry with the reasons.
 * @param kept props whose edits were written
 */
function undoneObject(object: AdoptedObject, kept: readonly string[], reasons: readonly string[]): AdoptedObject {
  const undone = object.adopted.filter((each) => !kept.includes(each));
  const [prop = "", ...others] = undone;
  const subject = others.length === 0 ? "The edit was" : `The edits of ${undone.join(", ")} were`;
  const reason = `${subject} undone, because the new plan is wrong: ${reasons.join(" ")}`;
  const notAdopted = [...object.notAdopted, { prop: others.length === 0 ? prop : "", reason }];
  return { ...object, adopted: kept, notAdopted };
}

async function planProject(folder: string, options: AdoptOptions): Promise<readonly PlannedStack[]> {
  const output = options.stacks ?? (isProject(folder) ? await synthesizeToOutput(folder) : folder);
  return planStacks(findEngine(), findStacks([output], folder), options.parallel, () => ({
    init: options.init,
    // The plan is not applied, so it needs no lock.
    engineArguments: ["-lock=false", ...options.engineArguments],
  }));
}

/** Runs the program, which writes its stacks to the output folder of the project. Returns that folder. */
async function synthesizeToOutput(folder: string): Promise<string> {
  const output = outputOf(folder);
  await synthesizeProject(folder, output);
  return output;
}

function outputOf(folder: string): string {
  return join(folder, readProject(folder).output);
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

function assertAddresses(planned: readonly PlannedStack[], addresses: readonly string[]): void {
  const known = planned.flatMap(({ plan }) => plan?.resource_changes?.map(({ address }) => address) ?? []);
  const unknown = addresses.filter((address) => !known.includes(address));
  if (unknown.length > 0) {
    throw new CommandError(
      `The code declares no ${unknown.join(", ")}. Fix: Name addresses as the drift report shows them.`,
    );
  }
}

/** @param rejected reasons by object */
function notAdopted(rejected: ReadonlyMap<string, readonly string[]>): CommandError {
  const lines = [...rejected].map(([object, reasons]) => `  ${object}: ${reasons.join(" ")}`);
  // A program that runs compiled files does not contain the edits.
  if ([...rejected.values()].flat().every((each) => each.startsWith(STILL_CHANGED))) {
    lines.push("Fix: If the program is compiled, let app in cdktf.json compile it before it runs.");
  }
  return new CommandError(
    `The patch was not adopted, and all files were restored. The new plan is wrong:\n${lines.join("\n")}`,
  );
}
