import { planDrawings } from "../../preview/plan-drawings";
import { type PlanJson, type ResourceChange, stateResources } from "../../stacks/plan-json";
import type { PlannedStack } from "../../stacks/plan-stack";
import type { Report } from "../model";

/** Changed dashboards as SVG, before and after side by side: by the stack's name, then by address. */
export type Drawings = ReadonlyMap<string, StackDrawings>;

/** By the address of the dashboard. */
export type StackDrawings = ReadonlyMap<string, string>;

export function drawingsOf(command: Report["command"], planned: readonly PlannedStack[]): Drawings {
  const entries = planned.flatMap(({ stack, plan }) => {
    if (!plan) return [];
    const drawings = planDrawings(command === "plan" ? plan : driftAsPlan(plan), { style: false });
    return [[stack.name, new Map(drawings.map(({ address, svg }) => [address, svg]))] as const];
  });
  return new Map(entries);
}

/** What others did, told as if a plan did it, so that it can be drawn like one. */
function driftAsPlan(plan: PlanJson): PlanJson {
  const unchanged = stateResources(plan.prior_state?.values?.root_module).map(
    ({ address, mode, type, name, values }): ResourceChange => ({
      address,
      mode,
      type,
      name,
      change: { actions: ["no-op"], before: values, after: values },
    }),
  );
  const drift = plan.resource_drift ?? [];
  const byAddress = new Map([...unchanged, ...drift].map((resource) => [resource.address, resource]));
  return { ...plan, resource_changes: [...byAddress.values()] };
}
