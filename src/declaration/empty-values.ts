import { isObject, isPlainObject, isPresent } from "./field";
import type { DeclaredField, Shape } from "./shape";
import { mapParts, selectFields } from "./visitor";

/**
 * Returns the value without the optional fields that are empty and for which empty means absent (`emptyIsAbsent`), at
 * every depth. Servers return such fields in either form.
 */
export function withoutEmptyFields(shape: Shape, value: unknown): unknown {
  // An instance of a class is one value, such as an unknown one.
  if (isObject(value) && !isPlainObject(value)) {
    return value;
  }
  return mapParts(shape, value, withoutEmptyFields, (object, fields) => {
    const kept: Record<string, unknown> = { ...fields };
    for (const field of selectFields(object, fields)) {
      const given = fields[field.name];
      if (meansAbsent(field, given)) {
        delete kept[field.name];
      } else if (isObject(given) || Array.isArray(given)) {
        kept[field.name] = withoutEmptyFields(field.shape, given);
      }
    }
    return kept;
  });
}

function meansAbsent({ required, meta }: DeclaredField, value: unknown): boolean {
  return meta.emptyIsAbsent === true && !required && isPresent(value) && isEmpty(value);
}

/** Tests for an empty text or an empty list. */
export function isEmpty(value: unknown): boolean {
  return value === "" || (Array.isArray(value) && value.length === 0);
}
