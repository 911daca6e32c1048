import { ownValue } from "../../own-values";
import { type Attribute, type Attributes, type Nesting, namedAttributes } from "../schema/schema";
import type { AttributePath } from "../values/path";
import { isList, isObjectValue, isUnknownValue, type ObjectValue, type Value } from "../values/value";

/** Changes one object of a nested value. `before` is the prior object, or null for a new object. */
type Walk = (object: ObjectValue, before: ObjectValue | null) => Value;

/**
 * Walks the objects of a nested value together with their prior objects: maps by key, lists by index. Null and unknown
 * values are unchanged. A collection whose objects are all unchanged keeps its identity.
 */
export function walkNested(nesting: Nesting, value: Value, before: Value, walk: Walk): Value {
  const step = (inner: Value, previous: Value | undefined) =>
    isObjectValue(inner) ? walk(inner, isObjectValue(previous) ? previous : null) : inner;
  if (nesting === "single") {
    return step(value, before);
  }
  if (nesting === "map") {
    return isObjectValue(value) ? walkMap(value, isObjectValue(before) ? before : {}, step) : value;
  }
  if (!isList(value)) {
    return value;
  }
  const previous: readonly Value[] = isList(before) ? before : [];
  const walked = value.map((element, index) => step(element, previous[index]));
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

/**
 * Returns the object with every attribute of the schema. Missing and write-only attributes are null. A complete
 * object keeps its identity at any depth, so that a later comparison is cheap.
 */
export function complete(fields: Attributes, object: ObjectValue): ObjectValue {
  let completed: Record<string, Value> | undefined;
  for (const [name, field] of namedAttributes(fields)) {
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
 * Returns the object with the default of each attribute that is null, at every depth. A state of an earlier version
 * lacks newer defaults. An object that lacks no default keeps its identity.
 */
export function withDefaults(fields: Attributes, object: ObjectValue): ObjectValue {
  let filled = object;
  for (const [name, { default: fallback, nested }] of namedAttributes(fields)) {
    const stored = ownValue(filled, name) ?? null;
    const own = stored ?? (typeof fallback === "function" ? fallback(filled) : (fallback ?? null));
    const value = nested
      ? walkNested(nested.nesting, own, own, (inner) => withDefaults(nested.attributes, inner))
      : own;
    if (value !== stored && !isUnknownValue(value)) {
      filled = { ...filled, [name]: value };
    }
  }
  return filled;
}

/** Returns the value of a field with every attribute of the objects in it. */
export function completeField({ writeOnly, nested }: Attribute, value: Value | undefined): Value {
  if (writeOnly || value === null || value === undefined) {
    return null;
  }
  return nested ? walkNested(nested.nesting, value, value, (object) => complete(nested.attributes, object)) : value;
}

type Pair = readonly [way: AttributePath, Value | undefined, Value | undefined];

/** Returns the pairs of values at the same places, with their paths. Undefined without common places. */
export function pairsIn(nesting: Nesting, one: Value, other: Value): readonly Pair[] | undefined {
  if (nesting === "single") {
    return [[[], one, other]];
  }
  if (isList(one) && isList(other)) {
    const length = Math.max(one.length, other.length);
    return Array.from({ length }, (_, index) => [[index], one[index], other[index]]);
  }
  if (!isObjectValue(one) || !isObjectValue(other)) {
    return undefined;
  }
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Array.from(keys, (key) => [[{ key }], ownValue(one, key), ownValue(other, key)]);
}
