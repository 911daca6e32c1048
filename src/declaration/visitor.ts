import { type DeclaredFields, isObject, isPlainObject, isPresent } from "./field";
import type { MapKey } from "./rules";
import { type CompoundShape, type DeclaredField, type ObjectShape, type Shape, variantOf } from "./shape";

/**
 * Returns the value with each list element and map entry replaced by `change`, or with the object that `make` returns.
 * Processes one level; the caller recurses in `change` and `make`. Leaves, values of another type than declared, and
 * instances of a class (such as an unknown value) stay unchanged.
 */
export function mapParts(
  shape: Shape,
  value: unknown,
  change: (shape: Shape, part: unknown, step: string | number) => unknown,
  make: (shape: CompoundShape, fields: DeclaredFields) => unknown,
): unknown {
  if (shape.kind === "list") {
    return Array.isArray(value) ? value.map((item, index) => change(shape.item, item, index)) : value;
  }
  if (!isPlainObject(value)) {
    return value;
  }
  if (shape.kind === "map") {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(shape.item, item, key)]));
  }
  return shape.kind === "object" || shape.kind === "variants" ? make(shape, value) : value;
}

/**
 * Returns the value with each declared field replaced by what `change` returns; without the field if that is undefined.
 * Other fields stay unchanged.
 * @param inside changes list elements and map entries
 */
export function mapFields(
  shape: Shape,
  value: unknown,
  inside: (shape: Shape, part: unknown, step: string | number) => unknown,
  change: (field: DeclaredField, value: unknown, siblings: DeclaredFields) => unknown,
): unknown {
  return mapParts(shape, value, inside, (object, fields) => {
    const changed: Record<string, unknown> = { ...fields };
    for (const field of selectFields(object, fields)) {
      const item = change(field, fields[field.name], fields);
      if (item === undefined) {
        delete changed[field.name];
      } else {
        changed[field.name] = item;
      }
    }
    return changed;
  });
}

/** A list element, a map entry, or a declared field of an object that has a value. */
interface Part {
  readonly step: string | number | MapKey;
  readonly shape: Shape;
  readonly value: unknown;
  readonly field?: DeclaredField;
  /** Object that declares the field. */
  readonly object?: ObjectShape;
}

/** Returns the parts of a value, one level down. Leaves, unmatched variants and values of another type have none. */
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
  const object = selectObject(shape, value);
  return Object.values(object?.fields ?? {})
    .filter(({ name }) => isPresent(value[name]))
    .map((field) => ({
      ...{ step: field.name, shape: field.shape, value: value[field.name], field },
      ...(object && { object }),
    }));
}

/** Returns the only shape of an object, or the variant that its fields select. Undefined if none matches. */
export function selectObject(shape: CompoundShape, value: DeclaredFields): ObjectShape | undefined {
  return shape.kind === "object" ? shape : variantOf(shape, value);
}

/** Returns the declared fields of the object shape of a value; none if it matches no variant. */
export function selectFields(shape: CompoundShape, value: DeclaredFields): readonly DeclaredField[] {
  return Object.values(selectObject(shape, value)?.fields ?? {});
}

/** Tests the type of a value against the shape, without looking into it. */
export function hasForm(shape: Shape, value: unknown): boolean {
  if (shape.kind === "list") {
    return Array.isArray(value);
  }
  if (["map", "object", "variants", "json"].includes(shape.kind)) {
    return isObject(value);
  }
  return typeof value === shape.kind;
}
