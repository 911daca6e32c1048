import type { Field, Fields } from "../schema/field";
import { isUnknown } from "../values/unknown";
import { attributeOf, containsUnknown, type ObjectValue, type Value } from "../values/value";
import { walkNested } from "./nested";

/** Whether the declaration says that the value means the same as the prior one. Never for null or what holds unknowns. */
export function meansTheSame(field: Field, prior: Value, value: Value): boolean {
  if (!field.sameMeaning || prior === null || value === null) return false;
  if (prior === value && typeof value !== "object") return true;
  return !containsUnknown(value) && !containsUnknown(prior) && field.sameMeaning(prior, value);
}

/** The result of a write with the planned values of what reads alone change. */
export function keepPlanned(fields: Fields, value: ObjectValue, plan: ObjectValue | null): ObjectValue {
  if (plan === null) return value;
  const kept: Record<string, Value> = { ...value };
  for (const [name, { changedByReads, nested }] of Object.entries(fields)) {
    const planned = attributeOf(plan, name);
    if (changedByReads && !isUnknown(planned)) kept[name] = planned;
    if (!nested || nested.nesting === "set") continue;
    kept[name] = walkNested(
      nested.nesting,
      attributeOf(value, name),
      planned,
      () => undefined,
      (object, before) => keepPlanned(nested.fields, object, before),
    );
  }
  return kept;
}

/**
 * The value with the form that it had before wherever both mean the same, so that a server's spelling is no drift.
 * Elements of sets are compared as they stand.
 */
export function keepForm(fields: Fields, value: ObjectValue, before: ObjectValue | null): ObjectValue {
  if (before === null) return value;
  const keep = (name: string, field: Field): Value => {
    const own = attributeOf(value, name);
    const prior = attributeOf(before, name);
    if (meansTheSame(field, prior, own)) return prior;
    if (!field.nested || field.nested.nesting === "set") return own;
    const inner = field.nested.fields;
    return walkNested(
      field.nested.nesting,
      own,
      prior,
      () => undefined,
      (object, previous) => keepForm(inner, object, previous),
    );
  };
  const kept: Record<string, Value> = { ...value };
  for (const [name, field] of Object.entries(fields)) kept[name] = keep(name, field);
  return kept;
}
