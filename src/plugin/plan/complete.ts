import type { Field, Fields } from "../schema/field";
import { isList, isObject, member, type ObjectValue, type Value } from "../values/value";

/** The object with every attribute of the schema: missing ones are null (blocks empty), write-only ones always are. */
export function complete(fields: Fields, object: ObjectValue): ObjectValue {
  const all: Record<string, Value> = { ...object };
  for (const [name, field] of Object.entries(fields)) all[name] = completeField(field, member(object, name));
  return all;
}

function completeField(field: Field, value: Value | undefined): Value {
  if (field.writeOnly) return null;
  if (value === null || value === undefined) return field.absent;
  if (!field.nested) return value;
  const { fields, nesting } = field.nested;
  const one = (inner: Value) => (isObject(inner) ? complete(fields, inner) : inner);
  if (nesting === "single") return one(value);
  if (isList(value)) return value.map(one);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, one(inner)]));
}
