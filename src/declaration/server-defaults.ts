import { isDeepStrictEqual } from "node:util";
import { DependentDefault, type Fields, type JsonValue } from "./field";
import { type Field, type ObjectShape, type Shape, type VariantsShape, variantOf } from "./shape";

/** What the server stores for a field that is left out, or undefined where it stores nothing. */
export function serverDefaultOf(field: Field, beside: Fields): JsonValue | undefined {
  const { serverDefault } = field.meta;
  return serverDefault instanceof DependentDefault ? serverDefault.value(beside) : serverDefault;
}

/** The same value with every left-out field that has a server default filled in, at every depth. */
export function withServerDefaults(shape: Shape, value: unknown): unknown {
  if (value === undefined || value === null) return value;
  switch (shape.kind) {
    case "list":
      return (value as unknown[]).map((item) => withServerDefaults(shape.item, item));
    case "map":
      return mapValues(value as Fields, (item) => withServerDefaults(shape.item, item));
    case "object":
      return objectWithDefaults(shape, value as Fields);
    case "variants":
      return variantWithDefaults(shape, value as Fields);
    default:
      return value;
  }
}

function variantWithDefaults(shape: VariantsShape, value: Fields): Fields {
  const variant = variantOf(shape, value);
  return variant ? objectWithDefaults(variant, value) : value;
}

function objectWithDefaults(shape: ObjectShape, value: Fields): Fields {
  const filled: Record<string, unknown> = { ...value };
  for (const field of Object.values(shape.fields)) {
    const given = value[field.name] ?? serverDefaultOf(field, value);
    if (given !== undefined) filled[field.name] = withServerDefaults(field.shape, given);
  }
  return filled;
}

function mapValues(object: Fields, change: (value: unknown) => unknown): Fields {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

/** What an author would declare of an observed value: without what only the server sets and what it fills in by itself, at every depth. */
export function withoutServerDefaults(shape: Shape, value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  switch (shape.kind) {
    case "list":
      return (value as unknown[]).map((item) => withoutServerDefaults(shape.item, item));
    case "map":
      return Object.fromEntries(
        Object.entries(value as Fields).map(([key, item]) => [key, withoutServerDefaults(shape.item, item)]),
      );
    case "object":
      return objectWithoutDefaults(shape, value as Fields);
    case "variants":
      return variantWithoutDefaults(shape, value as Fields);
    default:
      return value;
  }
}

function variantWithoutDefaults(shape: VariantsShape, value: Fields): Fields {
  const variant = variantOf(shape, value);
  return variant ? objectWithoutDefaults(variant, value) : value;
}

function objectWithoutDefaults(shape: ObjectShape, value: Fields): Fields {
  const kept = Object.values(shape.fields).flatMap((field): [string, unknown][] => {
    const { name, meta, required } = field;
    const given = value[name] ?? undefined;
    if (given === undefined || meta.readOnly) return [];
    if (!required && isDeepStrictEqual(given, serverDefaultOf(field, value))) return [];
    return [[name, withoutServerDefaults(field.shape, given)]];
  });
  return Object.fromEntries(kept);
}
