import {
  Alert,
  type AlertProps,
  above,
  avg,
  below,
  ClickStackProvider,
  count,
  Dashboard,
  offsetBy,
  SavedSearch,
  Source,
  type Tile,
  tile,
  Webhook,
} from "cdk-clickstack";
import { App, TerraformStack } from "cdktf";
import { assertFiresAt, evaluateAlert, series } from "../../../src/testing";

function stackOfTest(): TerraformStack {
  const stack = new TerraformStack(new App(), "observability");
  new ClickStackProvider(stack, "clickstack");
  return stack;
}

type Changes = Partial<Pick<AlertProps, "when" | "every" | "schedule" | "numConsecutiveWindows">>;

function alertOn<T extends Tile<"line">>(watched: (logs: Source) => T, changes: Changes = {}): Alert {
  const stack = stackOfTest();
  const board = new Dashboard(stack, "checkout", {
    name: "Checkout",
    tiles: { errors: watched(Source.byName(stack, "Logs") as unknown as Source) },
  });
  const props = { when: above(100), every: "5m" as const, notify: [Webhook.byName(stack, "Slack")], ...changes };
  return new Alert(stack, "errors", { on: board.tile("errors"), ...props });
}

const errors = (logs: Source) => tile.line({ source: logs, select: [count({ where: "level:error" })] });
const byService = (logs: Source) => tile.line({ source: logs, select: [count()], groupBy: "ServiceName" });
const ratio = (logs: Source) =>
  tile.line({ source: logs, select: [count({ where: "level:error" }), count()], asRatio: true });

const average = (logs: Source) => tile.line({ source: logs, select: [avg("Duration")] });

/** Converts times to minutes since the start of 2026. */
const minutes = (date: Date) => (date.getTime() - Date.UTC(2026, 0, 1)) / 60_000;

function firingsOf(...args: Parameters<typeof evaluateAlert>) {
  return evaluateAlert(...args).map(({ group, start, end, value }) => [group, minutes(start), minutes(end), value]);
}

test("a firing has the group, the times and the most extreme value", () => {
  expect(evaluateAlert(alertOn(errors), series("5m", "0x11 120 130x3 0x6"))).toEqual([
    {
      group: "",
      start: new Date("2026-01-01T01:00:00Z"),
      firedAt: new Date("2026-01-01T01:05:00Z"),
      end: new Date("2026-01-01T01:25:00Z"),
      ongoing: false,
      value: 130,
      valueAt: new Date("2026-01-01T01:05:00Z"),
      windows: 5,
      notifications: 5,
    },
  ]);
});

test("the counts of shorter steps are added up to windows", () => {
  expect(firingsOf(alertOn(errors), series("1m", "0x4 20x4 19x4 20 0x3"))).toEqual([["", 5, 10, 100]]);
});

test("a missing value means no events, and counts as 0", () => {
  expect(firingsOf(alertOn(errors, { when: below(1) }), series("5m", "5 _ 5 stale"))).toEqual([
    ["", 5, 10, 0],
    ["", 15, 20, 0],
  ]);
});

test("a ratio is computed from one series for each select item, and 0 / 0 never fires", () => {
  const total = series("5m", "100 0 100 100");
  const alert = alertOn(ratio, { when: above(0.05) });
  expect(firingsOf(alert, [series("5m", "4 0 5 4"), total])).toEqual([["", 10, 15, 0.05]]);
  const low = alertOn(ratio, { when: below(0.05) });
  expect(firingsOf(low, [series("5m", "4 0 5 4"), total])).toEqual([
    ["", 0, 5, 0.04],
    ["", 15, 20, 0.04],
  ]);
});

test("the values of each ratio item are added up before the division", () => {
  const failed = series("1m", "0x3 10 0x4");
  expect(firingsOf(alertOn(ratio, { when: above(0.1) }), [failed, series("1m", "20x4 100x3")])).toEqual([
    ["", 0, 5, 0.1],
  ]);
});

test("each group fires separately, and a missing group is not evaluated", () => {
  const groups = { checkout: series("5m", "150 _ 150 0"), cart: series("5m", "0x2 200") };
  expect(firingsOf(alertOn(byService), groups)).toEqual([
    ["checkout", 0, 5, 150],
    ["checkout", 10, 15, 150],
    ["cart", 15, 20, 200],
  ]);
});

test("several consecutive windows must meet the condition", () => {
  const alert = alertOn(errors, { numConsecutiveWindows: 3 });
  const [only, ...others] = evaluateAlert(alert, series("5m", "200x1 0 200x2"));
  expect(others).toEqual([]);
  expect(only && [only.start, only.firedAt].map(minutes)).toEqual([15, 30]);
});

test("an offset shifts the windows, and a series without a start starts with the first window", () => {
  const alert = alertOn(errors, { every: "1h", schedule: offsetBy(10) });
  // Windows start at ten minutes past the hour. The server compares 50 and 10 minutes of each window separately.
  expect(firingsOf(alert, series("10m", "0x5 20x4 100 0x5"))).toEqual([["", 70, 130, 100]]);
  expect(firingsOf(alert, series("10m", "0x5 20x4 99 0x5"))).toEqual([["", 70, 130, 100]]);
  expect(firingsOf(alert, series("10m", "0x5 19x4 99 0x5"))).toEqual([]);
  const start = "2026-01-01T00:00:00Z";
  expect(firingsOf(alert, series("10m", "0x6 25x5 0x6", { start }))).toEqual([["", 70, 130, 125]]);
  expect(() => evaluateAlert(alert, series("1h", "0 150 0"))).toThrow(
    "The server compares the two parts of a shifted window separately, before and after a multiple of 1h. Fix: Choose a step that divides both parts, such as 1m.",
  );
  expect(firingsOf(alertOn(average, { every: "1h", schedule: offsetBy(10) }), series("1h", "0 150 0"))).toEqual([
    ["", 70, 130, 150],
  ]);
});

test("the series or the options can set the start time", () => {
  const [own] = evaluateAlert(alertOn(errors), series("5m", "200", { start: "2026-03-01T12:00:00Z" }));
  const [given] = evaluateAlert(alertOn(errors), series("5m", "200"), { start: new Date("2026-03-01T12:00:00Z") });
  expect([own?.start, given?.start]).toEqual([new Date("2026-03-01T12:00:00Z"), new Date("2026-03-01T12:00:00Z")]);
});

test("events that arrive after the end of their window are not counted", () => {
  const values = series("1m", "20x4 25x4 30x4");
  expect(firingsOf(alertOn(errors), values)).toEqual([["", 0, 15, 150]]);
  expect(firingsOf(alertOn(errors), values, { delay: "1m" })).toEqual([["", 5, 15, 120]]);
  expect(firingsOf(alertOn(errors), values, { delay: "90s" })).toEqual([]);
  expect(firingsOf(alertOn(errors, { when: below(1) }), values, { delay: "5m" })).toEqual([["", 0, 15, 0]]);
});

test("an alert on a saved search counts the results, for each group if it is grouped", () => {
  const stack = stackOfTest();
  const saved = new SavedSearch(stack, "failed", {
    ...{ name: "Failed", source: Source.byName(stack, "Logs"), where: "level:error", select: "Body" },
  });
  const common = { when: above(10), every: "1m" as const, notify: [Webhook.byName(stack, "Slack")] };
  const whole = new Alert(stack, "whole", { on: saved.reference(), ...common });
  const grouped = new Alert(stack, "grouped", { on: saved.reference({ groupBy: "Host" }), ...common });
  expect(firingsOf(whole, series("30s", "5x1 4x1"))).toEqual([["", 0, 1, 10]]);
  expect(firingsOf(grouped, { a: series("1m", "10 9") })).toEqual([["a", 0, 1, 10]]);
});

test("a SQL query has one value for each window, and a missing value of a number tile is 0", () => {
  const connection = "6955b9000000005000000009";
  const query =
    "SELECT $__timeInterval(ts) AS t, sum(v) FROM events WHERE ts > {startDateMilliseconds:Int64} GROUP BY t";
  const alertOfSql = (sql: Tile<"line"> | Tile<"number">) => {
    const stack = stackOfTest();
    const notify = [Webhook.byName(stack, "Slack")];
    return new Alert(stack, "sql", { on: sql as Tile<"line">, when: below(1), every: "5m", notify });
  };
  const line = alertOfSql(tile.sql.line({ connection, sqlTemplate: query }));
  const number = alertOfSql(tile.sql.number({ connection, sqlTemplate: "SELECT sum(v) FROM events" }));
  expect(firingsOf(line, series("5m", "1 NaN 0"))).toEqual([["", 10, 15, 0]]);
  expect(firingsOf(line, { a: series("5m", "0 1"), b: series("5m", "1 0") })).toEqual([
    ["a", 0, 5, 0],
    ["b", 5, 10, 0],
  ]);
  expect(firingsOf(number, series("5m", "1 NaN 0"))).toEqual([["", 5, 15, 0]]);
  expect(() => evaluateAlert(line, series("1m", "1x4"))).toThrow("compares the value of a query in SQL");
});

test("a numeric group is compared instead of the value, as on the server", () => {
  const groupBy = "ServiceName, toUInt16OrZero(LogAttributes['http.status'])";
  const alert = alertOn((logs) => tile.line({ source: logs, select: [count()], groupBy }));
  const groups = { "cart, 90": series("5m", "500 _ 500"), "cart, 404": series("5m", "1 1 _") };
  expect(firingsOf(alert, groups)).toEqual([["cart", 0, 10, 404]]);
  expect(() => evaluateAlert(alert, { cart: series("5m", "1") })).toThrow(
    "The group \"cart\" does not contain it. Fix: Group by toString(toUInt16OrZero(LogAttributes['http.status'])), or name groups by",
  );
});

test("values and times outside of the limits cause one clear error", () => {
  expect(() => series("5m", "0 1e309")).toThrow(
    "Value 2 of the series is beyond 1.7976931348623157e+308, the largest number. Fix: Give smaller values.",
  );
  expect(() => series("5m", "1e308+1e308x3")).toThrow("Value 2 of the series is beyond");
  expect(series("5m", "NaN Inf -Inf").values).toEqual([null, null, null]);
  expect(() => evaluateAlert(alertOn(errors), series("1m", "1e308x9"))).toThrow(
    /The combined value of a window is beyond 1\.79\d+e\+308, the largest number\. Fix: /,
  );
  const apart = {
    a: series("5m", "1", { start: "1970-01-01T00:00:00Z" }),
    b: series("5m", "1", { start: "2060-01-01T00:00:00Z" }),
  };
  expect(() => evaluateAlert(alertOn(byService), apart)).toThrow(
    /The series last from 1970-01-01T00:00:00.000Z to 2060-01-01T00:05:00.000Z, which is 9467137 windows of 5m\. At most 1000000 can be evaluated\. Fix: /,
  );
  const firings = evaluateAlert(alertOn(errors), series("5m", "-1e308 1e308"));
  expect(() => assertFiresAt(firings, "1m")).toThrow("1e+308");
});

test("an alert on an inline chart evaluates the chart", () => {
  const stack = stackOfTest();
  const on = tile.line({ source: Source.byName(stack, "Logs"), select: [avg("Duration")], groupBy: "Host" });
  const alert = new Alert(stack, "slow", { on, when: above(2), every: "1h", notify: [Webhook.byName(stack, "Slack")] });
  expect(firingsOf(alert, { "Host: a": series("1h", "1 3 1") })).toEqual([["Host: a", 60, 120, 3]]);
});

test.each([
  [
    "groups for an alert without grouping",
    () => evaluateAlert(alertOn(errors), { a: series("5m", "1") }),
    "is not grouped",
  ],
  [
    "no groups for a grouped alert",
    () => evaluateAlert(alertOn(byService), series("5m", "1")),
    "is grouped by ServiceName",
  ],
  [
    "one series for a ratio",
    () => evaluateAlert(alertOn(ratio), series("5m", "1")),
    "compares A / B of 2 select items, and 1 series is given. Fix: Pass a list of 2 series, in the order of the select items.",
  ],
  [
    "two series for one item",
    () => evaluateAlert(alertOn(errors), [series("5m", "1"), series("5m", "1")]),
    "compares 1 select item, and 2 series are given. Fix: Pass 1 series.",
  ],
  [
    "a step longer than a window",
    () => evaluateAlert(alertOn(errors), series("1h", "1")),
    "A window of 5m does not consist of whole steps of 3600 s",
  ],
  [
    "a step that does not divide a window",
    () => evaluateAlert(alertOn(errors), series("2m", "1x9")),
    "Fix: Choose a step that divides 5m",
  ],
  [
    "parts of windows of an average",
    () => evaluateAlert(alertOn(average), series("1m", "1x9")),
    'compares avg, whose value for a window does not follow from values for its parts. Fix: Give one value for each window: series("5m", ...)',
  ],
  [
    "a start within a window",
    () => evaluateAlert(alertOn(errors), series("5m", "1x9", { start: "2026-01-01T00:02:00Z" })),
    "Fix: Start the series at 2026-01-01T00:05:00.000Z",
  ],
  [
    "a series that is shorter than a window",
    () => evaluateAlert(alertOn(errors), series("1m", "1x2")),
    "contain no whole window of 5m, so nothing is evaluated",
  ],
  [
    "no series",
    () => evaluateAlert(alertOn(errors), {}),
    'No series. Fix: Pass a series, such as series("5m", "0x12 120")',
  ],
  ["numbers", () => evaluateAlert(alertOn(errors), [1, 2] as never), "The series are not the results of series()"],
  [
    "an invalid delay",
    () => evaluateAlert(alertOn(errors), series("1m", "1x9"), { delay: "late" }),
    'The delay "late" is invalid',
  ],
  [
    "a number as delay",
    () => evaluateAlert(alertOn(errors), series("1m", "1x9"), { delay: 2 as never }),
    "The delay 2",
  ],
  [
    "a misspelled option",
    () => evaluateAlert(alertOn(errors), series("1m", "1x9"), { dealy: "2m" } as never),
    'The option "dealy" does not exist. Did you mean "delay"? Fix: Use start or delay.',
  ],
  [
    "options that are a text",
    () => evaluateAlert(alertOn(errors), series("1m", "1x9"), "2m" as never),
    'The options are not an object. Fix: Pass options such as { start: "2026-06-01T00:00:00Z" } or { delay: "2m" }, or remove the argument.',
  ],
  [
    "no alert",
    () => evaluateAlert(undefined as never, series("5m", "1")),
    "The alert is undefined. Fix: Pass an Alert or an alert of synthesized().",
  ],
  [
    "the name of an alert",
    () => evaluateAlert("errors" as never, series("5m", "1")),
    "The first argument is not an alert. Fix: Pass an Alert or an alert of synthesized().",
  ],
  [
    "a list of alerts",
    () => evaluateAlert([] as never, series("5m", "1")),
    "The first argument is not an alert. Fix: Pass an Alert or an alert of synthesized().",
  ],
  [
    "a delay together with whole windows",
    () => evaluateAlert(alertOn(errors), series("5m", "1"), { delay: "1m" }),
    "Choose a step that is smaller than 5m",
  ],
  [
    "a dashboard",
    () => evaluateAlert(new Dashboard(stackOfTest(), "d", { name: "D" }) as never, series("5m", "1")),
    "observability/d is not an alert",
  ],
])("evaluateAlert refuses %s", (_name, run, message) => {
  expect(run).toThrow(message);
});

test("an invalid alert is refused with the error of its synthesis", () => {
  const alert = alertOn(errors, { every: "60m" });
  expect(() => evaluateAlert(alert, series("1m", "1"))).toThrow(
    /The stack is invalid:\n {2}\[observability\/errors\] every: /,
  );
});
