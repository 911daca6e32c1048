import { ownValue } from "../../own-values";
import {
  fieldType,
  isComputed,
  type Nesting,
  namedFields,
  type Schema,
  type SchemaField,
  type SchemaFields,
  schemaFieldsOf,
} from "../schema/schema";
import { shareUnchanged, valueKey, valuesEqual } from "../values/equal";
import type { AttributePath } from "../values/path";
import {
  attributeOf,
  containsUnknown,
  isList,
  isObjectValue,
  isUnknownValue,
  type ObjectValue,
  type Value,
} from "../values/value";
import { complete, completeField, type SetMatch, walkNested } from "./nested";
import { fillFrom } from "./planned-values";

/**
 * Returns the paths at which the result of a read differs from the prior state. Another form of the same value is not a
 * difference.
 */
export function findChangesSince(schema: Schema, state: ObjectValue, read: ObjectValue): readonly AttributePath[] {
  return findChangedPaths(schemaFieldsOf(schema), state, inFormOf(schemaFieldsOf(schema), read, state));
}

/**
 * Returns the deepest distinguishable paths of the attributes whose values differ. Unknown values in `before` match any
 * value.
 */
export function findChangedPaths(
  fields: SchemaFields,
  before: ObjectValue,
  after: ObjectValue,
): readonly AttributePath[] {
  return pathsIn(fields, before, after, differences);
}

function differences(field: SchemaField, planned: Value, actual: Value): readonly AttributePath[] {
  if (isUnknownValue(planned) || valuesEqual(planned, actual, fieldType(field))) {
    return [];
  }
  if (!field.nested) {
    const isAsFarAsKnown = containsUnknown(planned) && valuesEqual(fillFrom(actual, planned), actual, fieldType(field));
    return isAsFarAsKnown ? [] : ITSELF;
  }
  const { nesting, fields } = field.nested;
  const hasSameLength = lengthOf(planned) === lengthOf(actual);
  if (nesting === "set") {
    return containsUnknown(planned) && hasSameLength ? [] : ITSELF;
  }
  const pairs = hasSameLength ? pairsIn(nesting, planned, actual) : undefined;
  if (!pairs) {
    return ITSELF;
  }
  return pairs.flatMap(([way, a = null, b]) => {
    if (isUnknownValue(a) || (a === null && b === null)) {
      return [];
    }
    return isObjectValue(a) && isObjectValue(b) ? below(way, findChangedPaths(fields, a, b)) : [way];
  });
}

/** Returns the paths that `pathsOf` reports for each field, relative to the object that has the fields. */
function pathsIn(
  fields: SchemaFields,
  before: ObjectValue,
  after: ObjectValue,
  pathsOf: (field: SchemaField, before: Value, after: Value) => readonly AttributePath[],
): readonly AttributePath[] {
  return namedFields(fields).flatMap(([name, field]) =>
    below([name], pathsOf(field, attributeOf(before, name), attributeOf(after, name))),
  );
}

function below(way: AttributePath, paths: readonly AttributePath[]): readonly AttributePath[] {
  return paths.map((path) => [...way, ...path]);
}

/** A list with only the empty path. */
const ITSELF: readonly AttributePath[] = [[]];

type Pair = readonly [way: AttributePath, Value | undefined, Value | undefined];

/**
 * Returns the values at the same place of two nested values, with their paths. Returns undefined where the values have
 * no places in common. Sets have none.
 */
function pairsIn(nesting: Nesting, one: Value, other: Value): readonly Pair[] | undefined {
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

function lengthOf(value: Value): number {
  return isList(value) ? value.length : -1;
}

/**
 * Returns the changed attributes that force replacement. Attributes of nested objects count only in objects that exist
 * before and after. A missing single object counts as all null. In a set, an attribute counts when its values over the
 * whole set differ, and the path is the path of the set. An added or removed element does not force replacement:
 * declare that on the collection.
 */
export function findReplacePaths(
  fields: SchemaFields,
  prior: ObjectValue,
  planned: ObjectValue,
): readonly AttributePath[] {
  return pathsIn(fields, prior, planned, replacements);
}

function replacements(field: SchemaField, prior: Value, planned: Value): readonly AttributePath[] {
  if (valuesEqual(prior, planned, fieldType(field))) {
    return [];
  }
  const { requiresReplace, nested } = field;
  if (requiresReplace === true || requiresReplace?.({ prior, planned })) {
    return ITSELF;
  }
  if (!nested) {
    return [];
  }
  const { nesting, fields } = nested;
  if (nesting === "set") {
    return setNeedsReplace(fields, prior, planned) ? ITSELF : [];
  }
  return (pairsIn(nesting, prior, planned) ?? []).flatMap(([way, before, after]) => {
    if (before === undefined || after === undefined) {
      return [];
    }
    return below(way, findReplacePaths(fields, isObjectValue(before) ? before : {}, isObjectValue(after) ? after : {}));
  });
}

function setNeedsReplace(fields: SchemaFields, prior: Value, planned: Value): boolean {
  const leaves = namedFields(fields).filter(([, field]) => field.requiresReplace === true);
  const keys = (set: Value, name: string, field: SchemaField) =>
    (isList(set) ? set : [])
      .map((element) => (isObjectValue(element) ? valueKey(attributeOf(element, name), fieldType(field)) : "?"))
      .sort()
      .join();
  return leaves.some(([name, field]) => keys(prior, name, field) !== keys(planned, name, field));
}

/**
 * Returns true if the declaration treats the value as equal to the prior one. Never true for null or for values that
 * contain unknowns.
 */
export function meansTheSame(field: SchemaField, prior: Value, value: Value): boolean {
  if (!field.semanticallyEqual || prior === null || value === null) {
    return false;
  }
  if (containsUnknown(value) || containsUnknown(prior)) {
    return false;
  }
  return valuesEqual(prior, value, fieldType(field)) || field.semanticallyEqual(prior, value);
}

/** Returns the new value of a field. `object` is the object that has the field. */
type ChangeField = (field: SchemaField, value: Value, before: Value, object: ObjectValue) => Value;

/**
 * Changes the fields of an object and of the objects in it that existed before. Sets are changed as a whole. Unchanged
 * objects keep their identity at any depth, so that a later comparison is cheap.
 */
function changeFields(
  fields: SchemaFields,
  object: ObjectValue,
  before: ObjectValue | null,
  change: ChangeField,
): ObjectValue {
  if (before === null) {
    return object;
  }
  const changed: Record<string, Value> = {};
  let isAsBefore = true;
  for (const [name, field] of namedFields(fields)) {
    const own = attributeOf(object, name);
    const previous = attributeOf(before, name);
    const value =
      own === previous ? previous : changeField(field, change(field, own, previous, object), previous, change);
    if (value !== previous) {
      isAsBefore = false;
    }
    changed[name] = value;
  }
  return isAsBefore ? before : { ...object, ...changed };
}

function changeField(field: SchemaField, value: Value, previous: Value, change: ChangeField): Value {
  const { nested } = field;
  if (!nested || nested.nesting === "set") {
    return shareUnchanged(previous, value, fieldType(field));
  }
  return walkNested(nested.nesting, value, previous, (inner, innerBefore) =>
    changeFields(nested.fields, inner, innerBefore, change),
  );
}

/** Returns the result of a write, with the planned values of attributes that only reads change. */
export function keepPlanned(fields: SchemaFields, result: ObjectValue, plan: ObjectValue): ObjectValue {
  return changeFields(fields, result, plan, ({ changedByReads }, value, planned) =>
    changedByReads && !isUnknownValue(planned) ? planned : value,
  );
}

/** Returns the complete result of a handler in its prior form. Only this function restores the author's form. */
export function inFormOf(fields: SchemaFields, returned: ObjectValue, before: ObjectValue): ObjectValue {
  return keepForm(fields, complete(fields, returned), before);
}

/**
 * Returns the value in its prior form wherever both are semantically equal, so that a server's spelling is not drift.
 * Elements of sets are compared literally.
 */
export function keepForm(fields: SchemaFields, value: ObjectValue, before: ObjectValue | null): ObjectValue {
  return changeFields(fields, value, before, (field, own, prior, object) => {
    if (meansTheSame(field, prior, own)) {
      return prior;
    }
    if (!field.inFormOf || prior === null || containsUnknown(prior)) {
      return own;
    }
    return completeField(field, field.inFormOf(prior, own, object));
  });
}

/**
 * Returns a function that finds the prior element of a set for a configured element. All configured attributes are
 * equal or semantically equal, and the others are computed or were null.
 */
export function matchConfigured(fields: SchemaFields): SetMatch {
  return (element, candidates) => candidates.find((candidate) => couldBe(fields, element, candidate));
}

function couldBe(fields: SchemaFields, element: ObjectValue, candidate: ObjectValue): boolean {
  return namedFields(fields).every(([name, field]) =>
    couldHaveBeen(field, attributeOf(element, name), attributeOf(candidate, name)),
  );
}

function couldHaveBeen(field: SchemaField, configured: Value, prior: Value): boolean {
  if (field.writeOnly || (configured === null && isComputed(field))) {
    return true;
  }
  if (meansTheSame(field, prior, configured)) {
    return true;
  }
  if (!field.nested) {
    return valuesEqual(prior, configured, fieldType(field));
  }
  return nestedCouldHaveBeen(field.nested, configured, prior);
}

function nestedCouldHaveBeen(
  { nesting, fields }: NonNullable<SchemaField["nested"]>,
  configured: Value,
  prior: Value,
): boolean {
  const fits = (a: Value | undefined, b: Value | undefined) =>
    isObjectValue(a) && isObjectValue(b) && couldBe(fields, a, b);
  if (configured === prior) {
    return true;
  }
  if (nesting !== "set") {
    return pairsIn(nesting, configured, prior)?.every(([, a, b]) => fits(a, b)) ?? false;
  }
  if (!isList(configured) || !isList(prior) || configured.length !== prior.length) {
    return false;
  }
  return configured.every((element) => prior.some((candidate) => fits(element, candidate)));
}
