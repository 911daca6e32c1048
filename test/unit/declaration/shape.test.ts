import { z } from "zod";
import { computed, metaOf, optional, required } from "../../../src/declaration/field";
import { shapeOf, variantOf } from "../../../src/declaration/shape";

const cat = z.object({ kind: required("The kind.", z.literal("cat")), lives: required("Lives.", z.int()) });
const dog = z.object({
  kind: required("The kind.", z.literal("dog")),
  tricks: optional("Tricks.", z.array(z.string())),
});

test("fields are read with their description and with a mark for required fields", () => {
  const shape = shapeOf(
    z.object({
      id: computed("The id.", z.string(), { sensitive: true }),
      name: required("The name.", z.string()),
      size: optional("The size.", z.enum(["small", "large"])),
    }),
  );
  expect(shape).toMatchObject({
    kind: "object",
    fields: {
      id: {
        required: false,
        meta: { description: "The id.", readOnly: true, sensitive: true },
        shape: { kind: "string" },
      },
      name: { required: true, meta: { description: "The name." }, shape: { kind: "string" } },
      size: { required: false, shape: { kind: "string", values: ["small", "large"] } },
    },
  });
});

test("the literals of a union select one of its variants", () => {
  const shape = shapeOf(z.union([cat, dog]));
  if (shape.kind !== "variants") {
    throw new Error(`It is a ${shape.kind}.`);
  }
  expect(shape.discriminators).toEqual(["kind"]);
  expect(Object.keys(variantOf(shape, { kind: "dog" })?.fields ?? {})).toEqual(["kind", "tricks"]);
  expect(variantOf(shape, { kind: "fish" })).toBeUndefined();
  expect(variantOf(shape, {})).toBeUndefined();
});

test("repeated calls return the same shape object for a declaration", () => {
  expect(shapeOf(cat)).toBe(shapeOf(cat));
});

test("two fields with the same zod type have separate descriptions", () => {
  const text = z.string();
  expect(metaOf(required("One.", text)).description).toBe("One.");
  expect(metaOf(required("Two.", text)).description).toBe("Two.");
});

test("a field without a description is refused when the declaration is read", () => {
  expect(() => shapeOf(z.object({ name: z.string() }))).toThrow(
    "A declared object has a field without a description. Declare it with required(), optional() or computed().",
  );
});

test("a zod type without a Terraform type is refused when the declaration is read", () => {
  expect(() => shapeOf(z.object({ when: required("When.", z.date()) }))).toThrow(
    'A declaration cannot use the zod type "date".',
  );
  expect(() => shapeOf(z.union([z.string(), z.number()]))).toThrow(
    "A union in a declaration must contain objects only.",
  );
});
