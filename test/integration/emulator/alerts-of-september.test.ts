import { seedIds } from "../../../src/emulator";
import {
  alertBody,
  count,
  created,
  dashboard,
  type Json,
  lineConfig,
  running,
  start,
} from "../../support/emulator/support";

const emulator = running();
const connectionId = seedIds.connection;
const rawSql = { configType: "sql", displayType: "line", connectionId };
const interval = "SELECT $__timeInterval(Timestamp), count() FROM otel_logs GROUP BY 1";
const chart = { displayType: "line", sourceId: seedIds.logs, select: [count] };
const shown = {
  ...chart,
  asRatio: false,
  fillNulls: true,
  select: [{ aggFn: "count", valueExpression: "", where: "", whereLanguage: "lucene" }],
};

async function watched(): Promise<{ onTile: Json; onSearch: Json; onChart: Json }> {
  const { source: _, dashboardId: __, tileId: ___, ...rest } = alertBody as Json;
  const board = await created(emulator.openSource, { ...dashboard(lineConfig), name: "Checkout", tags: ["shop"] });
  const search = { name: " Errors ", sourceId: seedIds.logs, tags: ["p1"] };
  const { json } = await emulator.openSource.post("/saved-searches", search);
  return {
    onTile: { ...rest, source: "tile", dashboardId: board.id, tileId: board.tiles[0].id },
    onSearch: { ...rest, source: "saved_search", savedSearchId: json.data.id },
    onChart: { ...rest, source: "inline", chartConfig: chart },
  };
}

const post = async (body: Json): Promise<Json> => {
  const { status, json } = await emulator.openSource.post("/alerts", body);
  return status === 200 ? json.data : json.message;
};
const put = async (id: string, body: Json): Promise<Json> =>
  (await emulator.openSource.put(`/alerts/${id}`, body)).json.data;
const get = async (id: string): Promise<Json> => (await emulator.openSource.get(`/alerts/${id}`)).json.data;
const inList = async (id: string): Promise<Json> =>
  (await emulator.openSource.get("/alerts")).json.data.find((each: Json) => each.id === id);

describe("the name and the tags of an alert", () => {
  test("have the values of the watched object by default", async () => {
    const { onTile, onSearch, onChart } = await watched();
    expect(await post(onTile)).toMatchObject({ displayName: "Checkout - tile", tags: ["shop"] });
    expect(await post(onSearch)).toMatchObject({ displayName: "Errors", tags: ["p1"] });
    expect(await post({ ...onChart, chartConfig: { ...chart, name: "p99" } })).toMatchObject({
      displayName: "p99",
      tags: [],
    });
    expect(await post(onChart)).toMatchObject({ displayName: "Alert", tags: [] });
  });

  test("keep their written values until a PUT omits them, which sets the defaults again", async () => {
    const { onTile } = await watched();
    const alert = await post({ ...onTile, displayName: " Too many ", tags: ["a", "b"] });
    expect(alert).toMatchObject({ displayName: "Too many", tags: ["a", "b"] });
    expect(await put(alert.id, { ...onTile, tags: [] })).toMatchObject({ displayName: "Checkout - tile", tags: [] });
  });

  test("are computed for alerts of an older server, but are not stored", async () => {
    const { onTile } = await watched();
    const { id } = await post(onTile);
    await emulator.ui.patch(`/api/v2/alerts/${id}`, { displayName: null, tags: null });
    expect(await inList(id)).toMatchObject({ displayName: "Checkout - tile", tags: ["shop"] });
  });

  test.each([
    [{ displayName: "" }, "displayName: String must contain at least 1 character(s)"],
    [{ displayName: "x".repeat(513) }, "displayName: String must contain at most 512 character(s)"],
    [{ tags: ["x".repeat(33)] }, "tags.0: String must contain at most 32 character(s)"],
    [{ tags: Array(51).fill("x") }, "tags: Array must contain at most 50 element(s)"],
  ])("are refused for the value %j", async (fields, message) => {
    const { onTile } = await watched();
    expect(await post({ ...onTile, ...fields })).toBe(`Body validation failed: ${message}`);
  });
});

describe("an alert with its own chart", () => {
  test("shows its chart with the defaults of tiles, and the list omits the chart", async () => {
    const { onChart } = await watched();
    const alert = await post(onChart);
    expect(alert).toMatchObject({ source: "inline", chartConfig: shown });
    expect(alert).not.toHaveProperty("dashboardId");
    expect(await get(alert.id)).toEqual(alert);
    const { chartConfig: _, ...rest } = alert;
    expect(await inList(alert.id)).toEqual(rest);
  });

  test("has a name and a filter for the whole chart, and drops settings that affect only the drawing", async () => {
    const { onChart } = await watched();
    const own = { name: "p99", where: "ServiceName:api" };
    const alert = await post({ ...onChart, chartConfig: { ...chart, ...own, fitYAxisToData: true } });
    expect(alert.chartConfig).toEqual({ ...shown, ...own, whereLanguage: "lucene" });
  });

  test("can have a SQL query", async () => {
    const { onChart } = await watched();
    const alert = await post({ ...onChart, chartConfig: { ...rawSql, sqlTemplate: interval } });
    expect(alert.chartConfig).toEqual({ ...rawSql, sqlTemplate: interval, fillNulls: true });
  });

  test("loses its chart when it moves to a tile, and loses its tile when it gets a chart", async () => {
    const { onChart, onTile } = await watched();
    const { id } = await post(onChart);
    expect(await put(id, onTile)).not.toHaveProperty("chartConfig");
    const again = await put(id, onChart);
    expect(again).toMatchObject({ source: "inline", chartConfig: shown });
    expect(again).not.toHaveProperty("tileId");
  });

  test("shows no chart if the API cannot represent the chart", async () => {
    const { onChart } = await watched();
    const { id } = await post(onChart);
    await emulator.ui.patch(`/api/v2/alerts/${id}`, { chartConfig: { ...chart, having: "count() > 5" } });
    expect(await get(id)).not.toHaveProperty("chartConfig");
  });

  test.each<[string, Json, string]>([
    ["no chart", undefined, "Body validation failed: chartConfig: chartConfig is required"],
    [
      "a chart that cannot alert",
      { displayType: "pie", sourceId: seedIds.logs, select: [count] },
      "Body validation failed: chartConfig.displayType: Invalid discriminator value. Expected 'line' | 'stacked_bar' | 'number'",
    ],
    [
      "a formula without its series",
      { ...chart, formulas: [{ expression: "B * 2" }] },
      'Body validation failed: chartConfig.formulas.0.expression: Unknown series "B" — this chart only has series A through A',
    ],
    [
      "PromQL",
      { ...chart, configType: "promql" },
      'Body validation failed: chartConfig.configType: configType must be "sql" or omitted (builder configs carry no configType)',
    ],
    [
      "a missing source",
      { ...chart, sourceId: "6955b90000000050000000ff" },
      "Could not find the following source IDs: 6955b90000000050000000ff",
    ],
    [
      "SQL without an interval",
      { ...rawSql, sqlTemplate: "SELECT 1" },
      "Raw SQL alert query is invalid: SQL used for alerts must include an interval parameter or macro.",
    ],
  ])("is refused: %s", async (_, chartConfig, message) => {
    const { onChart } = await watched();
    expect(await post({ ...onChart, chartConfig })).toBe(message);
  });
});

test("an older server drops names and tags, and refuses alerts with their own chart", async () => {
  const { onTile, onChart } = await watched();
  const naming = { displayName: "Too many", tags: ["a"] };
  const older = await start({ serverVersion: "2.36" });
  const board = await created(older.openSource, dashboard(lineConfig));
  const body = { ...onTile, ...naming, dashboardId: board.id, tileId: board.tiles[0].id };
  const alert = await older.openSource.post("/alerts", body);
  expect(alert.status).toBe(200);
  expect(Object.keys(alert.json.data)).not.toContain("displayName");
  expect(Object.keys(alert.json.data)).not.toContain("tags");
  expect((await older.openSource.post("/alerts", onChart)).json.message).toContain(
    "source: Invalid enum value. Expected 'saved_search' | 'tile', received 'inline'",
  );
  await older.emulator.stop();
});

test("the managed gateway refuses names, tags and charts, and returns none of them", async () => {
  const { onTile, onChart } = await watched();
  for (const [body, name] of [
    [{ ...onTile, displayName: "a" }, "displayName"],
    [{ ...onTile, tags: [] }, "tags"],
    [onChart, "chartConfig"],
  ] as const) {
    expect((await emulator.clickStack.post("/alerts", body)).json.error).toBe(
      `BAD_REQUEST: request body property can't be validated: ${name}`,
    );
  }
  const { id } = await post({ ...onTile, displayName: "Chosen" });
  const seen = (await emulator.clickStack.put(`/alerts/${id}`, onTile)).json.result;
  expect(seen).not.toHaveProperty("displayName");
  expect(await get(id)).toMatchObject({ displayName: "Chosen" });
});
