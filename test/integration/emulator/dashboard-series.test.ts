import { seedIds } from "../../../src/emulator";
import { created, place, running } from "../../support/emulator/support";

const emulator = running();
const sourceId = seedIds.logs;
const time = { type: "time", sourceId, aggFn: "count", where: "", groupBy: [] };
const shown = { aggFn: "count", valueExpression: "", where: "", whereLanguage: "lucene" };

/** The deprecated form of a tile, and the configuration that the server returns (docs/internals/api-behavior.md 4.11). */
const forms: [string, Record<string, unknown>, Record<string, unknown>][] = [
  [
    "time becomes a line",
    { series: [time] },
    { displayType: "line", sourceId, select: [shown], asRatio: false, fillNulls: true },
  ],
  [
    "time with displayType stacked_bar becomes a stacked bar, and group columns are joined without a space",
    { series: [{ ...time, displayType: "stacked_bar", groupBy: ["a", "b"] }] },
    { displayType: "stacked_bar", sourceId, select: [shown], groupBy: "a,b", asRatio: false, fillNulls: true },
  ],
  [
    "field and metricDataType get their new names, and the first number format is used",
    {
      series: [
        { ...time, aggFn: "max", field: "Value", metricDataType: "gauge", metricName: "m" },
        { ...time, numberFormat: { output: "byte" } },
      ],
      asRatio: true,
    },
    {
      displayType: "line",
      sourceId,
      select: [{ ...shown, aggFn: "max", valueExpression: "Value", metricType: "gauge", metricName: "m" }, shown],
      numberFormat: { output: "byte" },
      asRatio: true,
      fillNulls: true,
    },
  ],
  [
    "a ratio of one series is not a ratio",
    { series: [time], asRatio: true },
    { displayType: "line", sourceId, select: [shown], asRatio: false, fillNulls: true },
  ],
  [
    "table loses its sort order",
    { series: [{ ...time, type: "table", sortOrder: "desc" }] },
    { displayType: "table", sourceId, select: [shown], asRatio: false },
  ],
  [
    "number uses only the first item, and an unsupported level is lost",
    {
      series: [
        { type: "number", sourceId, aggFn: "quantile", level: 0.42, field: "Duration", where: "a:b" },
        { type: "number", sourceId, aggFn: "count", where: "" },
      ],
    },
    {
      displayType: "number",
      sourceId,
      select: [{ aggFn: "quantile", valueExpression: "Duration", where: "a:b", whereLanguage: "lucene" }],
    },
  ],
  [
    "search joins its fields with a comma and a space",
    { series: [{ type: "search", sourceId, fields: ["Body", "Level"], where: "x" }] },
    { displayType: "search", sourceId, select: "Body, Level", where: "x", whereLanguage: "lucene" },
  ],
  ["markdown", { series: [{ type: "markdown", content: "# Hi" }] }, { displayType: "markdown", markdown: "# Hi" }],
];

test.each(forms)(
  "a tile in the deprecated form is returned as a tile configuration: %s",
  async (_name, sent, config) => {
    const board = await created(emulator.openSource, { name: "Board", tiles: [{ ...place, ...sent }] });
    expect(board.tiles[0]).toEqual({ ...place, id: expect.any(String), config });
  },
);

test("two series of different types are refused", async () => {
  const series = [time, { type: "markdown", content: "" }];
  const response = await emulator.openSource.post("/dashboards", { name: "Board", tiles: [{ ...place, series }] });
  expect(response.status).toBe(400);
  expect(response.json.message).toBe("Body validation failed: tiles.0.series: All series must have the same type");
});
