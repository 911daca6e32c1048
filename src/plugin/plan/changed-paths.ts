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
  return namedAttributes(fields).flatMap(([name, field]) =>
    below([name], differences(field, attributeOf(before, name), attributeOf(after, name))),
  );
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

function below(way: AttributePath, paths: readonly AttributePath[]): readonly AttributePath[] {
  return paths.map((path) => [...way, ...path]);
}

/** A list with only the empty path. */
const ITSELF: readonly AttributePath[] = [[]];

function lengthOf(value: Value): number {
  return isList(value) ? value.length : -1;
}

/** Returns the changed attributes that force replacement. */
export function findReplacePaths(
  attributes: Attributes,
  prior: ObjectValue,
  planned: ObjectValue,
): readonly AttributePath[] {
  const changed = (name: string, attribute: Attribute) =>
    !valuesEqual(attributeOf(prior, name), attributeOf(planned, name), fieldType(attribute));
  return namedAttributes(attributes).flatMap(([name, attribute]) =>
    attribute.requiresReplace && changed(name, attribute) ? [[name]] : [],
  );
}
