import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AmbiguousCreateError, OutcomeUnknownError, oneTimeName } from "../../../../src/client";
import { createClient } from "../../../../src/resources/client";
import { FileJournal } from "../../../../src/resources/shared/create-journal";
import {
  ACCESS_KEY,
  KEY_ID,
  KEY_SECRET,
  ORGANIZATION,
  objectId,
  rejection,
  SERVICE,
  uuid,
} from "../../../support/client/clients";
import { json, type SeenRequest, TestServer } from "../../../support/client/http-server";
import { ImpatientClock } from "../../../support/client/impatient-clock";
import { CREDENTIALS, changeEntries, entriesFolder } from "../../../support/journal-entries";
import { ManualClock } from "../manual-clock";

const BODY = { name: "Checkout", tiles: [] };
const MINUTE = 60_000;

type Records = Record<string, unknown>[];

/** The journal of an earlier run in a working directory, and the objects on the server. */
class Scene implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), "clickstack-earlier-"));
  readonly stored: Records = [];
  /** Statuses of refused writes, by method. */
  readonly refusals: Record<string, number> = {};

  private constructor(
    readonly server: TestServer,
    readonly endpoint: string,
  ) {}

  /** @param endpoint address of another server; by default a server is started */
  static async set(endpoint?: string): Promise<Scene> {
    const server = await TestServer.start((request, response) => scene.answer(request, response));
    const scene: Scene = new Scene(server, endpoint ?? server.endpoint);
    return scene;
  }

  readonly answer = (request: SeenRequest, response: Parameters<typeof json>[0]): void => {
    const field = request.path.startsWith("/v1") ? "result" : "data";
    const refusal = this.refusals[request.method];
    if (refusal === undefined) {
      json(response, 200, { [field]: this.#result(request) });
    } else {
      json(response, refusal, { status: refusal, error: "BAD_REQUEST: no" });
    }
  };

  #result({ method, path, body }: SeenRequest): unknown {
    const at = this.stored.findIndex(({ id }) => path.endsWith(`/${id}`));
    if (method === "GET") {
      return this.stored;
    }
    if (method === "DELETE") {
      this.stored.splice(at, 1);
    }
    if (method === "DELETE") {
      return undefined;
    }
    if (method !== "POST") {
      return { ...this.stored[at], ...(body as object) };
    }
    const isKey = path.endsWith("/keys");
    const made = { ...(body as object), id: isKey ? uuid(99) : objectId(), createdAt: new Date().toISOString() };
    this.stored.push(made);
    return isKey ? { key: made, keyId: "id", keySecret: "new" } : made;
  }

  journal(): FileJournal {
    return new FileJournal(this.folder, "default", CREDENTIALS);
  }

  /** Returns the client of a separate process, with the current journal. */
  run() {
    const journal = this.journal();
    const { endpoint } = this;
    const managed = {
      endpoint,
      organizationId: ORGANIZATION,
      serviceId: SERVICE,
      keyId: KEY_ID,
      keySecret: KEY_SECRET,
      product: "clickstack" as const,
    };
    const openSource = { endpoint, accessKey: ACCESS_KEY };
    const settings = { userAgent: "tests", environment: {}, openSource, managed, journal };
    const client = createClient(settings, new ImpatientClock());
    return Object.assign(client, { journal, [Symbol.asyncDispose]: () => client.close() });
  }

  /**
   * Records creates that a killed run has started.
   * @param ids ids in the responses that the run received
   * @param startedAgo milliseconds since the run
   */
  async begun(
    create: (client: ReturnType<Scene["run"]>) => Promise<unknown>,
    ids: readonly (string | undefined)[] = [undefined],
    startedAgo = 0,
  ) {
    await using client = this.run();
    const begin = client.journal.begin.bind(client.journal);
    for (const id of ids) {
      client.journal.begin = (content, name) => {
        const entry = begin(content, name);
        if (id !== undefined) {
          client.journal.ended(entry, id);
        }
        throw new Error("killed");
      };
      await rejection(create(client));
    }
    changeEntries(this.folder, (entry) => ({
      ...entry,
      startedAt: entry.startedAt - startedAgo,
      serverTime: entry.serverTime - startedAgo,
    }));
  }

  /** The files of the journal. */
  get entries(): readonly string[] {
    const folder = entriesFolder(this.folder);
    return existsSync(folder) ? readdirSync(folder) : [];
  }

  /** Methods of the requests since the start. */
  get methods(): readonly string[] {
    return this.server.seen.map(({ method }) => method);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    rmSync(this.folder, { recursive: true, force: true });
    await this.server[Symbol.asyncDispose]();
  }
}

type Run = ReturnType<Scene["run"]>;
const dashboard = (run: Run) => run.dashboards.create(BODY);
const key =
  (mark: string, more: object = {}) =>
  (run: Run) =>
    run.apiKeys.create({ name: `ci (creating ${mark.repeat(12)})`, ...more });

async function creates(scene: Scene, create: (run: Run) => Promise<unknown> = dashboard): Promise<unknown> {
  await using run = scene.run();
  return await create(run);
}

describe("a create of a killed run", () => {
  test("causes no list request if the run was not interrupted", async () => {
    await using scene = await Scene.set();
    await creates(scene);
    expect(scene.methods).toEqual(["POST"]);
  });

  test("is found by the id in its response, at any age and with any clock", async () => {
    await using scene = await Scene.set();
    const id = objectId(Date.now() - 7 * 24 * 60 * MINUTE);
    await scene.begun(dashboard, [id]);
    scene.stored.push({ ...BODY, id: objectId() }, { ...BODY, id });
    expect(await creates(scene)).toMatchObject({ id });
    expect(scene.methods).toEqual(["GET"]);
  });

  test.each([
    ["was deleted", []],
    ["was changed", [{ ...BODY, tags: ["x"], id: "650000000000000000000001" }]],
  ])("is repeated, and its entry is deleted, if its object %s", async (_name, stored) => {
    await using scene = await Scene.set();
    await scene.begun(dashboard, ["650000000000000000000001"]);
    scene.stored.push(...stored);
    const [entry] = scene.entries;
    await creates(scene);
    expect(scene.methods).toEqual(["GET", "POST"]);
    expect(scene.entries).toHaveLength(1);
    expect(scene.entries).not.toContain(entry);
  });

  test.each([
    ["that was created 61 seconds before", -61_000, false],
    ["that was created at the same time", 0, true],
    ["that was created 14 minutes later", 14 * MINUTE, true],
    ["that was created 16 minutes later", 16 * MINUTE, false],
  ])("is matched with an equal object only within 15 minutes after the create: %s", async (_name, after, isTaken) => {
    await using scene = await Scene.set();
    const ago = 30 * MINUTE;
    await scene.begun(dashboard, [undefined], ago);
    const id = objectId();
    scene.stored.push({ ...BODY, id, createdAt: new Date(Date.now() - ago + after).toISOString() });
    const made = await creates(scene);
    expect((made as { id: string }).id === id).toBe(isTaken);
    expect(scene.methods).toEqual(isTaken ? ["GET"] : ["GET", "POST"]);
  });

  test("is not repeated if an equal object was created shortly before", async () => {
    await using scene = await Scene.set();
    await scene.begun(dashboard, [undefined], 30 * MINUTE);
    scene.stored.push({
      ...BODY,
      id: objectId(),
      createdAt: new Date(Date.now() - 30 * MINUTE - 5000).toISOString(),
    });
    const error = await rejection(creates(scene));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(String(error)).toContain(`created an equal object (${scene.stored[0]?.id})`);
    expect(String(error)).toContain("Fix: import the object of the earlier run, or delete it.");
    expect(scene.methods).toEqual(["GET"]);
  });

  test("does not match an object without a creation time", async () => {
    await using scene = await Scene.set();
    await scene.begun(dashboard);
    scene.stored.push({ ...BODY, id: objectId(), createdAt: "yesterday" });
    await creates(scene);
    expect(scene.methods).toEqual(["GET", "POST"]);
  });

  test("is distinguished from another create with the same content by the object's id", async () => {
    await using scene = await Scene.set();
    const known = objectId();
    await scene.begun(dashboard, [known, undefined]);
    const lost = objectId();
    scene.stored.push({ ...BODY, id: known }, { ...BODY, id: lost });
    await using run = scene.run();
    const made = [await dashboard(run), await dashboard(run), await dashboard(run)].map(({ id }) => id);
    expect(new Set(made.slice(0, 2))).toEqual(new Set([known, lost]));
    expect(scene.methods.filter((method) => method === "POST")).toHaveLength(1);
  });

  test("keeps its entry when an object with other content is created", async () => {
    await using scene = await Scene.set();
    const id = objectId();
    await scene.begun(dashboard, [id]);
    scene.stored.push({ ...BODY, id });
    await creates(scene, (run) => run.dashboards.create({ ...BODY, name: "Payment" }));
    expect(await creates(scene)).toMatchObject({ id });
    expect(scene.methods).toEqual(["POST", "GET"]);
  });

  test("is found by its creation time if the server's clock was wrong and the last response is an hour old", async () => {
    const wrong = Date.now() - 48 * 60 * MINUTE;
    await using server = await TestServer.start((_request, response) =>
      json(response, 200, { data: [] }, { date: new Date(wrong).toUTCString() }),
    );
    await using scene = await Scene.set(server.endpoint);
    const clock = new ManualClock();
    const { endpoint, folder } = scene;
    const journal = scene.journal();
    const settings = { userAgent: "tests", environment: {}, openSource: { endpoint, accessKey: ACCESS_KEY }, journal };
    const client = createClient(settings, clock);
    await clock.advance(30 * MINUTE);
    await client.dashboards.list();
    await clock.advance(60 * MINUTE);
    const creating = rejection(client.dashboards.create(BODY));
    await clock.advanceUntil(creating, MINUTE);
    await creating;
    await client.close();
    changeEntries(folder, (entry) => {
      expect(entry.serverTime).toBe(Math.floor(wrong / 1000) * 1000 + 60 * MINUTE);
      return entry;
    });
    expect(scene.entries).toHaveLength(1);
  });

  test("is found by its content if the object has no name", async () => {
    await using scene = await Scene.set();
    const alert = { source: "saved_search", savedSearchId: "650000000000000000000001", interval: "5m", threshold: 1 };
    const create = (run: Run) => run.alerts.create({ ...alert, thresholdType: "above" } as never);
    await scene.begun(create);
    const id = objectId();
    scene.stored.push({ ...alert, thresholdType: "above", id });
    expect(await creates(scene, create)).toMatchObject({ id });
    expect(scene.methods).not.toContain("POST");
  });

  test("is completed with fields that the server does not return, such as a password", async () => {
    await using scene = await Scene.set();
    const connection = { name: "Main", host: "http://db:8123", username: "u", password: "geheim" };
    const create = (run: Run) => run.connections.create(connection);
    await scene.begun(create);
    const { password: _, ...shown } = connection;
    scene.stored.push({ ...shown, id: objectId() });
    await creates(scene, create);
    expect(scene.methods).toEqual(["GET", "PUT"]);
    expect(scene.server.seen[1]?.body).toEqual(connection);
  });
});

test("a create of a killed run sends no update if the list shows all fields of the object", async () => {
  await using scene = await Scene.set();
  const connection = { name: "Main", host: "http://db:8123", username: "u" };
  const create = (run: Run) => run.connections.create(connection);
  await scene.begun(create);
  scene.stored.push({ ...connection, id: objectId() });
  await creates(scene, create);
  expect(scene.methods).toEqual(["GET"]);
});

describe("an API key of a killed run", () => {
  const orphan = (mark: string, number: number, more: object = {}) => ({
    name: `ci (creating ${mark.repeat(12)})`,
    id: uuid(number),
    createdAt: new Date().toISOString(),
    ...more,
  });

  test("is found by its one-time name and creation time and is deleted, because its secret is lost", async () => {
    await using scene = await Scene.set();
    await scene.begun(key("a"));
    scene.stored.push({ id: uuid(1) }, orphan("b", 2), orphan("a", 3));
    expect(await creates(scene, key("c"))).toMatchObject({ keySecret: "new" });
    expect(scene.stored.map(({ id }) => id)).toEqual([uuid(1), uuid(2), uuid(99)]);
    expect(scene.methods).toEqual(["GET", "DELETE", "POST"]);
    expect(scene.entries).toHaveLength(1);
  });

  test.each<[string, object]>([
    ["that was created before the run", { createdAt: new Date(Date.now() - 3000).toISOString() }],
    ["that was created 16 minutes later", { createdAt: new Date(Date.now() + 16 * MINUTE).toISOString() }],
    ["without a creation time", { createdAt: undefined }],
    ["that was used", { usedAt: new Date().toISOString() }],
    ["that another user renamed", { name: "deploy" }],
    ["of a user with the final name", { name: "ci" }],
  ])("is not confused with a key %s, which is kept", async (_name, more) => {
    await using scene = await Scene.set();
    await scene.begun(key("a"));
    scene.stored.push(orphan("a", 3, more));
    await creates(scene, key("c"));
    expect(scene.methods).toEqual(["GET", "POST"]);
    expect(scene.stored.map(({ id }) => id)).toEqual([uuid(3), uuid(99)]);
  });

  test.each<[string, string, boolean]>([
    ["its final name", "ci", true],
    ["its one-time name", `ci (creating ${"a".repeat(12)})`, true],
    ["a name that another user gave it", "deploy", false],
    ["the one-time name of another create", `ci (creating ${"b".repeat(12)})`, false],
  ])("is deleted by its known id only if it has a name from its create: %s", async (_name, name, isDeleted) => {
    await using scene = await Scene.set();
    await scene.begun(key("a"), [uuid(3)]);
    scene.stored.push(orphan("a", 3, { name }));
    await creates(scene, key("c"));
    expect(scene.stored.some(({ id }) => id === uuid(3))).toBe(!isDeleted);
  });

  test.each<[string, Parameters<typeof changeEntries>[1]]>([
    ["without id and name", ({ id: _, name: __, ...entry }) => entry],
    ["without a name, but with an id", ({ name: _, ...entry }) => ({ ...entry, id: uuid(3) })],
    ["with the id of another key", (entry) => ({ ...entry, id: uuid(4) })],
    ["with a start time in the future", (entry) => ({ ...entry, startedAt: entry.startedAt + 60 * MINUTE })],
  ])(
    "is kept if its journal entry is not sufficient evidence, even with a valid signature: %s",
    async (_name, change) => {
      await using scene = await Scene.set();
      await scene.begun(key("a"));
      changeEntries(scene.folder, change);
      scene.stored.push(orphan("a", 3), orphan("b", 4, { name: "deploy" }));
      await creates(scene, key("c"));
      expect(scene.methods).not.toContain("DELETE");
    },
  );

  test("is deleted under its complete name if its one-time name was shortened", async () => {
    await using scene = await Scene.set();
    const name = "a".repeat(70);
    const long = (run: Run) => run.apiKeys.create({ name: oneTimeName(name) });
    await scene.begun(long, [uuid(3)]);
    scene.stored.push(orphan("a", 3, { name }));
    await creates(scene, long);
    expect(scene.stored.map(({ id }) => id)).toEqual([uuid(99)]);
  });

  test("is reported when the key is deleted", async () => {
    await using scene = await Scene.set();
    await scene.begun(key("a"));
    scene.stored.push(orphan("a", 3));
    const discarded: string[] = [];
    await creates(scene, (run) =>
      run.apiKeys.create(
        { name: `ci (creating ${"c".repeat(12)})` },
        { onDiscard: ({ id }) => void discarded.push(id) },
      ),
    );
    expect(discarded).toEqual([uuid(3)]);
  });

  test("is deleted even if the author sets its secret, because the secret may have changed", async () => {
    await using scene = await Scene.set();
    const hashData = { keyIdHash: "a".repeat(44), keyIdSuffix: "abcd", keySecretHash: "b".repeat(44) };
    await scene.begun(key("a", { hashData }));
    scene.stored.push(orphan("a", 3));
    await creates(scene, key("c", { hashData }));
    expect(scene.stored.map(({ id }) => id)).toEqual([uuid(99)]);
  });

  test("is deleted by the next run if it cannot be deleted, and a new key is created", async () => {
    await using scene = await Scene.set();
    await scene.begun(key("a"));
    scene.stored.push(orphan("a", 3));
    scene.refusals.DELETE = 400;
    expect(await creates(scene, key("c"))).toMatchObject({ keySecret: "new" });
    delete scene.refusals.DELETE;
    await creates(scene, key("d"));
    expect(scene.stored.map(({ id }) => id)).not.toContain(uuid(3));
  });

  test("is kept if the run is stopped before the delete", async () => {
    const stop = new AbortController();
    await using server = await TestServer.start((_request, response) => {
      stop.abort(new Error("the stop"));
      json(response, 200, { result: [orphan("a", 3)] });
    });
    await using scene = await Scene.set(server.endpoint);
    await scene.begun(key("a"));
    await using run = scene.run();
    const options = { signal: stop.signal };
    const name = `ci (creating ${"c".repeat(12)})`;
    expect(await rejection(run.apiKeys.create({ name }, options))).toEqual(new Error("the stop"));
    expect(server.lines).toEqual([`GET /v1/organizations/${ORGANIZATION}/keys`]);
  });

  test("does not delay a stop of the create of its replacement", async () => {
    const stop = new AbortController();
    await using server = await TestServer.start((request, response) => {
      if (request.method === "GET") {
        json(response, 200, { result: [orphan("a", 3)] });
      } else {
        stop.abort(new Error("the stop"));
        json(response, 429, { message: "slow down" });
      }
    });
    await using scene = await Scene.set(server.endpoint);
    await scene.begun(key("a"));
    await using run = scene.run();
    const creating = run.apiKeys.create({ name: `ci (creating ${"c".repeat(12)})` }, { signal: stop.signal });
    expect(await rejection(creating)).toEqual(new Error("the stop"));
    expect(server.seen.map(({ method }) => method)).toEqual(["GET", "DELETE"]);
  });
});

describe("the journal entry of a create", () => {
  test("is kept with the object's id if the response arrived", async () => {
    await using scene = await Scene.set();
    await creates(scene);
    scene.stored.unshift({ ...BODY, id: objectId() });
    expect(await creates(scene)).toMatchObject({ id: scene.stored[1]?.id });
  });

  test.each([
    [400, 0],
    [500, 1],
  ])("is kept after the refusal %d only if the server may have carried out the create", async (status, count) => {
    await using scene = await Scene.set();
    scene.refusals.POST = status;
    await rejection(creates(scene));
    expect(scene.entries).toHaveLength(count);
  });

  test("is kept if its response was unreadable", async () => {
    await using server = await TestServer.start((request, response) =>
      json(response, 200, request.method === "GET" ? { data: [] } : {}),
    );
    await using scene = await Scene.set(server.endpoint);
    await rejection(creates(scene));
    expect(scene.entries).toHaveLength(1);
  });

  test("is kept if its outcome is unknown", async () => {
    await using scene = await Scene.set();
    scene.refusals.GET = 403;
    scene.refusals.POST = 500;
    expect(String(await rejection(creates(scene)))).toMatch(
      /The list of dashboards could not be read: GET .* returned 403/,
    );
    expect(scene.entries).toHaveLength(1);
  });

  test("is kept if several objects match", async () => {
    await using server = await TestServer.start((request, response) => {
      const same = () => ({ ...BODY, id: objectId() });
      if (request.method === "GET") {
        json(response, 200, { data: [same(), same()] });
      } else {
        response.destroy();
      }
    });
    await using scene = await Scene.set(server.endpoint);
    expect(await rejection(creates(scene))).toBeInstanceOf(AmbiguousCreateError);
    expect(scene.entries).toHaveLength(1);
  });
});
