import fc from "fast-check";
import type { DeclaredField, LeafShape, ObjectShape, Shape } from "../../../src/declaration/shape";

/** Generates the values of fields without nested fields. */
type GenerateLeaf = (shape: LeafShape) => fc.Arbitrary<unknown>;

/**
 * Generates values that have the form of a declaration. Its rules may refuse them.
 * @param leaf generates texts, numbers and booleans. Default: any value of the type, and often an allowed value
 */
export function generated(shape: Shape, leaf: GenerateLeaf = anyLeaf): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case "object":
      return generatedObject(shape, leaf);
    case "variants":
      return fc.oneof(...shape.variants.map((variant) => generatedObject(variant, leaf)));
    case "list":
      return fc.array(generated(shape.item, leaf), { maxLength: 3 });
    case "map":
      return fc.dictionary(fc.string(), generated(shape.item, leaf), { maxKeys: 3, noNullPrototype: true });
    default:
      return leaf(shape);
  }
}

function anyLeaf({ kind, values }: LeafShape): fc.Arbitrary<unknown> {
  if (values) {
    return fc.constantFrom(...values);
  }
  if (kind === "boolean") {
    return fc.boolean();
  }
  return kind === "string" ? fc.string() : fc.double({ noNaN: true });
}

function generatedObject(shape: ObjectShape, leaf: GenerateLeaf): fc.Arbitrary<unknown> {
  const fields = Object.values(shape.fields);
  const values = Object.fromEntries(fields.map((field: DeclaredField) => [field.name, generated(field.shape, leaf)]));
  const requiredKeys = fields.filter((field) => field.required).map((field) => field.name);
  return fc.record(values, { requiredKeys, noNullPrototype: true });
}
