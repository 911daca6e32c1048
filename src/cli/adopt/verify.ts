import { differences } from "../engine/plan-json";
import type { PlannedStack } from "../engine/plan-stacks";

/** Planned differences of each object: its address in a stack, to the differing attributes. */
type Differences = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Compares the plans before and after an adoption. Returns the reasons why the new code is wrong: a new difference, or an
 * adopted object that still differs.
 * @param complete addresses of objects whose changes were adopted completely, as `stack/address`
 */
export function findWrongPlans(
  before: readonly PlannedStack[],
  after: readonly PlannedStack[],
  complete: ReadonlySet<string>,
): readonly string[] {
  const failed = after.filter(({ plan }) => plan === undefined);
  if (failed.length > 0) {
    return failed.map(({ stack, diagnostics }) => {
      const [error] = diagnostics.filter(({ severity }) => severity === "error");
      return `The plan of ${stack.name} fails: ${error?.summary ?? "unknown reason"}. ${error?.detail ?? ""}`.trim();
    });
  }
  const earlier = differencesOf(before);
  return [...differencesOf(after)].flatMap(([address, paths]) => {
    const known = earlier.get(address);
    const added = [...paths].filter((path) => !known?.has(path));
    if (!known || added.length > 0) {
      return [`${address} would change: ${added.join(", ") || "the whole object"}.`];
    }
    return complete.has(address) ? [`${address} still differs: ${[...paths].join(", ")}.`] : [];
  });
}

function differencesOf(planned: readonly PlannedStack[]): Differences {
  const entries = planned.flatMap(({ stack, plan }) =>
    (plan?.resource_changes ?? []).flatMap(({ address, mode, change }) => {
      const isUnchanged = change.actions.every((action) => action === "no-op" || action === "read");
      if (mode === "data" || isUnchanged) {
        return [];
      }
      const paths = differences(change.before ?? {}, change.after ?? {});
      return [[`${stack.name}/${address}`, new Set(paths)] as const];
    }),
  );
  return new Map(entries);
}
