import { isList, isObject, member, type ObjectValue, type Value } from "../values/value";
import type { Field, Fields } from "./field";

/** The texts that stand in sensitive and write-only attributes of an object. */
export function sensitiveTexts(fields: Fields, object: ObjectValue): string[] {
  if (!holdSecrets(fields)) return [];
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = member(object, name) ?? null;
    return field.sensitive || field.writeOnly ? textsIn(value) : textsOfNested(field, value);
  });
}

const secretive = new WeakMap<Fields, boolean>();

/** Whether any of the fields, at any depth, is sensitive or write-only. */
function holdSecrets(fields: Fields): boolean {
  const known = secretive.get(fields);
  if (known !== undefined) return known;
  const found = Object.values(fields).some(
    (field) => field.sensitive || field.writeOnly || (field.nested !== undefined && holdSecrets(field.nested.fields)),
  );
  secretive.set(fields, found);
  return found;
}

function textsOfNested({ nested }: Field, value: Value): string[] {
  if (!nested) return [];
  const inside = (inner: Value) => (isObject(inner) ? sensitiveTexts(nested.fields, inner) : []);
  if (nested.nesting === "single") return inside(value);
  if (isList(value)) return value.flatMap(inside);
  return isObject(value) ? Object.values(value).flatMap(inside) : [];
}

function textsIn(value: Value): string[] {
  if (typeof value === "string") return [value];
  if (isList(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
