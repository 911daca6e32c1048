import { createHash } from "node:crypto";
import { seedIds } from "../../../src/emulator";
import {
  absentId,
  alertBody,
  basic,
  client,
  created,
  dashboard,
  type Json,
  lineConfig,
  place,
  running,
} from "../../support/emulator/support";

const emulator = running();
const boards = "/api/v2/dashboards";

test("a UI request requires no credentials and has the same body as an API request", async () => {
  const made = await emulator.ui.post(boards, dashboard(lineConfig));
  const path = `${boards}/${made.json.data.id}`;
  expect((await emulator.ui.get(path)).json).toEqual(made.json);
  const put = await emulator.ui.put(path, { name: "Renamed", tiles: [] });
  expect(put.json.data.name).toBe("Renamed");
  expect((await emulator.ui.get(boards)).json.data).toEqual(expect.arrayContaining([put.json.data]));
  expect((await emulator.ui.delete(path)).json).toEqual({});
  expect(emulator.emulator.requests).toEqual([]);
});

test("the UI can read a webhook by its id, and the API cannot", async () => {
  expect((await emulator.ui.get(`/api/v2/webhooks/${seedIds.slackWebhook}`)).json.data.name).toBe("Slack oncall");
});

test("a UI PATCH merges top-level fields without validation, and null removes a field", async () => {
  const board = await created(emulator.openSource, { ...dashboard(), savedQuery: "a", tags: ["x"] });
  await emulator.ui.patch(`${boards}/${board.id}`, { name: "By hand", tags: ["y"], savedQuery: null });
  const read = await emulator.openSource.get(`/dashboards/${board.id}`);
  expect(read.json.data).toMatchObject({ name: "By hand", tags: ["y"], savedQuery: null });
  expect((await emulator.ui.patch(`${boards}/${absentId}`, {})).status).toBe(404);
});

test("a UI PATCH of a tile merges fields at any depth, and null removes a field", async () => {
  const board = await created(emulator.openSource, dashboard({ ...lineConfig, groupBy: "a" }));
  const tileId = board.tiles[0].id;
  await emulator.ui.patch(`${boards}/${board.id}/tiles/${tileId}`, {
    x: 3,
    config: { fillNulls: false, groupBy: null },
  });
  const read = await emulator.openSource.get(`/dashboards/${board.id}`);
  const { groupBy: _, ...config } = board.tiles[0].config;
  expect(read.json.data.tiles).toEqual([{ ...board.tiles[0], x: 3, config: { ...config, fillNulls: false } }]);
});

test("the UI can add and delete a tile, and the tile's alerts are deleted with it", async () => {
  const board = await created(emulator.openSource, dashboard(lineConfig));
  const tiles = `${boards}/${board.id}/tiles`;
  const added = await emulator.ui.post(tiles, { ...place, config: lineConfig });
  const alert = { ...alertBody, dashboardId: board.id, tileId: added.json.data.id };
  const { json } = await emulator.openSource.post("/alerts", alert);
  expect((await emulator.openSource.get(`/dashboards/${board.id}`)).json.data.tiles).toHaveLength(2);
  expect((await emulator.ui.delete(`${tiles}/${added.json.data.id}`)).json).toEqual({});
  expect((await emulator.openSource.get(`/alerts/${json.data.id}`)).status).toBe(404);
  expect((await emulator.openSource.get(`/dashboards/${board.id}`)).json.data.tiles).toEqual(board.tiles);
});

test("a PromQL tile is not returned by the API and is lost in a PUT", async () => {
  const board = await created(emulator.openSource, dashboard(lineConfig));
  const config = { configType: "promql", displayType: "line", promqlExpression: "up" };
  await emulator.ui.post(`${boards}/${board.id}/tiles`, { ...place, config });
  const raw = async () => (await emulator.ui.get(`/raw/dashboards/${board.id}`)).json.data.tiles;
  expect(await raw()).toHaveLength(2);
  expect((await emulator.openSource.get(`/dashboards/${board.id}`)).json.data).toEqual(board);
  expect((await emulator.openSource.put(`/dashboards/${board.id}`, board)).json.data).toEqual(board);
  expect(await raw()).toHaveLength(1);
});

test("a read drops a stored reference to a missing container, and converts old colors to color names", async () => {
  const board = await created(emulator.openSource, dashboard({ ...lineConfig, displayType: "number" }));
  const tile = `${boards}/${board.id}/tiles/${board.tiles[0].id}`;
  const colorRules = [{ operator: "gt", value: 1, color: "chart-10" }];
  await emulator.ui.patch(tile, { containerId: "x", tabId: "t", config: { color: "chart-1", colorRules } });
  const { tiles } = (await emulator.openSource.get(`/dashboards/${board.id}`)).json.data;
  expect(tiles[0]).not.toHaveProperty("containerId");
  expect(tiles[0]).not.toHaveProperty("tabId");
  expect(tiles[0].config).toMatchObject({ color: "chart-green", colorRules: [{ color: "chart-gray" }] });
});

test("the UI can silence an alert and end the silence", async () => {
  const board = await created(emulator.openSource, dashboard(lineConfig));
  const { json } = await emulator.openSource.post("/alerts", {
    ...alertBody,
    dashboardId: board.id,
    tileId: board.tiles[0].id,
  });
  const path = `/alerts/${json.data.id}`;
  const silenced = { by: "ada@example.com", at: "2026-01-01T00:00:00.000Z", until: "2026-01-02T00:00:00.000Z" };
  await emulator.ui.patch(`/api/v2${path}`, { silenced, state: "PENDING" });
  expect((await emulator.openSource.get(path)).json.data).toMatchObject({ silenced, state: "PENDING" });
  await emulator.ui.patch(`/api/v2${path}`, { silenced: null });
  expect((await emulator.openSource.get(path)).json.data).not.toHaveProperty("silenced");
});

test("the emulator's own methods make the same edits as the UI", async () => {
  const board = await created(emulator.openSource, dashboard(lineConfig));
  emulator.emulator.edit("dashboards", board.id, { name: "Edited" });
  emulator.emulator.editTile(board.id, board.tiles[0].id, { name: "Renamed" });
  const read = (await emulator.openSource.get(`/dashboards/${board.id}`)).json.data;
  expect(read.name).toBe("Edited");
  expect(read.tiles[0].name).toBe("Renamed");
});

test("the UI can list, disable and delete keys", async () => {
  const made = await emulator.cloud.post("/keys", {
    name: "K",
    roles: ["admin"],
    ipAccessList: [{ source: "0.0.0.0/0" }],
  });
  const { key, keyId, keySecret } = made.json.result;
  const { endpoint, organizationId } = emulator.endpoints.managed;
  const own = client(`${endpoint}/v1/organizations/${organizationId}`, { Authorization: basic(keyId, keySecret) });
  expect((await own.get("/keys")).status).toBe(200);
  const list = await emulator.ui.get("/keys");
  expect(list.json.data.map((one: Json) => one.id)).toContain(key.id);
  expect(list.text).not.toMatch(/hash/i);
  const disabled = await emulator.ui.patch(`/keys/${key.id}`, { state: "disabled" });
  expect(disabled.json.data.state).toBe("disabled");
  expect((await own.get("/keys")).status).toBe(401);
  expect((await emulator.ui.delete(`/keys/${key.id}`)).json).toEqual({});
  expect((await emulator.cloud.get(`/keys/${key.id}`)).status).toBe(404);
});

test("the emulator returns all secrets that it sent or received, so that tests can search for leaks", async () => {
  const { keyId, keySecret } = (await emulator.cloud.post("/keys", { name: "K", ipAccessList: [] })).json.result;
  const hashData = { keyIdHash: digestOf("own"), keyIdSuffix: "1234", keySecretHash: digestOf("own secret") };
  await emulator.cloud.post("/keys", { name: "Own", ipAccessList: [], hashData });
  const hook = {
    name: "Hook",
    service: "generic",
    url: "https://example.com/a",
    headers: { "X-Token": "first token" },
  };
  const { id } = (await emulator.openSource.post("/webhooks", hook)).json.data;
  await emulator.openSource.put(`/webhooks/${id}`, { ...hook, headers: { "X-Token": "second token" } });
  const { texts, keyHashes } = (await emulator.ui.get("/secrets")).json.data;
  const { managed, openSource } = emulator.endpoints;
  expect(texts).toEqual(
    expect.arrayContaining([
      ...[keyId, keySecret, Buffer.from(`${keyId}:${keySecret}`).toString("base64")],
      ...[managed.keyId, managed.keySecret, openSource.accessKey, "first token", "second token"],
    ]),
  );
  expect(keyHashes).toEqual(expect.arrayContaining([digestOf(keyId), hashData.keyIdHash, hashData.keySecretHash]));
});

const digestOf = (text: string) => createHash("sha256").update(text).digest("base64");
