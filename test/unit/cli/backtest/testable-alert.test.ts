import type { Contents } from "../../../../src/cli/project/contents/contents";
import { type TestableAlert, testableAlert } from "../../../../src/cli/server/backtest/testable-alert";
import { type ApiFields, SensitiveValue } from "../../../../src/drawing";

const sourceId = "6955b9000000005000000001";
const count = { aggFn: "count", where: "a", whereLanguage: "lucene" };
const average = { aggFn: "avg", valueExpression: "Duration", where: "" };
const alert = { interval: "5m", threshold: 1, thresholdType: "above" };

function contents(config: ApiFields, search: ApiFields = {}): Contents {
  const tiles = [{ id: "t", name: "Tile", x: 0, y: 0, w: 1, h: 1, config: { sourceId, ...config } }];
  return {
    dashboards: [{ address: "d", fields: { name: "Board", tiles } }],
    alerts: [],
    savedSearches: [
      { address: "s", fields: { name: "Fatal", sourceId, where: "level:fatal", whereLanguage: "lucene", ...search } },
    ],
    sourceName: () => "Logs",
  };
}

const onTile = (config: ApiFields, fields: ApiFields = {}) =>
  testableAlert({ address: "a", fields: { ...alert, dashboardId: "d", tileId: "t", ...fields } }, contents(config));
const onSearch = (search: ApiFields, fields: ApiFields = {}) =>
  testableAlert({ address: "a", fields: { ...alert, savedSearchId: "s", ...fields } }, contents({}, search));

function testable(watched: ReturnType<typeof testableAlert>): TestableAlert {
  if ("reason" in watched) {
    throw new Error(watched.reason);
  }
  return watched;
}

test("all values of a tile are requested, and the last one is compared", () => {
  const watched = onTile({ displayType: "line", select: [count, average] });
  expect(watched).toMatchObject({
    watches: "Board > Tile: Logs: count where a, avg(Duration)",
    query: { series: [{ aggFn: "count" }, { aggFn: "avg" }], outputs: [{ expression: "B" }] },
    fires: "≥ 1 in 5m",
    inARow: 1,
    columns: [],
  });
});

test("the condition compares the ratio or the last formula, and groups have the columns of the tile", () => {
  const outputs = (config: ApiFields) =>
    testable(onTile({ displayType: "line", select: [count, average], ...config })).query.outputs;
  expect(outputs({ asRatio: true })).toMatchObject([{ expression: "A / B" }]);
  expect(outputs({ formulas: [{ expression: "A" }, { expression: "B * 2" }] })).toMatchObject([
    { expression: "B * 2" },
  ]);
  expect(onTile({ displayType: "line", select: [count], groupBy: "Host, Level" })).toMatchObject({
    columns: ["Host", "Level"],
  });
});

test("a saved search is counted with its SQL filters, grouped by the columns of the alert", () => {
  const series = (search: ApiFields, fields?: ApiFields) => testable(onSearch(search, fields)).query.series;
  expect(series({})).toEqual([
    { sourceId, aggFn: "count", where: "level:fatal", whereLanguage: "lucene", groupBy: [], select: "" },
  ]);
  expect(series({}, { groupBy: "Host" })).toMatchObject([{ groupBy: ["Host"] }]);
  const filters = [{ type: "sql", condition: "a IN ('x')" }];
  expect(series({ where: "", filters })).toMatchObject([{ where: "(a IN ('x'))", whereLanguage: "sql" }]);
  expect(series({ where: "b = 1", whereLanguage: "sql", filters })).toMatchObject([
    { where: "(b = 1) AND (a IN ('x'))", whereLanguage: "sql" },
  ]);
});

test("a query in SQL has a source only if its tile names one", () => {
  const sql = { displayType: "number", configType: "sql", sqlTemplate: "SELECT 1" };
  const queryOf = (config: ApiFields) => testable(onTile({ ...sql, ...config })).query.sql;
  expect(queryOf({})).toEqual({ template: "SELECT 1", isNumber: true, sourceId });
  expect(queryOf({ sourceId: undefined })).toEqual({ template: "SELECT 1", isNumber: true });
  expect(queryOf({ sourceId: null })).toEqual({ template: "SELECT 1", isNumber: true });
});

test.each([
  [onTile({ displayType: "table", select: [count] }), "A table tile cannot alert."],
  [
    onTile({ displayType: "number", configType: "sql", sqlTemplate: `SELECT 1 FROM \${data.source.s}` }),
    "Its query is not known before the apply.",
  ],
  [
    onTile({ displayType: "line", select: [count] }, { tileId: "x" }),
    "The input does not contain the tile that the alert watches.",
  ],
  [onTile({ displayType: "line", select: [count] }, { interval: "often" }), 'Its interval "often" is not valid.'],
  [
    onTile({ displayType: "line", select: [count] }, { threshold: "a reference" }),
    "Its threshold is not known before the apply.",
  ],
  [
    onTile({ displayType: "line", select: [count] }, { thresholdType: "between" }),
    "Its threshold is not known before the apply.",
  ],
  [onSearch({ filters: [{ condition: "a IN ('x')" }] }), "Its saved search has filters in SQL and a query in Lucene"],
  [
    onTile({ displayType: "line", select: [{ ...count, where: new SensitiveValue(1) }] }),
    "The tile that it watches contains a sensitive value, which a back-test would show.",
  ],
  [
    onTile({ displayType: "line", select: [count] }, { threshold: new SensitiveValue(1) }),
    "The alert contains a sensitive value, which a back-test would show.",
  ],
  [onSearch({ where: new SensitiveValue(1) }), "The saved search that it watches contains a sensitive value"],
  [onSearch({ sourceId: "a reference" }), "Its source is not known before the apply."],
  [onSearch({ sourceId: undefined }), "Its source is not known before the apply."],
  [onTile({ displayType: "line", select: [count], sourceId: null }), "Its source is not known before the apply."],
])("an alert that cannot be back-tested is reported with the reason (%#)", (watched, reason) => {
  expect("reason" in watched && watched.reason).toContain(reason);
});

describe("the inline chart of an alert", () => {
  const onChart = (chart: ApiFields) =>
    testableAlert(
      { address: "a", fields: { ...alert, source: "inline", chartConfig: { sourceId, ...chart } } },
      contents({}),
    );

  test("is requested in the same form as a tile", () => {
    expect(onChart({ displayType: "line", select: [count, average], name: "p99", groupBy: "Host" })).toMatchObject({
      watches: "Chart p99: Logs: count where a, avg(Duration), by Host",
      query: { series: [{ aggFn: "count", where: "a" }, { aggFn: "avg" }], outputs: [{ expression: "B" }] },
      columns: ["Host"],
    });
  });

  test("applies its filter to every value, if the languages are the same", () => {
    const filter = { where: "b", whereLanguage: "lucene" };
    expect(onChart({ displayType: "line", select: [count, average], ...filter })).toMatchObject({
      query: { series: [{ where: "(a) AND (b)" }, { where: "b", whereLanguage: "lucene" }] },
    });
    expect(onChart({ displayType: "line", select: [count], ...filter, whereLanguage: "sql" })).toMatchObject({
      reason: expect.stringContaining("in one language"),
    });
  });

  test("cannot be back-tested if its SQL has no interval", () => {
    const reason = expect.stringContaining("has no interval");
    expect(onChart({ displayType: "line", configType: "sql", sqlTemplate: "SELECT 1" })).toMatchObject({ reason });
  });
});
