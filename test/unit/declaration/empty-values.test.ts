import * as z from "zod";
import { optional, required } from "../../../src/declaration/field";
import { semanticallyEqual } from "../../../src/declaration/semantic-equality";
import { withoutEmptyFields } from "../../../src/declaration/server-defaults";
import { collectFields, shapeOf } from "../../../src/declaration/shape";
import { sourceDeclaration } from "../../../src/resources/source/declaration";

const inner = z.object({
  name: required("The name.", z.string(), { emptyIsAbsent: true }),
  alias: optional("The alias.", z.string(), { emptyIsAbsent: true }),
  where: optional("The condition.", z.string()),
});

const outer = shapeOf(
  z.object({
    list: optional("The list.", z.array(inner), { emptyIsAbsent: true }),
    byKey: optional("The map.", z.record(z.string(), inner)),
    one: optional("The object.", inner),
  }),
);

test("empty fields are removed at every depth, but only if their declaration states that empty means absent", () => {
  const empty = { name: "", alias: "", where: "" };
  const kept = { name: "", where: "" };
  expect(withoutEmptyFields(outer, { list: [empty], byKey: { a: empty }, one: empty })).toEqual({
    list: [kept],
    byKey: { a: kept },
    one: kept,
  });
  expect(withoutEmptyFields(outer, { list: [], byKey: {} })).toEqual({ byKey: {} });
});

test("an absent field equals an empty field in both directions, also within lists", () => {
  const absent = { list: [{ name: "n" }] };
  const empty = { list: [{ name: "n", alias: "" }] };
  expect(semanticallyEqual(outer, absent, empty)).toBe(true);
  expect(semanticallyEqual(outer, empty, absent)).toBe(true);
  expect(semanticallyEqual(outer, absent, { list: [{ name: "n", alias: "a" }] })).toBe(false);
});

test("values that the declaration does not describe stay unchanged", () => {
  const value = { list: "x", byKey: 1, one: null, other: "" };
  expect(withoutEmptyFields(outer, value)).toEqual(value);
});

const OPTIONAL_TEXTS = collectFields(shapeOf(sourceDeclaration)).filter(
  ({ required, shape, meta }) => !required && shape.kind === "string" && !meta.readOnly,
);

test.each(OPTIONAL_TEXTS.map((field) => [field.name, field] as const))(
  "an empty %s of a source equals an absent one",
  (_, { shape, meta }) => {
    if (meta.serverDefault !== undefined && !meta.emptyIsAbsent) {
      return;
    }
    expect(meta.emptyIsAbsent).toBe(true);
    expect(semanticallyEqual(shape, "", undefined, meta)).toBe(true);
  },
);
