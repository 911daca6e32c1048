import type { IssuePath } from "./issue";
import { type ObjectShape, type Shape, variantOf } from "./shape";
import type { IsUnknown } from "./validate";

/** Where a declared value gives a field that only the managed deployment knows. */
export function managedOnlyPaths(
  shape: Shape,
  value: unknown,
  isUnknown: IsUnknown,
  path: IssuePath = [],
): IssuePath[] {
  if (value === undefined || value === null || isUnknown(value)) return [];
  switch (shape.kind) {
    case "list":
      return (value as unknown[]).flatMap((item, index) =>
        managedOnlyPaths(shape.item, item, isUnknown, [...path, index]),
      );
    case "map":
      return Object.entries(value).flatMap(([key, item]) =>
        managedOnlyPaths(shape.item, item, isUnknown, [...path, { key }]),
      );
    case "object":
      return inFields(shape, value, isUnknown, path);
    case "variants": {
      const variant = variantOf(shape, value as Record<string, unknown>);
      return variant ? inFields(variant, value, isUnknown, path) : [];
    }
    default:
      return [];
  }
}

function inFields(shape: ObjectShape, value: object, isUnknown: IsUnknown, path: IssuePath): IssuePath[] {
  return Object.values(shape.fields).flatMap(({ name, meta, shape: fieldShape }) => {
    const item = (value as Record<string, unknown>)[name];
    const here = [...path, name];
    if (meta.managedOnly && item !== undefined && item !== null) return [here];
    return managedOnlyPaths(fieldShape, item, isUnknown, here);
  });
}
