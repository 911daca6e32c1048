import { ownValue } from "../../own-values";
import { type Fields, type Nesting, namedFields, type SchemaField } from "../schema/schema";
import { isList, isObject, isUnknown, type ObjectValue, type Value } from "../values/value";

/** One object of a nested value together with the one that it was before; null where it is new. */
type Walk = (object: ObjectValue, before: ObjectValue | null) => Value;

/** Finds the object of a set that an element was before. The candidates are those that no other element has taken. */
export type SetMatch = (element: ObjectValue, candidates: readonly ObjectValue[]) => ObjectValue | undefined;

/**
 * Walks the objects of a nested value in pairs with what they were before: maps by key, lists by index, sets as `match`
 * says: by default no element was there before. What is no object (null, unknown) stays as it is. A collection of the
 * very objects that were there before is the one that they were in.
 */
export function walkNested(
  nesting: Nesting,
  value: Value,
  before: Value,
  walk: Walk,
  match: SetMatch = () => undefined,
): Value {
  const step = (inner: Value, previous: Value | undefined) =>
    isObject(inner) ? walk(inner, isObject(previous) ? previous : null) : inner;
  if (nesting === "single") {
    return step(value, before);
  }
  if (nesting === "map") {
    return isObject(value) ? walkMap(value, isObject(before) ? before : {}, step) : value;
  }
  if (!isList(value)) {
    return value;
  }
  const previous: readonly Value[] = isList(before) ? before : [];
  const walked =
    nesting === "list"
      ? value.map((element, index) => step(element, previous[index]))
      : walkSet(value, previous.filter(isObject), match, step);
  return isSameList(walked, previous) ? previous : walked;
}

type Step = (inner: Value, previous: Value | undefined) => Value;

function walkMap(value: ObjectValue, before: ObjectValue, step: Step): Value {
  const walked = Object.entries(value).map(([key, inner]) => [key, step(inner, ownValue(before, key))] as const);
  const isSame =
    walked.length === Object.keys(before).length && walked.every(([key, inner]) => inner === ownValue(before, key));
  return isSame ? before : Object.fromEntries(walked);
}

function isSameList(one: readonly Value[], other: readonly Value[]): boolean {
  return one.length === other.length && one.every((element, index) => element === other[index]);
}

function walkSet(
  value: readonly Value[],
  before: readonly ObjectValue[],
  match: SetMatch,
  step: Step,
): readonly Value[] {
  const left = [...before];
  return value.map((element) => {
    const previous = isObject(element) ? match(element, left) : undefined;
    if (previous) {
      left.splice(left.indexOf(previous), 1);
    }
    return step(element, previous);
  });
}

/**
 * The object with every attribute of the schema: missing ones are null (blocks empty), write-only ones always are. What
 * is complete stays the same object, at any depth, so that comparing it later costs nothing.
 */
export function complete(fields: Fields, object: ObjectValue): ObjectValue {
  let completed: Record<string, Value> | undefined;
  for (const [name, field] of namedFields(fields)) {
    const given = ownValue(object, name);
    const value = completeField(field, given);
    if (value === given) {
      continue;
    }
    completed ??= { ...object };
    completed[name] = value;
  }
  return completed ?? object;
}

/**
 * The object with the default of each attribute that is null, at every depth. A state of an earlier version lacks the
 * defaults that are newer than it. What lacks none stays the same object.
 */
export function withDefaults(fields: Fields, object: ObjectValue): ObjectValue {
  let filled = object;
  for (const [name, { default: fallback, nested }] of namedFields(fields)) {
    const stored = ownValue(filled, name) ?? null;
    const own = stored ?? (typeof fallback === "function" ? fallback(filled) : (fallback ?? null));
    const value = nested ? walkNested(nested.nesting, own, own, (inner) => withDefaults(nested.fields, inner)) : own;
    if (value !== stored && !isUnknown(value)) {
      filled = { ...filled, [name]: value };
    }
  }
  return filled;
}

/** The value of a field with every attribute of the objects in it. */
export function completeField({ writeOnly, absent, nested }: SchemaField, value: Value | undefined): Value {
  if (writeOnly) {
    return null;
  }
  if (value === null || value === undefined) {
    return absent;
  }
  return nested ? walkNested(nested.nesting, value, value, (object) => complete(nested.fields, object)) : value;
}
