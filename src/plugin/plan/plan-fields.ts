import { type Field, type Fields, isComputed } from "../schema/field";
import { isUnknown, UNKNOWN } from "../values/unknown";
import { attributeOf, type ObjectValue, type Value } from "../values/value";
import { walkNested } from "./nested";
import { meansTheSame } from "./same-meaning";
import { matchConfigured } from "./set-match";

/** What is planned for a computed attribute that the configuration leaves out, when the object existed before. */
export type LeftOut = (field: Field, prior: Value) => Value;

/** Keeps what was there. */
export const keepPrior: LeftOut = (_, prior) => prior;

/** Keeps what was there, except what the declaration wants computed again. */
export const recompute: LeftOut = (field, prior) => (field.onChange === "recompute" ? UNKNOWN : prior);

/**
 * The planned values of one object: configured values as they are (or the prior value that means the same), defaults,
 * and for the rest of the computed attributes what `leftOut` says, unknown for a new object.
 */
export function planFields(
  fields: Fields,
  config: ObjectValue,
  prior: ObjectValue | null,
  leftOut: LeftOut,
): ObjectValue {
  const planned: Record<string, Value> = {};
  const dependent: [string, (siblings: ObjectValue) => Value][] = [];
  for (const [name, field] of Object.entries(fields)) {
    const configured = attributeOf(config, name);
    const { default: fallback } = field;
    if (configured === null && typeof fallback === "function") dependent.push([name, fallback]);
    planned[name] = planField(field, configured, prior ? attributeOf(prior, name) : undefined, leftOut);
  }
  // A dependent default sees the others' planned values, never its own.
  for (const [name] of dependent) planned[name] = null;
  for (const [name, fallback] of dependent) planned[name] = fallback(planned) ?? null;
  return planned;
}

function planField(field: Field, configured: Value, prior: Value | undefined, leftOut: LeftOut): Value {
  if (field.writeOnly) return null;
  if (configured === null) return planLeftOut(field, prior, leftOut);
  if (isUnknown(configured)) return configured;
  if (prior !== undefined && meansTheSame(field, prior, configured)) return prior;
  if (!field.nested) return configured;
  const { nesting, fields } = field.nested;
  return walkNested(nesting, configured, prior ?? null, matchConfigured(fields), (object, before) =>
    planFields(fields, object, before, leftOut),
  );
}

function planLeftOut(field: Field, prior: Value | undefined, leftOut: LeftOut): Value {
  if (field.default !== undefined && typeof field.default !== "function") return field.default;
  if (!isComputed(field)) return field.absent;
  if (prior === undefined) return field.changedByReads ? field.absent : UNKNOWN;
  return leftOut(field, prior);
}
