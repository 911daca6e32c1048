import type { Fields } from "../../schema/field";
import type { IssuePath } from "../../schema/issue";
import { type Shape, variantOf } from "../../schema/shape";

/** Where a declared value holds a text that is looked for. */
export function placesOf(
  shape: Shape,
  value: unknown,
  isWanted: (text: string) => boolean,
  path: IssuePath = [],
): readonly IssuePath[] {
  if (value === undefined || value === null) return [];
  switch (shape.kind) {
    case "list":
      return (value as unknown[]).flatMap((item, index) => placesOf(shape.item, item, isWanted, [...path, index]));
    case "map":
      return Object.entries(value).flatMap(([key, item]) => placesOf(shape.item, item, isWanted, [...path, { key }]));
    case "object":
    case "variants": {
      const object = shape.kind === "variants" ? variantOf(shape, value as Fields) : shape;
      return Object.values(object?.fields ?? {}).flatMap((field) =>
        placesOf(field.shape, (value as Fields)[field.name], isWanted, [...path, field.name]),
      );
    }
    default:
      return typeof value === "string" && isWanted(value) ? [path] : [];
  }
}
