import { isDeepStrictEqual } from "node:util";
import { type DeclaredFields, DependentDefault, isObject, isPlainObject, type PlainValue } from "./field";
import type { DeclaredField, Shape } from "./shape";
import { mapParts, selectFields, selectObject } from "./visitor";

/** Returns the value that the server stores for an absent field, or undefined if it stores none. */
export function serverDefaultOf(field: DeclaredField, siblings: DeclaredFields): PlainValue | undefined {
  const { serverDefault } = field.meta;
  return serverDefault instanceof DependentDefault ? serverDefault.value(siblings) : serverDefault;
}

/** Returns the value with the server defaults of absent fields filled in, at every depth. */
export function withServerDefaults(shape: Shape, value: unknown): unknown {
  return mapParts(shape, value, withServerDefaults, (object, fields) => {
    const filled: Record<string, unknown> = { ...fields };
    for (const field of selectFields(object, fields)) {
      const given = fields[field.name] ?? serverDefaultOf(field, fields);
      if (given !== undefined) {
        filled[field.name] = withServerDefaults(field.shape, given);
      }
    }
    return filled;
  });
}

/**
 * Returns the value as a request sends it: without the defaults that the server applies to absent fields, at every
 * depth.
 */
export function withoutOmittedDefaults(shape: Shape, value: unknown): unknown {
  // An instance of a class is one value, such as an unknown one.
  if (isObject(value) && !isPlainObject(value)) {
    return value;
  }
  return mapParts(shape, value, withoutOmittedDefaults, (object, fields) => {
    const sent: Record<string, unknown> = { ...fields };
    for (const field of selectFields(object, fields)) {
      const { name, meta } = field;
      if (meta.defaultIsOmitted && isDeepStrictEqual(fields[name], serverDefaultOf(field, fields))) {
        delete sent[name];
        continue;
      }
      if (sent[name] !== undefined) {
        sent[name] = withoutOmittedDefaults(field.shape, sent[name]);
      }
    }
    return sent;
  });
}

/**
 * Returns what an author would declare for an observed value: without read-only fields and without server defaults, at
 * every depth.
 */
export function withoutServerDefaults(shape: Shape, value: unknown): unknown {
  return mapParts(shape, value ?? undefined, withoutServerDefaults, (object, fields) => {
    if (!selectObject(object, fields)) {
      return fields;
    }
    const kept = selectFields(object, fields).flatMap((field): [string, unknown][] => {
      const { name, meta, required } = field;
      const given = fields[name] ?? undefined;
      if (given === undefined || meta.readOnly) {
        return [];
      }
      if (!required && isDeepStrictEqual(given, serverDefaultOf(field, fields))) {
        return [];
      }
      return [[name, withoutServerDefaults(field.shape, given)]];
    });
    return Object.fromEntries(kept);
  });
}
