import * as z from "zod";
import { optional, required } from "../../../src/declaration/field";
import { withRules } from "../../../src/declaration/rules";
import { objectShapeOf } from "../../../src/declaration/shape";
import { validate } from "../../../src/declaration/validate";

const range = () =>
  withRules(z.object({ low: required("The low end.", z.number()), high: required("The high end.", z.number()) }), {
    reads: ["low", "high"],
    check: ({ low, high }) => (Number(low) > Number(high) ? "Must not be over the high end." : undefined),
  });

test.each([
  ["required", z.object({ range: required("A range.", range()) })],
  ["optional", z.object({ range: optional("A range.", range()) })],
])("the rules of a nested object are checked in a field that is %s", (_, schema) => {
  expect(validate(objectShapeOf(schema), { range: { low: 2, high: 1 } }, () => false)).toEqual([
    { message: "Must not be over the high end.", path: ["range", "low"] },
  ]);
});
