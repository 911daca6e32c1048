import { seedIds } from "../../../src/emulator";
import {
  absentId,
  alertBody,
  created,
  dashboard,
  type Json,
  lineConfig,
  running,
  start,
} from "../../support/emulator/support";

const emulator = running();
const stamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const id = expect.stringMatching(/^[0-9a-f]{24}$/);
const { logs, connection } = seedIds;

describe("a webhook", () => {
  const hook = { name: "Hook", service: "generic", url: "https://example.com/a" };
  const raw = async (webhookId: string): Promise<Json> =>
    (await emulator.ui.get(`/raw/webhooks/${webhookId}`)).json.data;

  async function make(fields: Record<string, unknown>): Promise<Json> {
    const response = await emulator.openSource.post("/webhooks", { ...hook, ...fields });
    expect(response.text).toContain('"data"');
    return response.json.data;
  }

  test("is returned with all fields except headers and query parameters", async () => {
    const secret = { headers: { Authorization: "secret" }, queryParams: { token: "secret" } };
    const made = await make({ name: " Trimmed ", description: "d", body: "{}", ...secret });
    const shown = { id, name: "Trimmed", description: "d", body: "{}", service: "generic", url: hook.url };
    expect(made).toEqual({ ...shown, createdAt: stamp, updatedAt: stamp });
    expect(await raw(made.id)).toMatchObject(secret);
  });

  test("can have a body for incident.io, which is not returned", async () => {
    const made = await make({ service: "incidentio", body: "{}" });
    expect(made).not.toHaveProperty("body");
    expect((await raw(made.id)).body).toBe("{}");
  });

  test.each([
    ["no url", { url: undefined }, "Body validation failed: url: Required"],
    ["an invalid url", { url: "x" }, "Body validation failed: url: Invalid url"],
    ["an empty name", { name: "  " }, "Body validation failed: name: String must contain at least 1 character(s)"],
    [
      "a service of the UI",
      { service: "slack_api" },
      "Body validation failed: service: Invalid enum value. Expected 'slack' | 'generic' | 'incidentio', received 'slack_api'",
    ],
    ["another protocol", { url: "ftp://example.com" }, "Webhook URL must use HTTP or HTTPS"],
    ["a private address", { url: "http://10.0.0.1/x" }, "Webhook URL resolves to a private or reserved address."],
    ["a loopback address", { url: "http://localhost:3000" }, "Webhook URL resolves to a private or reserved address."],
    ["an IPv6 loopback address", { url: "http://[::1]/" }, "Webhook URL resolves to a private or reserved address."],
    [
      "the host of the database",
      { url: "http://ch-server/" },
      "Webhook URL resolves to a private or reserved address.",
    ],
    [
      "a Slack webhook on another host",
      { service: "slack", url: "https://notslack.com/x" },
      "Slack Webhook URL https://notslack.com/x does not have hostname that ends in 'slack.com'",
    ],
    [
      "a body for Slack",
      { service: "slack", url: "https://hooks.slack.com/x", body: "" },
      "Body validation failed: body: body is not supported for the slack webhook service",
    ],
    [
      "a header that starts with a digit",
      { headers: { "1a": "x" } },
      "Body validation failed: headers.1a: Header name cannot start with a number",
    ],
    [
      "a control character",
      { headers: { a: "x\ny" } },
      "Body validation failed: headers.a: Header values cannot contain control characters",
    ],
    [
      "a name that another webhook has",
      { service: "slack", name: "Slack oncall", url: "https://hooks.slack.com/x" },
      "A webhook with this service and name already exists",
    ],
  ])("is refused: %s", async (_name, fields, message) => {
    const response = await emulator.openSource.post("/webhooks", { ...hook, ...fields });
    expect(response.status).toBe(400);
    expect(response.json).toEqual({ message });
  });

  test("keeps headers and query parameters on PUT, unless the url or the service changes", async () => {
    const made = await make({
      name: "Kept",
      description: "d",
      body: "b",
      headers: { a: "1" },
      queryParams: { q: "1" },
    });
    const put = (fields: Record<string, unknown>) =>
      emulator.openSource.put(`/webhooks/${made.id}`, { ...hook, name: "Kept", ...fields });
    const same = await put({});
    expect(same.json.data).not.toHaveProperty("description");
    expect(same.json.data).not.toHaveProperty("body");
    expect(await raw(made.id)).toMatchObject({ headers: { a: "1" }, queryParams: { q: "1" } });
    await put({ headers: {} });
    expect(await raw(made.id)).toMatchObject({ headers: {}, queryParams: { q: "1" } });
    await put({ url: "https://example.com/b" });
    expect(await raw(made.id)).not.toHaveProperty("queryParams.q");
  });

  test("is protected from a delete only if it is the first channel of an alert", async () => {
    const first = await make({ name: "First" });
    const second = await make({ name: "Second" });
    const board = await created(emulator.openSource, dashboard(lineConfig));
    const channels = [first, second].map((one) => ({ type: "webhook", webhookId: one.id }));
    const alert = { ...alertBody, channel: undefined, channels, dashboardId: board.id, tileId: board.tiles[0].id };
    const made = await emulator.openSource.post("/alerts", alert);
    const refused = await emulator.openSource.delete(`/webhooks/${first.id}`);
    expect(refused.status).toBe(409);
    expect(refused.json).toEqual({
      message: "Cannot delete webhook: 1 alert(s) still reference it. Reassign or remove those alerts first.",
    });
    expect((await emulator.openSource.delete(`/webhooks/${second.id}`)).json).toEqual({});
    const put = await emulator.openSource.put(`/alerts/${made.json.data.id}`, alert);
    expect(put.status).toBe(400);
    expect(put.json).toEqual({ message: "Webhook not found" });
  });

  test("is omitted from the list but counted in the total if it cannot be represented", async () => {
    const fresh = await start();
    await fresh.ui.put(`/raw/webhooks/${absentId}`, {
      name: "P",
      service: "pagerduty_api",
      url: "https://example.com",
    });
    const list = await fresh.openSource.get("/webhooks");
    expect(list.json.data.length).toBe(3);
    expect(list.json.meta.total).toBe(4);
    const managed = await fresh.clickStack.get("/webhooks");
    expect(managed.json.result.length).toBe(4);
    await fresh.emulator.stop();
  });

  test("is missing with status 404 if the id is unknown", async () => {
    for (const response of [
      await emulator.openSource.put(`/webhooks/${absentId}`, hook),
      await emulator.openSource.delete(`/webhooks/${absentId}`),
    ]) {
      expect(response.status).toBe(404);
      expect(response.json).toEqual({ message: "Webhook not found" });
    }
  });

  test("can have a private address if a setting allows it", async () => {
    const open = await start({ webhookAllowList: ["localhost"] });
    const response = await open.openSource.post("/webhooks", { ...hook, url: "http://localhost:3000/" });
    expect(response.status).toBe(200);
    await open.emulator.stop();
  });
});

describe("a saved search", () => {
  const body = { name: "S", sourceId: logs };
  const defaults = { select: "", where: "", whereLanguage: "lucene", orderBy: "", tags: [], filters: [] };

  test("gets defaults for omitted fields, on create and on PUT", async () => {
    const sent = { ...body, select: "Body", where: "x", whereLanguage: "sql", orderBy: "t", tags: ["a", "a"] };
    const made = await emulator.openSource.post("/saved-searches", { ...sent, filters: [{ condition: "a IN ('b')" }] });
    const filters = [{ type: "sql", condition: "a IN ('b')" }];
    expect(made.json.data).toEqual({ ...sent, filters, id, teamId: seedIds.team, createdAt: stamp, updatedAt: stamp });
    const put = await emulator.openSource.put(`/saved-searches/${made.json.data.id}`, body);
    expect(put.json.data).toMatchObject({ ...body, ...defaults });
  });

  test("requires an existing source", async () => {
    const response = await emulator.openSource.post("/saved-searches", { ...body, sourceId: absentId });
    expect(response.status).toBe(400);
    expect(response.json).toEqual({ message: "sourceId must be an existing source id" });
  });

  test.each([
    ["a IN ('x', 'y')", 200],
    ["a NOT IN ('x')", 200],
    ["a BETWEEN 1 AND 2", 200],
    ["a = 'x'", 400],
    ["a IN ('x') AND b IN ('y')", 400],
    ["a = 1 AND b IN (1)", 400],
    ["x > 3 OR y BETWEEN 1 AND 2", 400],
    ["a NOT LIKE 'x' AND b NOT IN ('z')", 400],
    ["a NOT BETWEEN 1 AND 2", 400],
    ["(a) IN ('x')", 200],
    ["if(a = 1, 'x', 'y') IN ('x')", 200],
    ["a in 'x'", 200],
    ["a IN(1)", 400],
    ["a IN ()", 400],
    ["a IN ('x') OR b", 400],
    ["NOT (a IN ('x'))", 400],
    ["NOT a IN ('x')", 400],
    ["a BETWEEN 1 AND 2 AND b IN ('x')", 400],
    ["a IN ('x;y')", 200],
    ["a IN ('x) AND y', 'it''s', 'back\\'slash')", 200],
    ["ResourceAttributes['k8s.pod.name'] NOT IN ('x')", 200],
    ["JSONExtractString(Body, 'a b') IN (lower('X'), 'y')", 200],
    ["ts BETWEEN '2026-01-01 00:00:00' AND '2026-01-02 00:00:00'", 400],
  ])("accepts or refuses the new filter %s", async (condition, status) => {
    const response = await emulator.openSource.post("/saved-searches", { ...body, filters: [{ condition }] });
    expect(response.status).toBe(status);
    if (status === 400) {
      expect(response.json.message).toMatch(/^filters\[0\] must be a sidebar-renderable SQL predicate /);
    }
  });

  test("accepts a filter that was already stored", async () => {
    const made = await emulator.openSource.post("/saved-searches", body);
    const filters = [{ type: "lucene", condition: "a:b" }];
    await emulator.ui.patch(`/api/v2/saved-searches/${made.json.data.id}`, { filters });
    const put = await emulator.openSource.put(`/saved-searches/${made.json.data.id}`, { ...body, filters });
    expect(put.status).toBe(200);
    expect(put.json.data.filters).toEqual(filters);
  });

  test("is deleted together with its alerts", async () => {
    const made = await emulator.openSource.post("/saved-searches", body);
    const { source: _, ...alert } = alertBody;
    const { json } = await emulator.openSource.post("/alerts", {
      ...alert,
      source: "saved_search",
      savedSearchId: made.json.data.id,
    });
    expect((await emulator.openSource.delete(`/saved-searches/${made.json.data.id}`)).json).toEqual({});
    expect((await emulator.openSource.get(`/alerts/${json.data.id}`)).status).toBe(404);
    const gone = await emulator.openSource.get(`/saved-searches/${made.json.data.id}`);
    expect(gone.status).toBe(404);
    expect(gone.json).toEqual({ message: "Saved search not found" });
  });
});

describe("a source", () => {
  const base = { name: "S", connection, from: { databaseName: "d", tableName: "t" }, timestampValueExpression: "ts" };
  const trace = {
    kind: "trace",
    ...base,
    defaultTableSelectExpression: "x",
    durationExpression: "Duration",
    traceIdExpression: "a",
    spanIdExpression: "b",
    parentSpanIdExpression: "c",
    spanNameExpression: "d",
    spanKindExpression: "e",
  };
  const metric = {
    kind: "metric",
    ...base,
    from: { databaseName: "d", tableName: "" },
    metricTables: { "exponential histogram": "t" },
    resourceAttributesExpression: "r",
  };

  const highlights = { highlightedTraceAttributeExpressions: [], highlightedRowAttributeExpressions: [] };
  const ofEvents = { ...highlights, materializedViews: [] };

  test.each([
    ["log", { kind: "log", ...base, defaultTableSelectExpression: "x", bodyExpression: "Body" }, ofEvents],
    ["trace, whose precision is 3", trace, { ...ofEvents, durationPrecision: 3 }],
    ["metric with an empty table", metric, {}],
    ["session", { kind: "session", ...base, traceSourceId: seedIds.traces }, {}],
    ["promql", { kind: "promql", ...base }, {}],
  ])("is returned as it was sent, with empty lists and without time stamps: %s", async (_name, body, more) => {
    const made = await emulator.openSource.post("/sources", { ...body, id: "ignored" });
    expect(made.json.data).toEqual({ ...body, ...more, id, disabled: false, querySettings: [] });
    const read = await emulator.openSource.get(`/sources/${made.json.data.id}`);
    expect(read.json.data).toEqual(made.json.data);
  });

  test.each([
    [
      "an unknown kind",
      { kind: "x" },
      "Body validation failed: kind: Invalid discriminator value. Expected 'log' | 'trace' | 'session' | 'metric' | 'promql'",
    ],
    [
      "no table",
      { ...metric, metricTables: {} },
      "Body validation failed: metricTables: At least one metric table must be specified",
    ],
    ["no table name", { ...metric, from: { databaseName: "d" } }, "Body validation failed: from.tableName: Required"],
    [
      "a session without its time stamp",
      { kind: "session", ...base, traceSourceId: "x", timestampValueExpression: undefined },
      "Body validation failed: timestampValueExpression: Required",
    ],
    [
      "an invalid connection id",
      { kind: "promql", ...base, connection: "x" },
      "connection must be a valid connection id",
    ],
    [
      "a missing connection",
      { kind: "promql", ...base, connection: absentId },
      "connection must be an existing connection id",
    ],
  ])("is refused: %s", async (_name, body, message) => {
    const response = await emulator.openSource.post("/sources", body);
    expect(response.status).toBe(400);
    expect(response.json).toEqual({ message });
  });

  test.each([
    ["15s", "15s"],
    ["5 minute", "5m"],
    ["1 hour", "1h"],
    ["30 day", "30d"],
  ])("has the granularity %s of a view converted to %s", async (granularity, shown) => {
    const view = { databaseName: "d", tableName: "t", dimensionColumns: "", timestampColumn: "ts" };
    const columns = [{ aggFn: "count", mvColumn: "c" }];
    const { json } = await emulator.openSource.post("/sources", {
      ...trace,
      materializedViews: [{ ...view, minGranularity: granularity, aggregatedColumns: columns }],
      metadataMaterializedViews: { kvRollupTable: "kv", granularity },
    });
    expect(json.data.materializedViews[0].minGranularity).toBe(shown);
    expect(json.data.metadataMaterializedViews).toEqual({ kvRollupTable: "kv", granularity: shown });
  });

  test("loses the fields that a PUT omits", async () => {
    const made = await emulator.openSource.post("/sources", { kind: "promql", ...base, section: "A", disabled: true });
    const put = await emulator.openSource.put(`/sources/${made.json.data.id}`, { kind: "promql", ...base });
    const kept = { id: made.json.data.id, disabled: false, querySettings: [] };
    expect(put.json.data).toEqual({ kind: "promql", ...base, ...kept });
  });

  test("is missing with status 404 if the id is unknown, and an old session source has the column TimestampTime", async () => {
    const gone = await emulator.openSource.get(`/sources/${absentId}`);
    expect(gone.status).toBe(404);
    expect(gone.json).toEqual({ message: "Source not found" });
    const old = { name: "Old", kind: "session", connection, from: base.from, traceSourceId: "x" };
    await emulator.ui.put(`/raw/sources/${"a".repeat(24)}`, old);
    const read = await emulator.openSource.get(`/sources/${"a".repeat(24)}`);
    expect(read.json.data.timestampValueExpression).toBe("TimestampTime");
  });
});

describe("a connection", () => {
  const body = { name: "C", host: "http://db:8123", username: "u" };

  test("never returns its password, keeps it if a PUT sends an empty one, and loses a prefix that is null", async () => {
    const made = await emulator.openSource.post("/connections", {
      ...body,
      password: "secret",
      hyperdxSettingPrefix: "p",
      isPrometheusEndpoint: true,
    });
    const shown = {
      ...body,
      id,
      hyperdxSettingPrefix: "p",
      isPrometheusEndpoint: true,
      createdAt: stamp,
      updatedAt: stamp,
    };
    expect(made.json.data).toEqual(shown);
    const path = `/connections/${made.json.data.id}`;
    const kept = await emulator.openSource.put(path, { ...body, password: "" });
    expect(kept.json.data).toEqual(shown);
    expect((await emulator.ui.get(`/raw${path}`)).json.data.password).toBe("secret");
    const removed = await emulator.openSource.put(path, { ...body, hyperdxSettingPrefix: null });
    expect(removed.json.data).not.toHaveProperty("hyperdxSettingPrefix");
  });

  test("is missing with status 404 if the id is unknown, also on DELETE", async () => {
    for (const response of [
      await emulator.openSource.get(`/connections/${absentId}`),
      await emulator.openSource.put(`/connections/${absentId}`, body),
      await emulator.openSource.delete(`/connections/${absentId}`),
    ]) {
      expect(response.status).toBe(404);
      expect(response.text).toBe("Not Found");
    }
  });
});

describe("the team endpoint", () => {
  test("returns its name, its members and its invitations", async () => {
    expect((await emulator.openSource.get("/team")).json.data).toEqual({ id: seedIds.team, name: "Emulator team" });
    const members = await emulator.openSource.get("/team/members");
    expect(members.json.data).toEqual([
      { id: seedIds.user, email: "ada@example.com", name: "Ada", isCurrentUser: true },
    ]);
    const invited = await emulator.openSource.post("/team/invitation", { email: "Bob@Example.com" });
    expect(invited.json.data).toMatchObject({ email: "bob@example.com", status: "pending" });
    expect((await emulator.openSource.get("/team/invitations")).json.data).toHaveLength(1);
    const path = `/team/invitation/${invited.json.data.invitationId}`;
    expect((await emulator.openSource.delete(path)).json).toEqual({ data: { success: true } });
    expect((await emulator.openSource.delete(path)).status).toBe(404);
    expect((await emulator.openSource.delete(`/team/member/${seedIds.user}`)).status).toBe(400);
  });
});

describe("the unset optional texts of a source", () => {
  const body = {
    kind: "log",
    name: "Unset",
    connection: seedIds.connection,
    from: { databaseName: "d", tableName: "t" },
    timestampValueExpression: "T",
    defaultTableSelectExpression: "Body",
    bodyExpression: "Body",
    highlightedRowAttributeExpressions: [{ sqlExpression: "a" }],
  };
  const shown = async (emptySourceTexts: boolean | undefined, deployment: "openSource" | "clickStack") => {
    const server = await start({ switches: emptySourceTexts === undefined ? {} : { emptySourceTexts } });
    const { json } = await server[deployment].post("/sources", body);
    await server.emulator.stop();
    return json.data ?? json.result;
  };

  test("are returned as empty texts by the managed deployment", async () => {
    const source = await shown(undefined, "clickStack");
    expect(source).toMatchObject({
      section: "",
      bodyExpression: "Body",
      severityTextExpression: "",
      traceSourceId: "",
      useTextIndexForImplicitColumn: "",
      highlightedRowAttributeExpressions: [{ sqlExpression: "a", luceneExpression: "", alias: "" }],
    });
    expect(source).not.toHaveProperty("serviceVersionExpression");
  });

  test("are omitted by the open-source deployment", async () => {
    const source = await shown(undefined, "openSource");
    expect(source).not.toHaveProperty("section");
    expect(source.highlightedRowAttributeExpressions).toEqual([{ sqlExpression: "a" }]);
  });

  test("depend on the switch in both deployments", async () => {
    expect(await shown(true, "openSource")).toMatchObject({ section: "", serviceVersionExpression: "" });
    expect(await shown(false, "clickStack")).not.toHaveProperty("section");
  });
});
