import type { ServerResponse } from "node:http";
import { ApiError, type ApiRecord, type Deployment } from "../../../../src/client";
import type { Collection } from "../../../../src/client/collections/collection";
import {
  managedClient,
  openSourceClient,
  plainNotFound,
  rejection,
  type TestClient,
  uuid,
} from "../../../support/client/clients";
import { html, json, TestServer, text } from "../../../support/client/http-server";

const ID = "650000000000000000000001";
const OTHER = "650000000000000000000002";

type Plural = "dashboards" | "alerts" | "sources" | "savedSearches" | "connections" | "apiKeys" | "roles" | "webhooks";

const PATHS: Readonly<Record<Plural, string>> = {
  dashboards: "dashboards",
  alerts: "alerts",
  sources: "sources",
  savedSearches: "saved-searches",
  connections: "connections",
  webhooks: "webhooks",
  apiKeys: "keys",
  roles: "roles",
};

const collectionOf = (client: TestClient, plural: Plural) =>
  client[plural] as unknown as Collection<ApiRecord, ApiRecord>;

const idOf = (plural: Plural, number = 1) =>
  plural === "apiKeys" || plural === "roles" ? uuid(number) : number === 1 ? ID : OTHER;

/** Starts a server that lists its objects, and responds to requests for single objects with a given 404. */
function serverWith(records: readonly object[], notFound: (response: ServerResponse) => void, more: object = {}) {
  return TestServer.start((request, response) => {
    const last = request.path.split("?")[0]?.split("/").at(-1) ?? "";
    if (Object.values(PATHS).includes(last)) {
      const field = request.path.startsWith("/api/v2") ? "data" : "result";
      json(response, 200, { status: 200, [field]: records, ...more });
      return;
    }
    notFound(response);
  });
}

const clientOf = (deployment: Deployment, endpoint: string) =>
  deployment === "managed" ? managedClient(endpoint) : openSourceClient(endpoint);

const managed =
  (error = "NOT_FOUND: Unknown Error") =>
  (response: ServerResponse) =>
    json(response, 404, { status: 404, error, requestId: uuid(9) });

const said = (message: string) => (response: ServerResponse) => json(response, 404, { message });

describe("the documented response for a missing object", () => {
  test.each<[Plural, Deployment, (response: ServerResponse) => void]>([
    ["alerts", "open_source", said("Alert not found")],
    ["sources", "open_source", said("Source not found")],
    ["savedSearches", "open_source", said("Saved search not found")],
    ["dashboards", "open_source", plainNotFound],
    ["connections", "open_source", plainNotFound],
    ["apiKeys", "managed", managed()],
    ["roles", "managed", (response) => json(response, 404, { status: 404, error: "NOT_FOUND: Unknown Error" })],
  ])("removes %s of %s from state without another request", async (plural, deployment, notFound) => {
    await using server = await serverWith([{ id: idOf(plural) }], notFound);
    await using client = clientOf(deployment, server.endpoint);
    expect(await collectionOf(client, plural).get(idOf(plural))).toBeUndefined();
    expect(server.seen).toHaveLength(1);
  });

  test.each(["dashboards", "alerts"] as const)(
    "removes %s of a managed service from state only if the list lacks them too, because a missing service has the same response",
    async (plural) => {
      await using emptied = await serverWith([], managed());
      await using client = managedClient(emptied.endpoint);
      expect(await collectionOf(client, plural).get(ID)).toBeUndefined();
      expect(emptied.seen).toHaveLength(2);
      await using wrong = await TestServer.start((_request, response) => managed()(response));
      await using other = managedClient(wrong.endpoint);
      const error = (await rejection(collectionOf(other, plural).get(ID))) as ApiError;
      expect(error.status).toBe(404);
      expect(error.method).toBe("GET");
    },
  );

  test.each(["webhooks", "alerts"] as const)("completes a delete of %s and fails an update", async (plural) => {
    const word = { webhooks: "Webhook not found", alerts: "Alert not found" }[plural];
    await using server = await serverWith([{ id: ID }], said(word));
    await using client = openSourceClient(server.endpoint);
    await collectionOf(client, plural).delete(ID);
    const error = await rejection(collectionOf(client, plural).update(ID, { id: ID }));
    expect((error as ApiError).kind).toBe("not_found");
    expect(server.seen.length).toBe(2);
  });
});

/** Gateways, and their responses to paths that they do not know or do not forward. */
const GATEWAYS: readonly (readonly [string, (response: ServerResponse) => void])[] = [
  ['{"error":"Not Found"}', (response) => json(response, 404, { error: "Not Found" })],
  ['{"message":"Not Found"}', said("Not Found")],
  ["Kong", said("no Route matched with those values")],
  ["FastAPI", (response) => json(response, 404, { detail: "Not Found" })],
  [
    "Spring",
    (response) =>
      json(response, 404, { timestamp: "2026-01-01T00:00:00Z", status: 404, error: "Not Found", path: "/api/v2" }),
  ],
  ["Rails", (response) => json(response, 404, { status: 404, error: "Not Found" })],
  ["AWS", said("Resource not found")],
  ["Apigee", (response) => json(response, 404, { fault: { faultstring: "Unable to identify proxy", detail: {} } })],
  ["the text of another type", said("Webhook not found")],
  ["the right text and another field", (response) => json(response, 404, { message: "Alert not found", path: "/x" })],
  ["Go", (response) => text(response, 404, "404 page not found\n")],
  ["plain text without the limiter's headers", (response) => text(response, 404, "Not Found")],
  ["Envoy, without a body", (response) => text(response, 404, "")],
  ["an empty object", (response) => json(response, 404, {})],
  ["a list", (response) => json(response, 404, [])],
  [
    "the managed text with another field",
    (response) => json(response, 404, { status: 404, error: "NOT_FOUND: x", by: "a" }),
  ],
];

const PLACES: readonly (readonly [Plural, Deployment])[] = [
  ["dashboards", "open_source"],
  ["alerts", "open_source"],
  ["savedSearches", "open_source"],
  ["dashboards", "managed"],
  ["apiKeys", "managed"],
];

describe.each(PLACES)("a gateway's 404 for %s of %s", (plural, deployment) => {
  const id = idOf(plural);
  const there = { id, name: "there", tiles: [] };
  const elsewhere = { id: idOf(plural, 2), name: "another", tiles: [] };

  test.each(GATEWAYS)("does not remove an object that is in the list: %s", async (_name, notFound) => {
    await using server = await serverWith([elsewhere, there], notFound);
    await using client = clientOf(deployment, server.endpoint);
    const collection = collectionOf(client, plural);
    expect(await collection.get(id)).toEqual(there);
    expect(await collection.read(id)).toEqual(there);
    const updated = (await rejection(collection.update(id, there))) as ApiError;
    const deleted = (await rejection(collection.delete(id))) as ApiError;
    expect([updated, deleted].map(({ kind, status }) => [kind, status])).toEqual([
      ["route_missing", 404],
      ["route_missing", 404],
    ]);
  });

  test.each(GATEWAYS)("removes an object that is not in the list: %s", async (_name, notFound) => {
    await using server = await serverWith([elsewhere], notFound);
    await using client = clientOf(deployment, server.endpoint);
    const collection = collectionOf(client, plural);
    expect(await collection.get(id)).toBeUndefined();
    await collection.delete(id);
    const error = await rejection(collection.update(id, there));
    expect((error as ApiError).kind).toBe("not_found");
  });

  test("causes an error if the list request fails too", async () => {
    await using server = await TestServer.start((_request, response) => json(response, 404, { error: "Not Found" }));
    await using client = clientOf(deployment, server.endpoint);
    const collection = collectionOf(client, plural);
    const errors = [collection.get(id), collection.read(id), collection.update(id, there), collection.delete(id)];
    for (const error of await Promise.all(errors.map(rejection))) {
      expect(error).toMatchObject({ kind: "route_missing", status: 404 });
      expect(String(error)).toContain("The provider keeps the object in state");
    }
  });
});

test("an HTML page with status 404 causes no list request, because the server does not offer the path", async () => {
  await using server = await serverWith([], (response) => html(response, 404, "Cannot GET"));
  await using client = openSourceClient(server.endpoint);
  expect(await rejection(client.alerts.get(ID))).toMatchObject({ kind: "route_missing", mayBeGone: false });
  expect(server.seen).toHaveLength(1);
});

test("an incomplete list does not confirm that an object was deleted", async () => {
  await using server = await serverWith([], (response) => text(response, 404, "Not Found"), { meta: { skipped: 1 } });
  await using client = openSourceClient(server.endpoint);
  expect(await rejection(client.connections.get(ID))).toBeInstanceOf(ApiError);
});

test("an object counts as deleted if two lists of several pages lack it", async () => {
  const all = Array.from({ length: 1500 }, (_, index) => ({ id: (index + 10).toString(16).padStart(24, "0") }));
  await using server = await TestServer.start((request, response) => {
    const { pathname, searchParams } = new URL(request.path, "http://x");
    const offset = Number(searchParams.get("offset"));
    if (!pathname.endsWith("/alerts")) {
      json(response, 404, { error: "Not Found" });
    } else {
      json(response, 200, { data: all.slice(offset, offset + 1000), meta: { total: 1500, limit: 1000, offset } });
    }
  });
  await using client = openSourceClient(server.endpoint);
  expect(await client.alerts.get(ID)).toBeUndefined();
  expect(server.seen).toHaveLength(5);
});

test("a UUID in upper case is found in the list", async () => {
  const id = "AAAAAAAA-0000-4000-8000-00000000000A";
  const there = { id: id.toLowerCase() };
  await using server = await serverWith([there], (response) => json(response, 404, { error: "Not Found" }));
  await using client = managedClient(server.endpoint);
  expect(await client.apiKeys.get(id)).toEqual(there);
});
