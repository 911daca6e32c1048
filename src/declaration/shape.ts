import type { z } from "zod";
import { remember } from "../remember";
import { type FieldMeta, isPresent, knownValuesOf, metaOf } from "./field";
import { type DeclaredSynonyms, type Rule, rulesOf, synonymsOf } from "./rules";

/** Structure of a declaration. All functions that traverse a declared value read it. */
export type Shape = LeafShape | ListShape | MapShape | CompoundShape;

/** An object, or one of several objects. */
export type CompoundShape = ObjectShape | VariantsShape;

export interface LeafShape {
  /** `json`: an object in TypeScript, and its JSON text in Terraform. */
  readonly kind: "string" | "number" | "boolean" | "json";
  /** Schema of one known value. */
  readonly schema: z.core.$ZodType;
  /** The values of an enumeration or a literal. */
  readonly values?: readonly (string | number | boolean)[];
  /** True if a newer server may accept further values. */
  readonly isOpen?: true;
}

export interface ListShape {
  readonly kind: "list";
  readonly schema: z.core.$ZodType;
  readonly item: Shape;
}

/** A map whose keys the author chooses. */
export interface MapShape {
  readonly kind: "map";
  readonly schema: z.core.$ZodType;
  readonly key: z.core.$ZodType;
  readonly item: Shape;
}

export interface ObjectShape {
  readonly kind: "object";
  readonly fields: Readonly<Record<string, DeclaredField>>;
  readonly rules: readonly Rule[];
  readonly synonyms: DeclaredSynonyms;
}

/** One of several objects. Fields with a single literal value each (discriminators) distinguish them. */
export interface VariantsShape {
  readonly kind: "variants";
  readonly discriminators: readonly string[];
  readonly variants: readonly ObjectShape[];
}

export interface DeclaredField {
  readonly name: string;
  readonly meta: FieldMeta;
  readonly required: boolean;
  readonly shape: Shape;
}

/** Reads the structure of a declaration from its zod schema. Throws for a zod type without a Terraform counterpart. */
export const shapeOf: (schema: z.core.$ZodType) => Shape = remember((schema) => readShape(schema as z.core.$ZodTypes));

/** Returns the structure of a declared resource or data source, which is always an object. */
export function objectShapeOf(schema: z.ZodObject): ObjectShape {
  return shapeOf(schema) as ObjectShape;
}

/** Returns the structure of a declared resource, which is an object or one of several. */
export function compoundShapeOf(schema: z.ZodType): CompoundShape {
  return shapeOf(schema) as CompoundShape;
}

function readShape(schema: z.core.$ZodTypes): Shape {
  const { def } = schema._zod;
  switch (def.type) {
    case "string":
    case "number":
    case "boolean": {
      const values = knownValuesOf(schema);
      return { kind: def.type, schema, ...(values && { values, isOpen: true }) };
    }
    case "custom":
      return { kind: "json", schema };
    case "enum":
      return { kind: "string", schema, values: Object.values(def.entries) };
    case "literal":
      return { kind: typeof def.values[0] as LeafShape["kind"], schema, values: def.values as LeafShape["values"] };
    case "array":
      return { kind: "list", schema, item: shapeOf(def.element) };
    case "record":
      return { kind: "map", schema, key: def.keyType, item: shapeOf(def.valueType) };
    case "object":
      return { kind: "object", fields: fieldsOf(def.shape), rules: rulesOf(schema), synonyms: synonymsOf(schema) };
    case "union":
      return variantsShape(def.options.map((option) => shapeOf(option)));
    case "optional":
      return shapeOf(def.innerType);
    default:
      throw new Error(`A declaration cannot use the zod type "${def.type}".`);
  }
}

function fieldsOf(shape: Readonly<Record<string, z.core.$ZodType>>): Record<string, DeclaredField> {
  const fields = Object.entries(shape).map(([name, schema]) => {
    const required = (schema as z.core.$ZodTypes)._zod.def.type !== "optional";
    return [name, { name, meta: metaOf(schema), required, shape: shapeOf(schema) }] as const;
  });
  return Object.fromEntries(fields);
}

function variantsShape(options: readonly Shape[]): VariantsShape {
  const variants = options.flatMap((option) => {
    if (option.kind === "variants") {
      return option.variants;
    }
    if (option.kind === "object") {
      return [option];
    }
    throw new Error("A union in a declaration must contain objects only.");
  });
  const discriminators = new Set(variants.flatMap((variant) => Object.keys(literalFields(variant))));
  return { kind: "variants", discriminators: [...discriminators], variants };
}

/** Fields of a variant with one possible value. An optional one is absent only if the value is the server's default. */
export const literalFields = remember((variant: ObjectShape): Readonly<Record<string, unknown>> => {
  const entries = Object.values(variant.fields).flatMap(({ name, meta, required, shape }) => {
    const [only, ...others] = ("values" in shape && !shape.isOpen && shape.values) || [];
    const isAlways = only !== undefined && (required || meta.serverDefault === only);
    return isAlways && others.length === 0 ? [[name, only] as const] : [];
  });
  return Object.fromEntries(entries);
});

/** Returns true if the value of a discriminator selects a variant. An absent value selects the default. */
export function isSelectedBy(variant: ObjectShape, discriminator: string, value: unknown): boolean {
  return isPresent(value) ? value === literalFields(variant)[discriminator] : !variant.fields[discriminator]?.required;
}

/**
 * Returns the variant that the discriminators of a value select; undefined if none matches. A variant whose
 * discriminator is an open enumeration matches the values that no other variant has.
 */
export function variantOf(shape: VariantsShape, value: Readonly<Record<string, unknown>>): ObjectShape | undefined {
  const fits = (variant: ObjectShape, isOther: (name: string) => boolean) =>
    shape.discriminators.every((name) => isSelectedBy(variant, name, value[name]) || isOther(name));
  return (
    shape.variants.find((variant) => fits(variant, () => false)) ??
    shape.variants.find((variant) => fits(variant, (name) => isOpenField(variant.fields[name], value[name])))
  );
}

function isOpenField(field: DeclaredField | undefined, value: unknown): boolean {
  return field !== undefined && "isOpen" in field.shape && typeof value === field.shape.kind;
}

/** Returns the name of a variant, such as `line`; undefined for an object without variants. */
export function kindOf(object: ObjectShape): string | undefined {
  const literals = Object.values(literalFields(object));
  return literals.length > 0 ? literals.map(String).join(" ") : undefined;
}

/** Merges the objects of one attribute into one shape. Several objects become variants without discriminators. */
export function mergeShapes(shapes: readonly CompoundShape[]): CompoundShape {
  const distinct = [...new Set(shapes)];
  const [only] = distinct;
  if (only && distinct.length === 1) {
    return only;
  }
  return { kind: "variants", discriminators: [], variants: distinct.flatMap(objectsOf) };
}

export function isCompound(shape: Shape | undefined): shape is CompoundShape {
  return shape?.kind === "object" || shape?.kind === "variants";
}

/** Returns the object itself, or all variants. */
export function objectsOf(shape: CompoundShape): readonly ObjectShape[] {
  return shape.kind === "object" ? [shape] : shape.variants;
}

/** Returns the fields of an object, or of all variants in order. */
export const declaredFieldsOf = remember((shape: CompoundShape): readonly DeclaredField[] =>
  objectsOf(shape).flatMap((object) => Object.values(object.fields)),
);

/** Returns true for a field whose difference is drift: a declarable one, or a read-only one with `changedByReads`. */
export function canDrift({ meta }: DeclaredField): boolean {
  return meta.readOnly !== true || meta.changedByReads === true;
}

/** Returns the fields of a declaration at every depth, each before the fields in it. */
export const collectFields: (shape: Shape) => readonly DeclaredField[] = remember((shape) => {
  if (shape.kind === "list" || shape.kind === "map") {
    return collectFields(shape.item);
  }
  return isCompound(shape) ? declaredFieldsOf(shape).flatMap((field) => [field, ...collectFields(field.shape)]) : [];
});
