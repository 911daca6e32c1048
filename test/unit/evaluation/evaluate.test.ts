import { conditionOf } from "../../../src/evaluation/condition";
import { type Evaluation, evaluate, type WindowValues } from "../../../src/evaluation/evaluate";

type Row = number | null | undefined | Readonly<Record<string, number | null>>;

/**
 * One window of a minute per value. `undefined` is a window without events, and an object contains the values of
 * groups.
 */
function windows(...rows: readonly Row[]): readonly WindowValues[] {
  return rows.map((row, index) => ({ start: index * 60_000, values: valuesOf(row) }));
}

function valuesOf(row: Row) {
  if (row === undefined) {
    return [];
  }
  if (typeof row !== "object" || row === null) {
    return [{ group: "", value: row }];
  }
  return Object.entries(row).map(([group, value]) => ({ group, value }));
}

function evaluation(alert: object, more: Partial<Evaluation> = {}): Evaluation {
  const condition = conditionOf({ threshold: 10, ...alert });
  if (!condition) {
    throw new Error("There is no condition.");
  }
  return { condition, length: 60_000, inARow: 1, grouped: false, ...more };
}

/** Returns firings as `group start-end peak@at` in minutes, with `...` for a firing that continues. */
function fired(rows: readonly WindowValues[], how: Evaluation): readonly string[] {
  return evaluate(rows, how).map(({ group, start, end, peak, peakAt, ongoing }) => {
    const minutes = [start, end, peakAt].map((time) => time / 60_000);
    return `${group}${group ? " " : ""}${minutes[0]}-${minutes[1]}${ongoing ? "..." : ""} ${peak}@${minutes[2]}`;
  });
}

// Calculated by hand: the minutes 0 to 5 in which an alert with these values and the threshold 10 fires.
const values = windows(9, 10, 11, 10, 8, 12);

test.each([
  ["above", ["1-4 11@2", "5-6... 12@5"]],
  ["above_exclusive", ["2-3 11@2", "5-6... 12@5"]],
  ["below", ["0-1 9@0", "4-5 8@4"]],
  ["below_or_equal", ["0-2 9@0", "3-5 8@4"]],
  ["equal", ["1-2 10@1", "3-4 10@3"]],
  ["not_equal", ["0-1 9@0", "2-3 11@2", "4-6... 8@4"]],
])("an alert with the condition %s 10 fires in the windows %j", (thresholdType, firings) => {
  expect(fired(values, evaluation({ thresholdType }))).toEqual(firings);
});

test.each([
  ["between", ["1-4 11@2"]],
  ["not_between", ["0-1 9@0", "4-6... 8@4"]],
])(
  "an alert with the condition %s 10 and 11 includes both bounds and fires in the windows %j",
  (thresholdType, firings) => {
    expect(fired(values, evaluation({ thresholdType, thresholdMax: 11 }))).toEqual(firings);
  },
);

test("the most extreme value of a range is the value that is farthest outside of it", () => {
  const outside = evaluation({ thresholdType: "not_between", threshold: 10, thresholdMax: 20 });
  expect(fired(windows(15, 22, 5, 24, 15), outside)).toEqual(["1-4 5@2"]);
});

test("a window without events has the value 0", () => {
  const rows = windows(20, undefined, 20, undefined);
  expect(fired(rows, evaluation({ thresholdType: "above" }))).toEqual(["0-1 20@0", "2-3 20@2"]);
  expect(fired(rows, evaluation({ thresholdType: "below" }))).toEqual(["1-2 0@1", "3-4... 0@3"]);
});

test("a window without a value, such as 0 / 0, meets no condition", () => {
  expect(fired(windows(1, null, 1), evaluation({ thresholdType: "below" }))).toEqual(["0-1 1@0", "2-3... 1@2"]);
});

// Minutes that meet the condition: 0, 2, 3, 5, 6, 7, 8.
const patchy = windows(20, 1, 20, 20, 1, 30, 20, 20, 20);

test.each([
  [1, ["0-1 20@0", "2-4 20@2", "5-9... 30@5"], [1, 3, 6], [1, 2, 4]],
  [2, ["2-4 20@2", "5-9... 30@5"], [4, 7], [1, 3]],
  [3, ["5-9... 30@5"], [8], [2]],
  [4, ["5-9... 30@5"], [9], [1]],
  [5, [], [], []],
])(
  "an alert that requires %i consecutive windows fires in %j, if windows up to the minutes %j meet the condition",
  (inARow, firings, after, notifications) => {
    const how = evaluation({ thresholdType: "above" }, { inARow });
    expect(fired(patchy, how)).toEqual(firings);
    const result = evaluate(patchy, how);
    expect(result.map(({ firedAt }) => firedAt / 60_000)).toEqual(after);
    expect(result.map((firing) => firing.notifications)).toEqual(notifications);
  },
);

test("a window without events interrupts consecutive windows, unless the value 0 meets the condition", () => {
  const rows = windows(20, undefined, 20);
  expect(fired(rows, evaluation({ thresholdType: "above" }, { inARow: 2 }))).toEqual([]);
  expect(fired(windows(1, undefined, 1), evaluation({ thresholdType: "below" }, { inARow: 3 }))).toEqual([
    "0-3... 0@1",
  ]);
});

const grouped = { grouped: true };

test("every group fires separately", () => {
  const rows = windows({ a: 20, b: 1 }, { a: 20, b: 20 }, { a: 1, b: 30 }, { a: 1, b: 1 });
  expect(fired(rows, evaluation({ thresholdType: "above" }, grouped))).toEqual(["a 0-2 20@0", "b 1-3 30@2"]);
});

test("a missing group ends its firing, and its value does not count as 0", () => {
  const above = evaluation({ thresholdType: "above" }, grouped);
  expect(fired(windows({ a: 20, b: 1 }, { b: 1 }, { a: 20 }), above)).toEqual(["a 0-1 20@0", "a 2-3... 20@2"]);
  const below = evaluation({ thresholdType: "below" }, grouped);
  expect(fired(windows({ a: 20, b: 20 }, { b: 20 }, { a: 20, b: 20 }), below)).toEqual([]);
});

test("a group that fires below a threshold fires again when it reappears", () => {
  const below = evaluation({ thresholdType: "below" }, grouped);
  const rows = windows({ a: 1, b: 20 }, { b: 20 }, { a: 2, b: 20 }, { a: 20, b: 20 });
  expect(fired(rows, below)).toEqual(["a 0-1 1@0", "a 2-3 2@2"]);
});

test("a grouped alert without any events fires without a group if 0 meets the condition", () => {
  const rows = windows({ a: 20 }, undefined, { a: 20 });
  expect(fired(rows, evaluation({ thresholdType: "below" }, grouped))).toEqual(["1-2 0@1"]);
  expect(fired(rows, evaluation({ thresholdType: "above" }, grouped))).toEqual(["a 0-1 20@0", "a 2-3... 20@2"]);
});
