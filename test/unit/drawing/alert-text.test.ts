import { alertText } from "../../../src/drawing";

test.each([
  [{ thresholdType: "above", threshold: 100, interval: "5m" }, "≥ 100 in 5m"],
  [{ thresholdType: "above_exclusive", threshold: 1.5, interval: "1h" }, "> 1.5 in 1h"],
  [{ thresholdType: "below", threshold: 1, interval: "1d" }, "< 1 in 1d"],
  [{ thresholdType: "below_or_equal", threshold: 1, interval: "1d" }, "≤ 1 in 1d"],
  [{ thresholdType: "equal", threshold: 0, interval: "1m" }, "= 0 in 1m"],
  [{ thresholdType: "not_equal", threshold: 0, interval: "1m" }, "≠ 0 in 1m"],
  [{ thresholdType: "between", threshold: 1, thresholdMax: 5, interval: "1m" }, "1 to 5 in 1m"],
  [
    { thresholdType: "not_between", threshold: 1, thresholdMax: 5, interval: "1m", numConsecutiveWindows: 3 },
    "outside 1 to 5 in 1m, 3 times in a row",
  ],
  [{ thresholdType: "above", interval: "1m", numConsecutiveWindows: null }, "≥ ? in 1m"],
])('the condition %j is described as "%s"', (alert, text) => {
  expect(alertText(alert)).toBe(text);
});
