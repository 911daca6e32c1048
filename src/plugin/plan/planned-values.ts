import { ownValue } from "../../own-values";
import { fieldType, namedFields, type SchemaField, type SchemaFields } from "../schema/schema";
import { valuesEqual } from "../values/equal";
import {
  attributeOf,
  containsUnknown,
  isList,
  isObjectValue,
  isUnknownValue,
  type ObjectValue,
  type Value,
} from "../values/value";

/**
 * Returns the result of a write with the planned value at every place where both differ. Unknown planned values keep
 * the result's value. Terraform accepts such a result, and the next read shows the difference.
 */
export function withPlannedValues(fields: SchemaFields, plan: ObjectValue, result: ObjectValue): ObjectValue {
  const kept = namedFields(fields).map(([name, field]): [string, Value] => [
    name,
    plannedOr(field, attributeOf(plan, name), attributeOf(result, name)),
  ]);
  return { ...result, ...Object.fromEntries(kept) };
}

function plannedOr(field: SchemaField, planned: Value, actual: Value): Value {
  if (isUnknownValue(planned) || valuesEqual(planned, actual, fieldType(field))) {
    return actual;
  }
  if (!containsUnknown(planned)) {
    return planned;
  }
  // Elements of a set have no names. The engine compares only their number if some are unknown.
  if (field.nested?.nesting === "set" && isList(planned) && isList(actual) && planned.length === actual.length) {
    return actual;
  }
  return fillFrom(actual, planned);
}

/** Returns the planned value with the actual value, or null, in place of every unknown. */
export function fillFrom(actual: Value | undefined, planned: Value): Value {
  if (isUnknownValue(planned)) {
    return actual ?? null;
  }
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
  return planned;
}
