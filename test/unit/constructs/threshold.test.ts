import {
  above,
  atLeast,
  atMost,
  below,
  between,
  equalTo,
  moreThan,
  notEqualTo,
  outside,
  type Threshold,
} from "../../../src";
import { isRangeThreshold, THRESHOLD_TYPES } from "../../../src/resources/declarations";

const one: Threshold[] = [above(1), moreThan(1), below(1), atMost(1), equalTo(1), notEqualTo(1)];
const range: Threshold[] = [between(1, 2), outside(1, 2)];

test("there is a helper for every comparison of the API", () => {
  expect([...one, ...range].map(({ thresholdType }) => thresholdType).sort()).toEqual([...THRESHOLD_TYPES].sort());
});

test("a comparison has one bound, and a range has two bounds in ascending order", () => {
  expect(one.map(({ threshold, thresholdMax }) => [threshold, thresholdMax])).toEqual(Array(6).fill([1, undefined]));
  expect(range.map(({ threshold, thresholdMax }) => [threshold, thresholdMax])).toEqual(Array(2).fill([1, 2]));
});

test("the helpers are named after their comparison", () => {
  expect(one.map(({ thresholdType }) => thresholdType)).toEqual([
    "above",
    "above_exclusive",
    "below",
    "below_or_equal",
    "equal",
    "not_equal",
  ]);
  expect(range.map(({ thresholdType }) => thresholdType)).toEqual(["between", "not_between"]);
  expect([...one, ...range].filter(({ thresholdType }) => isRangeThreshold(thresholdType))).toEqual(range);
});

test("the comparison `above` of the server includes the threshold, as atLeast does", () => {
  expect(atLeast(1)).toEqual(above(1));
});
