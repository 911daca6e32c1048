import { ALERT_INTERVALS, alert } from "../../../../src/resources/declarations";
import { ID, searchAlert, tileAlert } from "../../../support/declaration/declarations";
import { refusals, unknownValues } from "../../../support/declaration/refusals";

const DAY = 86_400_000;
const INTERVALS = ALERT_INTERVALS.map((each) => JSON.stringify(each)).join(", ");

const on = (changes: object) => refusals(alert, { ...tileAlert, ...changes });

describe("an alert", () => {
  test("can watch a tile and have all fields", () => {
    expect(refusals(alert, tileAlert)).toEqual([]);
  });

  test("can watch a saved search without declaring its source", () => {
    expect(refusals(alert, searchAlert)).toEqual([]);
  });

  test("requires an interval, a threshold, a comparison and a channel, and each error describes the field", () => {
    expect(refusals(alert, { dashboardId: ID, tileId: "t" })).toEqual([
      "interval: Must be given: the length of one evaluation window.",
      "threshold: Must be given: the value to compare each window with.",
      "thresholdType: Must be given: the comparison.",
      "channels: Must be given: one to ten channels that receive the alert.",
    ]);
  });

  test.each([
    ["24h", ' Write "1d" instead.'],
    ["60m", ' Write "1h" instead.'],
  ])("cannot have the interval %s", (interval, hint) => {
    expect(on({ interval, scheduleOffsetMinutes: 0 })).toEqual([
      `interval: Must be one of ${INTERVALS}; it is "${interval}".${hint}`,
    ]);
  });

  test.each(["45s", "2h", "soon"])("can have the interval %s of a newer server", (interval) => {
    expect(unknownValues(alert, { ...tileAlert, interval, scheduleOffsetMinutes: 0 })).toEqual([
      `interval: "${interval}"`,
    ]);
  });

  test("requires both the dashboard and the tile if it watches a tile", () => {
    expect(on({ dashboardId: undefined, tileId: null })).toEqual([
      "dashboardId: An alert on a tile requires the dashboard that contains the tile. Set it, or watch a saved search instead.",
      "tileId: An alert on a tile requires the tile. Set it, or watch a saved search instead.",
    ]);
  });

  test("cannot have a saved search or a grouping if it watches a tile", () => {
    expect(on({ savedSearchId: ID, groupBy: "ServiceName" })).toEqual([
      "savedSearchId: An alert on a tile has no saved search. Leave it out, or watch the saved search.",
      "groupBy: An alert on a tile is grouped as the tile is. Leave it out and group the tile.",
    ]);
  });

  test("requires the saved search and has no tile if it watches a saved search", () => {
    const { savedSearchId: _, ...alone } = searchAlert;
    expect(refusals(alert, { ...alone, source: "saved_search", dashboardId: ID, tileId: "t" })).toEqual([
      "savedSearchId: An alert on a saved search requires the saved search. Set its id.",
      "dashboardId: An alert on a saved search has no dashboard. Leave it out.",
      "tileId: An alert on a saved search has no tile. Leave it out.",
    ]);
  });

  test("refuses an id that the server cannot have", () => {
    expect(on({ dashboardId: "Checkout" })).toEqual([
      'dashboardId: Must be an id, as the server returns it, such as 0123456789abcdef01234567; it is "Checkout".',
    ]);
  });
});

describe("the threshold of an alert", () => {
  test.each(["between", "not_between"])("needs an upper bound for %s", (thresholdType) => {
    expect(on({ thresholdType, thresholdMax: undefined })).toEqual([
      `thresholdMax: The threshold type "${thresholdType}" requires an upper bound. Set it.`,
    ]);
  });

  test.each(["above", "below", "above_exclusive", "below_or_equal", "equal", "not_equal"])(
    "has no upper bound for %s",
    (thresholdType) => {
      expect(on({ thresholdType })).toEqual([
        'thresholdMax: Only the threshold types "between" and "not_between" have an upper bound. Leave it out.',
      ]);
      expect(on({ thresholdType, thresholdMax: undefined })).toEqual([]);
    },
  );

  test("has two ordered bounds for a range, and the bounds can be equal", () => {
    expect(on({ threshold: 20, thresholdMax: 20 })).toEqual([]);
    expect(on({ threshold: 20, thresholdMax: 19 })).toEqual([
      "thresholdMax: Must be at least the threshold, which is 20; it is 19. Exchange the two.",
    ]);
  });

  test("must be a number", () => {
    expect(on({ threshold: "100" })).toEqual(["threshold: Must be a number, not a string."]);
    expect(on({ threshold: Number.NaN })).toEqual(["threshold: Must be a number, not the number NaN."]);
  });

  test("can have a comparison that only a newer server supports", () => {
    const declared = { ...tileAlert, thresholdType: "abov", thresholdMax: undefined };
    expect(unknownValues(alert, declared)).toEqual(['thresholdType: "abov"']);
  });
});

describe("the schedule of an alert", () => {
  test("is shifted by less than one interval", () => {
    expect(on({ interval: "1h", scheduleOffsetMinutes: 60 })).toEqual([
      "scheduleOffsetMinutes: Must be less than the interval, which is 60 minutes; it is 60.",
    ]);
    expect(on({ interval: "1m", scheduleOffsetMinutes: 1 })).toEqual([
      "scheduleOffsetMinutes: Must be less than the interval, which is 1 minute; it is 1.",
    ]);
    expect(on({ interval: "1d", scheduleOffsetMinutes: 1439 })).toEqual([]);
  });

  test("is shifted by whole minutes within a day", () => {
    expect(on({ interval: "1d", scheduleOffsetMinutes: 1440 })).toEqual([
      "scheduleOffsetMinutes: Must be at most 1439; it is 1440.",
    ]);
    expect(on({ scheduleOffsetMinutes: -1 })).toEqual(["scheduleOffsetMinutes: Must be at least 0; it is -1."]);
    expect(on({ scheduleOffsetMinutes: 1.5 })).toEqual([
      "scheduleOffsetMinutes: Must be a whole number, not the number 1.5.",
    ]);
  });

  test("has a start or an offset, but not both, and an offset of 0 counts as unset", () => {
    const scheduleStartAt = new Date().toISOString();
    expect(on({ scheduleStartAt, scheduleOffsetMinutes: 0 })).toEqual([]);
    expect(on({ scheduleStartAt, scheduleOffsetMinutes: 5 })).toEqual([
      "scheduleOffsetMinutes: A schedule with a start has no offset. Leave one of the two out.",
    ]);
  });

  test("starts at most ten years in the past and one year in the future", () => {
    const startingIn = (days: number) =>
      on({ scheduleOffsetMinutes: 0, scheduleStartAt: new Date(Date.now() + days * DAY).toISOString() });
    expect(startingIn(364)).toEqual([]);
    expect(startingIn(366)).toEqual(["scheduleStartAt: Must be within a year from now."]);
    expect(startingIn(-3649)).toEqual([]);
    expect(startingIn(-3651)).toEqual(["scheduleStartAt: Must be within the last ten years."]);
  });

  test("starts at a time with a time zone", () => {
    expect(on({ scheduleOffsetMinutes: 0, scheduleStartAt: "2026-01-01T00:00:00" })).toEqual([
      'scheduleStartAt: Must be a date and time with its zone, such as 2026-12-31T23:59:59Z; it is "2026-01-01T00:00:00".',
    ]);
  });
});

describe("the text fields of an alert", () => {
  test.each([
    ["name", 512],
    ["message", 4096],
    ["note", 4096],
  ])("include %s, which has 1 to %d characters", (field, most) => {
    expect(on({ [field]: "" })).toEqual([`${field}: Must be at least 1 character long; it has 0.`]);
    expect(on({ [field]: "x".repeat(most) })).toEqual([]);
    expect(on({ [field]: "x".repeat(most + 1) })).toEqual([
      `${field}: Must be at most ${most} characters long; it has ${most + 1}.`,
    ]);
  });

  test("the number of consecutive windows before an alert fires is at least one", () => {
    expect(on({ numConsecutiveWindows: 0 })).toEqual(["numConsecutiveWindows: Must be at least 1; it is 0."]);
  });
});

describe("the inline chart of an alert", () => {
  const chart = (fields: object) =>
    refusals(alert, { ...RULE_ONLY, chartConfig: { displayType: "number", ...fields } }).map(
      (text) => text.split(":")[0],
    );
  const { dashboardId: _, tileId: __, source: ___, ...RULE_ONLY } = tileAlert as Record<string, unknown>;
  const COUNT = { aggFn: "count" };
  const SQL = { configType: "sql", connectionId: ID };

  test.each<[string, object, string[]]>([
    ["it can be a number tile", { sourceId: ID, select: [COUNT], where: "level:error" }, []],
    ["a number tile has one select item", { sourceId: ID, select: [COUNT, COUNT] }, ["chartConfig.select"]],
    ["a filter is refused for a SQL query", { ...SQL, sqlTemplate: "SELECT 1", where: "a" }, ["chartConfig.where"]],
    [
      "a SQL query needs the interval",
      { ...SQL, displayType: "line", sqlTemplate: "SELECT 1" },
      ["chartConfig.sqlTemplate"],
    ],
    ["PromQL is refused", { configType: "promql", sourceId: ID, select: [COUNT] }, ["chartConfig.configType"]],
    ["a table is refused", { displayType: "table", sourceId: ID, select: [COUNT] }, ["chartConfig.displayType"]],
  ])("is validated: %s", (_title, fields, places) => {
    expect(chart(fields)).toEqual(places);
  });
});
