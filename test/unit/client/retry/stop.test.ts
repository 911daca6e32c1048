import { OutcomeUnknownError } from "../../../../src/client";
import { createClient } from "../../../../src/resources/client";
import {
  ACCESS_KEY,
  managedClient,
  objectId,
  openSourceClient,
  rejection,
  type TestClient,
  uuid,
} from "../../../support/client/clients";
import { json, type SeenRequest, TestServer } from "../../../support/client/http-server";
import { ManualClock } from "../manual-clock";

const ID = "650000000000000000000001";
const BODY = { name: "Checkout", tiles: [] };
const STOP = new Error("the stop");

/** Server that stores a created object and loses the response. It calls `lost` after that. */
class ForgetfulServer {
  readonly stored: Record<string, unknown>[] = [];
  stores = true;

  constructor(private readonly lost: () => void) {}

  readonly handle = (request: SeenRequest, response: Parameters<typeof json>[0]): void => {
    const managed = request.path.startsWith("/v1");
    if (request.method === "GET") {
      json(response, 200, { [managed ? "result" : "data"]: this.stored });
      return;
    }
    if (request.method === "DELETE") {
      this.stored.length = 0;
      json(response, 200, {});
      return;
    }
    const id = managed ? uuid(1) : objectId();
    if (this.stores) {
      this.stored.push({ ...(request.body as object), id, createdAt: new Date().toISOString() });
    }
    this.lost();
    response.destroy();
  };
}

const posts = (server: TestServer) => server.seen.filter(({ method }) => method === "POST").length;

describe("a stop while the response of a create is lost", () => {
  test.each(["the caller's signal", "the client's signal"])(
    "does not prevent a search that finds the created object: %s",
    async (whose) => {
      const stop = new AbortController();
      const store = new ForgetfulServer(() => stop.abort(STOP));
      await using server = await TestServer.start(store.handle);
      const { signal } = stop;
      await using client = openSourceClient(server.endpoint, whose.startsWith("the client") ? { signal } : {});
      const created = await client.dashboards.create(BODY, whose.startsWith("the caller") ? { signal } : {});
      expect(created.id).toBe(store.stored[0]?.id);
      expect(posts(server)).toBe(1);
    },
  );

  test("causes a report about the possible object and no second create, if the list does not contain the object", async () => {
    const stop = new AbortController();
    const store = new ForgetfulServer(() => stop.abort(STOP));
    store.stores = false;
    await using server = await TestServer.start(store.handle);
    await using client = openSourceClient(server.endpoint, { signal: stop.signal });
    const error = (await rejection(client.dashboards.create(BODY))) as OutcomeUnknownError;
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error.message).toContain(
      `create the dashboard "Checkout" was sent at ${error.sentAt.toISOString().slice(0, 19)}Z`,
    );
    expect(error.message).toContain("The list does not contain the object. The provider was stopped");
    expect(error.message).toContain("Fix: check on the server");
    expect(posts(server)).toBe(1);
  });

  test("causes the deletion of the key whose secret was lost, and then throws the stop's reason", async () => {
    const stop = new AbortController();
    const store = new ForgetfulServer(() => stop.abort(STOP));
    await using server = await TestServer.start(store.handle);
    await using client = managedClient(server.endpoint, { signal: stop.signal });
    expect(await rejection(client.apiKeys.create({ name: "ci (creating 3f9a2c81d04b)" }))).toBe(STOP);
    expect(store.stored).toEqual([]);
    expect(server.seen.map(({ method }) => method)).toEqual(["POST", "GET", "DELETE"]);
  });

  test("ends the create after twelve seconds without a list, with a report about the possible object", async () => {
    const stop = new AbortController();
    const listed = deferred();
    await using server = await TestServer.start((request, response) => {
      if (request.method === "GET") {
        listed.resolve();
      } else {
        response.destroy();
      }
    });
    const clock = new ManualClock();
    await using client = manualClient(server.endpoint, stop.signal, clock);
    const error = rejection(client.alerts.create(ALERT));
    await until(() => posts(server) === 1 && clock.sleeping > 0);
    stop.abort(STOP);
    await clock.advance(500);
    await listed.promise;
    await clock.advance(11_400);
    let ended = false;
    void error.then(() => {
      ended = true;
    });
    await clock.advance(50);
    expect(ended).toBe(false);
    await clock.advance(51);
    expect(await error).toBeInstanceOf(OutcomeUnknownError);
    expect(String(await error)).toMatch(/create the alert "Errors" .* the outcome was still unknown 12 seconds later/s);
  });
});

describe("a stop while a write is in flight", () => {
  test.each(["update", "delete"] as const)(
    "does not cancel the write: the %s ends with the server's response",
    async (kind) => {
      const stop = new AbortController();
      await using server = await TestServer.start((_request, response) => {
        stop.abort(STOP);
        setImmediate(() => json(response, 200, kind === "delete" ? {} : { data: { id: ID, ...BODY } }));
      });
      await using client = openSourceClient(server.endpoint, { signal: stop.signal });
      const done = kind === "update" ? client.dashboards.update(ID, BODY) : client.dashboards.delete(ID);
      expect(await done).toEqual(kind === "update" ? { id: ID, ...BODY } : undefined);
      expect(server.seen).toHaveLength(1);
    },
  );

  test.each(["update", "delete"] as const)(
    "does not prevent a retry of an %s whose response was lost, so that its outcome is known",
    async (kind) => {
      const stop = new AbortController();
      await using server = await TestServer.start((_request, response, count) => {
        stop.abort(STOP);
        if (count === 1) {
          response.destroy();
        } else {
          json(response, 200, kind === "delete" ? {} : { data: { id: ID, ...BODY } });
        }
      });
      await using client = openSourceClient(server.endpoint, { signal: stop.signal });
      await (kind === "update" ? client.dashboards.update(ID, BODY) : client.dashboards.delete(ID));
      expect(server.seen).toHaveLength(2);
    },
  );

  test.each(["update", "delete"] as const)(
    "causes a report that an %s without a response may have been carried out",
    async (kind) => {
      const stop = new AbortController();
      await using server = await TestServer.start((_request, response) => {
        stop.abort(STOP);
        response.destroy();
      });
      const clock = new ManualClock();
      await using client = manualClient(server.endpoint, stop.signal, clock);
      const error = rejection(kind === "update" ? client.dashboards.update(ID, BODY) : client.dashboards.delete(ID));
      await clock.advanceUntil(error, 1000);
      expect(await error).toBeInstanceOf(OutcomeUnknownError);
      expect(String(await error)).toContain(`The request to ${kind} the dashboard ${ID} was sent at`);
      expect(String(await error)).toContain("Fix: plan again");
    },
  );
});

describe("a stop before a request was sent", () => {
  test("ends every write that waits for the rate limit with the signal's reason, and sends none of them", async () => {
    const stop = new AbortController();
    await using server = await TestServer.start((_request, response) =>
      json(response, 200, { data: { id: ID, ...BODY } }, { "ratelimit-remaining": "0", "ratelimit-reset": "60" }),
    );
    await using client = openSourceClient(server.endpoint, { signal: stop.signal });
    await client.dashboards.get(ID);
    const waiting = [client.dashboards.create(BODY), client.dashboards.update(ID, BODY), client.dashboards.delete(ID)];
    const ended = Promise.all(waiting.map(rejection));
    stop.abort(STOP);
    expect(await ended).toEqual([STOP, STOP, STOP]);
    expect(server.seen).toHaveLength(1);
  });

  test("ends a write that waits for a connection with the signal's reason, while sent writes get their response", async () => {
    const stop = new AbortController();
    const open: (() => void)[] = [];
    await using server = await TestServer.start(({ path }, response, count) => {
      const id = path.split("/").at(-1);
      const handle = () => json(response, 200, { data: count === 1 ? [] : { ...BODY, id } });
      if (count === 1) {
        handle();
      } else {
        open.push(handle);
      }
    });
    await using client = openSourceClient(server.endpoint, { signal: stop.signal });
    await client.dashboards.list();
    const ids = Array.from({ length: 20 }, () => objectId());
    const ends = ids.map((id) =>
      client.dashboards.update(id, BODY).then(
        () => "updated",
        (error) => error,
      ),
    );
    await until(() => open.length === 16);
    stop.abort(STOP);
    for (const handle of open) {
      handle();
    }
    const ended = await Promise.all(ends);
    expect(ended.filter((end) => end === "updated")).toHaveLength(16);
    expect(ended.filter((end) => end === STOP)).toHaveLength(4);
    expect(server.seen).toHaveLength(17);
  });

  test("ends a write that was refused for the rate limit with the signal's reason", async () => {
    const stop = new AbortController();
    await using server = await TestServer.start((_request, response) => {
      stop.abort(STOP);
      json(response, 429, { message: "slow down" });
    });
    await using client = openSourceClient(server.endpoint, { signal: stop.signal });
    expect(await rejection(client.dashboards.create(BODY))).toBe(STOP);
    expect(server.seen).toHaveLength(1);
  });

  test("ends a read in flight with the signal's reason", async () => {
    const stop = new AbortController();
    await using server = await TestServer.start(() => stop.abort(STOP));
    await using client = openSourceClient(server.endpoint, { signal: stop.signal });
    expect(await rejection(client.dashboards.list())).toBe(STOP);
  });
});

const ALERT = {
  name: "Errors",
  source: "saved_search",
  savedSearchId: ID,
  interval: "5m",
  threshold: 1,
  thresholdType: "above",
};

function manualClient(endpoint: string, signal: AbortSignal, clock: ManualClock) {
  const openSource = { endpoint, accessKey: ACCESS_KEY };
  const client = createClient({ userAgent: "tests", environment: {}, openSource, signal }, clock);
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() }) as Pick<TestClient, "close"> &
    typeof client &
    AsyncDisposable;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function deferred() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
