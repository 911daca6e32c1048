import {
  fieldType,
  namedFields,
  type Schema,
  type SchemaField,
  type SchemaFields,
  schemaFieldsOf,
} from "../schema/schema";
import { valueKey, valuesEqual } from "../values/equal";
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
import { pairsIn } from "./nested";
import { fillFrom, inFormOf } from "./prior-form";

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
