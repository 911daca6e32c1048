import type { AttributePath } from "../diagnostics/attribute-path";
import { type Field, type Fields, fieldsOf, fieldType } from "../schema/field";
import type { Schema } from "../schema/schema";
import { valuesEqual } from "../values/equal";
import { isUnknown } from "../values/unknown";
import { attributeOf, containsUnknown, isList, isObject, member, type ObjectValue, type Value } from "../values/value";
import { complete } from "./complete";
import { keepForm } from "./same-meaning";

/** The paths at which what a read returned differs from the state before it. Another form of the same value is no difference. */
export function changedSince(schema: Schema, state: ObjectValue, read: ObjectValue): readonly AttributePath[] {
  const fields = fieldsOf(schema);
  return changedPaths(fields, state, keepForm(fields, complete(fields, read), state));
}

/** The paths of the attributes whose values differ, as deep as they can be told apart. Unknown values in `before` fit everything. */
export function changedPaths(fields: Fields, before: ObjectValue, after: ObjectValue): readonly AttributePath[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    differences(field, attributeOf(before, name), attributeOf(after, name), [name]),
  );
}

function differences(field: Field, planned: Value, actual: Value, path: AttributePath): AttributePath[] {
  if (isUnknown(planned) || valuesEqual(planned, actual, fieldType(field))) return [];
  if (!field.nested) return containsUnknown(planned) ? [] : [path];
  const { nesting, fields } = field.nested;
  if (nesting === "set") return containsUnknown(planned) && lengthOf(planned) === lengthOf(actual) ? [] : [path];
  const inside = (a: ObjectValue, b: ObjectValue, inner: AttributePath) =>
    Object.entries(fields).flatMap(([name, leaf]) =>
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
  return keys.flatMap((key) => pair(member(planned, key) ?? null, member(actual, key), [...path, { key }]));
}

function lengthOf(value: Value): number {
  return isList(value) ? value.length : -1;
}
