import type { AttributePath } from "../diagnostics/attribute-path";
import { fieldsOf, schemaType } from "../schema/field";
import type { Schema } from "../schema/schema";
import { valuesEqual } from "../values/equal";
import type { ObjectValue } from "../values/value";
import { keepPrior, planFields, recompute } from "./plan-fields";
import { replacePaths } from "./replace-paths";

/** What is planned for a resource that stays or comes into being. */
export interface PlannedChange {
  readonly plan: ObjectValue;
  readonly requiresReplace: readonly AttributePath[];
}

/**
 * Plans a create (`prior` null) or an update. The host's own proposal is not needed: it merges the same configuration and
 * prior state, but knows no defaults and no meaning (docs/internals/terraform-protocol.md 5).
 */
export function planChange(schema: Schema, config: ObjectValue, prior: ObjectValue | null): PlannedChange {
  const fields = fieldsOf(schema);
  const kept = planFields(fields, config, prior, keepPrior);
  if (prior === null) return { plan: kept, requiresReplace: [] };
  // The prior object itself: whoever compares the two sees at once that they are the same.
  if (valuesEqual(kept, prior, schemaType(schema))) return { plan: prior, requiresReplace: [] };
  const plan = planFields(fields, config, prior, recompute);
  return { plan, requiresReplace: replacePaths(fields, prior, plan) };
}
