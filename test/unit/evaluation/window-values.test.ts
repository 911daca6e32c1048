import { valueWithoutRows, windowValues } from "../../../src/evaluation/window-values";

test.each([
  ["count", 0],
  ["count_distinct", 0],
  ["sum", 0],
  ["min", 0],
  ["max", 0],
  ["last_value", 0],
  ["any", 0],
  ["avg", null],
  ["quantile", null],
  ["none", null],
])("the value of %s without rows is %s, as in ClickHouse", (aggFn, value) => {
  expect(valueWithoutRows({ aggFn })).toBe(value);
  expect(valueWithoutRows({ aggFn, metricName: "requests" })).toBeNull();
});

test("a select item without rows has a value only in windows where another item has rows", () => {
  const hour = 3_600_000;
  const schedule = { length: hour, phase: 0, notBefore: 0 };
  const formula = { combine: [Math.min, Math.min], withoutRows: [0, null], expression: "A / B" };
  const points = [
    { time: 0, group: "a", values: [null, 4] },
    { time: 1, group: "a", values: [8, null] },
    { time: hour, group: "a", values: [null, 4] },
    { time: hour, group: "b", values: [4, null] },
    { time: 2 * hour, group: "a", values: [null, null] },
  ];
  expect(windowValues([0, hour, 2 * hour, 3 * hour], schedule, formula, points, 1)).toEqual([
    { start: 0, values: [{ group: "a", value: 2 }] },
    {
      start: hour,
      values: [
        { group: "a", value: 0 },
        { group: "b", value: null },
      ],
    },
    { start: 2 * hour, values: [{ group: "a", value: null }] },
    { start: 3 * hour, values: [] },
  ]);
});
