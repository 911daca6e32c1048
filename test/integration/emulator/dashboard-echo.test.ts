import { seedIds } from "../../../src/emulator";
import { count, created, dashboard, lineConfig, place, running } from "../../support/emulator/support";

const emulator = running();
const sourceId = seedIds.logs;
const shownCount = { aggFn: "count", valueExpression: "", where: "", whereLanguage: "lucene" };
const sql = { configType: "sql", connectionId: seedIds.connection, sqlTemplate: "SELECT 1" };

const shownChart = { select: [shownCount], asRatio: false, fillNulls: true };
const shownEvents = { where: "", whereLanguage: "lucene" };
const quantile = {
  ...{ aggFn: "quantile", level: 0.95, valueExpression: "Duration" },
  ...{ where: "a:b", whereLanguage: "sql", alias: "p95" },
};
const max = { aggFn: "max", valueExpression: "Duration", numberFormat: { output: "duration", factor: 0.001 } };
const durations = { valueExpression: "Duration", countExpression: "count()", heatmapScaleType: "log" };

/**
 * Fields of the request, and fields of the response that are added or different (docs/internals/api-behavior.md 4.6,
 * 4.7).
 */
const echoes: [string, Record<string, unknown>, Record<string, unknown>][] = [
  ["line", { displayType: "line", sourceId, select: [count] }, shownChart],
  [
    "line with everything",
    {
      displayType: "line",
      sourceId,
      select: [quantile, max],
      groupBy: "ServiceName",
      asRatio: true,
      alignDateRangeToGranularity: false,
      fillNulls: false,
      compareToPreviousPeriod: true,
      fitYAxisToData: true,
      numberFormat: { output: "number", mantissa: 2, thousandSeparated: true },
      seriesLimit: 0,
    },
    { select: [quantile, { ...max, ...shownEvents }] },
  ],
  [
    "stacked_bar, without the fields that only a line has",
    { displayType: "stacked_bar", sourceId, select: [count], compareToPreviousPeriod: true, fitYAxisToData: true },
    { ...shownChart, compareToPreviousPeriod: undefined, fitYAxisToData: undefined },
  ],
  [
    "table",
    {
      ...{ displayType: "table", sourceId, select: [count] },
      ...{ having: "count() > 1", orderBy: "x", groupByColumnsOnLeft: true },
    },
    { select: [shownCount], asRatio: false },
  ],
  [
    "number without its empty color rules and formulas",
    { displayType: "number", sourceId, select: [count], colorRules: [], formulas: [], color: "chart-red" },
    { select: [shownCount], colorRules: undefined, formulas: undefined },
  ],
  [
    "number with a formula, color rules and background, never showOperandSeries",
    {
      displayType: "number",
      sourceId,
      select: [count, count],
      formulas: [{ expression: "A / (A + B) * 100", alias: "share" }],
      showOperandSeries: false,
      colorRules: [
        { operator: "gte", value: 5, color: "chart-warning", label: "warm" },
        { operator: "between", value: [6, 9], color: "chart-error" },
        { operator: "neq", value: "n/a", color: "chart-gray" },
      ],
      backgroundChart: { type: "area", color: "chart-blue" },
    },
    { select: [shownCount, shownCount], showOperandSeries: undefined },
  ],
  [
    "line with formulas and showOperandSeries",
    { ...lineConfig, formulas: [{ expression: "-A * 2" }], showOperandSeries: false },
    shownChart,
  ],
  [
    "line without formulas and without showOperandSeries",
    { ...lineConfig, formulas: [], showOperandSeries: false },
    { ...shownChart, formulas: undefined, showOperandSeries: undefined },
  ],
  [
    "pie",
    { displayType: "pie", sourceId, select: [count], groupBy: "a", orderBy: "b", limit: 0 },
    { select: [shownCount] },
  ],
  ["bar", { displayType: "bar", sourceId, select: [count] }, { select: [shownCount] }],
  [
    "heatmap",
    { displayType: "heatmap", sourceId: seedIds.traces, select: [{ ...durations, alias: "gone" }] },
    { select: [durations], ...shownEvents },
  ],
  ["search", { displayType: "search", sourceId, select: "Body" }, shownEvents],
  ["event_patterns", { displayType: "event_patterns", sourceId }, { select: "", ...shownEvents }],
  ["markdown", { displayType: "markdown" }, { markdown: "" }],
  [
    "raw SQL line",
    { ...sql, displayType: "line", seriesLimit: 3, compareToPreviousPeriod: false },
    { fillNulls: true },
  ],
  [
    "raw SQL stacked_bar with its source",
    { ...sql, displayType: "stacked_bar", sourceId, fillNulls: false, fitYAxisToData: true },
    { fitYAxisToData: undefined },
  ],
  [
    "raw SQL table with a link",
    { ...sql, displayType: "table", onClick: { type: "external", urlTemplate: "https://example.com/{{x}}" } },
    {},
  ],
  [
    "raw SQL number without color rules",
    {
      ...{ ...sql, displayType: "number", color: "chart-green" },
      colorRules: [{ operator: "gt", value: 1, color: "chart-red" }],
    },
    { colorRules: undefined },
  ],
  ["raw SQL pie", { ...sql, displayType: "pie" }, {}],
  ["raw SQL bar", { ...sql, displayType: "bar" }, {}],
];

test.each(echoes)(
  "a response contains a tile config with its documented defaults: %s",
  async (_name, sent, changed) => {
    const board = await created(emulator.openSource, dashboard(sent));
    expect(board.tiles[0].config).toEqual({ ...sent, ...changed });
    const read = await emulator.openSource.get(`/dashboards/${board.id}`);
    expect(read.json.data).toEqual(board);
  },
);

test("a tile in a response contains its position, and top-level fields contain their defaults", async () => {
  const board = await created(emulator.openSource, dashboard({ displayType: "markdown" }));
  expect(board).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    name: "Board",
    tiles: [
      { ...place, id: expect.stringMatching(/^[0-9a-f]{24}$/), config: { displayType: "markdown", markdown: "" } },
    ],
    tags: [],
    filters: [],
    savedQuery: null,
    savedQueryLanguage: null,
    savedFilterValues: [],
  });
});

test("the first eight digits of a new id are the time of its creation in seconds", async () => {
  const before = Math.floor(Date.now() / 1000);
  const { id } = await created(emulator.openSource, dashboard());
  const second = Number.parseInt(id.slice(0, 8), 16);
  expect(second).toBeGreaterThanOrEqual(before);
  expect(second).toBeLessThanOrEqual(Math.floor(Date.now() / 1000));
});

test.each([
  ["sets lucene for a saved query", { savedQuery: "a:b" }, "a:b", "lucene"],
  ["keeps a language that is sent", { savedQuery: "a = 1", savedQueryLanguage: "sql" }, "a = 1", "sql"],
  ["accepts promql", { savedQuery: "up", savedQueryLanguage: "promql" }, "up", "promql"],
  ["sets no language for an empty query", { savedQuery: "" }, "", null],
  ["keeps null", { savedQuery: null }, null, null],
  ["keeps a language without a query", { savedQuery: null, savedQueryLanguage: "sql" }, null, "sql"],
])("a create %s", async (_name, fields, savedQuery, savedQueryLanguage) => {
  const board = await created(emulator.openSource, { ...dashboard(), ...fields });
  expect(board).toMatchObject({ savedQuery, savedQueryLanguage });
});

test("repeated tags are removed and keep their order, and saved filter values get the type sql", async () => {
  const board = await created(emulator.openSource, {
    ...dashboard(),
    tags: ["b", "a", "b"],
    savedFilterValues: [{ condition: "a IN ('x')" }],
  });
  expect(board.tags).toEqual(["b", "a"]);
  expect(board.savedFilterValues).toEqual([{ type: "sql", condition: "a IN ('x')" }]);
});

test("a response contains each filter as it was sent, with an id", async () => {
  const filter = { type: "QUERY_EXPRESSION", name: "Service", expression: "ServiceName", sourceId };
  const board = await created(emulator.openSource, { ...dashboard(), filters: [filter] });
  expect(board.filters).toEqual([{ ...filter, id: expect.stringMatching(/^[0-9a-f]{24}$/) }]);
});

test("a response contains containers without added defaults, and omits empty lists of containers", async () => {
  const containers = [{ id: "c", title: "C", collapsed: false, tabs: [{ id: "t", title: "T" }] }];
  const tiles = [{ ...place, containerId: "c", tabId: "t", config: { displayType: "markdown" } }];
  const board = await created(emulator.openSource, { name: "Board", tiles, containers });
  expect(board.containers).toEqual(containers);
  expect(board.tiles[0]).toMatchObject({ containerId: "c", tabId: "t" });
  const bare = await created(emulator.openSource, { ...dashboard(), containers: [] });
  expect(bare).not.toHaveProperty("containers");
});

test("the list of dashboards is sorted by name in descending order", async () => {
  await created(emulator.openSource, { name: "alpha", tiles: [] });
  await created(emulator.openSource, { name: "zeta", tiles: [] });
  await created(emulator.openSource, { name: "mid", tiles: [] });
  const list = await emulator.openSource.get("/dashboards");
  const names = list.json.data.map((one: { name: string }) => one.name);
  expect(names.filter((name: string) => ["alpha", "mid", "zeta"].includes(name))).toEqual(["zeta", "mid", "alpha"]);
  expect(list.json).not.toHaveProperty("meta");
});
