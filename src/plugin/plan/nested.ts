import type { Nesting } from "../schema/schema";
import { isList, isObject, member, type ObjectValue, type Value } from "../values/value";

/** One object of a nested value together with the one that it was before; null where it is new. */
export type Walk = (object: ObjectValue, before: ObjectValue | null) => Value;

/** Finds the object of a set that an element was before. The candidates are those that no other element has taken. */
export type SetMatch = (element: ObjectValue, candidates: readonly ObjectValue[]) => ObjectValue | undefined;

/**
 * Walks the objects of a nested value in pairs with what they were before: maps by key, lists by index, sets as `match` says.
 * What is no object (null, unknown) stays as it is.
 */
export function walkNested(nesting: Nesting, value: Value, before: Value, match: SetMatch, walk: Walk): Value {
  const step = (inner: Value, previous: Value | undefined) =>
    isObject(inner) ? walk(inner, isObject(previous) ? previous : null) : inner;
  if (nesting === "single") return step(value, before);
  if (nesting === "map") return isObject(value) ? walkMap(value, isObject(before) ? before : {}, step) : value;
  if (!isList(value)) return value;
  const previous = isList(before) ? before : [];
  if (nesting === "list") return value.map((element, index) => step(element, previous[index]));
  return walkSet(value, previous.filter(isObject), match, step);
}

type Step = (inner: Value, previous: Value | undefined) => Value;

function walkMap(value: ObjectValue, before: ObjectValue, step: Step): Value {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, step(inner, member(before, key))]));
}

function walkSet(value: readonly Value[], before: readonly ObjectValue[], match: SetMatch, step: Step): Value {
  const left = [...before];
  return value.map((element) => {
    const previous = isObject(element) ? match(element, left) : undefined;
    if (previous) left.splice(left.indexOf(previous), 1);
    return step(element, previous);
  });
}
