import { EventEmitter, once } from "node:events";
import { ApiError, IncompleteListError } from "../../../../src/client";
import {
  managedClient,
  objectId,
  openSourceClient,
  plainNotFound,
  rejection,
  uuid,
} from "../../../support/client/clients";
import { html, json, TestServer } from "../../../support/client/http-server";

const A = objectId();
const B = objectId();
const C = objectId();
const dashboard = (id: string, name = "n") => ({ id, name, tiles: [] });

/** Serves dashboards, alerts, webhooks and connections by list and id, and stores writes. */
async function store(...ids: readonly string[]) {
  const stored = new Map(ids.map((id) => [id, dashboard(id)]));
  return TestServer.start((request, response) => {
    const id = request.path.split("?")[0]?.split("/")[4];
    const body = request.body as { name: string } | undefined;
    if (request.method === "POST" || request.method === "PUT") {
      const record = dashboard(id ?? C, body?.name);
      stored.set(record.id, record);
      json(response, 200, { data: record });
      return;
    }
    if (request.method === "DELETE" && id !== undefined) {
      stored.delete(id);
      json(response, 200, {});
      return;
    }
    if (id === undefined) {
      json(response, 200, { data: [...stored.values()], meta: { total: stored.size, limit: 1000, offset: 0 } });
      return;
    }
    const found = stored.get(id);
    return found === undefined ? plainNotFound(response) : json(response, 200, { data: found });
  });
}

test("a single read is a get request", async () => {
  await using server = await store(A, B);
  await using client = openSourceClient(server.endpoint);
  expect(await client.dashboards.read(A)).toEqual(dashboard(A));
  expect(server.lines).toEqual([`GET /api/v2/dashboards/${A}`]);
});

test("a single read of a deleted object returns undefined", async () => {
  await using server = await store();
  await using client = openSourceClient(server.endpoint);
  expect(await client.dashboards.read(A)).toBeUndefined();
});

test("two reads of one object are one get request", async () => {
  await using server = await store(A);
  await using client = openSourceClient(server.endpoint);
  const [one, other] = await Promise.all([client.dashboards.read(A), client.dashboards.read(A)]);
  expect(one?.id).toEqual(A);
  expect(other?.id).toEqual(A);
  expect(server.lines).toEqual([`GET /api/v2/dashboards/${A}`]);
});

test("concurrent reads share one list, and an object that the list lacks is requested once before it counts as deleted", async () => {
  await using server = await store(A, B);
  await using client = openSourceClient(server.endpoint);
  const ids = [A, B, ...Array.from({ length: 3 }, () => objectId())];
  const found = await Promise.all(ids.map((id) => client.dashboards.read(id)));
  expect(found.filter((record) => record !== undefined).map(({ id }) => id)).toEqual([A, B]);
  await Promise.all(ids.map((id) => client.dashboards.read(id)));
  const [, , ...missing] = ids;
  expect(server.lines).toEqual(["GET /api/v2/dashboards", ...missing.map((id) => `GET /api/v2/dashboards/${id}`)]);
});

test("a second, separate read requests the list, and later reads use the cached list", async () => {
  await using server = await store(A, B);
  await using client = openSourceClient(server.endpoint);
  await client.dashboards.read(A);
  await client.dashboards.read(B);
  await client.dashboards.read(A);
  expect(await client.dashboards.readAll()).toHaveLength(2);
  expect(server.lines).toEqual([`GET /api/v2/dashboards/${A}`, "GET /api/v2/dashboards"]);
});

test("resource types do not share their caches", async () => {
  await using server = await store(A, B);
  await using client = openSourceClient(server.endpoint);
  await Promise.all([client.dashboards.readAll(), client.sources.readAll()]);
  expect([...server.lines].sort()).toEqual(["GET /api/v2/dashboards", "GET /api/v2/sources"]);
});

test("the client's own writes update the cache", async () => {
  await using server = await store(A, B);
  await using client = openSourceClient(server.endpoint);
  await client.dashboards.readAll();
  await client.dashboards.update(A, { name: "renamed", tiles: [] });
  await client.dashboards.delete(B);
  await client.dashboards.create({ name: "new", tiles: [] });
  const held = await client.dashboards.readAll();
  expect(held.map(({ id, name }) => [id, name])).toEqual([
    [A, "renamed"],
    [C, "new"],
  ]);
  expect(server.lines.filter((line) => line.startsWith("GET"))).toHaveLength(1);
});

test("a write during a list request replaces the older data in the list's response", async () => {
  let finishList: () => void = () => undefined;
  await using server = await TestServer.start((request, response) => {
    if (request.method === "PUT") {
      json(response, 200, { data: dashboard(A, "renamed") });
      finishList();
      return;
    }
    if (request.path.endsWith("sources")) {
      json(response, 200, { data: [] });
      return;
    }
    finishList = () => setImmediate(() => json(response, 200, { data: [dashboard(A, "old")] }));
    listArrived.resolve();
  });
  const listArrived = deferred();
  await using client = openSourceClient(server.endpoint);
  await client.sources.list(); // no other request is sent before the first response
  const reading = client.dashboards.readAll();
  await listArrived.promise;
  await client.dashboards.update(A, { name: "renamed", tiles: [] });
  await reading;
  expect(await client.dashboards.read(A)).toEqual(dashboard(A, "renamed"));
});

test("an object is requested separately after a write with an unknown outcome", async () => {
  await using server = await TestServer.start((request, response) => {
    if (request.method === "PUT") {
      json(response, 500, { message: "Something went wrong :(" });
      return;
    }
    json(response, 200, { data: request.path.endsWith(A) ? dashboard(A, "as it is") : [dashboard(A)] });
  });
  await using client = openSourceClient(server.endpoint);
  await client.dashboards.readAll();
  expect(await rejection(client.dashboards.update(A, { name: "x", tiles: [] }))).toBeInstanceOf(ApiError);
  expect((await client.dashboards.read(A))?.name).toBe("as it is");
  expect((await client.dashboards.read(A))?.name).toBe("as it is");
  expect(server.lines.filter((line) => line.startsWith("GET"))).toEqual([
    "GET /api/v2/dashboards",
    `GET /api/v2/dashboards/${A}`,
  ]);
});

test("a failed list is not cached", async () => {
  await using server = await TestServer.start((_request, response, count) =>
    count === 1 ? json(response, 403, { message: "Forbidden" }) : json(response, 200, { data: [dashboard(A)] }),
  );
  await using client = openSourceClient(server.endpoint);
  const both = [client.dashboards.read(A), client.dashboards.read(B)].map(rejection);
  expect((await Promise.all(both)).every((error) => error instanceof ApiError)).toBe(true);
  expect((await client.dashboards.read(A))?.id).toBe(A);
});

test("the abort of one read does not cancel a request that other reads share", async () => {
  const controller = new AbortController();
  await using server = await TestServer.start((_request, response) => {
    controller.abort(new Error("enough"));
    setImmediate(() => json(response, 200, { data: [dashboard(A), dashboard(B)] }));
  });
  await using client = openSourceClient(server.endpoint);
  const aborted = rejection(client.dashboards.read(A, { signal: controller.signal }));
  const other = client.dashboards.read(B);
  expect(await aborted).toEqual(new Error("enough"));
  expect((await other)?.id).toBe(B);
});

describe("the cache after a dashboard update that may delete the alerts on removed tiles", () => {
  /**
   * A dashboard with a tile, and three alerts: on this tile, on a removed tile, and on another dashboard.
   * @param beforeList work before the response to a list of alerts
   */
  async function alertsServer(beforeList: () => Promise<void> = async () => undefined) {
    const tile = { id: "kept", config: { displayType: "line" } };
    const alerts = [
      { id: A, dashboardId: C, tileId: "kept" },
      { id: B, dashboardId: C, tileId: "lost" },
      { id: objectId(), dashboardId: objectId(), tileId: "other" },
    ];
    return TestServer.start(async (request, response) => {
      const [, , , kind, id] = request.path.split("?")[0]?.split("/") ?? [];
      if (kind === "dashboards") {
        return json(response, 200, { data: { id: C, name: "n", tiles: [tile] } });
      }
      if (id !== undefined) {
        return json(response, 404, { message: "Alert not found" });
      }
      await beforeList();
      return json(response, 200, { data: alerts, meta: { total: 3, limit: 1000, offset: 0 } });
    });
  }

  test("requests only an alert on a removed tile again", async () => {
    await using server = await alertsServer();
    await using client = openSourceClient(server.endpoint);
    await client.alerts.holdAll();
    await client.dashboards.update(C, { name: "n", tiles: [] });
    expect((await client.alerts.read(A))?.tileId).toBe("kept");
    expect(await client.alerts.read(B)).toBeUndefined();
    expect(server.lines.filter((line) => line.includes("alerts"))).toEqual([
      "GET /api/v2/alerts?limit=1000&offset=0",
      `GET /api/v2/alerts/${B}`,
    ]);
  });

  test("requests only an alert on a removed tile again if the list request was running", async () => {
    const moments = new EventEmitter();
    const changed = once(moments, "changed");
    await using server = await alertsServer(async () => {
      moments.emit("listed");
      await changed;
    });
    await using client = openSourceClient(server.endpoint);
    // The first response shows that the server has no limit. No other request is sent before it.
    await client.dashboards.get(C);
    const listed = once(moments, "listed");
    const held = client.alerts.holdAll();
    await listed;
    await client.dashboards.update(C, { name: "n", tiles: [] });
    moments.emit("changed");
    await held;
    expect((await client.alerts.read(A))?.tileId).toBe("kept");
    expect(await client.alerts.read(B)).toBeUndefined();
    expect(server.lines.filter((line) => line.includes("alerts"))).toEqual([
      "GET /api/v2/alerts?limit=1000&offset=0",
      `GET /api/v2/alerts/${B}`,
    ]);
  });

  test("requests the list again for a read of all alerts", async () => {
    await using server = await alertsServer();
    await using client = openSourceClient(server.endpoint);
    await client.alerts.readAll();
    await client.dashboards.update(C, { name: "n", tiles: [] });
    await client.alerts.readAll();
    await client.alerts.readAll();
    expect(server.lines.filter((line) => line.includes("alerts"))).toHaveLength(2);
  });
});

test("a webhook that is missing in an incomplete list is not reported as deleted", async () => {
  await using server = await TestServer.start((_request, response) =>
    json(response, 200, { data: [{ id: A, name: "n", service: "slack" }], meta: { total: 2, limit: 1000, offset: 0 } }),
  );
  await using client = openSourceClient(server.endpoint);
  expect((await client.webhooks.read(A))?.id).toBe(A);
  expect(await rejection(client.webhooks.read(B))).toBeInstanceOf(IncompleteListError);
  expect(await rejection(client.webhooks.get(B))).toBeInstanceOf(IncompleteListError);
});

test("a connection that the list omitted is requested by its id", async () => {
  await using server = await TestServer.start((request, response) =>
    request.path.endsWith(B)
      ? json(response, 200, { data: { id: B, name: "hidden" } })
      : json(response, 200, { data: [{ id: A, name: "n" }], meta: { skipped: 1, skippedIds: [B] } }),
  );
  await using client = openSourceClient(server.endpoint);
  await client.connections.holdAll();
  expect((await client.connections.read(B))?.name).toBe("hidden");
});

test("API keys share their reads, and a key that is missing in the list is requested by its id", async () => {
  await using server = await TestServer.start((request, response) =>
    request.path.endsWith("/keys")
      ? json(response, 200, { status: 200, result: [{ id: uuid(1) }, { id: uuid(2) }] })
      : json(response, 404, { status: 404, error: "NOT_FOUND: Unknown Error", requestId: uuid(9) }),
  );
  await using client = managedClient(server.endpoint);
  const found = await Promise.all([1, 2, 3].map((number) => client.apiKeys.read(uuid(number))));
  expect(found.map((key) => key?.id)).toEqual([uuid(1), uuid(2), undefined]);
  expect(server.seen.map(({ path }) => path.split("/").at(-1))).toEqual(["keys", uuid(3)]);
});

test("a managed source is searched in the list, because the server has no request for one source", async () => {
  await using server = await TestServer.start((request, response) =>
    request.path.endsWith("/sources")
      ? json(response, 200, { status: 200, result: [{ id: A, name: "Logs", kind: "log" }] })
      : html(response, 404, "Cannot GET"),
  );
  await using client = managedClient(server.endpoint);
  expect((await client.sources.get(A))?.name).toBe("Logs");
  expect(await client.sources.get(B)).toBeUndefined();
});

function deferred() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
