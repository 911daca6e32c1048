import type { ServerResponse } from "node:http";
import { createClient } from "../../../../src/resources/client";
import {
  ACCESS_KEY,
  KEY_ID,
  KEY_SECRET,
  managedClient,
  ORGANIZATION,
  objectId,
  openSourceClient,
  plainNotFound,
  rejection,
  uuid,
} from "../../../support/client/clients";
import { json, type SeenRequest, TestServer } from "../../../support/client/http-server";
import { ManualClock } from "../manual-clock";

const ID = objectId();
const KEY = uuid(1);

/** Responds 404 to every request about the one new object for a time after its create. */
function slowServer(notFoundMs: number, create: object, shown: object, notFound: (response: ServerResponse) => void) {
  let createdAt = Number.POSITIVE_INFINITY;
  return TestServer.start(({ method, path }: SeenRequest, response) => {
    const field = path.startsWith("/v1") ? "result" : "data";
    if (method === "POST") {
      createdAt = performance.now();
      return json(response, 200, { status: 200, [field]: create });
    }
    if (/\/(dashboards|keys)(\?|$)/.test(path)) {
      return json(response, 200, { status: 200, [field]: [] });
    }
    if (performance.now() < createdAt + notFoundMs) {
      return notFound(response);
    }
    return json(response, 200, method === "DELETE" ? { status: 200 } : { status: 200, [field]: shown });
  });
}

const managedNotFound = (response: ServerResponse) =>
  json(response, 404, { status: 404, error: "NOT_FOUND: Unknown Error", requestId: uuid(9) });

const dashboard = { id: ID, name: "n", tiles: [] };
const key = { id: KEY, name: "ci" };

test("a dashboard that is not found for two seconds after its create can be read, updated and deleted", async () => {
  await using server = await slowServer(2000, dashboard, dashboard, plainNotFound);
  const client = createClient({ openSource: { endpoint: server.endpoint, accessKey: ACCESS_KEY }, userAgent: "tests" });
  try {
    await client.dashboards.create({ name: "n", tiles: [] });
    const [read, updated] = await Promise.all([
      client.dashboards.get(ID),
      client.dashboards.update(ID, { name: "n", tiles: [] }),
    ]);
    expect(read?.id).toEqual(ID);
    expect(updated.id).toEqual(ID);
    await client.dashboards.delete(ID);
    expect(server.lines.at(-1)).toBe(`DELETE /api/v2/dashboards/${ID}`);
  } finally {
    await client.close();
  }
});

test("a key that is not found for two seconds after its create gets its final name", async () => {
  await using server = await slowServer(2000, { key, keyId: "A1", keySecret: "4b1dX" }, key, managedNotFound);
  const managed = { endpoint: server.endpoint, organizationId: ORGANIZATION, keyId: KEY_ID, keySecret: KEY_SECRET };
  const client = createClient({
    managed: { ...managed, product: "clickstack", requestsPerWindow: 1000 },
    userAgent: "tests",
  });
  try {
    await client.apiKeys.create({ name: "ci", state: "enabled", ipAccessList: [] });
    expect(await client.apiKeys.update(KEY, { name: "ci" })).toMatchObject({ id: KEY, name: "ci" });
  } finally {
    await client.close();
  }
});

test("a new object that is never found causes an error after some tries", async () => {
  await using server = await slowServer(3_600_000, dashboard, dashboard, plainNotFound);
  await using client = openSourceClient(server.endpoint);
  await client.dashboards.create({ name: "n", tiles: [] });
  expect(await rejection(client.dashboards.update(ID, { name: "n", tiles: [] }))).toMatchObject({ kind: "not_found" });
  expect(server.lines.filter((line) => line.startsWith("PUT"))).toHaveLength(7);
});

test("a refused update of a new object is not repeated if the status is not 404", async () => {
  const refuse = (response: ServerResponse) => json(response, 400, { message: "Invalid tiles" });
  await using server = await slowServer(3_600_000, dashboard, dashboard, refuse);
  await using client = openSourceClient(server.endpoint);
  await client.dashboards.create({ name: "n", tiles: [] });
  expect(await rejection(client.dashboards.update(ID, { name: "n", tiles: [] }))).toMatchObject({ status: 400 });
  expect(server.lines.filter((line) => line.startsWith("PUT"))).toHaveLength(1);
});

/** Returns a client with the clock of the test, and a server that knows no object. */
async function forgetful() {
  const server = await TestServer.start(({ method }, response) =>
    method === "POST" ? json(response, 200, { data: dashboard }) : plainNotFound(response),
  );
  const clock = new ManualClock();
  const openSource = { endpoint: server.endpoint, accessKey: ACCESS_KEY };
  const client = createClient({ openSource, userAgent: "tests", environment: {} }, clock);
  const update = (signal?: AbortSignal) =>
    rejection(client.dashboards.update(ID, { name: "n", tiles: [] }, { ...(signal && { signal }) }));
  const close = async () => {
    await client.close();
    await server[Symbol.asyncDispose]();
  };
  return { server, client, clock, update, [Symbol.asyncDispose]: close };
}

test.each([
  [9_999, 2],
  [10_000, 1],
])("an update of an object that was created %d ms ago is tried %d times if it gets a 404", async (age, tries) => {
  await using run = await forgetful();
  await run.client.dashboards.create({ name: "n", tiles: [] });
  await run.clock.advance(age);
  const error = run.update();
  await run.clock.advanceUntil(error, 1000);
  expect(await error).toMatchObject({ kind: "not_found" });
  expect(run.server.lines.filter((line) => line.startsWith("PUT"))).toHaveLength(tries);
});

test("a stop ends the wait for a new object", async () => {
  await using run = await forgetful();
  const stop = new AbortController();
  await run.client.dashboards.create({ name: "n", tiles: [] });
  const error = run.update(stop.signal);
  while (run.clock.sleeping === 0) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  stop.abort(new Error("the stop"));
  expect(await error).toEqual(new Error("the stop"));
});

test.each([
  ["open-source", openSourceClient, plainNotFound, "dashboards", ID],
  ["managed", managedClient, managedNotFound, "apiKeys", KEY],
] as const)(
  "a request with an ordinary 404 of the %s server is not repeated",
  async (_, open, notFound, plural, id) => {
    await using server = await TestServer.start((_request, response) => notFound(response));
    await using client = open(server.endpoint);
    expect(await client[plural].get(id)).toBeUndefined();
    expect(server.seen).toHaveLength(1);
    expect(client.clock.pauses).toEqual([]);
  },
);

test("a request for an object that this process created and deleted is not repeated", async () => {
  await using server = await TestServer.start(({ method }, response) => {
    if (method === "GET") {
      return plainNotFound(response);
    }
    json(response, 200, method === "POST" ? { data: dashboard } : {});
  });
  await using client = openSourceClient(server.endpoint);
  await client.dashboards.create({ name: "n", tiles: [] });
  await client.dashboards.delete(ID);
  expect(await client.dashboards.read(ID)).toEqual(undefined);
  expect(client.clock.pauses.filter((pause) => pause >= 250)).toEqual([]);
});
