import { type Attribute, type Attributes, fieldType, namedAttributes, type Schema } from "../schema/schema";
import { valuesEqual } from "../values/equal";
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
  return findChangedPaths(schema.attributes, state, inFormOf(schema.attributes, read, state));
}

/**
 * Returns the deepest distinguishable paths of the attributes whose values differ. Unknown values in `before` match any
 * value.
 */
export function findChangedPaths(
  fields: Attributes,
  before: ObjectValue,
  after: ObjectValue,
): readonly AttributePath[] {
  return pathsIn(fields, before, after, differences);
}

function differences(field: Attribute, planned: Value, actual: Value): readonly AttributePath[] {
  if (isUnknownValue(planned) || valuesEqual(planned, actual, fieldType(field))) {
    return [];
  }
  if (!field.nested) {
    const isAsFarAsKnown = containsUnknown(planned) && valuesEqual(fillFrom(actual, planned), actual, fieldType(field));
    return isAsFarAsKnown ? [] : ITSELF;
  }
  const { nesting, attributes: fields } = field.nested;
  const pairs = lengthOf(planned) === lengthOf(actual) ? pairsIn(nesting, planned, actual) : undefined;
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
  fields: Attributes,
  before: ObjectValue,
  after: ObjectValue,
  pathsOf: (field: Attribute, before: Value, after: Value) => readonly AttributePath[],
): readonly AttributePath[] {
  return namedAttributes(fields).flatMap(([name, field]) =>
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
 * before and after. A missing single object counts as all null. An added or removed element does not force replacement:
 * declare that on the collection.
 */
export function findReplacePaths(
  fields: Attributes,
  prior: ObjectValue,
  planned: ObjectValue,
): readonly AttributePath[] {
  return pathsIn(fields, prior, planned, replacements);
}

function replacements(field: Attribute, prior: Value, planned: Value): readonly AttributePath[] {
  if (valuesEqual(prior, planned, fieldType(field))) {
    return [];
  }
  const { requiresReplace, nested } = field;
  if (requiresReplace) {
    return ITSELF;
  }
  if (!nested) {
    return [];
  }
  const { nesting, attributes: fields } = nested;
  return (pairsIn(nesting, prior, planned) ?? []).flatMap(([way, before, after]) => {
    if (before === undefined || after === undefined) {
      return [];
    }
    return below(way, findReplacePaths(fields, isObjectValue(before) ? before : {}, isObjectValue(after) ? after : {}));
  });
}
