import { type Fields, isObject } from "./field";
import type { MapKey } from "./rules";
import { type Field, type ObjectShape, type Shape, type VariantsShape, variantOf } from "./shape";

/**
 * The value with each element of a list and each entry of a map changed, or with the object that `make` makes of it.
 * Goes one level down: whoever walks a whole value calls itself in `change` and `make`. Leaves, and what has another
 * form than is declared, stay as they are.
 */
export function mapParts(
  shape: Shape,
  value: unknown,
  change: (shape: Shape, part: unknown, step: string | number) => unknown,
  make: (shape: ObjectShape | VariantsShape, fields: Fields) => unknown,
): unknown {
  if (shape.kind === "list") {
    return Array.isArray(value) ? value.map((item, index) => change(shape.item, item, index)) : value;
  }
  if (!isObject(value)) {
    return value;
  }
  if (shape.kind === "map") {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(shape.item, item, key)]));
  }
  return shape.kind === "object" || shape.kind === "variants" ? make(shape, value) : value;
}

/** An element of a list, an entry of a map, or a declared field of an object, whether it is given or not. */
interface Part {
  readonly step: string | number | MapKey;
  readonly shape: Shape;
  readonly value: unknown;
  readonly field?: Field;
}

/**
 * The parts of a value, one level down: none of a leaf, of an object that is no variant, and of what has another form
 * than is declared.
 */
export function partsOf(shape: Shape, value: unknown): readonly Part[] {
  if (shape.kind === "list") {
    return Array.isArray(value) ? value.map((item, step) => ({ step, shape: shape.item, value: item })) : [];
  }
  if (!isObject(value)) {
    return [];
  }
  if (shape.kind === "map") {
    return Object.entries(value).map(([key, item]) => ({ step: { key }, shape: shape.item, value: item }));
  }
  if (shape.kind !== "object" && shape.kind !== "variants") {
    return [];
  }
  return fieldsIn(shape, value).map((field) => ({
    step: field.name,
    shape: field.shape,
    value: value[field.name],
    field,
  }));
}

/** The object that a value is: the shape itself, or the variant that the value's fields choose; undefined for none. */
export function objectIn(shape: ObjectShape | VariantsShape, value: Fields): ObjectShape | undefined {
  return shape.kind === "object" ? shape : variantOf(shape, value);
}

/** The declared fields of the object that a value is; none where it is no variant. */
export function fieldsIn(shape: ObjectShape | VariantsShape, value: Fields): readonly Field[] {
  return Object.values(objectIn(shape, value)?.fields ?? {});
}

/** Whether a value can be what is declared, as far as it shows without looking into it. */
export function hasForm(shape: Shape, value: unknown): boolean {
  if (shape.kind === "list") {
    return Array.isArray(value);
  }
  if (shape.kind === "map" || shape.kind === "object" || shape.kind === "variants") {
    return isObject(value);
  }
  return typeof value === shape.kind;
}
