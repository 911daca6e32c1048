import { maximumOf, withinLimits } from "../../../src/declaration/limits";
import { objectShapeOf } from "../../../src/declaration/shape";
import { dashboard } from "../../../src/resources/dashboard/declaration";

const SHAPE = objectShapeOf(dashboard);
const MAX_NAME = maximumOf(SHAPE.fields.name?.shape);

test("a text is cut to its declared maximum, and the cut is reported", () => {
  const cuts: unknown[] = [];
  const name = "a".repeat(MAX_NAME + 3);

  expect(withinLimits(SHAPE, { name }, (...cut) => cuts.push(cut))).toEqual({ name: "a".repeat(MAX_NAME) });
  expect(cuts).toEqual([["name", MAX_NAME, name]]);
});

test("a cut never leaves half of a character", () => {
  expect(withinLimits(SHAPE, { name: `${"a".repeat(MAX_NAME - 1)}😀` })).toEqual({ name: "a".repeat(MAX_NAME - 1) });
});
