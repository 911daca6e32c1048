import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, seedIds } from "../../../src/emulator";
import { type Client, createClient } from "../../../src/resources/client";
import { FileJournal } from "../../../src/resources/shared/create-journal";
import { rejection } from "../../support/client/clients";
import { emulatorForEachTest } from "../../support/emulator/emulator-for-tests";
import { CREDENTIALS, changeEntries } from "../../support/journal-entries";
import { firstOf } from "../../support/long-test";
import { ProviderRun, resource } from "../../support/provider-in-process";
import { listed, ui } from "../../support/ui";

const HOUR = 3_600_000;
const JUMPS = firstOf(2, [
  ["1 hour back", -HOUR],
  ["2 days ahead", 48 * HOUR],
  ["2 days back", -48 * HOUR],
  ["20 seconds back", -20_000],
  ["20 seconds ahead", 20_000],
  ["1 hour ahead", HOUR],
]);
const SEARCH = { name: "Errors", sourceId: seedIds.logs };
const UNCLEAR = {
  name: "OutcomeUnknownError",
  message: expect.stringMatching(/may have been carried out.*clock of the server.*Fix: /s),
};

describe("a create during a jump of the server's clock", () => {
  let emulator: Emulator;
  let offset = 0;
  let data: string;
  const clients: Client[] = [];
  emulatorForEachTest(
    (each) => {
      emulator = each;
    },
    { now: () => new Date(Date.now() + offset) },
  );

  beforeEach(() => {
    offset = 0;
    data = mkdtempSync(join(tmpdir(), "clickstack-journal-"));
  });

  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    rmSync(data, { recursive: true, force: true });
  });

  /** Starts a separate process. Its reads set the reference for the clock. `afterLoss` runs after a create was lost. */
  const start = async (afterLoss: () => void = () => undefined, reads = true) => {
    const client = createClient({
      userAgent: "tests",
      environment: {},
      openSource: emulator.endpoints.openSource,
      journal: new FileJournal(data, "default", CREDENTIALS),
      log: ({ method, failure }) => {
        if (method === "POST" && failure !== undefined) {
          afterLoss();
        }
      },
    });
    clients.push(client);
    if (reads) {
      await client.sources.list();
    }
    return client;
  };
  const cut = (moment: "before" | "after") =>
    emulator.failNext({ method: "POST", path: "*saved-searches", cut: moment });
  const searches = () => listed(emulator, "saved-searches");
  const jump = (ms: number) => () => {
    offset += ms;
  };

  describe.each(JUMPS)("with a jump by %s", (_name, ms) => {
    test.each([
      ["a client that read before", true],
      ["a new client", false],
    ])("does not repeat a create whose response was lost, for %s", async (_client, reads) => {
      const client = await start(jump(ms), reads);
      cut("after");
      expect(await rejection(client.savedSearches.create(SEARCH))).toMatchObject(UNCLEAR);
      expect(await searches()).toHaveLength(1);
    });

    test("does not use a user's equal object if the request was lost", async () => {
      // The object has the server's time after the jump.
      offset = Math.min(ms, 0);
      await ui(emulator, "POST", "/api/v2/saved-searches", SEARCH);
      offset = 0;
      const client = await start(jump(ms));
      cut("before");
      expect(await rejection(client.savedSearches.create(SEARCH))).toMatchObject(UNCLEAR);
      expect(await searches()).toHaveLength(1);
    });

    test("creates the object if no equal object exists", async () => {
      const client = await start(jump(ms));
      cut("before");
      await client.savedSearches.create(SEARCH);
      expect(await searches()).toHaveLength(1);
    });

    /** The result of a killed process: the server completed the create, but no process received the response. */
    const killed = async () => {
      await (await start()).savedSearches.create(SEARCH);
      changeEntries(data, ({ id: _, ...entry }) => entry);
    };

    test("does not repeat the create of a killed run", async () => {
      await killed();
      jump(ms)();
      const next = await start();
      const made = await next.savedSearches.create(SEARCH).catch((error: unknown) => error);
      if (made instanceof Error) {
        expect(made).toMatchObject(UNCLEAR);
      }
      expect(await searches()).toHaveLength(1);
    });

    test("adopts the object of a killed run after the clock is correct again", async () => {
      await killed();
      const [object] = await searches();
      jump(ms)();
      await (await start()).savedSearches.create(SEARCH).catch(() => undefined);
      offset = 0;
      expect(await (await start()).savedSearches.create(SEARCH)).toMatchObject({ id: object?.id });
      expect(await searches()).toHaveLength(1);
    });

    test("does not create two objects if the jump happens while a run is killed", async () => {
      const client = await start();
      jump(ms)();
      await client.savedSearches.create(SEARCH);
      changeEntries(data, ({ id: _, ...entry }) => entry);
      await (await start()).savedSearches.create(SEARCH).catch((error: unknown) => error);
      expect(await searches()).toHaveLength(1);
    });
  });

  test.each(JUMPS)(
    "does not prevent the update of a new key if the clock jumps by %s between plan and apply",
    async (_name, ms) => {
      const KEY = resource("clickstack_api_key");
      const { managed } = emulator.endpoints;
      const cloud = { managed: { ...managed, product: "clickstack" as const, requestsPerWindow: 9999 } };
      const config = { name: "ci", allow_any_ip: true, secret_in_state: true };
      const changed = { ...config, expire_at: "2099-01-01T00:00:00Z" };
      await using creating = new ProviderRun(cloud);
      const held = await creating.apply(KEY, config);
      await using planning = new ProviderRun(cloud);
      const { plan } = await planning.plan(KEY, changed, held);
      jump(ms)();
      await using applying = new ProviderRun(cloud);
      expect((await applying.update(KEY, changed, plan, held)).state).toMatchObject({ id: held.state.id });
      const { data } = (await ui(emulator, "GET", "/keys")) as { data: { name: string; expireAt?: string }[] };
      expect(data.filter(({ name }) => name === "ci")).toMatchObject([{ expireAt: "2099-01-01T00:00:00.000Z" }]);
    },
  );

  test("does not repeat the create if the clock jumps forward and back during the request", async () => {
    const client = await start(jump(-HOUR));
    await client.sources.list();
    cut("after");
    const creating = client.savedSearches.create(SEARCH);
    jump(HOUR)();
    expect(await rejection(creating)).toMatchObject(UNCLEAR);
    expect(await searches()).toHaveLength(1);
  });
});
