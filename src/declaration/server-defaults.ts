import { isDeepStrictEqual } from "node:util";
import { DependentDefault, type Fields, isObject, isPlainObject, type JsonValue } from "./field";
import type { Field, Shape } from "./shape";
import { fieldsIn, mapParts, objectIn } from "./visitor";

/** What the server stores for a field that is left out, or undefined where it stores nothing. */
export function serverDefaultOf(field: Field, beside: Fields): JsonValue | undefined {
  const { serverDefault } = field.meta;
  return serverDefault instanceof DependentDefault ? serverDefault.value(beside) : serverDefault;
}

/** The same value with every left-out field that has a server default filled in, at every depth. */
export function withServerDefaults(shape: Shape, value: unknown): unknown {
  return mapParts(shape, value, withServerDefaults, (object, fields) => {
    const filled: Record<string, unknown> = { ...fields };
    for (const field of fieldsIn(object, fields)) {
      const given = fields[field.name] ?? serverDefaultOf(field, fields);
      if (given !== undefined) {
        filled[field.name] = withServerDefaults(field.shape, given);
      }
    }
    return filled;
  });
}

/**
 * The same value as a request carries it: without the defaults that the server applies to an absent field, at every
 * depth.
 */
export function withoutOmittedDefaults(shape: Shape, value: unknown): unknown {
  // An instance of a class is one value, such as an unknown one.
  if (isObject(value) && !isPlainObject(value)) {
    return value;
  }
  return mapParts(shape, value, withoutOmittedDefaults, (object, fields) => {
    const sent: Record<string, unknown> = { ...fields };
    for (const field of fieldsIn(object, fields)) {
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
 * What an author would declare of an observed value: without what only the server sets and what it fills in by itself,
 * at every depth.
 */
export function withoutServerDefaults(shape: Shape, value: unknown): unknown {
  return mapParts(shape, value ?? undefined, withoutServerDefaults, (object, fields) => {
    if (!objectIn(object, fields)) {
      return fields;
    }
    const kept = fieldsIn(object, fields).flatMap((field): [string, unknown][] => {
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
