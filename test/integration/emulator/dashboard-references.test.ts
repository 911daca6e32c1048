import { seedIds } from "../../../src/emulator";
import { absentId, count, created, dashboard, lineConfig, place, running, tile } from "../../support/emulator/support";

const emulator = running();
const { logs, traces, metrics, sessions, connection } = seedIds;
const other = "eeeeeeeeeeeeeeeeeeeeeeee";
const sql = { configType: "sql", displayType: "line", connectionId: connection, sqlTemplate: "SELECT 1" };
const heatmap = (sourceId: string) => ({ displayType: "heatmap", sourceId, select: [{ valueExpression: "Duration" }] });
const formula = (sourceId: string) => ({ ...lineConfig, sourceId, formulas: [{ expression: "A" }] });
const link = (type: string, id: string) => ({
  displayType: "table",
  sourceId: logs,
  select: [count],
  onClick: { type, target: { mode: "id", id } },
});
const filter = (sourceId: string) => ({ type: "QUERY_EXPRESSION", name: "N", expression: "x", sourceId });

const series = (sourceId: string) => ({ type: "time", sourceId, aggFn: "count", where: "", groupBy: [] });
/** A source with another connection. */
const elsewhere = "c".repeat(24);

beforeAll(async () => {
  const { json } = await emulator.openSource.get(`/sources/${logs}`);
  await emulator.ui.put(`/raw/sources/${elsewhere}`, { ...json.data, connection: other });
});

const refused: [string, Record<string, unknown>, string][] = [
  [
    "an unknown container and a tab without one",
    { name: "n", tiles: [tile(lineConfig, { containerId: "x" }), tile(lineConfig, { tabId: "t" })] },
    'tiles.0.containerId: Tile references unknown containerId "x"; tiles.1.tabId: tabId requires containerId to be set',
  ],
  [
    "an unknown tab",
    {
      name: "n",
      tiles: [tile(lineConfig, { containerId: "c", tabId: "t" })],
      containers: [{ id: "c", title: "C", collapsed: true }],
    },
    'tiles.0.tabId: Tile references unknown tabId "t" in container "c"',
  ],
  [
    "missing sources of tile, filter and link, each reported once",
    {
      ...dashboard(
        { ...lineConfig, sourceId: absentId },
        { ...lineConfig, sourceId: absentId },
        link("search", "d".repeat(24)),
      ),
      filters: [filter(other)],
    },
    `Could not find the following source IDs: ${absentId}, ${"d".repeat(24)}, ${other}`,
  ],
  [
    "the missing source of a later series",
    { name: "n", tiles: [{ ...place, series: [series(logs), series(absentId)] }] },
    `Could not find the following source IDs: ${absentId}`,
  ],
  [
    "a source that does not match the connection of two tiles, which is reported twice",
    dashboard({ ...sql, sourceId: elsewhere }, { ...sql, sourceId: elsewhere }),
    `The following source IDs do not match the specified connections: ${elsewhere}, ${elsewhere}`,
  ],
  [
    "a source id in upper case",
    dashboard({ ...lineConfig, sourceId: "6955B900000000500000000A" }),
    "Could not find the following source IDs: 6955B900000000500000000A",
  ],
  [
    "a missing connection",
    dashboard({ ...sql, connectionId: absentId }),
    `Could not find the following connection IDs: ${absentId}`,
  ],
  [
    "a heatmap of logs",
    dashboard(heatmap(logs)),
    `Heatmap tiles require a Trace source. The following source IDs are not Trace sources: ${logs}`,
  ],
  [
    "a formula over sessions",
    dashboard(formula(sessions)),
    `Tiles with formulas require a Metric, Log, or Trace source. The following source IDs are not formula-capable: ${sessions}`,
  ],
  [
    "a link to a missing dashboard",
    dashboard(link("dashboard", absentId)),
    `Could not find the following onClick dashboard IDs: ${absentId}`,
  ],
  [
    "a search link to metrics",
    dashboard(link("search", metrics)),
    `The following onClick search source IDs are not log or trace sources: ${metrics}`,
  ],
];

test.each(refused)("an invalid reference is reported with a plain text: %s", async (_name, body, message) => {
  const response = await emulator.openSource.post("/dashboards", body);
  expect(response.status).toBe(400);
  expect(response.json).toEqual({ message });
  const verdict = await emulator.openSource.post("/dashboards/validate", body);
  expect(verdict.status).toBe(200);
  expect(verdict.json).toEqual({ valid: false, errors: [{ path: "", message }], normalized: null });
});

test("only the first invalid reference is reported, in the order containers, sources, connections", async () => {
  const everything = { ...sql, sourceId: absentId, connectionId: absentId };
  const first = await emulator.openSource.post("/dashboards", {
    name: "n",
    tiles: [tile(everything, { containerId: "x" })],
  });
  expect(first.json.message).toContain("unknown containerId");
  const second = await emulator.openSource.post("/dashboards", dashboard(everything, heatmap(logs)));
  expect(second.json.message).toBe(`Could not find the following source IDs: ${absentId}`);
  const third = await emulator.openSource.post(
    "/dashboards",
    dashboard({ ...sql, connectionId: absentId }, heatmap(logs)),
  );
  expect(third.json.message).toBe(`Could not find the following connection IDs: ${absentId}`);
  const fourth = await emulator.openSource.post("/dashboards", dashboard(heatmap(logs), formula(sessions)));
  expect(fourth.json.message).toMatch(/^Heatmap tiles/);
  const fifth = await emulator.openSource.post(
    "/dashboards",
    dashboard(formula(sessions), link("dashboard", absentId)),
  );
  expect(fifth.json.message).toMatch(/^Tiles with formulas/);
  const sixth = await emulator.openSource.post(
    "/dashboards",
    dashboard(link("dashboard", absentId), link("search", metrics)),
  );
  expect(sixth.json.message).toMatch(/onClick dashboard IDs/);
});

test("a tile that is sent back unchanged is accepted, even after its source was deleted", async () => {
  const { id: _, ...source } = (await emulator.openSource.get(`/sources/${traces}`)).json.data;
  const own = (await emulator.openSource.post("/sources", source)).json.data.id;
  const sent = dashboard(
    { displayType: "heatmap", sourceId: own, select: [{ valueExpression: "x" }] },
    { displayType: "line", sourceId: own, select: [{ aggFn: "count" }], formulas: [{ expression: "A" }] },
  );
  const board = await created(emulator.openSource, sent);
  const ofSessions = { kind: "session", name: "S", connection, from: source.from, traceSourceId: traces };
  const changed = { ...ofSessions, timestampValueExpression: "ts" };
  expect((await emulator.openSource.put(`/sources/${own}`, changed)).status).toBe(200);
  const { name, tiles } = board;
  const put = await emulator.openSource.put(`/dashboards/${board.id}`, { name, tiles });
  expect(put.status).toBe(200);
  expect(put.json.data?.tiles).toEqual(tiles);
  const [first, ...rest] = tiles;
  const other = { ...first, config: { ...first.config, sourceId: logs } };
  const refused = await emulator.openSource.put(`/dashboards/${board.id}`, { name, tiles: [other, ...rest] });
  expect(refused.json.message).toMatch(/^Heatmap tiles require a Trace source/);
});

test("a raw SQL tile must use the connection of its source", async () => {
  const connected = await emulator.openSource.post("/connections", {
    name: "Other",
    host: "http://db:8123",
    username: "u",
  });
  const response = await emulator.openSource.post(
    "/dashboards",
    dashboard({ ...sql, connectionId: connected.json.data.id, sourceId: logs }),
  );
  expect(response.json).toEqual({
    message: `The following source IDs do not match the specified connections: ${logs}`,
  });
});

test("a PUT checks a stored heatmap again only if the source of the heatmap changes", async () => {
  const board = await created(emulator.openSource, dashboard(heatmap(traces), lineConfig));
  await emulator.ui.patch(`/api/v2/dashboards/${board.id}/tiles/${board.tiles[0].id}`, { config: { sourceId: logs } });
  const stale = { ...place, id: board.tiles[0].id, config: heatmap(logs) };
  const kept = await emulator.openSource.put(`/dashboards/${board.id}`, { name: "n", tiles: [stale] });
  expect(kept.status).toBe(200);
  const filtered = { ...stale, config: { ...heatmap(logs), where: "a:b" } };
  const changed = await emulator.openSource.put(`/dashboards/${board.id}`, { name: "n", tiles: [filtered] });
  expect(changed.status).toBe(200);
  const moved = { ...stale, config: heatmap(metrics) };
  const response = await emulator.openSource.put(`/dashboards/${board.id}`, { name: "n", tiles: [moved] });
  expect(response.status).toBe(400);
});

test("a source that was deleted elsewhere blocks every later PUT of the dashboard", async () => {
  const source = await emulator.openSource.post("/sources", {
    kind: "promql",
    name: "Short lived",
    connection,
    from: { databaseName: "d", tableName: "t" },
    timestampValueExpression: "ts",
  });
  const sourceId = source.json.data.id;
  const body = dashboard({ ...lineConfig, sourceId });
  const board = await created(emulator.openSource, body);
  expect((await emulator.openSource.delete(`/sources/${sourceId}`)).json).toEqual({});
  const response = await emulator.openSource.put(`/dashboards/${board.id}`, body);
  expect(response.json).toEqual({ message: `Could not find the following source IDs: ${sourceId}` });
});

test("the validate operation adds only input defaults to a valid body, and stores nothing", async () => {
  const before = (await emulator.openSource.get("/dashboards")).json.data.length;
  const body = { ...dashboard(lineConfig), savedFilterValues: [{ condition: "x" }], extra: 1 };
  const verdict = await emulator.openSource.post("/dashboards/validate", body);
  expect(verdict.json).toEqual({
    valid: true,
    errors: [],
    normalized: {
      name: "Board",
      tiles: [tile({ ...lineConfig, select: [{ aggFn: "count", where: "" }] })],
      savedFilterValues: [{ type: "sql", condition: "x" }],
    },
  });
  expect((await emulator.openSource.get("/dashboards")).json.data.length).toBe(before);
});

test("schema errors are reported one by one, with dotted paths", async () => {
  const verdict = await emulator.openSource.post("/dashboards/validate", {
    tiles: [{ ...place, config: { displayType: "line" } }],
  });
  expect(verdict.json).toEqual({
    valid: false,
    errors: [
      { path: "name", message: "Required" },
      { path: "tiles.0.config.sourceId", message: "Required" },
      { path: "tiles.0.config.select", message: "Required" },
    ],
    normalized: null,
  });
});

test("an update can change a heatmap on a source that is no longer a trace source, but cannot change the source", async () => {
  const board = await created(emulator.openSource, dashboard(heatmap(traces)));
  const path = `/dashboards/${board.id}`;
  const update = (config: object) =>
    emulator.openSource.put(path, { ...board, tiles: [{ ...board.tiles[0], config }] });
  await emulator.ui.patch(`/api/v2/sources/${traces}`, { kind: "log" });
  expect((await update({ ...heatmap(traces), where: "a" })).status).toBe(200);
  expect((await update(heatmap(metrics))).json.message).toContain("Heatmap tiles require a Trace source.");
  await emulator.ui.patch(`/api/v2/sources/${traces}`, { kind: "trace" });
});
