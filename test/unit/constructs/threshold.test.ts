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

test("every comparison of the API has a helper", () => {
  expect([...one, ...range].map(({ thresholdType }) => thresholdType).sort()).toEqual([...THRESHOLD_TYPES].sort());
});

test("a comparison has one bound, and a range has two ascending bounds", () => {
  expect(one.map(({ threshold, thresholdMax }) => [threshold, thresholdMax])).toEqual(Array(6).fill([1, undefined]));
  expect(range.map(({ threshold, thresholdMax }) => [threshold, thresholdMax])).toEqual(Array(2).fill([1, 2]));
});

test("each helper has the name of its comparison", () => {
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

test("the server's comparison `above` includes the threshold, like the helper atLeast", () => {
  expect(atLeast(1)).toEqual(above(1));
});
