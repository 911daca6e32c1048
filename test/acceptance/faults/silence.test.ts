/**
 * @jest-environment node
 *
 * This environment loads the HTTP library again, so that the library starts its timers with the replaced functions.
 */
import { seedIds } from "../../../src/emulator";
import { type Client, createClient } from "../../../src/resources/client";
import { ImpatientClock } from "../../support/client/impatient-clock";
import { emulatorForTests } from "../../support/emulator/emulator-for-tests";
import { FaultProxy } from "../../support/fault-proxy";
import { SILENCES } from "../../support/faults";
import { RequestNames } from "../../support/request-names";
import { ui } from "../../support/ui";

/** Is longer than the wait of a client for a response, which is 90 s. */
const PATIENCE_MS = 100_000;

/** Parts of the environment that keep the real time. */
const EXCEPT_TIMEOUTS = [
  ...(["Date", "hrtime", "nextTick", "performance", "queueMicrotask"] as const),
  ...(["setImmediate", "clearImmediate", "setInterval", "clearInterval"] as const),
];

type Collections = Pick<
  Client,
  "dashboards" | "alerts" | "savedSearches" | "webhooks" | "sources" | "connections" | "apiKeys"
>;

/** A saved search that alerts can watch. */
const watched = { id: "" };

const tiles = [
  { name: "Text", x: 0, y: 0, w: 6, h: 3, config: { displayType: "markdown" as const, markdown: "# Text" } },
];

/** One object of each collection of the API. Its name contains the kind of silence. */
const BODIES = {
  dashboards: (name: string) => ({ name, tiles, tags: [] }),
  savedSearches: (name: string) => ({ name, sourceId: seedIds.logs }),
  webhooks: (name: string) => ({ name, service: "generic" as const, url: "https://example.com/" }),
  sources: (name: string) => ({
    name,
    kind: "log" as const,
    connection: seedIds.connection,
    from: { databaseName: "shop", tableName: "logs" },
    timestampValueExpression: "Timestamp",
    defaultTableSelectExpression: "Body",
  }),
  connections: (name: string) => ({ name, host: "https://clickhouse.example.com", username: "reader", password: "p" }),
  alerts: (name: string) => ({
    name,
    source: "saved_search" as const,
    savedSearchId: watched.id,
    interval: "5m" as const,
    threshold: 1,
    thresholdType: "above" as const,
    channel: { type: "webhook" as const, webhookId: seedIds.slackWebhook },
  }),
  // The provider creates keys in the same way, under a name that no other key has.
  apiKeys: (name: string) => ({ name: `${name} (creating 0123456789ab)`, ipAccessList: [{ source: "127.0.0.0/8" }] }),
};

const PATHS: Readonly<Record<keyof typeof BODIES, string>> = {
  dashboards: "/api/v2/dashboards",
  savedSearches: "/api/v2/saved-searches",
  webhooks: "/api/v2/webhooks",
  sources: "/api/v2/sources",
  connections: "/api/v2/connections",
  alerts: "/api/v2/alerts",
  apiKeys: "/keys",
};

type Kind = keyof typeof BODIES;

const CASES = (["open_source", "managed"] as const).flatMap((deployment) =>
  (Object.keys(BODIES) as Kind[])
    .filter((kind) => deployment === "open_source" || kind !== "connections")
    .flatMap((kind) => SILENCES.map((silence) => ({ deployment, kind, silence, title: `${kind}, ${silence.name}` }))),
);
type Case = (typeof CASES)[number];

/** The results of an object's life, in which the server ignored the first request of each kind. */
interface Life {
  readonly silenced: readonly string[];
  /** The numbers of objects with this name after the create, after the update and after the delete. */
  readonly there: readonly number[];
  /** True if the created object was found again: in the list, and by its id. */
  readonly found: readonly boolean[];
}

const emulator = emulatorForTests();
const lives = new Map<Case, Promise<Life>>();

/** Lives that wait for a response that never comes. */
const waiting = new Set<Case>();
let ended = 0;

/** Ends the waits when no life waits for anything else. So no timeout depends on the speed of this machine. */
function passTime(): void {
  if (waiting.size + ended === CASES.length) {
    waiting.clear();
    jest.advanceTimersByTime(PATIENCE_MS);
  }
}

// All cases run at the same time. They share the timeouts of this environment, and sockets keep the real time.
beforeAll(async () => {
  jest.useFakeTimers({ doNotFake: EXCEPT_TIMEOUTS });
  const body = { name: "Watched", sourceId: seedIds.logs };
  watched.id = ((await ui(emulator, "POST", "/api/v2/saved-searches", body)) as { data: { id: string } }).data.id;
  for (const each of CASES) {
    const life = live(each).finally(() => {
      ended += 1;
      passTime();
    });
    lives.set(each, life);
  }
  await Promise.allSettled(lives.values());
});

afterAll(() => jest.useRealTimers());

test.each(CASES)(
  "each request without a response is repeated and has one effect ($title, $deployment)",
  async (each) => {
    const { silenced, there, found } = (await lives.get(each)) ?? { silenced: [], there: [], found: [] };
    expect(silenced).toEqual(expect.arrayContaining(["create", "delete", "list", "update"]));
    expect(there).toEqual([1, 1, 0]);
    expect(found).toEqual([true, true]);
  },
);

async function live(life: Case): Promise<Life> {
  const { deployment, kind, title } = life;
  const { openSource, managed } = emulator.endpoints;
  const proxy = new FaultProxy(openSource.endpoint);
  const endpoint = await proxy.start();
  const client = createClient(
    {
      userAgent: "tests",
      environment: {},
      openSource: { endpoint, accessKey: openSource.accessKey },
      managed: { ...managed, endpoint, product: "clickstack", requestsPerWindow: 100_000 },
      observability: deployment,
    },
    new ImpatientClock(),
  );
  const silenced = silenceFirstOfEach(proxy, life);
  const collection = (client as Collections)[kind] as Client["dashboards"];
  const body = (version: string) =>
    BODIES[kind](`${deployment} ${title}${version}`) as unknown as Parameters<typeof collection.create>[0];
  const named = async (version: string) => {
    const { data } = (await ui(emulator, "GET", PATHS[kind])) as { data: { name: string }[] };
    return data.filter(({ name }) => name === body(version).name).length;
  };
  try {
    const created = (await collection.create(body(""))) as unknown as { id?: string; key?: { id: string } };
    const id = String(created.key?.id ?? created.id);
    const there = [await named("")];
    const found = [(await collection.list()).some((object) => object.id === id), (await collection.get(id))?.id === id];
    await collection.update(id, body(", changed"));
    there.push(await named(", changed"));
    await collection.delete(id);
    there.push(await named(", changed"));
    return { silenced: [...silenced].sort(), there, found };
  } finally {
    await client.close();
    await proxy.stop();
  }
}

/** Sends no response to the first request of each operation. */
function silenceFirstOfEach(proxy: FaultProxy, life: Case): ReadonlySet<string> {
  const names = new RequestNames();
  const silenced = new Set<string>();
  proxy.observe = (request, response) => names.learn(request, response);
  proxy.handle = async (exchange) => {
    const { operation } = names.of(exchange.request);
    if (silenced.has(operation)) {
      return exchange.pass();
    }
    silenced.add(operation);
    if (life.silence.write === "done") {
      await exchange.forward();
    }
    waiting.add(life);
    passTime();
    return life.silence.play(exchange);
  };
  return silenced;
}
