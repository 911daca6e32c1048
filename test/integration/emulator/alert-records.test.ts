import { seedIds } from "../../../src/emulator";
import {
  absentId,
  alertBody,
  created,
  dashboard,
  type Json,
  lineConfig,
  type Running,
  running,
  start,
} from "../../support/emulator/support";

let time = Date.parse("2026-06-15T12:00:00.000Z");
const emulator = running({ now: () => new Date(time) });
const slack = { type: "webhook", webhookId: seedIds.slackWebhook };
const generic = { type: "webhook", webhookId: seedIds.genericWebhook };
let body: Record<string, unknown>;
let searchBody: Record<string, unknown>;

async function prepare(running: Running): Promise<[Record<string, unknown>, Record<string, unknown>]> {
  const board = await created(running.openSource, dashboard(lineConfig));
  const search = await running.openSource.post("/saved-searches", { name: "S", sourceId: seedIds.logs });
  const { source: _, ...rest } = alertBody;
  return [
    { ...alertBody, dashboardId: board.id, tileId: board.tiles[0].id },
    { ...rest, source: "saved_search", savedSearchId: search.json.data.id },
  ];
}

beforeAll(async () => {
  [body, searchBody] = await prepare(emulator);
});

async function post(fields: Record<string, unknown> = {}, base = body): Promise<Json> {
  const response = await emulator.openSource.post("/alerts", { ...base, ...fields });
  expect(response.text).toContain('"data"');
  return response.json.data;
}

async function put(id: string, fields: Record<string, unknown> = {}, base = body): Promise<Json> {
  const response = await emulator.openSource.put(`/alerts/${id}`, { ...base, ...fields });
  expect(response.text).toContain('"data"');
  return response.json.data;
}

test("a new alert contains null for unset texts, and omits other fields that were never set", async () => {
  const alert = await post();
  expect(alert).toEqual({
    ...body,
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    channels: [slack],
    name: null,
    message: null,
    note: null,
    numConsecutiveWindows: null,
    displayName: "Board - tile",
    tags: [],
    state: "OK",
    teamId: seedIds.team,
    createdAt: "2026-06-15T12:00:00.000Z",
    updatedAt: "2026-06-15T12:00:00.000Z",
  });
  expect((await emulator.openSource.get(`/alerts/${alert.id}`)).json.data).toEqual(alert);
});

test("the field channel is the first of the channels in the request", async () => {
  const alert = await post({ channel: undefined, channels: [generic, slack] });
  expect(alert.channel).toEqual(generic);
  expect(alert.channels).toEqual([generic, slack]);
});

test("fields that belong to another alert source are dropped without an error", async () => {
  const tileAlert = await post({ savedSearchId: absentId, groupBy: "a" });
  expect(tileAlert).not.toHaveProperty("savedSearchId");
  expect(tileAlert).not.toHaveProperty("groupBy");
  const searchAlert = await post({ dashboardId: absentId, tileId: "x", groupBy: "a" }, searchBody);
  expect(searchAlert).toMatchObject({ source: "saved_search", groupBy: "a" });
  expect(searchAlert).not.toHaveProperty("dashboardId");
  expect(searchAlert).not.toHaveProperty("tileId");
});

test.each([
  ["no schedule", {}, [undefined, undefined]],
  ["only an offset", { scheduleOffsetMinutes: 3 }, [3, undefined]],
  [
    "a start, which gets milliseconds and sets the offset to 0",
    { scheduleStartAt: "2026-01-01T00:00:00Z" },
    [0, "2026-01-01T00:00:00.000Z"],
  ],
  ["a start of null", { scheduleStartAt: null }, [0, null]],
  ["a start of null with an offset", { scheduleStartAt: null, scheduleOffsetMinutes: 2 }, [2, null]],
])("a create stores the schedule: %s", async (_name, fields, [offset, startAt]) => {
  const alert = await post(fields);
  expect(alert.scheduleOffsetMinutes).toEqual(offset);
  expect(alert.scheduleStartAt).toEqual(startAt);
  expect("scheduleStartAt" in alert).toBe(startAt !== undefined);
});

describe("a PUT of an alert", () => {
  test("clears name, message, note and numConsecutiveWindows to null if it omits them", async () => {
    const alert = await post({ name: "n", message: "m", note: "o", numConsecutiveWindows: 3 });
    expect(alert).toMatchObject({ name: "n", message: "m", note: "o", numConsecutiveWindows: 3 });
    expect(await put(alert.id)).toMatchObject({ name: null, message: null, note: null, numConsecutiveWindows: null });
  });

  test("clears groupBy if it omits groupBy or sends null", async () => {
    const alert = await post({ groupBy: "a" }, searchBody);
    expect(await put(alert.id, {}, searchBody)).not.toHaveProperty("groupBy");
    expect((await put(alert.id, { groupBy: "b" }, searchBody)).groupBy).toBe("b");
    expect(await put(alert.id, { groupBy: null }, searchBody)).not.toHaveProperty("groupBy");
  });

  test("keeps the schedule if it omits the schedule, and clears a start that is null", async () => {
    const alert = await post({ scheduleOffsetMinutes: 3 });
    expect((await put(alert.id)).scheduleOffsetMinutes).toBe(3);
    const started = await put(alert.id, { scheduleStartAt: "2026-02-01T00:00:00.000Z" });
    expect(started).toMatchObject({ scheduleOffsetMinutes: 0, scheduleStartAt: "2026-02-01T00:00:00.000Z" });
    expect(await put(alert.id)).toMatchObject({ scheduleStartAt: "2026-02-01T00:00:00.000Z" });
    expect(await put(alert.id, { scheduleStartAt: null })).toMatchObject({
      scheduleOffsetMinutes: 0,
      scheduleStartAt: null,
    });
  });

  test("reduces the list of channels to the single channel if it omits the list", async () => {
    const alert = await post({ channel: undefined, channels: [slack, generic] });
    expect((await put(alert.id)).channels).toEqual([slack]);
  });
});

test("a change of the alert source clears the fields of the old source", async () => {
  const alert = await post({ groupBy: "a" }, searchBody);
  const moved = await put(alert.id);
  expect(moved).toMatchObject({ source: "tile", tileId: body.tileId });
  expect(moved).not.toHaveProperty("savedSearchId");
  expect(moved).not.toHaveProperty("groupBy");
  expect(await put(alert.id, {}, searchBody)).not.toHaveProperty("tileId");
});

test("a PUT renews updatedAt and keeps createdAt, state, silenced and executionErrors", async () => {
  const alert = await post();
  const silenced = { by: "ada@example.com", at: "2026-06-15T12:00:00.000Z", until: "2026-06-16T12:00:00.000Z" };
  const executionErrors = [{ timestamp: "2026-06-15T12:00:00.000Z", type: "QUERY_ERROR", message: "no" }];
  await emulator.ui.patch(`/api/v2/alerts/${alert.id}`, { state: "ALERT", silenced, executionErrors });
  time += 60_000;
  const updated = await put(alert.id, { state: "OK", silenced: null, createdAt: "x" });
  expect(updated).toMatchObject({ state: "ALERT", silenced, executionErrors, createdAt: alert.createdAt });
  expect(Date.parse(updated.updatedAt) - Date.parse(alert.updatedAt)).toBe(60_000);
});

test("the body of a GET can be sent back in a PUT", async () => {
  const alert = await post({ name: "n", scheduleOffsetMinutes: 2 });
  expect(await put(alert.id, alert)).toEqual({ ...alert, updatedAt: expect.any(String) });
});

test("a delete returns an empty object, and a second delete returns 404", async () => {
  const alert = await post();
  const first = await emulator.openSource.delete(`/alerts/${alert.id}`);
  const second = await emulator.openSource.delete(`/alerts/${alert.id}`);
  expect(first.status).toBe(200);
  expect(first.json).toEqual({});
  expect(second.status).toBe(404);
  expect(second.json).toEqual({ message: "Alert not found" });
});

describe("the list of alerts", () => {
  test("is sorted by creation time and has pages", async () => {
    const fresh = await start();
    const [one] = await prepare(fresh);
    for (const name of ["a", "b", "c"]) {
      await fresh.openSource.post("/alerts", { ...one, name });
    }
    const all = await fresh.openSource.get("/alerts");
    expect(all.json.data.map((alert: Json) => alert.name)).toEqual(["a", "b", "c"]);
    expect(all.json.meta).toEqual({ total: 3, limit: 1000, offset: 0 });
    expect(all.headers.get("x-total-count")).toBe("3");
    const page = await fresh.openSource.get("/alerts?limit=1&offset=1");
    expect(page.json.data.map((alert: Json) => alert.name)).toEqual(["b"]);
    expect(page.json.meta).toEqual({ total: 3, limit: 1, offset: 1 });
    const beyond = await fresh.openSource.get("/alerts?offset=9");
    expect(beyond.json.data).toEqual([]);
    expect(beyond.json.meta.total).toBe(3);
    await fresh.emulator.stop();
  });

  test.each([
    ["limit=1001", "limit: Number must be less than or equal to 1000"],
    ["limit=0", "limit: Number must be greater than or equal to 1"],
    ["limit=x", "limit: Expected number, received nan"],
    ["offset=-1", "offset: Number must be greater than or equal to 0"],
  ])("refuses %s", async (query, text) => {
    const response = await emulator.openSource.get(`/alerts?${query}`);
    expect(response.status).toBe(400);
    expect(response.json).toEqual({ message: `Query validation failed: ${text}` });
  });
});

test("an older server keeps groupBy if a PUT omits it, and refuses null", async () => {
  const old = await start({ switches: { groupBySticky: true } });
  const [, search] = await prepare(old);
  const { json } = await old.openSource.post("/alerts", { ...search, groupBy: "a" });
  const kept = await old.openSource.put(`/alerts/${json.data.id}`, search);
  expect(kept.json.data.groupBy).toBe("a");
  const refused = await old.openSource.put(`/alerts/${json.data.id}`, { ...search, groupBy: null });
  expect(refused.status).toBe(400);
  await old.emulator.stop();
});
