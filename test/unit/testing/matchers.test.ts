import { AssertionError, deepStrictEqual } from "node:assert";
import {
  type AlertFiring,
  alertMatchers,
  assertFiresAt,
  assertStaysQuiet,
  evaluateAlert,
  type GroupedSeries,
  type SynthesizedAlert,
  series,
} from "../../../src/testing";

expect.extend(alertMatchers);

/** Returns an alert on a count with other fields. */
function alertOf(changes: object = {}, config: object = {}): SynthesizedAlert {
  return {
    ...{ address: "clickstack_alert.errors", path: "observability/errors", webhooks: [], channels: [] },
    ...{ interval: "5m", threshold: 100, thresholdType: "above", ...changes },
    tile: { key: "t", config: { displayType: "line", sourceId: "x", select: [{ aggFn: "count" }], ...config } },
  } as unknown as SynthesizedAlert;
}

const incident = () => evaluateAlert(alertOf(), series("5m", "0x12 120 130x3 0x6"));
const quiet = () => evaluateAlert(alertOf({ threshold: 200 }), series("5m", "0x12 120 130x3 0x6"));
const grouped = (groups: GroupedSeries) => evaluateAlert(alertOf({}, { groupBy: "Service" }), groups);

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error("It passes.");
}

test.each([
  "70m",
  "1h10m",
  "4200s",
  "2026-01-01T01:10:00Z",
  "2026-01-01T02:10:00+01:00",
  new Date("2026-01-01T01:10:00Z"),
])("the matcher accepts %p as the end of the first window that meets the condition", (moment) => {
  expect(incident()).toFireAt(moment);
  assertFiresAt(incident(), moment);
});

test("the matcher requires exactly the times of all firings", () => {
  const twice = () => evaluateAlert(alertOf(), series("5m", "100 0 100"));
  expect(twice()).toFireAt("5m", "15m");
  expect(() => expect(twice()).toFireAt("5m")).toThrow(
    "Received: fires at 5m (2026-01-01 00:05), 15m (2026-01-01 00:15)",
  );
  expect(() => expect(twice()).toFireAt("5m", "15m", "20m")).toThrow("Expected: fires only at 5m");
  expect(() => expect(quiet()).toFireAt("70m")).toThrow("Received: does not fire");
});

test("the negated matcher requires that the alert fires at none of the given times", () => {
  expect(incident()).not.toFireAt("65m");
  expect(incident()).not.toFireAt("65m", "75m");
  expect(() => expect(incident()).not.toFireAt("65m", "70m")).toThrow(
    "Expected: does not fire at 1h5m (2026-01-01 01:05)",
  );
});

test("an expected firing can include its group", () => {
  const firings = () => grouped({ checkout: series("5m", "0 100 0"), cart: series("5m", "0 0 100") });
  expect(firings()).toFireAt({ at: "10m", group: "checkout" }, { at: "15m", group: "cart" });
  expect(firings()).toFireAt("10m", "15m");
  expect(() => expect(firings()).toFireAt({ at: "10m", group: "cart" }, "15m")).toThrow(
    'Expected: fires only at 10m (2026-01-01 00:10) of "cart", 15m (2026-01-01 00:15)',
  );
});

test("toStayQuiet accepts an alert that does not fire, and refuses an alert that fires", () => {
  expect(quiet()).toStayQuiet();
  assertStaysQuiet(quiet());
  expect(incident()).not.toStayQuiet();
  expect(() => expect(quiet()).not.toStayQuiet()).toThrow("Expected: fires at least once\nReceived: does not fire");
});

test("a failure message shows the series with the threshold, the windows that fire, and the firings", () => {
  expect(messageOf(() => expect(incident()).toStayQuiet())).toBe(
    `observability/errors fires when the value is ≥ 100 in 5m.
Expected: does not fire
Received: fires at 1h10m (2026-01-01 01:10)

    130 ┤             ▃████
    100 ┼┄┄┄┄┄┄┄┄┄┄┄┄┄█████┄┄┄┄┄┄┄
        ┤             █████
        ┤             █████
        ┤             █████
        ┤             █████
        ┤             █████
      0 ┤             █████
  fires               ▲▲▲▲▲
         2026-01-01 00:00 to 2026-01-01 02:05 UTC, a window of 5m per column

Firings (UTC):
  2026-01-01 01:05 to 2026-01-01 01:30 (25 m), first notification at 2026-01-01 01:10, most extreme value 130`,
  );
});

test("a plot is at most 80 columns wide, and shows negative values, ranges and windows without a value", () => {
  const range = { thresholdType: "not_between", threshold: -10, thresholdMax: 50, interval: "1m" };
  const message = messageOf(() =>
    expect(evaluateAlert(alertOf(range), series("1m", "0-1x99 NaNx9 0+2x300"))).toStayQuiet(),
  );
  const plot = message.split("\n").filter((line) => /[┤┼]/.test(line));
  expect(plot).toHaveLength(8);
  expect(
    Math.max(
      ...message
        .split("\n")
        .slice(3, 14)
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(80);
  expect(plot.filter((line) => line.includes("┼")).map((line) => line.trim().split(" ┼")[0])).toEqual(["-10 50"]);
  expect(message).toContain("7 windows of 1m per column");
});

test("many firings are shortened to a summary, and control characters are escaped", () => {
  const groups = {
    "\u001b[31mred": series(
      "5m",
      new Array(50).fill(0).map((_, index) => (index % 2) * 100),
    ),
  };
  const message = messageOf(() => assertStaysQuiet(grouped(groups)));
  expect(message).not.toContain("\u001b");
  expect(message).toContain("and 15 more times");
  expect(message.split("\n").filter((line) => line.includes("first notification"))).toHaveLength(10);
});

test("plain assertions throw an AssertionError with the same message and the calling line", () => {
  const messages = [() => assertFiresAt(quiet(), "70m"), () => assertStaysQuiet(incident())].map((run) => {
    try {
      run();
    } catch (error) {
      expect(error).toBeInstanceOf(AssertionError);
      expect(String((error as Error).stack)).not.toContain("src/testing/matchers");
      return (error as Error).message;
    }
    return "";
  });
  expect(messages).toEqual([
    messageOf(() => expect(quiet()).toFireAt("70m")),
    messageOf(() => expect(incident()).toStayQuiet()),
  ]);
});

test("an expected time at which no window ends is reported", () => {
  expect(() => expect(incident()).toFireAt("62m")).toThrow(
    "Expected: fires only at 1h2m (2026-01-01 01:02). No window ends at 1h2m (2026-01-01 01:02)",
  );
});

test("an expected time after the last window is reported with the end of the series", () => {
  expect(() => expect(incident()).toFireAt("62m", "3h")).toThrow(
    "No window ends at 1h2m (2026-01-01 01:02). The series ends earlier: its last window ends at 2h5m (2026-01-01 02:05)",
  );
  expect(messageOf(() => expect(incident()).toFireAt("3h"))).not.toContain("No window ends");
});

test("a filtered list of firings keeps its evaluation, also if the list is empty", () => {
  const twice = evaluateAlert(alertOf(), series("5m", "100 0 100 0 100"));
  const later = twice.filter(({ start }) => start > new Date("2026-01-01T00:05:00Z"));
  expect(later).toFireAt("15m", "25m");
  assertFiresAt(
    later.filter(({ ongoing }) => ongoing),
    "25m",
  );
  assertStaysQuiet(later.filter(({ value }) => value > 100));
  expect(messageOf(() => assertStaysQuiet(later))).toContain("Received: fires at 15m (2026-01-01 00:15), 25m");
  expect(twice).toStrictEqual([...twice]);
  deepStrictEqual(twice, [...twice]);
});

test.each([
  [
    "no time",
    () => assertFiresAt(incident()),
    'No moment is given. Fix: Give one, such as assertFiresAt(firings, "70m"), or use assertStaysQuiet.',
  ],
  [
    "no time in expect",
    () => expect(incident()).toFireAt(),
    'No moment is given. Fix: Give one, such as toFireAt("70m"), or use toStayQuiet.',
  ],
  [
    "a text without a unit",
    () => assertFiresAt(incident(), "70"),
    '"70" is not a moment. Fix: Write the time since the start',
  ],
  [
    "a time without a zone",
    () => assertFiresAt(incident(), "2026-01-01T01:10:00"),
    "is not a date and time with its zone",
  ],
  [
    "a missing value as a time",
    () => assertFiresAt(incident(), undefined as never),
    "is not a date and time with its zone",
  ],
  [
    "an alert",
    () => expect(alertOf()).toStayQuiet(),
    "The value is not the result of evaluateAlert, or a filter of it. Fix: Do not copy the firings. Write expect(evaluateAlert(alert, series(...))).toStayQuiet().",
  ],
  [
    "a copy of the firings",
    () => assertStaysQuiet([...incident()] as readonly AlertFiring[]),
    "Fix: Do not copy the firings. Write assertStaysQuiet(evaluateAlert(alert, series(...))).",
  ],
])("the matcher refuses %s", (_name, run, message) => {
  expect(run).toThrow(message);
});
