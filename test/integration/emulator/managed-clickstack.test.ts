import { seedIds } from "../../../src/emulator";
import {
  absentId,
  alertBody,
  count,
  created,
  dashboard,
  type Json,
  lineConfig,
  place,
  running,
  start,
} from "../../support/emulator/support";

const emulator = running();
const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);

test("both deployments share their objects, and the managed deployment has an envelope and deletes without a result", async () => {
  const board = await created(emulator.clickStack, dashboard(lineConfig));
  const read = await emulator.clickStack.get(`/dashboards/${board.id}`);
  expect(read.json).toEqual({ status: 200, requestId: uuid, result: board });
  expect((await emulator.openSource.get(`/dashboards/${board.id}`)).json.data).toEqual(board);
  const updated = await emulator.clickStack.put(`/dashboards/${board.id}`, { name: "New", tiles: board.tiles });
  expect(updated.status).toBe(200);
  expect(updated.json.result.name).toBe("New");
  const list = await emulator.clickStack.get("/dashboards");
  expect(list.json.result.map((one: Json) => one.id)).toContain(board.id);
  const deleted = await emulator.clickStack.delete(`/dashboards/${board.id}`);
  expect(deleted.status).toBe(200);
  expect(deleted.json).toEqual({ status: 200, requestId: uuid });
});

test("a list with limit and offset is an array without an envelope, with only the requested page", async () => {
  const { status, json, headers } = await emulator.clickStack.get("/webhooks?limit=1&offset=1");
  expect(status).toBe(200);
  expect(Object.keys(json).sort()).toEqual(["requestId", "result", "status"]);
  expect(json.result.map((one: Json) => one.id)).toEqual([seedIds.genericWebhook]);
  expect(headers.get("x-total-count")).toBeNull();
});

test.each([
  ["a missing dashboard", `/dashboards/${absentId}`, 404, "NOT_FOUND: Not Found"],
  ["a missing alert", `/alerts/${absentId}`, 404, "NOT_FOUND: Alert not found"],
  ["a missing source", `/sources/${absentId}`, 404, "NOT_FOUND: Source not found"],
  ["a missing saved search", `/saved-searches/${absentId}`, 404, "NOT_FOUND: Saved search not found"],
  ["an invalid id", "/dashboards/x", 400, "BAD_REQUEST: Params validation failed: id: Invalid ObjectId"],
])("the error for %s is JSON", async (_name, path, status, error) => {
  const response = await emulator.clickStack.get(path);
  expect(response.status).toBe(status);
  expect(response.json).toEqual({ status, error, requestId: uuid });
});

test("error messages of the upstream server are in the field error", async () => {
  const response = await emulator.clickStack.post("/dashboards", { name: "n" });
  expect(response.json.error).toBe("BAD_REQUEST: Body validation failed: tiles: Required");
});

test.each([
  ["dashboards", { ...dashboard(), id: "x" }, "id"],
  ["dashboards", { ...dashboard(), fantasy: 1 }, "fantasy"],
  ["alerts", { ...alertBody, state: "OK" }, "state"],
  ["webhooks", { name: "n", service: "generic", url: "https://example.com", enabled: true }, "enabled"],
  ["saved-searches", { name: "n", sourceId: seedIds.logs, teamId: "x" }, "teamId"],
  ["sources", { kind: "log", serviceVersionExpression: "x" }, "serviceVersionExpression"],
  ["roles", { name: "n", permissions: [], id: "x" }, "id"],
])("an unknown top-level property in %s is refused", async (collection, body, property) => {
  const response = await emulator.clickStack.post(`/${collection}`, body);
  expect(response.status).toBe(400);
  expect(response.json.error).toBe(`BAD_REQUEST: request body property can't be validated: ${property}`);
});

test("validate checks the top-level properties, and then returns its response as the result", async () => {
  const good = await emulator.clickStack.post("/dashboards/validate", dashboard(lineConfig));
  expect(good.json.result).toMatchObject({ valid: true, errors: [] });
  const bad = await emulator.clickStack.post("/dashboards/validate", { name: "n" });
  expect(bad.status).toBe(200);
  expect(bad.json.result).toEqual({ valid: false, errors: [{ path: "tiles", message: "Required" }], normalized: null });
  const refused = await emulator.clickStack.post("/dashboards/validate", { ...dashboard(), id: "x" });
  expect(refused.status).toBe(400);
  expect(refused.json.error).toBe("BAD_REQUEST: request body property can't be validated: id");
});

test.each([
  ["POST", "/charts/series"],
  ["POST", "/search"],
  ["GET", "/connections"],
  ["GET", "/team"],
  ["GET", `/webhooks/${seedIds.slackWebhook}`],
  ["PATCH", `/dashboards/${absentId}`],
])("a path that the server does not offer returns an HTML page: %s %s", async (method, path) => {
  const send = { GET: emulator.clickStack.get, POST: emulator.clickStack.post, PATCH: emulator.clickStack.patch }[
    method
  ];
  const response = await send?.(path, method === "GET" ? undefined : {});
  expect(response?.status).toBe(404);
  expect(response?.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response?.text).toContain(`Cannot ${method} /v1/organizations/`);
});

test("an unknown service is not found", async () => {
  const response = await emulator.cloud.get("/services/99999999-9999-4999-8999-999999999999/clickstack/dashboards");
  expect(response.status).toBe(404);
  expect(response.json.error).toBe("NOT_FOUND: Unknown Error");
  const bad = await emulator.cloud.get("/services/x/clickstack/dashboards");
  expect(bad.status).toBe(400);
  expect(bad.json.error).toEqual("BAD_REQUEST: request params.serviceId: 'x'");
});

describe("a managed alert", () => {
  let body: Record<string, unknown>;

  beforeAll(async () => {
    const board = await created(emulator.clickStack, dashboard(lineConfig));
    body = { ...alertBody, dashboardId: board.id, tileId: board.tiles[0].id };
  });

  test("can notify by email", async () => {
    const channel = { type: "email", emailRecipients: ["a@example.com"] };
    const response = await emulator.clickStack.post("/alerts", { ...body, channel });
    expect(response.json.result).toMatchObject({ channel, channels: [channel] });
  });

  test("keeps the additional fields of webhook channels, also null", async () => {
    const channel = { ...alertBody.channel, webhookService: "slack", slackChannelId: null, severity: "critical" };
    const response = await emulator.clickStack.post("/alerts", { ...body, channel });
    expect(response.json.result.channel).toEqual(channel);
  });

  test("is refused with an invalid severity", async () => {
    const response = await emulator.clickStack.post("/alerts", {
      ...body,
      channel: { ...alertBody.channel, severity: "bad" },
    });
    expect(response.json.error).toContain("channel.severity: Invalid enum value.");
  });

  test("loses the additional fields in the open-source deployment", async () => {
    const channel = { ...alertBody.channel, severity: "critical" };
    const response = await emulator.openSource.post("/alerts", { ...body, channel });
    expect(response.json.data.channel).toEqual(alertBody.channel);
  });

  test("accepts the interval 30s only if the feature is enabled", async () => {
    expect((await emulator.clickStack.post("/alerts", { ...body, interval: "30s" })).status).toBe(400);
    const fast = await start({ switches: { interval30s: true } });
    const board = await created(fast.clickStack, dashboard(lineConfig));
    const alert = { ...body, dashboardId: board.id, tileId: board.tiles[0].id, interval: "30s" };
    expect((await fast.clickStack.post("/alerts", alert)).status).toBe(200);
    expect((await fast.openSource.post("/alerts", alert)).status).toBe(400);
    await fast.emulator.stop();
  });

  test("has no channels at the gateway of July 2026, which also refuses the formulas of tiles", async () => {
    const july = await start({ switches: { gatewayOfJuly: true } });
    const board = await created(july.clickStack, dashboard(lineConfig));
    const alert = { ...body, dashboardId: board.id, tileId: board.tiles[0].id };
    const refused = await july.clickStack.post("/alerts", { ...alert, channels: [alertBody.channel] });
    expect(refused.json.error).toBe("BAD_REQUEST: request body property can't be validated: channels");
    const made = await july.clickStack.post("/alerts", alert);
    expect(made.json.result.channel).toEqual(alertBody.channel);
    expect(made.json.result).not.toHaveProperty("channels");
    const formulas = { ...lineConfig, formulas: [{ expression: "A" }] };
    expect((await july.clickStack.post("/dashboards", dashboard(formulas))).json.error).toBe(
      "BAD_REQUEST: request body property can't be validated: tiles.0.config.formulas",
    );
    await july.emulator.stop();
  });
});

test("managed sources have filterSettings, and open-source sources have serviceVersionExpression", async () => {
  const source = {
    kind: "log",
    name: "L",
    connection: seedIds.connection,
    from: { databaseName: "d", tableName: "t" },
    timestampValueExpression: "ts",
    defaultTableSelectExpression: "x",
  };
  const filterSettings = { databaseName: "d", tableName: "t", columns: [{ name: "a", label: "A" }] };
  const made = await emulator.clickStack.post("/sources", { ...source, filterSettings });
  expect(made.json.result.filterSettings).toEqual(filterSettings);
  const { id } = made.json.result;
  expect((await emulator.openSource.get(`/sources/${id}`)).json.data).not.toHaveProperty("filterSettings");
  const dropped = await emulator.openSource.post("/sources", { ...source, filterSettings: 5 });
  expect(dropped.status).toBe(200);
  const shown = await emulator.clickStack.get(`/sources/${dropped.json.data.id}`);
  expect(shown.json.result).not.toHaveProperty("filterSettings");
  const put = await emulator.openSource.put(`/sources/${id}`, { ...source, serviceVersionExpression: "v" });
  expect(put.json.data.serviceVersionExpression).toBe("v");
  expect((await emulator.clickStack.get(`/sources/${id}`)).json.result).not.toHaveProperty("serviceVersionExpression");
});

test("a delete of a webhook in use returns 409", async () => {
  const board = await created(emulator.clickStack, dashboard(lineConfig));
  await emulator.clickStack.post("/alerts", { ...alertBody, dashboardId: board.id, tileId: board.tiles[0].id });
  const response = await emulator.clickStack.delete(`/webhooks/${seedIds.slackWebhook}`);
  expect(response.status).toBe(409);
  expect(response.json.error).toMatch(/^CONFLICT: Cannot delete webhook: \d+ alert/);
});

test("ClickStack roles can be created, read, changed and deleted", async () => {
  const permissions = [{ action: "read", subject: "dashboard" }];
  const connection = { action: "read", subject: "Connection" };
  const made = await emulator.clickStack.post("/roles", { name: "R", description: "reads", permissions });
  const { id } = made.json.result;
  expect(made.json.result).toEqual({
    ...{ id, name: "R", description: "reads", isPredefined: false },
    permissions: [connection, { ...permissions[0], integration: "mongodb" }],
    ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
  });
  const put = await emulator.clickStack.put(`/roles/${id}`, { permissions });
  expect(put.json.result).toMatchObject({
    ...{ name: "R", description: "reads" },
    permissions: [{ ...permissions[0], integration: "mongodb" }, connection],
  });
  const listed = (await emulator.clickStack.get("/roles")).json.result;
  expect(listed.map(({ name }: { name: string }) => name)).toEqual(["Admin", "Member", "ReadOnly", "R"]);
  expect((await emulator.clickStack.delete(`/roles/${id}`)).json).toEqual({ status: 200, requestId: uuid });
  expect((await emulator.clickStack.get(`/roles/${id}`)).status).toBe(404);
});

test("roles keep exactly the permissions of the request if a switch is set", async () => {
  const other = await start({ switches: { impliedPermissions: false } });
  const permissions = [{ action: "read", subject: "dashboard" }];
  const made = await other.clickStack.post("/roles", { name: "R", permissions });
  expect(made.json.result.permissions).toEqual(permissions);
  await other.emulator.stop();
});

test("a ClickStack role has a unique name, and a predefined role cannot be changed", async () => {
  const other = await emulator.clickStack.post("/roles", { name: "R", permissions: [] });
  expect((await emulator.clickStack.post("/roles", { name: "ReadOnly", permissions: [] })).status).toBe(400);
  const { id } = other.json.result;
  expect((await emulator.clickStack.put(`/roles/${id}`, { name: "ReadOnly", permissions: [] })).status).toBe(400);
  const path = `/roles/${seedIds.readOnlyTeamRole}`;
  expect((await emulator.clickStack.put(path, { permissions: [] })).status).toBe(400);
  expect((await emulator.clickStack.delete(path)).status).toBe(400);
});

describe("a server that behaves differently", () => {
  test("can lack the validate operation in both deployments", async () => {
    const old = await start({ switches: { validateMissing: true } });
    for (const api of [old.clickStack, old.openSource]) {
      const response = await api.post("/dashboards/validate", dashboard());
      expect(response.status).toBe(404);
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    }
    await old.emulator.stop();
  });

  test("can return 404 for the delete of a missing dashboard", async () => {
    const other = await start({ switches: { absentDashboardDelete404: true } });
    const managed = await other.clickStack.delete(`/dashboards/${absentId}`);
    expect(managed.status).toBe(404);
    expect(managed.json.error).toBe("NOT_FOUND: Not Found");
    expect((await other.openSource.delete(`/dashboards/${absentId}`)).status).toBe(404);
    await other.emulator.stop();
  });

  test.each([
    [false, { aggFn: "count", valueExpression: "", where: "", whereLanguage: "lucene" }],
    [true, { aggFn: "count", valueExpression: "Duration", level: 0.5, where: "", whereLanguage: "lucene" }],
  ])("returns obsolete values of UI edits only if it is an older server (%j)", async (legacyLeftovers, shown) => {
    const other = await start({ switches: { legacyLeftovers } });
    const board = await created(other.openSource, dashboard(lineConfig));
    const select = [{ ...count, valueExpression: "Duration", level: 0.5 }];
    await other.ui.patch(`/api/v2/dashboards/${board.id}/tiles/${board.tiles[0].id}`, { config: { select } });
    const read = await other.openSource.get(`/dashboards/${board.id}`);
    expect(read.json.data.tiles[0].config.select).toEqual([shown]);
    const back = await other.openSource.put(`/dashboards/${board.id}`, read.json.data);
    expect(back.status).toBe(legacyLeftovers ? 400 : 200);
    await other.emulator.stop();
  });
});

test("a PUT of a dashboard requires filter ids in the managed deployment too", async () => {
  const filter = { type: "QUERY_EXPRESSION", name: "N", expression: "x", sourceId: seedIds.logs };
  const board = await created(emulator.clickStack, {
    name: "n",
    tiles: [{ ...place, config: lineConfig }],
    filters: [filter],
  });
  const response = await emulator.clickStack.put(`/dashboards/${board.id}`, {
    name: "n",
    tiles: [],
    filters: [filter],
  });
  expect(response.json.error).toBe("BAD_REQUEST: Body validation failed: filters.0.id: Required");
});
