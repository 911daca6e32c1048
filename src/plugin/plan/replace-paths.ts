import type { AttributePath } from "../diagnostics/attribute-path";
import { type Field, type Fields, fieldType } from "../schema/field";
import { valueKey, valuesEqual } from "../values/equal";
import { attributeOf, isList, isObject, member, type ObjectValue, type Value } from "../values/value";

/**
 * The changed attributes that need a new object. A nested attribute's leaf counts in objects that are there before and after,
 * where a missing single object counts as all null; in a set it counts when the leaf's values over the whole set differ,
 * and the path is the set's. An element that comes or goes forces nothing: declare that on the collection.
 */
export function replacePaths(fields: Fields, prior: ObjectValue, planned: ObjectValue): AttributePath[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    fieldPaths(field, attributeOf(prior, name), attributeOf(planned, name), [name]),
  );
}

function fieldPaths(field: Field, prior: Value, planned: Value, path: AttributePath): AttributePath[] {
  if (valuesEqual(prior, planned, fieldType(field))) return [];
  const { requiresReplace } = field;
  if (requiresReplace === true || requiresReplace?.({ prior, planned })) return [path];
  return field.nested ? nestedPaths(field, prior, planned, path) : [];
}

function nestedPaths(field: Field, prior: Value, planned: Value, path: AttributePath): AttributePath[] {
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
    const before = member(prior, key);
    return before === undefined ? [] : inside(before, after, [...path, { key }]);
  });
}

function setNeedsReplace(fields: Fields, prior: Value, planned: Value): boolean {
  const leaves = Object.entries(fields).filter(([, field]) => field.requiresReplace === true);
  const keys = (set: Value, name: string, field: Field) =>
    (isList(set) ? set : [])
      .map((element) => (isObject(element) ? valueKey(attributeOf(element, name), fieldType(field)) : "?"))
      .sort()
      .join();
  return leaves.some(([name, field]) => keys(prior, name, field) !== keys(planned, name, field));
}
