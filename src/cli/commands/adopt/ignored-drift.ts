import { isPlainObject } from "../../../declaration/field";
import { type DriftRule, withoutIgnored } from "../../project/drift-rules";
import type { PlannedStack } from "../../project/plan-stacks";
import type { FieldChange } from "../../reports/changes/report-model";
import { driftReport } from "../../reports/changes/stack-report";

/**
 * Removes the drift that rules ignore from a plan: whole objects, and fields that the object had at the last apply and has
 * now.
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
