import { differingParts } from "../../engine/plan-json";
import type { ResourceChange } from "../../engine/read-plan";
import type { PlannedStack } from "../../project/plan-stacks";
import type { WrongPlan } from "../../project/write-verified";

/** Planned values that differ from the server, by their path in an object. Undefined if unknown before the apply. */
type Differences = ReadonlyMap<string, unknown>;

/** Edited objects, as `stack/address`. True if all changes of the object were adopted. */
type EditedObjects = ReadonlyMap<string, boolean>;

/**
 * Compares the plans before and after an adoption. The edited objects may lose differences, and must lose all if their
 * changes were adopted completely. Any other change of the plan is wrong.
 */
export function findWrongPlans(
  before: readonly PlannedStack[],
  after: readonly PlannedStack[],
  edited: EditedObjects,
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

type Problem = Omit<WrongPlan, "object">;

/**
 * @param isComplete undefined for an object without edits
 * @param left planned differences that the adoption had to remove. Changes that only the code contains stay in the plan.
 */
function findProblem(
  before: Differences | undefined,
  after: Differences | undefined,
  isComplete: boolean | undefined,
  left: readonly string[],
): Problem | undefined {
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
