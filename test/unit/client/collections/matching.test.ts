import { alertApi } from "../../../../src/resources/alert/api";
import { apiKeyApi } from "../../../../src/resources/api-key/api";
import { dashboardApi } from "../../../../src/resources/dashboard/api";
import { savedSearchApi } from "../../../../src/resources/saved-search/api";
import { webhookApi } from "../../../../src/resources/webhook/api";

const tile = {
  name: "t",
  x: 0,
  y: 0,
  w: 6,
  h: 4,
  config: { displayType: "line", sourceId: "s", select: [{ aggFn: "count" }] },
};
const shownTile = {
  ...tile,
  id: "1",
  config: {
    ...tile.config,
    asRatio: false,
    fillNulls: true,
    select: [{ aggFn: "count", where: "", valueExpression: "" }],
  },
};
const dashboard = { name: "d", tiles: [tile], tags: ["b", "a", "b"], savedQuery: null, containers: [] };
const shownDashboard = {
  id: "1",
  name: "d",
  tiles: [shownTile],
  tags: ["b", "a"],
  filters: [],
  savedQuery: null,
  savedQueryLanguage: null,
};

test("a dashboard matches its request if the server added ids and defaults", () => {
  expect(dashboardApi.matches(shownDashboard, dashboard)).toBe(true);
});

test.each([
  ["name", { name: "e" }],
  ["tags", { tags: ["a"] }],
  ["filters", { filters: [{ id: "f", name: "x" }] }],
  ["number of tiles", { tiles: [shownTile, shownTile] }],
  ["tile place", { tiles: [{ ...shownTile, x: 1 }] }],
  ["tile config", { tiles: [{ ...shownTile, config: { ...shownTile.config, sourceId: "other" } }] }],
])("a dashboard with another %s does not match", (_name, difference) => {
  expect(dashboardApi.matches({ ...shownDashboard, ...difference }, dashboard)).toBe(false);
});

const alert = {
  source: "tile",
  dashboardId: "d",
  tileId: "t",
  interval: "5m",
  threshold: 1,
  thresholdType: "above",
  channel: { type: "webhook", webhookId: "w" },
  scheduleStartAt: "2026-01-01T00:00:00Z",
};
const shownAlert = {
  ...alert,
  id: "1",
  name: null,
  message: null,
  note: null,
  numConsecutiveWindows: null,
  channels: [alert.channel],
  scheduleStartAt: "2026-01-01T00:00:00.000Z",
  scheduleOffsetMinutes: 0,
  state: "OK",
};

test("an alert matches its request by the object that it watches, in any alert state", () => {
  expect(alertApi.matches({ ...shownAlert, state: "ALERT" }, alert)).toBe(true);
});

test.each([
  ["threshold", { threshold: 2 }],
  ["tile", { tileId: "other" }],
  ["name", { name: "named" }],
  ["start", { scheduleStartAt: "2026-01-02T00:00:00.000Z" }],
  ["channels", { channels: [alert.channel, { type: "webhook", webhookId: "v" }] }],
])("an alert with another %s does not match", (_name, difference) => {
  expect(alertApi.matches({ ...shownAlert, ...difference }, alert)).toBe(false);
});

test("a webhook matches its request without its write-only fields", () => {
  const body = { name: " hook ", service: "generic", url: "https://x.example/h", headers: { a: "b" } };
  expect(webhookApi.matches({ id: "1", name: "hook", service: "generic", url: "https://x.example/h" }, body)).toBe(
    true,
  );
  expect(webhookApi.matches({ id: "1", name: "hook", service: "generic", url: "https://y.example/h" }, body)).toBe(
    false,
  );
});

test("a saved search matches its request by name, source and query", () => {
  const body = { name: "Errors", sourceId: "s", where: "level:error" };
  const shown = { id: "1", ...body, select: "", orderBy: "", whereLanguage: "lucene", tags: [], filters: [] };
  expect(savedSearchApi.matches(shown, body)).toBe(true);
  expect(savedSearchApi.matches({ ...shown, where: "" }, body)).toBe(false);
});

test("a key matches its request with roles in any order and the expiry in any notation", () => {
  const body = {
    name: "ci",
    assignedRoleIds: ["r2", "r1"],
    expireAt: "2030-01-01T00:00:00Z",
    ipAccessList: [{ source: "10.0.0.0/8" }],
  };
  const shown = {
    id: "1",
    name: "ci",
    state: "enabled",
    assignedRoles: [{ roleId: "r1" }, { roleId: "r2" }],
    expireAt: "2030-01-01T00:00:00.000Z",
    ipAccessList: [{ source: "10.0.0.0/8" }],
    keySuffix: "abcd",
  };
  expect(apiKeyApi.matches(shown, body)).toBe(true);
  expect(apiKeyApi.matches({ ...shown, state: "disabled" }, body)).toBe(false);
  expect(apiKeyApi.matches({ ...shown, assignedRoles: [{ roleId: "r1" }] }, body)).toBe(false);
  expect(apiKeyApi.matches({ ...shown, expireAt: null }, body)).toBe(false);
  const hashData = { keyIdHash: "x", keyIdSuffix: "zzzz", keySecretHash: "y" };
  expect(apiKeyApi.matches(shown, { ...body, hashData })).toBe(false);
});

describe("field names of Object.prototype", () => {
  const odd = JSON.parse('{"__proto__":{"a":1},"constructor":"c","toString":7,"hasOwnProperty":[1]}');

  test("are compared like other names, also if the server does not return them", () => {
    const sent = { ...dashboard, tiles: [{ ...tile, config: { ...tile.config, ...odd } }] };
    const withOdd = { ...shownTile, config: { ...shownTile.config, ...odd } };
    expect(dashboardApi.matches({ ...shownDashboard, tiles: [withOdd] }, sent)).toBe(true);
    expect(dashboardApi.matches(shownDashboard, sent)).toBe(true);
    const other = { ...withOdd, config: { ...withOdd.config, constructor: "another" } };
    expect(dashboardApi.matches({ ...shownDashboard, tiles: [other] }, sent)).toBe(false);
    const filters = [{ name: "f", ...odd }];
    expect(dashboardApi.matches({ ...shownDashboard, filters }, { ...dashboard, filters })).toBe(true);
    expect(dashboardApi.matches({ ...shownDashboard, filters: [{ name: "f" }] }, { ...dashboard, filters })).toBe(
      false,
    );
  });

  test("are sent unchanged and do not change any prototype", () => {
    const body = { ...dashboard, filters: [{ name: "f", ...odd }], ...odd };
    for (const wire of [dashboardApi.createBody(body), dashboardApi.updateBody(body)]) {
      expect(JSON.parse(JSON.stringify(wire))).toMatchObject({ constructor: "c", filters: [{ toString: 7 }] });
      expect(Object.keys(wire)).toContain("__proto__");
      expect(Object.getPrototypeOf(wire)).toBe(Object.prototype);
    }
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });

  test("are not used as the source of an alert", () => {
    const alert = { source: "constructor", interval: "5m", threshold: 1, thresholdType: "above" };
    expect(alertApi.matches({ id: "1", ...alert }, alert)).toBe(true);
  });
});
