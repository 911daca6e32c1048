import { seedIds } from "../../../src/emulator";
import { absentId, type Json, running } from "../../support/emulator/support";

const emulator = running();
const hour = 3_600_000;
const startTime = Date.parse("2026-06-01T00:00:00Z");
const count = { sourceId: seedIds.logs, aggFn: "count", where: "level:error", groupBy: [] };
const average = { ...count, aggFn: "avg", field: "Duration" };
const query = { startTime, endTime: startTime + 3 * hour, granularity: "1h", series: [count, average] };

const ask = (fields: Record<string, unknown> = {}) =>
  emulator.openSource.post("/charts/series", { ...query, ...fields });

test("rows of several series are merged by bucket, counts are texts, and averages are numbers", async () => {
  const { json } = await ask();
  expect(json.data.map((row: Json) => row.ts_bucket)).toEqual([startTime, startTime + hour, startTime + 2 * hour]);
  for (const row of json.data) {
    expect(row).toEqual({
      ts_bucket: expect.any(Number),
      group: [],
      "series_0.data": expect.stringMatching(/^\d+$/),
      "series_1.data": expect.any(Number),
    });
  }
  expect((await ask()).json).toEqual(json);
});

test("the default field of a metric source is the name of the metric", async () => {
  const gauge = { sourceId: seedIds.metrics, aggFn: "avg", metricDataType: "gauge", where: "", groupBy: [] };
  const rows = async (fields: Record<string, unknown>) =>
    (await ask({ series: [{ ...gauge, ...fields }] })).json.data as Json[];
  expect(await rows({ field: "cpu" })).toEqual(await rows({ metricName: "cpu" }));
  expect(await rows({ field: "mem" })).not.toEqual(await rows({ field: "cpu" }));
  expect(await rows({ field: "mem", metricName: "cpu" })).toEqual(await rows({ metricName: "cpu" }));
});

test("every row contains its group", async () => {
  const { json } = await ask({ series: [{ ...count, groupBy: ["ServiceName"] }] });
  expect(json.data.slice(0, 2).map((row: Json) => row.group)).toEqual([["ServiceName-a"], ["ServiceName-b"]]);
});

test("a long bucket contains the sum of its short buckets, also if the time range cuts the bucket", async () => {
  const rows = async (fields: Record<string, unknown>): Promise<Json[]> =>
    (await ask({ series: [count], ...fields })).json.data;
  const minutes = await rows({ granularity: "1m" });
  const sum = (from: number, to: number) =>
    minutes
      .filter((row) => row.ts_bucket >= from && row.ts_bucket < to)
      .reduce((total, row) => total + Number(row["series_0.data"]), 0);
  const hours = await rows({ granularity: "1h" });
  expect(hours.map((row) => Number(row["series_0.data"]))).toEqual(
    [0, 1, 2].map((index) => sum(startTime + index * hour, startTime + (index + 1) * hour)),
  );
  const cut = await rows({ granularity: "1h", startTime: startTime + hour / 4, endTime: startTime + hour });
  expect(cut).toEqual([
    { ts_bucket: startTime, group: [], "series_0.data": String(sum(startTime + hour / 4, startTime + hour)) },
  ]);
});

test("the number of events varies by day and night and in bursts, and a minute without events has no row", async () => {
  const range = { startTime, endTime: startTime + 7 * 24 * hour, granularity: "1h" };
  const { json } = await ask({ ...range, series: [count] });
  const values: number[] = json.data.map((row: Json) => Number(row["series_0.data"]));
  const at = (begin: number, end: number) => values.filter((_, index) => index % 24 >= begin && index % 24 < end);
  const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
  expect(median(at(10, 14))).toBeGreaterThan(1.5 * median(at(22, 24)));
  expect(Math.max(...values)).toBeGreaterThan(2 * median(values));
  const rare = { ...count, where: "level:fatal" };
  const minutes = await ask({ granularity: "30s", endTime: startTime + 8 * hour, series: [rare] });
  expect(minutes.json.data.length).toBeLessThan(8 * 120);
});

test("the return type column returns unmerged rows, one block for each series", async () => {
  const { json } = await ask({
    seriesReturnType: "column",
    series: [
      { ...count, groupBy: ["a"] },
      { ...average, groupBy: ["a"] },
    ],
  });
  expect(json.data).toHaveLength(12);
  expect(json.data[0]).toEqual({ __hdx_time_bucket: "2026-06-01T00:00:00Z", series_0: expect.any(String), a: "a-a" });
  expect(json.data[6].series_1).toEqual(expect.any(Number));
});

test("rows are merged by the names of their groups, and the names are null for attributes and histograms", async () => {
  const rows = async (fields: object) => (await ask({ series: [{ ...count, ...fields }] })).json.data;
  const plain = await rows({ groupBy: ["ServiceName", "lower(SpanName)"] });
  expect(plain[0].group).toEqual(["ServiceName-a", "lower(SpanName)-a"]);
  const merged = await rows({ groupBy: ["LogAttributes['route']"] });
  expect(merged.map(({ group }: Json) => group)).toEqual(merged.map(() => [null]));
  expect(plain).toHaveLength(2 * merged.length);
  const histogram = { metricDataType: "histogram", groupBy: ["ServiceName"] };
  expect((await rows(histogram))[0].group).toEqual([null]);
  const raw = async (fields: object) =>
    (await ask({ seriesReturnType: "column", series: [{ ...count, ...fields }] })).json.data[0];
  expect(await raw(histogram)).toMatchObject({ group: ["ServiceName-a"] });
  const groupBy = ["LogAttributes['route']", "toUInt16OrZero(LogAttributes['http.status'])"];
  expect(await raw({ groupBy })).toMatchObject({
    "arrayElement(LogAttributes, 'route')": "LogAttributes['route']-a",
    "toUInt16OrZero(arrayElement(LogAttributes, 'http.status'))": 404,
  });
});

test.each(["declined", '"card declined" level:error', "level:error declined"])(
  "words without a field are refused in a chart query: %s",
  async (where) => {
    const response = await ask({ series: [{ ...count, where }] });
    expect([response.status, response.json]).toEqual([
      500,
      { error: "Can not search bare text without an implicit column set." },
    ]);
  },
);

test("a time range that ends before it starts returns no rows", async () => {
  expect((await ask({ endTime: startTime - hour })).json).toEqual({ data: [] });
});

test.each([
  ["no series", { series: [] }, "series: Series array cannot be empty"],
  ["six series", { series: Array(6).fill(count) }, "series: Array must contain at most 5 element(s)"],
  [
    "different groups",
    { series: [count, { ...count, groupBy: ["a"] }] },
    "series: All series must have the same groupBy fields",
  ],
  ["a start time in seconds", { startTime: 1_780_000_000 }, "startTime: Timestamp must be in milliseconds"],
  ["no groupBy", { series: [{ ...count, groupBy: undefined }] }, "series.0.groupBy: Required"],
])("an invalid query returns a message: %s", async (_name, fields, text) => {
  const response = await ask(fields);
  expect(response.status).toBe(400);
  expect(response.json).toEqual({ message: `Body validation failed: ${text}` });
});

test.each(["24h", "3h"])("the granularity %s is refused", async (granularity) => {
  expect((await ask({ granularity })).status).toBe(400);
});

test("a query with a missing source or a missing connection returns an error", async () => {
  const missing = await ask({ series: [count, { ...count, sourceId: absentId }] });
  expect(missing.status).toBe(404);
  expect(missing.json).toEqual({ error: "Source not found for series 1" });
  await emulator.ui.patch(`/api/v2/sources/${seedIds.promql}`, { connection: absentId });
  const unconnected = await ask({ series: [{ ...count, sourceId: seedIds.promql }] });
  expect(unconnected.status).toBe(404);
  expect(unconnected.json).toEqual({ error: "Connection not found for series 0" });
});

test("a where clause with a syntax error returns status 500", async () => {
  const response = await ask({ series: [{ ...count, where: "level:(error" }] });
  expect(response.status).toBe(500);
  expect(response.json).toEqual({ error: expect.stringContaining("where clause") });
});

test("a search returns rows of the selected columns, in pages", async () => {
  const body = {
    sourceId: seedIds.logs,
    select: "Timestamp, Body",
    startTime: "2026-06-01T00:00:00Z",
    endTime: "2026-06-01T01:00:00Z",
  };
  const first = await emulator.openSource.post("/search", body);
  expect(first.json.data.length).toBe(100);
  expect(first.json.rows).toBe(100);
  expect(Object.keys(first.json.data[0])).toEqual(["Timestamp", "Body"]);
  expect(first.json.data[0].Timestamp > first.json.data[1].Timestamp).toBe(true);
  const rest = await emulator.openSource.post("/search", { ...body, offset: 200 });
  expect(rest.json.rows).toBe(50);
  const missing = await emulator.openSource.post("/search", { ...body, sourceId: absentId });
  expect(missing.status).toBe(404);
  expect(missing.json).toEqual({ message: "Source not found" });
});
