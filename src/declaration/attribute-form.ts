import { setOwn } from "../own-values";
import { remember } from "../remember";
import { attributeName, type DeclaredFields, isPlainObject, isPresent } from "./field";
import { type CompoundShape, type DeclaredField, declaredFieldsOf, type Shape, type VariantsShape } from "./shape";
import type { IsUnknown } from "./validate";
import { usableJson, writeStableJson } from "./value-types";
import { mapParts, selectObject } from "./visitor";

/** Converts values whose form in Terraform depends on the reader of the attributes. */
interface AttributeWriters {
  /**
   * Converts the attributes of a field with `textMap`. Default: they stay numbers and booleans, which an author writes
   * and the engine converts.
   */
  readonly textMap?: (attributes: unknown) => unknown;
  readonly json?: (value: object) => unknown;
}

/**
 * Returns a declared value as Terraform attributes: names in snake_case, absent fields left out, unknown values kept. A
 * value of another type is returned unchanged, because cdktf asks for attributes before it validates the declaration.
 */
export function toAttributes(
  shape: Shape,
  value: unknown,
  isUnknown: IsUnknown,
  writers: AttributeWriters = {},
): unknown {
  if (typeof value !== "object" || value === null || isUnknown(value)) {
    return value;
  }
  const { textMap = (attributes) => attributes, json = writeStableJson } = writers;
  if (shape.kind === "json") {
    return json(value);
  }
  const inside = (inner: Shape, item: unknown) => toAttributes(inner, item, isUnknown, writers);
  return mapParts(shape, value, inside, (object, fields) => {
    const attributes: Record<string, unknown> = {};
    for (const [name, field] of fieldsByAttribute(selectObject(object, fields) ?? object)) {
      const item = fields[field.name];
      if (isPresent(item)) {
        const written = inside(field.shape, item);
        attributes[name] = field.meta.textMap ? textMap(written) : written;
      }
    }
    return attributes;
  });
}

/** Returns Terraform attributes in the declared form. An attribute that the variant does not have keeps its name. */
export function fromAttributes(shape: Shape, value: unknown, isUnknown: IsUnknown): unknown {
  if (shape.kind === "json") {
    return typeof value === "string" ? (usableJson(value) ?? value) : (value ?? undefined);
  }
  if (typeof value !== "object" || value === null || isUnknown(value)) {
    return value ?? undefined;
  }
  const inside = (inner: Shape, item: unknown) => fromAttributes(inner, item, isUnknown);
  return mapParts(shape, value, inside, (object, attributes) => {
    const byAttribute = fieldsOfAttributes(object, attributes);
    const fields: Record<string, unknown> = {};
    // Tests for absent values first. Most attributes of a tile are null, because all tile kinds share one object.
    for (const name of Object.keys(attributes)) {
      const item = attributes[name];
      if (!isPresent(item)) {
        continue;
      }
      const field = byAttribute.get(name);
      const read = field?.meta.textMap ? readTextMap(field.shape, item) : item;
      setOwn(fields, field?.name ?? name, field ? inside(field.shape, read) : read);
    }
    return fields;
  });
}

/**
 * Returns the attributes of a field with `textMap`, with texts converted to the declared types as the engine converts
 * them. A text that is not a value of its type stays a text, which the validation refuses.
 */
export function readTextMap(shape: Shape, attributes: unknown): unknown {
  if (!isPlainObject(attributes) || (shape.kind !== "object" && shape.kind !== "variants")) {
    return attributes;
  }
  const byAttribute = fieldsByAttribute(shape);
  const read: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(attributes)) {
    setOwn(read, name, typeof item === "string" ? leafOfText(byAttribute.get(name)?.shape.kind, item) : item);
  }
  return read;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

function leafOfText(kind: Shape["kind"] | undefined, text: string): unknown {
  if (kind === "number") {
    return NUMBER.test(text) ? Number(text) : text;
  }
  return kind === "boolean" ? (BOOLEANS.get(text) ?? text) : text;
}

/** Returns the attributes that select the variant of an object; for an object without variants, all attributes. */
export function discriminatorsOf(shape: CompoundShape, attributes: DeclaredFields): DeclaredFields {
  if (shape.kind === "object") {
    return attributes;
  }
  const discriminators: Record<string, unknown> = {};
  for (const [name, field] of discriminatorAttributes(shape)) {
    discriminators[field.name] = attributes[name];
  }
  return discriminators;
}

/** Returns the fields of an object by attribute name. Without a selected variant, returns those of all variants. */
export function fieldsOfAttributes(
  shape: CompoundShape,
  attributes: DeclaredFields,
): ReadonlyMap<string, DeclaredField> {
  return fieldsByAttribute(selectObject(shape, discriminatorsOf(shape, attributes)) ?? shape);
}

const discriminatorAttributes = remember((shape: VariantsShape): readonly (readonly [string, DeclaredField])[] =>
  [...fieldsByAttribute(shape)].filter(([, field]) => shape.discriminators.includes(field.name)),
);

/** Fields of an object or of all its variants, by attribute name. The first variant with a name wins. */
export const fieldsByAttribute = remember((shape: CompoundShape): ReadonlyMap<string, DeclaredField> => {
  const fields = new Map<string, DeclaredField>();
  for (const field of declaredFieldsOf(shape)) {
    const name = attributeName(field);
    if (!fields.has(name)) {
      fields.set(name, field);
    }
  }
  return fields;
});
