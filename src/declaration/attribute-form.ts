import { setOwn } from "../own-values";
import { remember } from "../remember";
import { attributeName, type DeclaredFields, isPresent } from "./field";
import { type DeclaredField, declaredFieldsOf, type ObjectShape, type Shape, type VariantsShape } from "./shape";
import type { IsUnknown } from "./validate";
import { mapParts, objectIn } from "./visitor";

/**
 * Returns a declared value as Terraform attributes: names in snake_case, absent fields left out, unknown values kept. A
 * value of another type is returned unchanged, because cdktf asks for attributes before it validates the declaration.
 */
export function toAttributes(shape: Shape, value: unknown, isUnknown: IsUnknown): unknown {
  if (typeof value !== "object" || value === null || isUnknown(value)) {
    return value;
  }
  const inside = (inner: Shape, item: unknown) => toAttributes(inner, item, isUnknown);
  return mapParts(shape, value, inside, (object, fields) => {
    const attributes: Record<string, unknown> = {};
    for (const [name, field] of fieldsByAttribute(objectIn(object, fields) ?? object)) {
      const item = fields[field.name];
      if (isPresent(item)) {
        attributes[name] = inside(field.shape, item);
      }
    }
    return attributes;
  });
}

/** Returns Terraform attributes in the declared form. An attribute that the variant does not have keeps its name. */
export function fromAttributes(shape: Shape, value: unknown, isUnknown: IsUnknown): unknown {
  if (typeof value !== "object" || value === null || isUnknown(value)) {
    return value ?? undefined;
  }
  const inside = (inner: Shape, item: unknown) => fromAttributes(inner, item, isUnknown);
  return mapParts(shape, value, inside, (object, attributes) => {
    const byAttribute = fieldsByAttribute(objectIn(object, discriminatorsOf(object, attributes)) ?? object);
    const fields: Record<string, unknown> = {};
    // Most attributes of a tile are null, because all tile kinds share one object.
    for (const name of Object.keys(attributes)) {
      const item = attributes[name];
      if (!isPresent(item)) {
        continue;
      }
      const field = byAttribute.get(name);
      setOwn(fields, field?.name ?? name, field ? inside(field.shape, item) : item);
    }
    return fields;
  });
}

/**
 * Returns the discriminators of an object of Terraform attributes. An object without variants is returned unchanged.
 */
export function discriminatorsOf(shape: ObjectShape | VariantsShape, attributes: DeclaredFields): DeclaredFields {
  if (shape.kind === "object") {
    return attributes;
  }
  const discriminators: Record<string, unknown> = {};
  for (const [name, field] of discriminatorAttributes(shape)) {
    discriminators[field.name] = attributes[name];
  }
  return discriminators;
}

const discriminatorAttributes = remember((shape: VariantsShape): readonly (readonly [string, DeclaredField])[] =>
  [...fieldsByAttribute(shape)].filter(([, field]) => shape.discriminators.includes(field.name)),
);

/**
 * Returns the fields of an object, or of all variants, by attribute name. The first variant wins where several share an
 * attribute.
 */
export const fieldsByAttribute = remember((shape: ObjectShape | VariantsShape): ReadonlyMap<string, DeclaredField> => {
  const fields = new Map<string, DeclaredField>();
  for (const field of declaredFieldsOf(shape)) {
    const name = attributeName(field);
    if (!fields.has(name)) {
      fields.set(name, field);
    }
  }
  return fields;
});
