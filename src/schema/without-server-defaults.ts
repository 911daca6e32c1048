import { isDeepStrictEqual } from "node:util";
import type { Fields } from "./field";
import { serverDefaultOf } from "./server-defaults";
import { type ObjectShape, type Shape, type VariantsShape, variantOf } from "./shape";

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
