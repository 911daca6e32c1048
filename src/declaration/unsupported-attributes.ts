import type { FieldMeta } from "./field";
import type { IssuePath } from "./rules";
import { type ObjectShape, type Shape, variantOf } from "./shape";
import type { IsUnknown } from "./validate";

/** A place where a declared value gives something that is not for the deployment in use. */
export interface UnsupportedAttribute {
  readonly path: IssuePath;
  readonly meta: FieldMeta;
  readonly value: unknown;
}

/** Where a declared value gives what is not for the deployment in use, as `isUnsupported` says of a field and its value. */
export function unsupportedAttributes(
  shape: Shape,
  value: unknown,
  isUnsupported: (meta: FieldMeta, value: unknown) => boolean,
  isUnknown: IsUnknown,
): readonly UnsupportedAttribute[] {
  return pathsWithin(shape, value, []);

  function pathsWithin(within: Shape, inner: unknown, path: IssuePath): readonly UnsupportedAttribute[] {
    if (inner === undefined || inner === null || isUnknown(inner)) return [];
    switch (within.kind) {
      case "list":
        return (inner as unknown[]).flatMap((item, index) => pathsWithin(within.item, item, [...path, index]));
      case "map":
        return Object.entries(inner).flatMap(([key, item]) => pathsWithin(within.item, item, [...path, { key }]));
      case "object":
        return pathsInFields(within, inner, path);
      case "variants": {
        const variant = variantOf(within, inner as Record<string, unknown>);
        return variant ? pathsInFields(variant, inner, path) : [];
      }
      default:
        return [];
    }
  }

  function pathsInFields(object: ObjectShape, inner: object, path: IssuePath): readonly UnsupportedAttribute[] {
    return Object.values(object.fields).flatMap(({ name, meta, shape: fieldShape }) => {
      const item = (inner as Record<string, unknown>)[name];
      const here = [...path, name];
      if (item !== undefined && item !== null && isUnsupported(meta, item)) return [{ path: here, meta, value: item }];
      return pathsWithin(fieldShape, item, here);
    });
  }
}
