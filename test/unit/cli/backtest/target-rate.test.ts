import { perWeek, roundest, thresholdForRate } from "../../../../src/cli/server/backtest/target-rate";

const WEEK = 7 * 86_400_000;

/** A week of seven windows, one for each day. */
const week = (...values: readonly number[]) =>
  values.map((value, index) => ({ start: index * 86_400_000, values: [{ group: "", value }] }));
const days = week(5, 90, 10, 70, 20, 50, 30);
const how = (type: string, threshold = 0, max = threshold) => ({
  condition: { type, threshold, max },
  length: 86_400_000,
  inARow: 1,
  grouped: false,
});

test.each([
  ["above", 1, { threshold: 80, firings: 1, perWeek: 1 }],
  ["above", 2, { threshold: 60, firings: 2, perWeek: 2 }],
  ["above", 3, { threshold: 30, firings: 3, perWeek: 3 }],
  ["above", 0, { threshold: 93, firings: 0, perWeek: 0 }],
  ["above_exclusive", 2, { threshold: 60, firings: 2, perWeek: 2 }],
  ["below", 1, { threshold: 7, firings: 1, perWeek: 1 }],
  ["below_or_equal", 3, { threshold: 23, firings: 3, perWeek: 3 }],
])(
  "the suggested threshold of the condition %s results in the rate nearest to %i firings a week",
  (type, wanted, best) => {
    const found = thresholdForRate(days, how(type), wanted);
    expect(found).toMatchObject({ firings: best.firings, perWeek: best.perWeek });
    expect(found?.threshold).toBe(best.threshold);
  },
);

test("a threshold that merges separate firings into one is never suggested", () => {
  // With a threshold up to 58, the first three days are one firing. With a threshold up to 0, the alert fires all the
  // time.
  const merging = week(59, 58, 60, 0, 0, 0, 0);
  expect(thresholdForRate(merging, how("above"), 1)).toEqual({ threshold: 60, firings: 1, perWeek: 1 });
  expect(thresholdForRate(merging, how("above"), 2)).toEqual({ threshold: 59, firings: 2, perWeek: 2 });
  expect(thresholdForRate(merging, how("above"), 9)).toEqual({ threshold: 59, firings: 2, perWeek: 2 });
});

test.each([
  ["above", 2, 59],
  ["above_exclusive", 2, 58],
  ["below", 1, 1],
  ["below_or_equal", 1, 0],
])("%s gets a whole-number threshold, also if the counts differ by only one", (type, wanted, threshold) => {
  const counts = type.startsWith("above") ? week(59, 58, 60, 0, 0, 0, 0) : week(2, 1, 0, 2, 1, 2, 2);
  expect(thresholdForRate(counts, how(type), wanted)).toEqual({ threshold, firings: wanted, perWeek: wanted });
});

test("the threshold for values with decimals is between two of the values", () => {
  expect(thresholdForRate(week(59.5, 58, 60, 0, 0, 0, 0), how("above"), 1)?.threshold).toBe(59.7);
});

test("the suggested threshold is the middle of the widest interval with the same firings", () => {
  expect(thresholdForRate(week(100, 0, 40, 0, 20, 0, 10), how("above"), 1)?.threshold).toBe(60);
});

test("a suggested range has the same center and is wider or narrower", () => {
  expect(thresholdForRate(days, how("not_between", 40, 60), 1)).toEqual({
    threshold: 10,
    thresholdMax: 90,
    firings: 1,
    perWeek: 1,
  });
  expect(thresholdForRate(days, how("between", 40, 60), 1)).toMatchObject({ firings: 1, perWeek: 1 });
});

test.each(["equal", "not_equal"])("no threshold is suggested for the condition %s", (type) => {
  expect(thresholdForRate(days, how(type), 1)).toBeUndefined();
});

test("a back-test without windows suggests no threshold", () => {
  expect(thresholdForRate([], how("above"), 1)).toBeUndefined();
  expect(perWeek(3, 0)).toBe(0);
  expect(perWeek(3, WEEK / 2)).toBe(6);
});

test.each([
  [70, 90, 80],
  [0, 100, 10],
  [99, 101, 100],
  [0.31, 0.32, 0.311],
  [-5, 5, 0],
  [-20, -10, -19],
  [1234, 5678, 2000],
  [0.1, 0.3, 0.2],
])("the roundest number between %d and %d is %d", (low, high, expected) => {
  expect(roundest(low, high)).toBe(expected);
});

test("there is no number between two neighboring doubles", () => {
  const next = 1 + Number.EPSILON;
  expect([1, next]).toContain(roundest(1, next));
});
