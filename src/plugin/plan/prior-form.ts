import { ownValue } from "../../own-values";
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
import { complete, completeField, pairsIn, walkNested } from "./nested";

/** Uses the equality that the field declares. Never true for null or for values that contain unknowns. */
export function meansTheSame(field: Attribute, prior: Value, value: Value): boolean {
  if (!field.semanticallyEqual || prior === null || value === null) {
    return false;
  }
  if (containsUnknown(value) || containsUnknown(prior)) {
    return false;
  }
  return valuesEqual(prior, value, fieldType(field)) || field.semanticallyEqual(prior, value);
}

/** Returns the new value of a field. `object` is the object that has the field. */
type ChangeField = (field: Attribute, value: Value, before: Value, object: ObjectValue) => Value;

/**
 * Changes the fields of an object and of the objects in it that existed before. Unchanged
 * objects keep their identity at any depth, so that a later comparison is cheap.
 */
function changeFields(
  fields: Attributes,
  object: ObjectValue,
  before: ObjectValue | null,
  change: ChangeField,
): ObjectValue {
  if (before === null) {
    return object;
  }
  const changed: Record<string, Value> = {};
  let isAsBefore = true;
  for (const [name, field] of namedAttributes(fields)) {
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

function changeField(field: Attribute, value: Value, previous: Value, change: ChangeField): Value {
  const { nested } = field;
  if (!nested) {
    return valuesEqual(value, previous, fieldType(field)) ? previous : value;
  }
  return walkNested(nested.nesting, value, previous, (inner, innerBefore) =>
    changeFields(nested.attributes, inner, innerBefore, change),
  );
}

/** Returns the result of a write, with the planned values of attributes that only reads change. */
export function keepPlanned(fields: Attributes, result: ObjectValue, plan: ObjectValue): ObjectValue {
  return changeFields(fields, result, plan, ({ changedByReads }, value, planned) =>
    changedByReads && !isUnknownValue(planned) ? planned : value,
  );
}

/** Returns the complete result of a handler in its prior form. Only this function restores the author's form. */
export function inFormOf(fields: Attributes, returned: ObjectValue, before: ObjectValue): ObjectValue {
  return keepForm(fields, complete(fields, returned), before);
}

/** Keeps the prior form of semantically equal values, so that a server's spelling is not drift. */
export function keepForm(fields: Attributes, value: ObjectValue, before: ObjectValue | null): ObjectValue {
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
 * Returns the result of a write with the planned value at every place where both differ. Unknown planned values keep
 * the result's value. Terraform accepts such a result, and the next read shows the difference.
 */
export function withPlannedValues(fields: Attributes, plan: ObjectValue, result: ObjectValue): ObjectValue {
  const kept = namedAttributes(fields).map(([name, field]): [string, Value] => [
    name,
    plannedOr(field, attributeOf(plan, name), attributeOf(result, name)),
  ]);
  return { ...result, ...Object.fromEntries(kept) };
}

function plannedOr(field: Attribute, planned: Value, actual: Value): Value {
  if (isUnknownValue(planned) || valuesEqual(planned, actual, fieldType(field))) {
    return actual;
  }
  if (!containsUnknown(planned)) {
    return planned;
  }
  return fillFrom(actual, planned);
}

/** Returns the planned value with the actual value, or null, in place of every unknown. */
export function fillFrom(actual: Value | undefined, planned: Value): Value {
  if (!containsUnknown(planned)) {
    return planned;
  }
  if (isList(planned)) {
    return planned.map((element, index) => fillFrom(isList(actual) ? actual[index] : undefined, element));
  }
  if (isObjectValue(planned)) {
    const filled = Object.entries(planned).map(([name, inner]): [string, Value] => [
      name,
      fillFrom(isObjectValue(actual) ? ownValue(actual, name) : undefined, inner),
    ]);
    return Object.fromEntries(filled);
  }
  return actual ?? null;
}

/** Compares a read with the prior state. Another form of the same value is not a difference. */
export function findChangesSince(schema: Schema, state: ObjectValue, read: ObjectValue): readonly AttributePath[] {
  return findChangedPaths(schema.attributes, state, inFormOf(schema.attributes, read, state));
}

/** Returns the deepest paths of the differences. Unknown values in `before` match any value. */
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
