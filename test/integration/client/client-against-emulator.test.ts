import { type Deployment, UnsupportedOperationError } from "../../../src/client";
import { type EmulatorOptions, seedIds } from "../../../src/emulator";
import { type Client, createClient } from "../../../src/resources/client";
import { rejection } from "../../support/client/clients";
import { startEmulator } from "../../support/emulator/emulator-for-tests";

/** Starts an emulator and a client, which a test closes at its end. */
async function started(observability: Deployment, options: EmulatorOptions = {}) {
  const emulator = await startEmulator(options);
  const endpoints = emulator.endpoints;
  const client = createClient({
    userAgent: "tests",
    environment: {},
    openSource: endpoints.openSource,
    managed: { ...endpoints.managed, product: "clickstack", requestsPerWindow: 10_000 },
    observability,
  });
  return {
    emulator,
    client,
    async [Symbol.asyncDispose]() {
      await client.close();
      await emulator.stop();
    },
  };
}

const tile = {
  name: "errors",
  x: 0,
  y: 0,
  w: 6,
  h: 4,
  config: { displayType: "line", sourceId: seedIds.logs, select: [{ aggFn: "count", where: "level:error" }] },
};
const dashboardBody = {
  name: "Checkout",
  tiles: [tile],
  tags: ["b", "a", "b"],
  filters: [{ type: "QUERY_EXPRESSION", name: "Service", expression: "ServiceName", sourceId: seedIds.logs }],
};
const target = { type: "webhook", webhookId: seedIds.slackWebhook };
const alertBody = (dashboardId: string, tileId: string) => ({
  source: "tile",
  dashboardId,
  tileId,
  interval: "5m",
  threshold: 100,
  thresholdType: "above",
  channel: target,
  name: "too many errors",
  scheduleStartAt: "2026-01-01T00:00:00Z",
});
const searchBody = { name: "Errors", sourceId: seedIds.logs, where: "level:error", tags: ["x"] };
const webhookBody = {
  name: "hook",
  service: "generic",
  url: "https://example.com/hook/secret-path",
  headers: { "x-token": "geheim" },
};
const sourceBody = {
  kind: "log",
  name: "More logs",
  connection: seedIds.connection,
  from: { databaseName: "default", tableName: "more" },
  timestampValueExpression: "Timestamp",
  defaultTableSelectExpression: "Timestamp, Body",
};

async function newDashboard(client: Client) {
  const dashboard = await client.dashboards.create(dashboardBody);
  const tileId = String(dashboard.tiles[0]?.id);
  return { dashboard, tileId };
}

describe.each<Deployment>(["open_source", "managed"])("%s", (deployment) => {
  test("dashboards are created, read, validated, updated and deleted", async () => {
    await using running = await started(deployment);
    const { dashboards } = running.client;
    const { dashboard, tileId } = await newDashboard(running.client);
    expect(await dashboards.get(dashboard.id)).toEqual(dashboard);
    expect(await dashboards.read(dashboard.id)).toEqual(dashboard);
    expect(await dashboards.list()).toEqual([dashboard]);
    expect(await dashboards.validate({ ...dashboard })).toMatchObject({ valid: true, errors: [] });
    expect(await dashboards.validate({ ...dashboardBody, tiles: [{ ...tile, x: 99 }] })).toMatchObject({
      valid: false,
      errors: [{ path: "tiles.0.x" }],
    });
    const updated = await dashboards.update(dashboard.id, { ...dashboard, name: "Renamed" });
    expect(updated.name).toBe("Renamed");
    expect(updated.tiles[0]?.id).toEqual(tileId);
    await dashboards.delete(dashboard.id);
    await dashboards.delete(dashboard.id);
    expect(await dashboards.get(dashboard.id)).toBeUndefined();
    expect(await dashboards.read(dashboard.id)).toBeUndefined();
  });

  test("alerts are created, read, updated and deleted", async () => {
    await using running = await started(deployment);
    const { dashboard, tileId } = await newDashboard(running.client);
    const { alerts } = running.client;
    const alert = await alerts.create(alertBody(dashboard.id, tileId));
    expect(await alerts.get(alert.id)).toEqual(alert);
    expect(await alerts.list()).toEqual([alert]);
    const updated = await alerts.update(alert.id, { ...alertBody(dashboard.id, tileId), threshold: 5, name: null });
    expect(updated.threshold).toBe(5);
    expect(updated.name).toBe(null);
    await alerts.delete(alert.id);
    await alerts.delete(alert.id);
    expect(await alerts.get(alert.id)).toBeUndefined();
  });

  test("saved searches are created, read, updated and deleted", async () => {
    await using running = await started(deployment);
    const { savedSearches } = running.client;
    const search = await savedSearches.create(searchBody);
    expect(await savedSearches.get(search.id)).toEqual(search);
    expect(await savedSearches.list()).toEqual([search]);
    expect((await savedSearches.update(search.id, { ...searchBody, name: "Warnings" })).name).toBe("Warnings");
    await savedSearches.delete(search.id);
    await savedSearches.delete(search.id);
    expect(await savedSearches.get(search.id)).toBeUndefined();
  });

  test("webhooks are created, found, updated and deleted", async () => {
    await using running = await started(deployment, { webhookAllowList: ["example.com"] });
    const { webhooks } = running.client;
    const webhook = await webhooks.create(webhookBody);
    expect(await webhooks.get(webhook.id)).toEqual(webhook);
    expect(await webhooks.read(webhook.id)).toEqual(webhook);
    expect(await webhooks.list()).toHaveLength(4);
    expect((await webhooks.update(webhook.id, { ...webhookBody, description: "d" })).description).toBe("d");
    await webhooks.delete(webhook.id);
    await webhooks.delete(webhook.id);
    expect(await webhooks.get(webhook.id)).toBeUndefined();
    expect(await webhooks.read(webhook.id)).toBeUndefined();
  });

  test("sources are created, read, updated and deleted", async () => {
    await using running = await started(deployment);
    const { sources } = running.client;
    const source = await sources.create(sourceBody);
    expect(await sources.get(source.id)).toEqual(source);
    expect((await sources.list()).map(({ name }) => name)).toContain("More logs");
    expect((await sources.update(source.id, { ...sourceBody, name: "Most logs" })).name).toBe("Most logs");
    await sources.delete(source.id);
    await sources.delete(source.id);
    expect(await sources.get(source.id)).toBeUndefined();
  });

  test("a webhook in use is not deleted", async () => {
    await using running = await started(deployment);
    const { dashboard, tileId } = await newDashboard(running.client);
    await running.client.alerts.create(alertBody(dashboard.id, tileId));
    expect(await rejection(running.client.webhooks.delete(seedIds.slackWebhook))).toMatchObject({ kind: "conflict" });
  });

  test("a refused request body causes an error with the invalid paths", async () => {
    await using running = await started(deployment);
    const error = await rejection(running.client.dashboards.create({ name: "a", tiles: [{ ...tile, x: 99 }] }));
    expect(error).toMatchObject({ kind: "invalid_request", findings: [{ part: "body", path: "tiles.0.x" }] });
  });

  test("wrong credentials cause the error kind unauthorized", async () => {
    await using running = await started(deployment);
    const { openSource, managed } = running.emulator.endpoints;
    const other = createClient({
      userAgent: "tests",
      openSource: { ...openSource, accessKey: "11111111-2222-4333-8444-555555555555" },
      managed: { ...managed, keySecret: "wrong-secret", product: "clickstack" },
      observability: deployment,
    });
    expect(await rejection(other.dashboards.list())).toMatchObject({ kind: "unauthorized" });
    await other.close();
  });

  test.each(["dashboards", "alerts", "savedSearches"] as const)(
    "%s are found again if the response to their create was lost",
    async (kind) => {
      await using running = await started(deployment);
      const { dashboard, tileId } = await newDashboard(running.client);
      running.emulator.failNext({ method: "POST", cut: "after" });
      const { client } = running;
      const create = {
        dashboards: () => client.dashboards.create({ ...dashboardBody, name: "Lost" }),
        alerts: () => client.alerts.create(alertBody(dashboard.id, tileId)),
        savedSearches: () => client.savedSearches.create(searchBody),
      };
      const before = (await client[kind].list()).length;
      const created = await create[kind]();
      const after = await client[kind].list();
      expect(after).toHaveLength(before + 1);
      expect(after).toContainEqual(created);
    },
  );

  test.each(["webhooks", "sources"] as const)(
    "%s are found again if the response to their create was lost",
    async (kind) => {
      await using running = await started(deployment, { webhookAllowList: ["example.com"] });
      const { client } = running;
      const before = (await client[kind].list()).length;
      running.emulator.failNext({ method: "POST", status: 503, when: "after" });
      const created = await (kind === "webhooks"
        ? client.webhooks.create(webhookBody)
        : client.sources.create(sourceBody));
      const after = await client[kind].list();
      expect(after).toHaveLength(before + 1);
      expect(after).toContainEqual(created);
    },
  );

  test("many reads share few requests", async () => {
    await using running = await started(deployment);
    const { client, emulator } = running;
    const ids = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const { id } = await client.dashboards.create({ ...dashboardBody, name: `d${index}` });
        return id;
      }),
    );
    emulator.resetRequests();
    const fresh = await Promise.all(ids.map((id) => client.dashboards.read(id)));
    expect(fresh.every((dashboard) => dashboard !== undefined)).toBe(true);
    expect(emulator.requests).toHaveLength(1);
  });
});

test("the open-source server offers connections and charts", async () => {
  await using running = await started("open_source");
  const { connections, charts } = running.client;
  const body = { name: "More", host: "http://ch:8123", username: "u", password: "geheim" };
  const connection = await connections.create(body);
  expect(connection.password).toBeUndefined();
  expect(await connections.get(connection.id)).toEqual(connection);
  expect(await connections.list()).toContainEqual(connection);
  expect((await connections.update(connection.id, { ...body, name: "Most" })).name).toBe("Most");
  await connections.delete(connection.id);
  await connections.delete(connection.id);
  expect(await connections.get(connection.id)).toBeUndefined();
  const rows = await charts.querySeries({
    startTime: Date.UTC(2026, 0, 1),
    endTime: Date.UTC(2026, 0, 1, 4),
    granularity: "1h",
    series: [{ sourceId: seedIds.logs, aggFn: "count", where: "", groupBy: [] }],
  });
  expect(rows.length).toBeGreaterThan(0);
  expect(typeof rows[0]?.values.get(0)).toBe("number");
});

test("the managed deployment offers neither connections nor charts", async () => {
  await using running = await started("managed");
  expect(await rejection(running.client.connections.list())).toBeInstanceOf(UnsupportedOperationError);
});

test("a managed server without the validate operation returns no result", async () => {
  await using running = await started("managed", { switches: { validateMissing: true } });
  expect(await running.client.dashboards.validate(dashboardBody)).toBeUndefined();
});

describe("API keys", () => {
  const body = {
    name: "ci",
    state: "enabled",
    assignedRoleIds: [seedIds.developerRole],
    ipAccessList: [{ source: "0.0.0.0/0" }],
  };

  test("are created with their secret, read, patched and deleted", async () => {
    await using running = await started("open_source");
    const { apiKeys } = running.client;
    const { key, keyId, keySecret } = await apiKeys.create(body);
    expect(typeof keyId).toBe("string");
    expect(typeof keySecret).toBe("string");
    expect(await apiKeys.get(key.id)).toEqual(key);
    expect(await apiKeys.list()).toContainEqual(key);
    expect((await apiKeys.update(key.id, { state: "disabled" })).state).toBe("disabled");
    await apiKeys.delete(key.id);
    await apiKeys.delete(key.id);
    expect(await apiKeys.get(key.id)).toBeUndefined();
  });

  test("are created again if the response with the secret was lost, and no unused key remains", async () => {
    await using running = await started("managed");
    const { apiKeys } = running.client;
    const before = (await apiKeys.list()).length;
    running.emulator.failNext({ method: "POST", cut: "after" });
    const name = "ci (creating 3f9a2c81d04b)";
    const { key, keySecret } = await apiKeys.create({ ...body, name, expireAt: "2030-01-01T00:00:00Z" });
    expect(typeof keySecret).toBe("string");
    const after = await apiKeys.list();
    expect(after).toHaveLength(before + 1);
    expect(after).toContainEqual(key);
  });

  test("are requested again while some servers do not know them yet", async () => {
    await using running = await started("managed", { keyPropagationMs: 500 });
    const { key } = await running.client.apiKeys.create(body);
    expect((await running.client.apiKeys.get(key.id))?.id).toBe(key.id);
  });
});

test("roles are created, read, patched and deleted", async () => {
  await using running = await started("managed");
  const { roles } = running.client;
  expect((await roles.list()).map(({ id }) => id)).toContain(seedIds.adminRole);
  const role = await roles.create({ name: "deploy", actors: [], policies: [] });
  expect((await roles.get(role.id))?.name).toBe("deploy");
  expect((await roles.update(role.id, { name: "release" })).name).toBe("release");
  await roles.delete(role.id);
  await roles.delete(role.id);
  expect(await roles.get(role.id)).toBeUndefined();
});

test.each<Deployment>(["open_source", "managed"])("the client never exceeds the limit of %s", async (deployment) => {
  const limits = { openSource: { max: 10, windowMs: 1000 }, managed: { max: 10, windowMs: 1000 } };
  const emulator = await startEmulator({ limits });
  const { openSource, managed } = emulator.endpoints;
  const client = createClient({
    userAgent: "tests",
    openSource,
    managed: { ...managed, product: "clickstack", requestsPerWindow: 10, windowSeconds: 1 },
    observability: deployment,
  });
  await Promise.all(Array.from({ length: 25 }, () => client.dashboards.list()));
  expect(emulator.requests.map(({ status }) => status)).toEqual(Array(25).fill(200));
  await client.close();
  await emulator.stop();
});
