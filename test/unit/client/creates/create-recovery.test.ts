import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { AmbiguousCreateError, ApiError, UnexpectedResponseError } from "../../../../src/client";
import { managedClient as managed, objectId, openSourceClient, rejection } from "../../../support/client/clients";
import { json, type SeenRequest, TestServer } from "../../../support/client/http-server";

const BODY = { name: "Checkout", tiles: [{ name: "t", x: 0, y: 0, w: 1, h: 1, config: { displayType: "markdown" } }] };

type Loss = "cut" | "unavailable" | "unreadable" | "without id";

/** Server that loses responses: the first creates store the objects of their entries in `losses`, then fail. */
class LossyStore {
  readonly stored: Record<string, unknown>[] = [];
  creates = 0;

  constructor(
    private readonly losses: readonly { readonly how: Loss; readonly stores: number }[],
    private readonly field: "data" | "result" = "data",
  ) {}

  readonly handle = (request: SeenRequest, response: ServerResponse): void => {
    const body = request.body as Record<string, unknown> | undefined;
    if (request.method === "DELETE") {
      const id = request.path.split("/").at(-1);
      this.stored.splice(
        this.stored.findIndex((record) => record.id === id),
        1,
      );
      json(response, 200, {});
      return;
    }
    if (request.method === "GET") {
      json(response, 200, { [this.field]: this.stored });
      return;
    }
    this.creates += 1;
    const loss = this.losses[this.creates - 1];
    const isKey = request.path.endsWith("/keys");
    for (let copy = 0; copy < (loss?.stores ?? 1); copy += 1) {
      this.stored.push({ ...body, id: isKey ? randomUUID() : objectId(), createdAt: new Date().toISOString() });
    }
    if (loss !== undefined) {
      lose(loss.how, response);
      return;
    }
    const record = this.stored.at(-1);
    json(response, 200, {
      [this.field]: isKey ? { key: record, keyId: "id", keySecret: "made-by-the-server" } : record,
    });
  };
}

function lose(how: Loss, response: ServerResponse): void {
  if (how === "cut") {
    response.destroy();
  } else if (how === "unavailable") {
    json(response, 503, { message: "Service Unavailable" });
  } else {
    json(response, 200, how === "unreadable" ? {} : { data: BODY });
  }
}

test.each<Loss>(["cut", "unavailable", "unreadable", "without id"])(
  "a create whose response was lost (%s) is found in the list and not repeated",
  async (how) => {
    const store = new LossyStore([{ how, stores: 1 }]);
    await using server = await TestServer.start(store.handle);
    await using client = openSourceClient(server.endpoint);
    const created = await client.dashboards.create(BODY);
    expect(created.id).toBe(store.stored[0]?.id);
    expect(server.lines).toEqual(["POST /api/v2/dashboards", "GET /api/v2/dashboards"]);
  },
);

test("a create that the server did not carry out is repeated", async () => {
  const store = new LossyStore([
    { how: "cut", stores: 0 },
    { how: "unavailable", stores: 0 },
  ]);
  await using server = await TestServer.start(store.handle);
  await using client = openSourceClient(server.endpoint);
  const created = await client.dashboards.create(BODY);
  expect(store.stored.map(({ id }) => id)).toEqual([created.id]);
  expect(store.creates).toBe(3);
});

test("an older object with the same content is not taken as the created object", async () => {
  const store = new LossyStore([{ how: "cut", stores: 0 }]);
  store.stored.push({ ...BODY, id: objectId(Date.now() - 60_000) });
  await using server = await TestServer.start(store.handle);
  await using client = openSourceClient(server.endpoint);
  const created = await client.dashboards.create(BODY);
  expect(created.id).not.toBe(store.stored[0]?.id);
  expect(store.stored).toHaveLength(2);
});

test("a new object with other content is not taken as the created object", async () => {
  const store = new LossyStore([{ how: "cut", stores: 0 }]);
  store.stored.push({ ...BODY, tags: ["other"], id: objectId() });
  await using server = await TestServer.start(store.handle);
  await using client = openSourceClient(server.endpoint);
  await client.dashboards.create(BODY);
  expect(store.creates).toBe(2);
});

test("an object of another create of this client is not taken as the created object", async () => {
  const store = new LossyStore([]);
  await using server = await TestServer.start((request, response) => {
    if (request.method === "POST" && store.creates === 1) {
      store.creates += 1;
      response.destroy();
      return;
    }
    store.handle(request, response);
  });
  await using client = openSourceClient(server.endpoint);
  const [one, other] = await Promise.all([client.dashboards.create(BODY), client.dashboards.create(BODY)]);
  expect(new Set([one.id, other.id])).toEqual(new Set(store.stored.map(({ id }) => id)));
  expect(store.stored).toHaveLength(2);
});

test("several matching objects are listed in the error, and none of them is used", async () => {
  const store = new LossyStore([{ how: "cut", stores: 2 }]);
  await using server = await TestServer.start(store.handle);
  await using client = openSourceClient(server.endpoint);
  const error = await rejection(client.dashboards.create(BODY));
  expect(error).toBeInstanceOf(AmbiguousCreateError);
  expect((error as AmbiguousCreateError).candidates).toEqual(store.stored.map(({ id }) => id));
  expect(String(error)).toContain("several new dashboards match it");
  expect(store.creates).toBe(1);
});

test("the error lists all equal objects if the clock of the server changed after the create", async () => {
  const store = new LossyStore([{ how: "cut", stores: 2 }]);
  await using server = await TestServer.start((request, response) => {
    response.setHeader("date", new Date(Date.now() + store.creates * 3_600_000).toUTCString());
    store.handle(request, response);
  });
  await using client = openSourceClient(server.endpoint);
  await client.dashboards.readAll();
  const error = await rejection(client.dashboards.create(BODY));
  expect(String(error)).toContain("The clock of the server changed");
  expect(String(error)).toContain(`(${store.stored.map(({ id }) => id).join(", ")})`);
  expect(store.creates).toBe(1);
});

test("a create with an unreadable response and no object is repeated", async () => {
  const store = new LossyStore([{ how: "unreadable", stores: 0 }]);
  await using server = await TestServer.start(store.handle);
  await using client = openSourceClient(server.endpoint);
  expect((await client.dashboards.create(BODY)).id).toBe(store.stored[0]?.id);
  expect(store.creates).toBe(2);
});

test("a create whose responses are all unreadable causes an error", async () => {
  const store = new LossyStore(Array.from({ length: 9 }, () => ({ how: "unreadable", stores: 0 }) as const));
  await using server = await TestServer.start(store.handle);
  await using client = openSourceClient(server.endpoint);
  expect(await rejection(client.dashboards.create(BODY))).toBeInstanceOf(UnexpectedResponseError);
  expect(store.stored).toEqual([]);
});

test("a refused create causes no list request and is not repeated", async () => {
  await using server = await TestServer.start((_request, response) => json(response, 400, { message: "no" }));
  await using client = openSourceClient(server.endpoint);
  expect(await rejection(client.dashboards.create(BODY))).toBeInstanceOf(ApiError);
  expect(server.lines).toEqual(["POST /api/v2/dashboards"]);
});

test("a create that was refused for the rate limit is repeated without a list request", async () => {
  await using server = await TestServer.start((_request, response, count) =>
    count === 1
      ? json(response, 429, { error: "TOO_MANY: slow down" })
      : json(response, 200, { data: { id: objectId(), name: "n", tiles: [] } }),
  );
  await using client = openSourceClient(server.endpoint);
  await client.dashboards.create(BODY);
  expect(server.lines).toEqual(["POST /api/v2/dashboards", "POST /api/v2/dashboards"]);
});

test("a server error that continues is reported after a last list request", async () => {
  await using server = await TestServer.start((request, response) =>
    request.method === "GET"
      ? json(response, 200, { data: [] })
      : json(response, 500, { message: "Something went wrong :(" }),
  );
  await using client = openSourceClient(server.endpoint);
  expect(await rejection(client.dashboards.create(BODY))).toMatchObject({ status: 500, kind: "server_error" });
  expect(server.lines.filter((line) => line.startsWith("POST"))).toHaveLength(4);
});

describe("a new API key", () => {
  const NAME = "ci (creating 3f9a2c81d04b)";
  const create = (client: ReturnType<typeof managed>, hashed: boolean, name = NAME) =>
    client.apiKeys.create({
      name,
      ...(hashed && { hashData: { keyIdHash: "a".repeat(44), keyIdSuffix: "abcd", keySecretHash: "b".repeat(44) } }),
    });
  const methods = (server: TestServer) => server.seen.map(({ method }) => method);

  test("is deleted and created again if the response with its secret was lost", async () => {
    const store = new LossyStore([{ how: "cut", stores: 1 }], "result");
    await using server = await TestServer.start(store.handle);
    await using client = managed(server.endpoint);
    const created = await create(client, false);
    expect(created.keySecret).toBe("made-by-the-server");
    expect(store.stored.map(({ id }) => id)).toEqual([created.key.id]);
    expect(methods(server)).toEqual(["POST", "GET", "DELETE", "POST"]);
  });

  test("is kept if the author sent its hashes, because no secret was lost", async () => {
    const store = new LossyStore([{ how: "cut", stores: 1 }], "result");
    await using server = await TestServer.start(store.handle);
    await using client = managed(server.endpoint);
    const created = await create(client, true);
    expect(created.keySecret).toBeUndefined();
    expect(created.key.id).toBe(store.stored[0]?.id);
    expect(methods(server)).toEqual(["POST", "GET"]);
  });

  test.each([true, false])("exists only once in the end after two creates with hashes: %s", async (hashed) => {
    const store = new LossyStore([{ how: "cut", stores: 2 }], "result");
    await using server = await TestServer.start(store.handle);
    await using client = managed(server.endpoint);
    const created = await create(client, hashed);
    expect(store.stored.map(({ id }) => id)).toEqual([created.key.id]);
  });

  test("is found only by its one-time name, independent of other new keys and of the server's clock", async () => {
    const store = new LossyStore([{ how: "cut", stores: 1 }], "result");
    await using server = await TestServer.start((request, response) => {
      if (request.method === "GET") {
        for (const each of store.stored) {
          if (each.name === NAME) {
            each.createdAt = undefined;
          }
        }
      }
      store.handle(request, response);
    });
    const elsewhere = { id: randomUUID(), name: "ci", createdAt: new Date().toISOString() };
    store.stored.push(elsewhere);
    await using client = managed(server.endpoint);
    const created = await create(client, false);
    expect(store.stored.map(({ id }) => id)).toEqual([elsewhere.id, created.key.id]);
    expect(methods(server)).toEqual(["POST", "GET", "DELETE", "POST"]);
  });

  test("is found by its one-time name even if the server stored its other fields differently", async () => {
    const store = new LossyStore([{ how: "cut", stores: 1 }], "result");
    await using server = await TestServer.start((request, response) => {
      for (const each of store.stored) {
        each.state = "disabled";
      }
      store.handle(request, response);
    });
    await using client = managed(server.endpoint);
    const created = await client.apiKeys.create({ name: NAME, state: "enabled" });
    expect(store.stored.map(({ id }) => id)).toEqual([created.key.id]);
    expect(methods(server)).toEqual(["POST", "GET", "DELETE", "POST"]);
  });

  test("is deleted and created again if the response contains no readable secret", async () => {
    const store = new LossyStore([], "result");
    await using server = await TestServer.start((request, response, count) => {
      if (count > 1) {
        store.handle(request, response);
        return;
      }
      const key = { ...(request.body as object), id: randomUUID(), createdAt: new Date().toISOString() };
      store.stored.push(key);
      json(response, 200, { result: { key, keyId: "id", keySecret: 7 } });
    });
    await using client = managed(server.endpoint);
    const created = await create(client, false);
    expect(created.keySecret).toBe("made-by-the-server");
    expect(store.stored.map(({ id }) => id)).toEqual([created.key.id]);
  });

  test("is not deleted if it has no one-time name and may belong to another client", async () => {
    const store = new LossyStore([{ how: "cut", stores: 1 }], "result");
    await using server = await TestServer.start(store.handle);
    await using client = managed(server.endpoint);
    const error = await rejection(create(client, false, "ci"));
    expect(error).toBeInstanceOf(AmbiguousCreateError);
    expect((error as AmbiguousCreateError).candidates).toEqual(store.stored.map(({ id }) => id));
    expect(methods(server)).toEqual(["POST", "GET"]);
  });
});
