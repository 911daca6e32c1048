import { minutesOf, sameDuration } from "../../../src/declaration/value-types";
import { ALERT_INTERVALS } from "../../../src/resources/declarations";

test.each([
  ["30s", 0.5],
  ["1m", 1],
  ["90m", 90],
  ["24h", 1440],
  ["1d", 1440],
  ["1w", 10_080],
  [" 2 H ", 120],
])("%j lasts %d minutes", (duration, minutes) => {
  expect(minutesOf(duration)).toBe(minutes);
});

test.each(["", "5", "m", "1.5h", "-1h", "5 minutes", "1ms"])("%j is not a valid duration in minutes", (text) => {
  expect(minutesOf(text)).toBeUndefined();
});

test("every interval has a length, and each interval is longer than the previous one", () => {
  const minutes = ALERT_INTERVALS.map((interval) => minutesOf(interval));
  expect(minutes).toEqual([0.5, 1, 5, 15, 30, 60, 360, 720, 1440]);
});

test("only an allowed duration of the same length is suggested", () => {
  const suggest = sameDuration(["1h", "1d"]);
  expect(suggest("60m")).toBe("1h");
  expect(suggest("24h")).toBe("1d");
  expect(suggest(60)).toBe("1h");
  expect(["60 minutes", "60min", "1 hour", "1 day"].map(suggest)).toEqual(["1h", "1h", "1h", "1d"]);
  expect(suggest("60 months")).toBeUndefined();
  expect(suggest("2h")).toBeUndefined();
  expect(suggest("soon")).toBeUndefined();
  expect(suggest(61)).toBeUndefined();
});
