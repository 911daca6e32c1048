import { relative } from "node:path";
import type { Fields } from "../../schema/field";
import { locateResource } from "../stacks/locate-resource";
import { type PlanJson, type ResourceChange, stateResources } from "../stacks/plan-json";
import type { PlannedStack } from "../stacks/plan-stack";
import type { ObjectChange, Report, StackReport } from "./model";
import { byDanger, objectChange } from "./object-change";
import { plannedPlaces } from "./planned-places";
import { Surroundings } from "./surroundings";

/** Takes away what a report is not to say; undefined drops the object. */
export type Keep = (change: ObjectChange, resource: ResourceChange) => ObjectChange | undefined;

/** What an apply of a stack's plan would change. */
export function planReport(planned: PlannedStack): StackReport {
  return stackReport("plan", planned, planned.plan?.resource_changes, changedOutputs(planned.plan), (change) => change);
}

/** What others changed since a stack's last apply, from a refresh-only plan. */
export function driftReport(planned: PlannedStack, keep: Keep): StackReport {
  return stackReport("drift", planned, planned.plan?.resource_drift, [], keep);
}

function stackReport(
  command: Report["command"],
  { stack, plan, diagnostics }: PlannedStack,
  resources: readonly ResourceChange[] = [],
  outputs: readonly string[],
  keep: Keep,
): StackReport {
  const objects = objectsOf(plan);
  const surroundings = new Surroundings(objects, plan && plannedPlaces(plan));
  const changes = resources.flatMap((resource) => {
    const change = objectChange(resource, surroundings, command);
    const kept = change && keep(change, resource);
    const source = kept && locateResource(stack.folder, resource);
    return kept ? [{ ...kept, ...(source && { source }) }] : [];
  });
  return {
    name: stack.name,
    folder: relative(process.cwd(), stack.folder) || ".",
    managed: [...new Set(objects.map(({ address }) => address))].sort(),
    objects: changes.sort(byDanger),
    outputs,
    diagnostics,
    failed: plan === undefined,
  };
}

/** What the state holds, also what is gone from the server: an alert that goes away watched a tile of the state. */
function objectsOf(plan: PlanJson | undefined): readonly { address: string; type: string; values: Fields }[] {
  const before = (plan?.resource_drift ?? []).map(({ address, type, change }) => ({
    address,
    type,
    values: (change.before ?? {}) as Fields,
  }));
  const held = stateResources(plan?.prior_state?.values?.root_module).filter(({ mode }) => mode === "managed");
  return [...new Map([...before, ...held].map((each) => [each.address, each])).values()];
}

function changedOutputs(plan: PlanJson | undefined): readonly string[] {
  return Object.entries(plan?.output_changes ?? {})
    .filter(([, { actions }]) => actions.some((action) => action !== "no-op"))
    .map(([name]) => name);
}
