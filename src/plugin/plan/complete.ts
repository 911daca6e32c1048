import type { Field, Fields } from "../schema/field";
import { isList, isObject, member, type ObjectValue, type Value } from "../values/value";

/**
 * The object with every attribute of the schema: missing ones are null (blocks empty), write-only ones always are.
 * What is complete stays the same object, at any depth, so that comparing it later costs nothing.
 */
export function complete(fields: Fields, object: ObjectValue): ObjectValue {
  const all: Record<string, Value> = { ...object };
  let isComplete = true;
  for (const [name, field] of Object.entries(fields)) {
    const given = member(object, name);
    const value = completeField(field, given);
    if (value !== given) isComplete = false;
    all[name] = value;
  }
  return isComplete ? object : all;
}

function completeField(field: Field, value: Value | undefined): Value {
  if (field.writeOnly) return null;
  if (value === null || value === undefined) return field.absent;
  if (!field.nested) return value;
  const { fields, nesting } = field.nested;
  const one = (inner: Value) => (isObject(inner) ? complete(fields, inner) : inner);
  if (nesting === "single") return one(value);
  if (isList(value)) return completeList(value, one);
  return isObject(value) ? completeMap(value, one) : value;
}

function completeList(list: readonly Value[], one: (inner: Value) => Value): readonly Value[] {
  const completed = list.map(one);
  return completed.every((inner, index) => inner === list[index]) ? list : completed;
}

function completeMap(map: ObjectValue, one: (inner: Value) => Value): ObjectValue {
  const completed = Object.entries(map).map(([key, inner]) => [key, one(inner)] as const);
  return completed.every(([key, inner]) => inner === map[key]) ? map : Object.fromEntries(completed);
}
