import { seedIds } from "../../../src/emulator";
import {
  absentId,
  alertBody,
  count,
  created,
  dashboard,
  type Json,
  lineConfig,
  running,
} from "../../support/emulator/support";

const now = new Date("2026-06-15T12:00:00.000Z");
const emulator = running({ now: () => now });
const sql = { configType: "sql", connectionId: seedIds.connection, sqlTemplate: "SELECT 1" };
let board: Json;
let body: Record<string, unknown>;

beforeAll(async () => {
  board = await created(
    emulator.openSource,
    dashboard(
      lineConfig,
      { ...sql, displayType: "line" },
      { ...sql, displayType: "table" },
      { ...sql, displayType: "number" },
      { ...sql, displayType: "line", sqlTemplate: "SELECT $__timeInterval(ts)" },
      { ...sql, displayType: "stacked_bar", sqlTemplate: "SELECT {intervalSeconds:Int64}" },
      { displayType: "table", sourceId: seedIds.logs, select: [count] },
    ),
  );
  body = { ...alertBody, dashboardId: board.id, tileId: board.tiles[0].id };
});

const webhook = (webhookId: string) => ({ type: "webhook", webhookId });
const slack = webhook(seedIds.slackWebhook);
const generic = webhook(seedIds.genericWebhook);
const many = Array.from({ length: 11 }, (_, index) => webhook(`x${index}`));
const savedSearch = { source: "saved_search", dashboardId: undefined, tileId: undefined };

/** Changes of a valid body, and the texts with which they are refused (docs/internals/api-behavior.md 3.7, 3.8). */
const refused: [string, Record<string, unknown>, string][] = [
  ["no channel", { channel: undefined }, 'channels: Provide either "channel" or "channels"'],
  [
    "channel and channels that differ",
    { channels: [generic] },
    'channels: When both "channel" and "channels" are provided, "channel" must match the first entry of "channels"',
  ],
  [
    "a repeated channel",
    { channel: undefined, channels: [slack, slack] },
    "channels: Duplicate notification channels are not allowed",
  ],
  [
    "no entry in channels",
    { channel: undefined, channels: [] },
    "channels: At least one notification channel is required",
  ],
  [
    "more than ten channels",
    { channel: undefined, channels: many },
    "channels: An alert supports at most 10 notification channels",
  ],
  ["an empty webhook id", { channel: webhook("") }, "channel.webhookId: Webhook ID can't be empty"],
  [
    "an email channel",
    { channel: { type: "email" } },
    'channel.type: Invalid literal value, expected "webhook"; channel.webhookId: Required',
  ],
  [
    "a range without its end",
    { thresholdType: "between" },
    "thresholdMax: thresholdMax is required for between/not_between threshold types",
  ],
  [
    "a range that ends before it starts",
    { thresholdType: "not_between", thresholdMax: 9 },
    "thresholdMax: thresholdMax must be greater than or equal to threshold",
  ],
  ["a thresholdMax of null", { thresholdMax: null }, "thresholdMax: Expected number, received null"],
  ["an offset of null", { scheduleOffsetMinutes: null }, "scheduleOffsetMinutes: Expected number, received null"],
  [
    "an offset in addition to a start",
    { scheduleOffsetMinutes: 2, scheduleStartAt: "2026-06-01T00:00:00Z" },
    "scheduleOffsetMinutes: scheduleOffsetMinutes must be 0 when scheduleStartAt is provided",
  ],
  [
    "an offset longer than the interval of an hour",
    { interval: "1h", scheduleOffsetMinutes: 60 },
    "scheduleOffsetMinutes: scheduleOffsetMinutes must be less than 60 minutes",
  ],
  [
    "an offset longer than the interval of a minute",
    { interval: "1m", scheduleOffsetMinutes: 1 },
    "scheduleOffsetMinutes: scheduleOffsetMinutes must be less than 1 minute",
  ],
  [
    "an offset longer than a day",
    { interval: "1d", scheduleOffsetMinutes: 1440 },
    "scheduleOffsetMinutes: Number must be less than or equal to 1439; scheduleOffsetMinutes: scheduleOffsetMinutes must be less than 1440 minutes",
  ],
  [
    "a start more than a year in the future",
    { scheduleStartAt: "2027-06-15T12:00:01Z" },
    "scheduleStartAt: scheduleStartAt must be within 1 year from now",
  ],
  [
    "a start more than ten years in the past",
    { scheduleStartAt: "2016-06-15T11:59:59Z" },
    "scheduleStartAt: scheduleStartAt must be within 10 years in the past",
  ],
  ["a start with an offset", { scheduleStartAt: "2026-06-01T00:00:00+01:00" }, "scheduleStartAt: Invalid datetime"],
  [
    "no source",
    { source: undefined },
    "source: Invalid discriminator value. Expected 'saved_search' | 'tile' | 'inline'",
  ],
  ["a tile alert without its tile", { tileId: undefined }, "tileId: Required"],
  ["a saved search alert without a saved search", savedSearch, "savedSearchId: Required"],
  [
    "several problems at once",
    { name: "", tileId: undefined },
    "name: String must contain at least 1 character(s); tileId: Required",
  ],
  [
    "24h",
    { interval: "24h" },
    "interval: Invalid enum value. Expected '1m' | '5m' | '15m' | '30m' | '1h' | '6h' | '12h' | '1d', received '24h'",
  ],
  [
    "30s",
    { interval: "30s" },
    "interval: Invalid enum value. Expected '1m' | '5m' | '15m' | '30m' | '1h' | '6h' | '12h' | '1d', received '30s'",
  ],
  [
    "zero consecutive windows",
    { numConsecutiveWindows: 0 },
    "numConsecutiveWindows: Number must be greater than or equal to 1",
  ],
  ["a long message", { message: "x".repeat(4097) }, "message: String must contain at most 4096 character(s)"],
  ["a long name", { name: "x".repeat(513) }, "name: String must contain at most 512 character(s)"],
];

test.each(refused)("an alert is refused with the real server's message: %s", async (_name, changes, text) => {
  const response = await emulator.openSource.post("/alerts", { ...body, ...changes });
  expect(response.status).toBe(400);
  expect(response.json).toEqual({ message: `Body validation failed: ${text}` });
});

test.each([
  ["an end equal to the start", { thresholdType: "between", thresholdMax: 10 }],
  [
    "an explicit offset of 0 in addition to a start",
    { scheduleOffsetMinutes: 0, scheduleStartAt: "2026-06-01T00:00:00Z" },
  ],
  ["a start 365 days in the future", { scheduleStartAt: "2027-06-15T12:00:00Z" }],
  ["equal channel and channels", { channels: [slack, generic] }],
  [
    "null for the nullable fields",
    { name: null, message: null, note: null, numConsecutiveWindows: null, scheduleStartAt: null },
  ],
])("an alert is accepted: %s", async (_name, changes) => {
  expect((await emulator.openSource.post("/alerts", { ...body, ...changes })).status).toBe(200);
});

test.each([
  ["an invalid dashboard id", () => ({ dashboardId: "x" }), "Invalid dashboard ID"],
  ["a missing dashboard", () => ({ dashboardId: absentId }), "Dashboard not found"],
  ["a missing tile", () => ({ tileId: "x" }), "Tile not found"],
  [
    "a raw SQL table",
    () => ({ tileId: board.tiles[2].id }),
    "Alerts on Raw SQL tiles are only supported for Line, Stacked Bar, or Number display types",
  ],
  [
    "a raw SQL line without an interval",
    () => ({ tileId: board.tiles[1].id }),
    "Raw SQL alert query is invalid: SQL used for alerts must include an interval parameter or macro.",
  ],
  ["an invalid saved search id", () => ({ ...savedSearch, savedSearchId: "x" }), "Invalid saved search ID"],
  ["a missing saved search", () => ({ ...savedSearch, savedSearchId: absentId }), "Saved search not found"],
  ["an invalid webhook id", () => ({ channel: webhook("x") }), "Invalid webhook ID"],
  ["a missing webhook", () => ({ channel: webhook(absentId) }), "Webhook not found"],
  [
    "a missing second webhook",
    () => ({ channel: undefined, channels: [slack, webhook(absentId)] }),
    "Webhook not found",
  ],
  [
    "a missing tile and a missing webhook, which reports only the tile",
    () => ({ tileId: "x", channel: webhook(absentId) }),
    "Tile not found",
  ],
])("an invalid reference is refused on create and update with a plain text: %s", async (_name, changes, message) => {
  const sent = { ...body, ...changes() };
  const created = await emulator.openSource.post("/alerts", sent);
  expect(created.status).toBe(400);
  expect(created.json).toEqual({ message });
  const updated = await emulator.openSource.put(`/alerts/${absentId}`, sent);
  expect(updated.status).toBe(400);
  expect(updated.json).toEqual({ message });
});

test("an update of a missing alert with valid references returns 404", async () => {
  const response = await emulator.openSource.put(`/alerts/${absentId}`, body);
  expect(response.status).toBe(404);
  expect(response.json).toEqual({ message: "Alert not found" });
});

test.each([
  ["a raw SQL number, which needs no interval", 3],
  ["a raw SQL line with a macro", 4],
  ["a raw SQL stacked bar with the parameter", 5],
  ["a builder table, on which no alert ever fires", 6],
])("an alert on a tile is accepted if the tile is %s", async (_name, index) => {
  const response = await emulator.openSource.post("/alerts", { ...body, tileId: board.tiles[index].id });
  expect(response.status).toBe(200);
});
