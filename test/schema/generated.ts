import fc from "fast-check";
import type { Field, ObjectShape, Shape } from "../../src/schema/shape";

/** Values that have the form of a declaration, whether or not its rules accept them. */
export function generated(shape: Shape): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case "object":
      return generatedObject(shape);
    case "variants":
      return fc.oneof(...shape.variants.map(generatedObject));
    case "list":
      return fc.array(generated(shape.item), { maxLength: 3 });
    case "map":
      return fc.dictionary(fc.string(), generated(shape.item), { maxKeys: 3, noNullPrototype: true });
    case "string":
      return shape.values ? fc.constantFrom(...shape.values) : fc.string();
    case "number":
      return shape.values ? fc.constantFrom(...shape.values) : fc.double({ noNaN: true });
    case "boolean":
      return fc.boolean();
  }
}

function generatedObject(shape: ObjectShape): fc.Arbitrary<unknown> {
  const fields = Object.values(shape.fields);
  const values = Object.fromEntries(fields.map((field: Field) => [field.name, generated(field.shape)]));
  const requiredKeys = fields.filter((field) => field.required).map((field) => field.name);
  return fc.record(values, { requiredKeys, noNullPrototype: true });
}
