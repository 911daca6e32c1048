import { type StateResource, stateResources } from "../stacks/plan-json";
import type { PlannedStack } from "../stacks/plan-stack";
import type { SharedObject } from "./model";
import { kindOfType } from "./resource-kinds";
import { titleOf } from "./wording";

/** The objects that the states of some stacks hold more than once: each apply would undo what the others declare. */
export function sharedObjects(planned: readonly PlannedStack[]): readonly SharedObject[] {
  const found = new Map<string, SharedObject>();
  for (const { stack, plan } of planned) {
    for (const resource of stateResources(plan?.prior_state?.values?.root_module)) {
      const { id } = resource.values;
      if (!isManagedHere(resource) || typeof id !== "string") continue;
      const known = found.get(`${resource.type} ${id}`);
      const place = { stack: stack.name, address: resource.address };
      found.set(`${resource.type} ${id}`, {
        type: resource.type,
        kind: kindOfType(resource.type).noun,
        id,
        name: known?.name ?? String(resource.values.name ?? id),
        places: [...(known?.places ?? []), place],
      });
    }
  }
  return [...found.values()].filter(({ places }) => places.length > 1);
}

/**
 * What is wrong with it, after its kind and name.
 * @param placeText how a place is written, where that is not plain text
 */
export function sharedProblem({ places }: SharedObject, placeText = plainPlace): string {
  const all = places.map(placeText);
  return `is managed ${places.length} times: ${all.slice(0, -1).join(", ")} and ${all.at(-1)}. Each apply undoes what the others declare.`;
}

function plainPlace({ stack, address }: SharedObject["places"][number]): string {
  return `${address} in ${stack}`;
}

export const SHARED_FIX =
  "Fix: keep it in one place, and take it out of the others with a `removed` block (`destroy = false`), or with `terraform state rm`.";

/** Such as `dashboard Checkout`. */
export function sharedTitle(object: SharedObject): string {
  return `${object.kind} ${titleOf(object)}`;
}

function isManagedHere({ mode, type }: StateResource): boolean {
  return mode === "managed" && type.startsWith("clickstack_");
}
