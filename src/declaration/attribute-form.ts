import { attributeName, type Fields, remember } from "./field";
import { setOwn } from "./own-property";
import { type Field, type ObjectShape, objectsOf, type Shape, type VariantsShape, variantOf } from "./shape";
import type { IsUnknown } from "./validate";

/**
 * A declared value under the names that Terraform knows: attributes in snake_case, absent ones left out, unknowns as they are.
 * What has not the form that is declared stays as it is: cdktf asks for attributes before it has the declaration checked.
 */
export function toAttributes(shape: Shape, value: unknown, isUnknown: IsUnknown): unknown {
  if (isUnknown(value) || typeof value !== "object" || value === null) return value;
  if (shape.kind === "list")
    return Array.isArray(value) ? value.map((item) => toAttributes(shape.item, item, isUnknown)) : value;
  if (Array.isArray(value)) return value;
  if (shape.kind === "map") return mapValues(value as Fields, (item) => toAttributes(shape.item, item, isUnknown));
  if (shape.kind === "object" || shape.kind === "variants")
    return objectToAttributes(shape, value as Fields, isUnknown);
  return value;
}

function objectToAttributes(shape: ObjectShape | VariantsShape, value: Fields, isUnknown: IsUnknown): Fields {
  const variant = shape.kind === "object" ? shape : variantOf(shape, value);
  const attributes: Record<string, unknown> = {};
  for (const [name, field] of fieldsByAttribute(variant ?? shape)) {
    const item = value[field.name];
    if (item !== undefined && item !== null) attributes[name] = toAttributes(field.shape, item, isUnknown);
  }
  return attributes;
}

/** The reverse: an object of Terraform attributes as it was declared. An attribute that is foreign to its variant keeps its name. */
export function fromAttributes(shape: Shape, value: unknown, isUnknown: IsUnknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (isUnknown(value)) return value;
  switch (shape.kind) {
    case "list":
      return (value as unknown[]).map((item) => fromAttributes(shape.item, item, isUnknown));
    case "map":
      return mapValues(value as Fields, (item) => fromAttributes(shape.item, item, isUnknown));
    case "object":
    case "variants":
      return objectFromAttributes(shape, value as Fields, isUnknown);
    default:
      return value;
  }
}

function objectFromAttributes(shape: ObjectShape | VariantsShape, value: Fields, isUnknown: IsUnknown): Fields {
  const variant = shape.kind === "object" ? shape : variantOf(shape, discriminatorsOf(shape, value));
  const byAttribute = fieldsByAttribute(variant ?? shape);
  const fields: Record<string, unknown> = {};
  // Most attributes of a tile are null: the kinds of tiles share one object.
  for (const name of Object.keys(value)) {
    const item = value[name];
    if (item === null || item === undefined) continue;
    const field = byAttribute.get(name);
    setOwn(fields, field?.name ?? name, field ? fromAttributes(field.shape, item, isUnknown) : item);
  }
  return fields;
}

function discriminatorsOf(shape: VariantsShape, value: Fields): Fields {
  const discriminators: Record<string, unknown> = {};
  for (const [name, field] of discriminatorAttributes(shape)) discriminators[field.name] = value[name];
  return discriminators;
}

const discriminatorAttributes = remember((shape: VariantsShape): readonly (readonly [string, Field])[] =>
  [...fieldsByAttribute(shape)].filter(([, field]) => shape.discriminators.includes(field.name)),
);

/** The fields of an object, or of all variants together, by their attribute. Where variants share one, the first stands for it. */
export const fieldsByAttribute = remember((shape: ObjectShape | VariantsShape): ReadonlyMap<string, Field> => {
  const fields = new Map<string, Field>();
  for (const field of objectsOf(shape).flatMap((object) => Object.values(object.fields))) {
    const name = attributeName(field);
    if (!fields.has(name)) fields.set(name, field);
  }
  return fields;
});

function mapValues(object: Fields, change: (value: unknown) => unknown): Fields {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
