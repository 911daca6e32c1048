import { isDeepStrictEqual } from "node:util";
import { type DeclaredFields, DependentDefault, isPresent, type PlainValue } from "./field";
import type { DeclaredField, Shape } from "./shape";
import { mapFields, mapParts, selectFields, selectObject } from "./visitor";

/** Returns the value that the server stores for an absent field, or undefined if it stores none. */
export function serverDefaultOf(field: DeclaredField, siblings: DeclaredFields): PlainValue | undefined {
  const { serverDefault } = field.meta;
  return serverDefault instanceof DependentDefault ? serverDefault.value(siblings) : serverDefault;
}

/** Returns the value with the server defaults of absent fields filled in, at every depth. */
export function withServerDefaults(shape: Shape, value: unknown): unknown {
  return mapFields(shape, value, withServerDefaults, (field, given, fields) => {
    const standard = isPresent(given) ? undefined : serverDefaultOf(field, fields);
    return withServerDefaults(field.shape, standard === undefined ? given : standard);
  });
}

/** Removes the defaults that the server applies to absent fields, at every depth. Requests do not send them. */
export function withoutOmittedDefaults(shape: Shape, value: unknown): unknown {
  return mapFields(shape, value, withoutOmittedDefaults, (field, given, fields) => {
    const isOmitted = field.meta.defaultIsOmitted && isDeepStrictEqual(given, serverDefaultOf(field, fields));
    return isOmitted ? undefined : withoutOmittedDefaults(field.shape, given);
  });
}

/** Removes empty fields that have `emptyIsAbsent`, at every depth. Servers return such fields in either form. */
export function withoutEmptyFields(shape: Shape, value: unknown): unknown {
  return mapFields(shape, value, withoutEmptyFields, ({ shape: inner, meta, required }, given) =>
    meta.emptyIsAbsent && !required && isEmpty(given) ? undefined : withoutEmptyFields(inner, given),
  );
}

/** Returns true for an empty text or an empty list. */
export function isEmpty(value: unknown): boolean {
  return value === "" || (Array.isArray(value) && value.length === 0);
}

/** Returns the fields that an author would declare. Leaves out read-only fields and server defaults, at every depth. */
export function withoutServerDefaults(shape: Shape, value: unknown): unknown {
  return mapParts(shape, value ?? undefined, withoutServerDefaults, (object, fields) => {
    if (!selectObject(object, fields)) {
      return fields;
    }
    const kept = selectFields(object, fields).filter((field) => {
      const given = fields[field.name];
      const isDefault = !field.required && isDeepStrictEqual(given, serverDefaultOf(field, fields));
      return isPresent(given) && !field.meta.readOnly && !isDefault;
    });
    return Object.fromEntries(kept.map(({ name, shape: inner }) => [name, withoutServerDefaults(inner, fields[name])]));
  });
}
