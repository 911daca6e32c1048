import { type AdoptedObject, objectKey } from "../../code/edits/edit-result";
import { differingParts } from "../../engine/plan-json";
import type { ResourceChange } from "../../engine/read-plan";
import type { AuthorFiles } from "../../project/author-files";
import type { PlannedStack } from "../../project/plan-stacks";
import type { VerifiedObjects, VerifiedWrite, WrongPlan } from "../../project/write-verified";
import { CommandError } from "../../terminal/exit";
import type { Patch } from "./patch";

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

/** Returns the confirmed edits, with reasons for the others. Throws a `CommandError` if none is confirmed. */
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

/** Planned values that differ from the server, by their path in an object. Undefined if unknown before the apply. */
type Differences = ReadonlyMap<string, unknown>;

/**
 * Compares the plans before and after an adoption. The edited objects may lose differences, and must lose all if their
 * changes were adopted completely. Any other change of the plan is wrong.
 * @param edited edited objects, as `stack/address`. True if all changes of the object were adopted
 */
export function findWrongPlans(
  before: readonly PlannedStack[],
  after: readonly PlannedStack[],
  edited: ReadonlyMap<string, boolean>,
): readonly WrongPlan[] {
  const failed = after.filter(({ plan }) => plan === undefined);
  if (failed.length > 0) {
    return failed.map(({ stack, diagnostics }) => {
      const [error] = diagnostics.filter(({ severity }) => severity === "error");
      const reason = `The plan of ${stack.name} fails: ${error?.summary ?? "unknown reason"}. ${error?.detail ?? ""}`;
      return { object: error?.address && `${stack.name}/${error.address}`, reason: reason.trim() };
    });
  }
  const [earlier, later, onServer] = [objectsIn(before), objectsIn(after), serverChangesIn(before)];
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((object) => {
    const planned = later.get(object);
    const changes = onServer.get(object);
    const left = [...(planned?.keys() ?? [])].filter((path) => changes?.has(path) ?? true);
    const found = findProblem(earlier.get(object), planned, edited.get(object), left);
    return found === undefined ? [] : [{ object, ...found }];
  });
}

/** Start of the reason for an adopted change that the plan still contains. */
export const STILL_CHANGED = "The plan still changes";

/**
 * Returns the reason if a plan after an edit is wrong for one object.
 * @param isComplete undefined for an object without edits
 * @param left planned changes that the edit should have removed. The plan still contains changes of the code itself.
 */
function findProblem(
  before: Differences | undefined,
  after: Differences | undefined,
  isComplete: boolean | undefined,
  left: readonly string[],
): Omit<WrongPlan, "object"> | undefined {
  if (!after) {
    return { reason: "The object would no longer be in the plan." };
  }
  if (!before) {
    return isComplete && after.size === 0 ? undefined : { reason: "The object would be new in the plan." };
  }
  const added = [...after.keys()].filter((path) => !before.has(path));
  if (added.length > 0) {
    return { reason: `The plan would also change ${pathsText(added)}.` };
  }
  if (isComplete && left.length > 0) {
    return { reason: `${STILL_CHANGED} ${pathsText(left)}.` };
  }
  const other = [...after].filter(([path, value]) => !isSame(value, before.get(path))).map(([path]) => path);
  if (other.length > 0) {
    return { reason: `The plan would set ${pathsText(other)} to another value than before.` };
  }
  const lost = [...before].filter(([path, value]) => value !== undefined && !after.has(path)).map(([path]) => path);
  return isComplete === undefined && lost.length > 0
    ? { reason: `The plan would no longer change ${pathsText(lost)}, although its code was not edited.` }
    : undefined;
}

function pathsText(paths: readonly string[]): string {
  return paths.map((path) => path || "the whole object").join(", ");
}

/** A value that is unknown or sensitive can differ between two plans. */
function isSame(one: unknown, other: unknown): boolean {
  return one === undefined || other === undefined || JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the managed objects of plans, as `stack/address`, with the planned values that differ from the server. */
function objectsIn(planned: readonly PlannedStack[]): ReadonlyMap<string, Differences> {
  const entries = planned.flatMap(({ stack, plan }) =>
    (plan?.resource_changes ?? []).flatMap(({ address, mode, deposed, change }) => {
      const name = `${stack.name}/${address}${deposed === undefined ? "" : ` (${deposed})`}`;
      return mode === "data" ? [] : [[name, plannedDifferences(change)] as const];
    }),
  );
  return new Map(entries);
}

/** Returns the paths that were changed on the server, for each object with such changes. */
function serverChangesIn(planned: readonly PlannedStack[]): ReadonlyMap<string, ReadonlySet<string>> {
  const entries = planned.flatMap(({ stack, plan }) =>
    (plan?.resource_drift ?? []).map(({ address, change }) => {
      const paths = differingParts(change.before ?? {}, change.after ?? {}).map(({ path }) => path.join("."));
      return [`${stack.name}/${address}`, new Set(paths)] as const;
    }),
  );
  return new Map(entries);
}

function plannedDifferences({ actions, before, after }: ResourceChange["change"]): Differences {
  if (actions.every((action) => action === "no-op" || action === "read")) {
    return new Map();
  }
  const parts = differingParts(before ?? {}, after ?? {});
  return parts.length === 0 ? WHOLE : new Map(parts.map((part) => [part.path.join("."), part.after]));
}

/** A change without different values, such as a replacement. */
const WHOLE: Differences = new Map([["", undefined]]);
