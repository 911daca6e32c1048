import { ownValue } from "../../own-values";
import type { AttributePath } from "../diagnostics";
import {
  type Fields,
  fieldsOf,
  fieldType,
  isComputed,
  namedFields,
  type Schema,
  type SchemaField,
} from "../schema/schema";
import { sharedWith, valueKey, valuesEqual } from "../values/equal";
import {
  attributeOf,
  containsUnknown,
  isList,
  isObject,
  isUnknown,
  type ObjectValue,
  type Value,
} from "../values/value";
import { complete, completeField, type SetMatch, walkNested } from "./nested";

/** The paths at which what a read returned differs from the state before it. Another form of the same value is no difference. */
export function changedSince(schema: Schema, state: ObjectValue, read: ObjectValue): readonly AttributePath[] {
  return changedPaths(fieldsOf(schema), state, inFormOf(fieldsOf(schema), read, state));
}

/** The paths of the attributes whose values differ, as deep as they can be told apart. Unknown values in `before` fit everything. */
export function changedPaths(fields: Fields, before: ObjectValue, after: ObjectValue): readonly AttributePath[] {
  return namedFields(fields).flatMap(([name, field]) =>
    differences(field, attributeOf(before, name), attributeOf(after, name), [name]),
  );
}

function differences(field: SchemaField, planned: Value, actual: Value, path: AttributePath): AttributePath[] {
  if (isUnknown(planned) || valuesEqual(planned, actual, fieldType(field))) return [];
  if (!field.nested) return containsUnknown(planned) ? [] : [path];
  const { nesting, fields } = field.nested;
  if (nesting === "set") return containsUnknown(planned) && lengthOf(planned) === lengthOf(actual) ? [] : [path];
  const inside = (a: ObjectValue, b: ObjectValue, inner: AttributePath) =>
    namedFields(fields).flatMap(([name, leaf]) =>
      differences(leaf, attributeOf(a, name), attributeOf(b, name), [...inner, name]),
    );
  const pair = (a: Value, b: Value | undefined, inner: AttributePath) => {
    if (isUnknown(a)) return [];
    return isObject(a) && isObject(b) ? inside(a, b, inner) : a === null && b === null ? [] : [inner];
  };
  if (nesting === "single") return pair(planned, actual, path);
  if (isList(planned) && isList(actual) && planned.length === actual.length) {
    return planned.flatMap((element, index) => pair(element, actual[index], [...path, index]));
  }
  if (!isObject(planned) || !isObject(actual)) return [path];
  const keys = [...new Set([...Object.keys(planned), ...Object.keys(actual)])];
  return keys.flatMap((key) => pair(ownValue(planned, key) ?? null, ownValue(actual, key), [...path, { key }]));
}

function lengthOf(value: Value): number {
  return isList(value) ? value.length : -1;
}

/**
 * The changed attributes that need a new object. A nested attribute's leaf counts in objects that are there before and after,
 * where a missing single object counts as all null; in a set it counts when the leaf's values over the whole set differ,
 * and the path is the set's. An element that comes or goes forces nothing: declare that on the collection.
 */
export function replacePaths(fields: Fields, prior: ObjectValue, planned: ObjectValue): AttributePath[] {
  return namedFields(fields).flatMap(([name, field]) =>
    fieldPaths(field, attributeOf(prior, name), attributeOf(planned, name), [name]),
  );
}

function fieldPaths(field: SchemaField, prior: Value, planned: Value, path: AttributePath): AttributePath[] {
  if (valuesEqual(prior, planned, fieldType(field))) return [];
  const { requiresReplace } = field;
  if (requiresReplace === true || requiresReplace?.({ prior, planned })) return [path];
  return field.nested ? nestedPaths(field, prior, planned, path) : [];
}

function nestedPaths(field: SchemaField, prior: Value, planned: Value, path: AttributePath): AttributePath[] {
  const { nesting, fields } = field.nested ?? { nesting: "single", fields: {} };
  const inside = (before: Value, after: Value, inner: AttributePath) =>
    replacePaths(fields, isObject(before) ? before : {}, isObject(after) ? after : {}).map((rest) => [
      ...inner,
      ...rest,
    ]);
  if (nesting === "single") return inside(prior, planned, path);
  if (nesting === "set") return setNeedsReplace(fields, prior, planned) ? [path] : [];
  if (nesting === "list" && isList(prior) && isList(planned)) {
    const both = Math.min(prior.length, planned.length);
    return Array.from({ length: both }, (_, i) => inside(prior[i] ?? null, planned[i] ?? null, [...path, i])).flat();
  }
  if (!isObject(prior) || !isObject(planned)) return [];
  return Object.entries(planned).flatMap(([key, after]) => {
    const before = ownValue(prior, key);
    return before === undefined ? [] : inside(before, after, [...path, { key }]);
  });
}

function setNeedsReplace(fields: Fields, prior: Value, planned: Value): boolean {
  const leaves = namedFields(fields).filter(([, field]) => field.requiresReplace === true);
  const keys = (set: Value, name: string, field: SchemaField) =>
    (isList(set) ? set : [])
      .map((element) => (isObject(element) ? valueKey(attributeOf(element, name), fieldType(field)) : "?"))
      .sort()
      .join();
  return leaves.some(([name, field]) => keys(prior, name, field) !== keys(planned, name, field));
}

/** Whether the declaration says that the value means the same as the prior one. Never for null or what holds unknowns. */
export function meansTheSame(field: SchemaField, prior: Value, value: Value): boolean {
  if (!field.semanticallyEqual || prior === null || value === null) return false;
  if (containsUnknown(value) || containsUnknown(prior)) return false;
  return valuesEqual(prior, value, fieldType(field)) || field.semanticallyEqual(prior, value);
}

/** What becomes of a field's value. `object` is the one that has the field. */
type ChangeField = (field: SchemaField, value: Value, before: Value, object: ObjectValue) => Value;

/**
 * The object with its fields changed, and those of the objects in it that were there before. Sets are changed as wholes.
 * What is then as it was before is the object from before, at any depth, so that comparing it later costs nothing.
 */
function changeFields(
  fields: Fields,
  object: ObjectValue,
  before: ObjectValue | null,
  change: ChangeField,
): ObjectValue {
  if (before === null) return object;
  const changed: Record<string, Value> = {};
  let isAsBefore = true;
  for (const [name, field] of namedFields(fields)) {
    const own = attributeOf(object, name);
    const previous = attributeOf(before, name);
    const value =
      own === previous ? previous : changeField(field, change(field, own, previous, object), previous, change);
    if (value !== previous) isAsBefore = false;
    changed[name] = value;
  }
  return isAsBefore ? before : { ...object, ...changed };
}

function changeField(field: SchemaField, value: Value, previous: Value, change: ChangeField): Value {
  const { nested } = field;
  if (!nested || nested.nesting === "set") return sharedWith(previous, value, fieldType(field));
  return walkNested(
    nested.nesting,
    value,
    previous,
    () => undefined,
    (inner, innerBefore) => changeFields(nested.fields, inner, innerBefore, change),
  );
}

/** The result of a write with the planned values of what reads alone change. */
export function keepPlanned(fields: Fields, result: ObjectValue, plan: ObjectValue): ObjectValue {
  return changeFields(fields, result, plan, ({ changedByReads }, value, planned) =>
    changedByReads && !isUnknown(planned) ? planned : value,
  );
}

/** What a handler returned, complete, and in the form that it had before: the only place where the author's form is restored. */
export function inFormOf(fields: Fields, returned: ObjectValue, before: ObjectValue): ObjectValue {
  return keepForm(fields, complete(fields, returned), before);
}

/**
 * The value with the form that it had before wherever both mean the same, so that a server's spelling is no drift.
 * Elements of sets are compared as they stand.
 */
export function keepForm(fields: Fields, value: ObjectValue, before: ObjectValue | null): ObjectValue {
  return changeFields(fields, value, before, (field, own, prior, object) => {
    if (meansTheSame(field, prior, own)) return prior;
    if (!field.inFormOf || prior === null || containsUnknown(prior)) return own;
    return completeField(field, field.inFormOf(prior, own, object));
  });
}

/**
 * Finds the prior element of a set that a configured one was: all it configures is equal or means the same,
 * and what it leaves out is computed or was null.
 */
export function matchConfigured(fields: Fields): SetMatch {
  return (element, candidates) => candidates.find((candidate) => couldBe(fields, element, candidate));
}

function couldBe(fields: Fields, element: ObjectValue, candidate: ObjectValue): boolean {
  return namedFields(fields).every(([name, field]) =>
    couldHaveBeen(field, attributeOf(element, name), attributeOf(candidate, name)),
  );
}

function couldHaveBeen(field: SchemaField, configured: Value, prior: Value): boolean {
  if (field.writeOnly || (configured === null && isComputed(field))) return true;
  if (meansTheSame(field, prior, configured)) return true;
  if (!field.nested) return valuesEqual(prior, configured, fieldType(field));
  return nestedCouldHaveBeen(field.nested, configured, prior);
}

function nestedCouldHaveBeen(
  { nesting, fields }: NonNullable<SchemaField["nested"]>,
  configured: Value,
  prior: Value,
): boolean {
  const pair = (a: Value, b: Value | undefined) => isObject(a) && isObject(b) && couldBe(fields, a, b);
  if (configured === prior) return true;
  if (nesting === "single") return pair(configured, prior);
  if (isList(configured) && isList(prior)) {
    if (configured.length !== prior.length) return false;
    if (nesting === "list") return configured.every((element, index) => pair(element, prior[index]));
    return configured.every((element) => prior.some((candidate) => pair(element, candidate)));
  }
  if (!isObject(configured) || !isObject(prior)) return false;
  const keys = Object.keys(configured);
  return (
    keys.length === Object.keys(prior).length &&
    keys.every((key) => pair(attributeOf(configured, key), ownValue(prior, key)))
  );
}
