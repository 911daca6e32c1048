import { attributeName } from "./attribute-name";
import type { Fields } from "./field";
import { type Field, type ObjectShape, objectsOf, type Shape, type VariantsShape, variantOf } from "./shape";
import type { IsUnknown } from "./validate";

/** A declared value under the names that Terraform knows: attributes in snake_case, absent ones left out, unknowns as they are. */
export function toAttributes(shape: Shape, value: unknown, isUnknown: IsUnknown): unknown {
  if (isUnknown(value)) return value;
  switch (shape.kind) {
    case "list":
      return (value as unknown[]).map((item) => toAttributes(shape.item, item, isUnknown));
    case "map":
      return mapValues(value as Fields, (item) => toAttributes(shape.item, item, isUnknown));
    case "object":
    case "variants":
      return objectToAttributes(shape, value as Fields, isUnknown);
    default:
      return value;
  }
}

function objectToAttributes(shape: ObjectShape | VariantsShape, value: Fields, isUnknown: IsUnknown): Fields {
  const variant = shape.kind === "object" ? shape : variantOf(shape, value);
  const present = fieldsOf(variant ?? shape).filter(({ name }) => value[name] !== undefined && value[name] !== null);
  return Object.fromEntries(
    present.map((field) => [attributeName(field), toAttributes(field.shape, value[field.name], isUnknown)]),
  );
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
  const fields = fieldsOf(variant ?? shape);
  const entries = Object.entries(value).flatMap(([name, item]): [string, unknown][] => {
    if (item === null || item === undefined) return [];
    const field = fields.find((each) => attributeName(each) === name);
    return field ? [[field.name, fromAttributes(field.shape, item, isUnknown)]] : [[name, item]];
  });
  return Object.fromEntries(entries);
}

function discriminatorsOf(shape: VariantsShape, value: Fields): Fields {
  const fields = fieldsOf(shape).filter((field) => shape.discriminators.includes(field.name));
  return Object.fromEntries(fields.map((field) => [field.name, value[attributeName(field)]]));
}

function fieldsOf(shape: ObjectShape | VariantsShape): readonly Field[] {
  return objectsOf(shape).flatMap((object) => Object.values(object.fields));
}

function mapValues(object: Fields, change: (value: unknown) => unknown): Fields {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
