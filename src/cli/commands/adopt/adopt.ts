import { isPlainObject } from "../../../declaration/field";
import { findStackChanges } from "../../code/edits/changed-objects";
import { findEngine } from "../../engine/find-engine";
import { AuthorFiles, patchRoot } from "../../project/author-files";
import { type DriftRule, withoutIgnored } from "../../project/drift-rules";
import { findStacks, synthesizedIn } from "../../project/find-stacks";
import { warnOfNewerFiles } from "../../project/open-stacks";
import { type PlannedStack, planStacks } from "../../project/plan-stacks";
import { isProject, outputOf, SynthesizedOutput, synthesizeToOutput } from "../../project/project-program";
import { assertCommitted, ignoredFiles } from "../../project/uncommitted";
import { writeVerified } from "../../project/write-verified";
import type { FieldChange } from "../../reports/changes/report-model";
import { driftReport } from "../../reports/changes/stack-report";
import { findUnmanagedAlerts, type UnmanagedAlert } from "../../server/unmanaged-alerts";
import { CommandError } from "../../terminal/exit";
import { withProgress } from "../../terminal/output";
import { verifiedInCopy } from "./copied-plan";
import type { AdoptDocument } from "./document";
import { unifiedDiff } from "./outputs";
import { createPatch, editableProgram, type Patch, sourcesOf } from "./patch";
import type { ScratchCopy } from "./scratch-copy";
import { confirmedPatch, type PatchOf, type ProposedPatch, patchVerification } from "./verified-patch";

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

/** Adopts changes of a server into a project, or into a folder with HCL. Writes files only with `write`. */
export async function adoptChanges(folder: string, options: AdoptOptions): Promise<AdoptDocument> {
  const isDryRun = !options.write && options.stacks === undefined && isProject(folder);
  const output = isDryRun && synthesizedIn(outputOf(folder)) ? new SynthesizedOutput(outputOf(folder)) : undefined;
  try {
    return await adopt(folder, options);
  } finally {
    output?.restore();
  }
}

async function adopt(folder: string, options: AdoptOptions): Promise<AdoptDocument> {
  const planned = await planProject(folder, options);
  assertPlanned(planned);
  const before = planned.map((each) => withoutIgnoredDrift(each, options.rules));
  assertAddresses(before, options.addresses);
  const alerts = options.includeUnmanaged
    ? await withProgress("Looking for alerts that are in no state", () => findUnmanagedAlerts(before))
    : [];
  const files = new AuthorFiles(folder);
  const patchOf = await patches(files, before, alerts, options);
  const proposed = { patch: patchOf(), patchOf, before, hasProgram: hasProgram(folder, options) };
  const { patch } = proposed;
  if (patch.files.length === 0) {
    return documentOf(folder, patch, { written: false });
  }
  if (options.stacks !== undefined) {
    return documentOf(folder, patch, { written: false, notVerified: "With --stacks, the program does not run." });
  }
  if (!options.write) {
    const verified = await verifiedInCopy(proposed, folder, (copy) => planProject(folder, options, copy));
    return documentOf(folder, verified.patch, { written: false, notVerified: verified.notVerified });
  }
  if (!options.allowDirty) {
    const paths = patch.files.map(({ path }) => path);
    await assertCommitted(folder, paths);
  }
  return documentOf(folder, await writePatch(proposed, files, options), { written: true });
}

/** Writes the edits that a new plan confirms. Returns them, with the reasons of the others. */
async function writePatch(proposed: ProposedPatch, files: AuthorFiles, options: AdoptOptions): Promise<Patch> {
  const output = proposed.hasProgram ? new SynthesizedOutput(outputOf(files.folder)) : undefined;
  const verified = await writeVerified({
    ...patchVerification(proposed, files, () => planProject(files.folder, options)),
    restoreOutput: () => output?.restore(),
  });
  if (verified.kept.size === 0) {
    output?.restore();
  } else if (verified.isStale && output) {
    await synthesizeToOutput(files.folder);
  }
  return confirmedPatch(proposed, verified, true);
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
    return (objects) => createPatch(editableProgram({ files, ignored, stacks, alerts }), addresses, objects);
  }
  const { configurationEditor } = await import("./hcl-patch");
  const editable = await configurationEditor();
  const input = { files, planned, alerts, isTofu: findEngine().name === "tofu" };
  const edited = createPatch(editable({ ...input, ignored: new Set() }), addresses).files.map(({ path }) => path);
  const ignored = await ignoredFiles(files.folder, edited);
  return (objects) => createPatch(editable({ ...input, ignored }), addresses, objects);
}

/** Returns true if a program declares the objects; false for a configuration in HCL. */
function hasProgram(folder: string, { stacks }: Pick<AdoptOptions, "stacks">): boolean {
  return stacks !== undefined || isProject(folder);
}

function documentOf(
  folder: string,
  { files, objects }: Patch,
  result: Pick<AdoptDocument, "written" | "notVerified">,
): AdoptDocument {
  const paths = files.map(({ path }) => path);
  const comments = files.flatMap(({ path: file, commentLines = [] }) => commentLines.map((line) => ({ file, line })));
  return { ...result, files: paths, patch: unifiedDiff(folder, files), patchRoot: patchRoot(paths), comments, objects };
}

/** @param copy copy of the project, which is planned instead of it */
async function planProject(
  folder: string,
  options: AdoptOptions,
  copy?: ScratchCopy,
): Promise<readonly PlannedStack[]> {
  const place = copy?.pathOf(folder) ?? folder;
  const output = options.stacks ?? (isProject(place) ? await synthesizeToOutput(place) : place);
  copy?.restorePaths(output);
  const stacks = findStacks([output], place);
  if (options.stacks !== undefined) {
    warnOfNewerFiles(stacks);
  }
  return planStacks(findEngine(), stacks, options.parallel, () => ({
    // The copy contains links to the providers of the project.
    init: options.init && copy === undefined,
    // The plan is not applied, so it needs no lock.
    engineArguments: ["-lock=false", ...options.engineArguments],
  }));
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

/**
 * Removes the drift that rules ignore from a plan. An ignored object is left out, and an ignored field gets its value
 * at the last apply.
 */
export function withoutIgnoredDrift(planned: PlannedStack, rules: readonly DriftRule[]): PlannedStack {
  const { plan } = planned;
  if (!plan?.resource_drift || rules.length === 0) {
    return planned;
  }
  /** Ignored fields by address; undefined for an ignored object. */
  const ignored = new Map<string, readonly FieldChange[] | undefined>();
  driftReport(planned, (change, resource) => {
    const kept = withoutIgnored(rules, change, resource);
    ignored.set(resource.address, kept && change.fields.filter((field) => !kept.fields.includes(field)));
    return kept;
  });
  const drift = plan.resource_drift.flatMap((resource) => {
    const { address, change } = resource;
    if (!ignored.has(address)) {
      return [resource];
    }
    const fields = ignored.get(address);
    const after = fields?.reduce((value, { path }) => revertField(value, change.before, path), change.after);
    return fields ? [{ ...resource, change: { ...change, after } }] : [];
  });
  return { ...planned, plan: { ...plan, resource_drift: drift } };
}

/** Returns a value with a field of an earlier value, if both contain the field. */
function revertField(now: unknown, before: unknown, [step, ...rest]: FieldChange["path"]): unknown {
  if (step === undefined) {
    return before;
  }
  if (Array.isArray(now) && Array.isArray(before) && now.length === before.length) {
    return now.map((item, index) => (index === step ? revertField(item, before[index], rest) : item));
  }
  if (!isPlainObject(now) || !isPlainObject(before) || !Object.hasOwn(now, step) || !Object.hasOwn(before, step)) {
    return now;
  }
  const entries = Object.entries(now).map(([name, item]) => [
    name,
    name === step ? revertField(item, before[name], rest) : item,
  ]);
  return Object.fromEntries(entries);
}
