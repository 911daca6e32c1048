import type { AttributePath } from "../diagnostics/attribute-path";
import type { Field, Fields } from "../schema/field";
import { attributeOf, isList, isObject, type ObjectValue, type Value } from "../values/value";

/** The write-only attributes that a configuration sets. */
export function writeOnlyPaths(fields: Fields, config: ObjectValue): AttributePath[] {
  return Object.entries(fields).flatMap(([name, field]) => fieldPaths(field, attributeOf(config, name), [name]));
}

function fieldPaths(field: Field, value: Value, path: AttributePath): AttributePath[] {
  if (field.writeOnly) return value === null ? [] : [path];
  if (!field.nested) return [];
  const { nesting, fields } = field.nested;
  const inside = (inner: Value, at: AttributePath) =>
    isObject(inner) ? writeOnlyPaths(fields, inner).map((rest) => [...at, ...rest]) : [];
  if (nesting === "single") return inside(value, path);
  if (isList(value)) return value.flatMap((element, index) => inside(element, [...path, index]));
  return isObject(value) ? Object.entries(value).flatMap(([key, inner]) => inside(inner, [...path, { key }])) : [];
}
