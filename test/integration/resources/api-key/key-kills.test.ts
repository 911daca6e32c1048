import type { Emulator } from "../../../../src/emulator";
import type { ObjectValue } from "../../../../src/plugin";
import { markOf } from "../../../../src/resources/api-key/rotation/generation-names";
import { emulatorForEachTest } from "../../../support/emulator/emulator-for-tests";
import { KeyEngine } from "../../../support/key-engine";
import { longTest } from "../../../support/long-test";
import { Killed, ProviderProcess } from "../../../support/provider-process";
import { seededRandom } from "../../../support/seeded-random";
import { ui } from "../../../support/ui";

const DAY = 86_400_000;
/** The provider's estimate of the server's time continues between two responses. */
const MARGIN = 60_000;

interface ServerKey {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly expireAt?: string | null;
}

const provider = new ProviderProcess();
afterAll(() => provider[Symbol.asyncDispose]());

let now: number;
let emulator: Emulator;
emulatorForEachTest(
  (each) => {
    emulator = each;
  },
  { now: () => new Date(now) },
);

beforeEach(() => {
  now = Date.parse("2026-03-01T00:00:00Z");
});
const keys = async () => ((await ui(emulator, "GET", "/keys")) as { data: readonly ServerKey[] }).data;
const remove = (id: unknown) => ui(emulator, "DELETE", `/keys/${id}`);
const works = (key: ServerKey) => key.state === "enabled" && !(key.expireAt && Date.parse(key.expireAt) <= now);

/** Returns the server's status for the credentials of a key. A working key without roles gets 403. */
const statusOf = async (keyId: unknown, keySecret: unknown) => {
  const { endpoint, organizationId } = emulator.endpoints.managed;
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
  return (await fetch(`${endpoint}/v1/organizations/${organizationId}/keys`, { headers: { authorization } })).status;
};

/** Returns the keys in a state: its object, its deposed objects, and their generations. */
const inState = ({ current, deposed }: KeyEngine) =>
  [...(current ? [current] : []), ...deposed].flatMap(({ value }) => [
    String(value.id),
    ...((value.generations ?? []) as readonly ObjectValue[]).map(({ id }) => String(id)),
  ]);

/** The request at which a run is killed, by its number or its method. */
interface HeldRequest {
  readonly hold: "before" | "after";
  readonly request?: number;
  readonly method?: string;
}

/** One state, and every key that its runs have created. */
class Run {
  readonly created = new Set<string>();
  readonly seen = new Set<string>();
  kills = 0;

  constructor(readonly engine: KeyEngine) {}

  /** Runs a step and checks which keys it deleted. Returns undefined if the run was killed. */
  async apply(config: ObjectValue | null) {
    const before = await keys();
    try {
      return await this.engine.apply(config);
    } catch (error) {
      if (!(error instanceof Killed)) {
        throw error;
      }
      return undefined;
    } finally {
      const after = await keys();
      for (const { id } of after) {
        if (!before.some((key) => key.id === id)) {
          this.created.add(id);
        }
      }
      const deleted = before.filter(({ id }) => !after.some((key) => key.id === id));
      expect(deleted.filter(({ id }) => !this.created.has(id))).toEqual([]);
    }
  }

  /**
   * Kills a run at a request, before or after the server has processed the request. Returns false if the run ended
   * before.
   */
  async isKilled(config: ObjectValue | null, held: HeldRequest): Promise<boolean> {
    emulator.resetRequests();
    emulator.failNext(held);
    const killed = this.engine.killWhenHeld();
    try {
      if ((await this.apply(config)) !== undefined) {
        return false;
      }
      await killed;
      const { method, path } = emulator.requests.at(-1) ?? {};
      this.seen.add(`${held.hold} ${method} ${path?.includes("/keys/") ? "key" : "keys"}`);
      this.kills += 1;
      return true;
    } finally {
      emulator.clearFaults();
    }
  }

  /** Applies until no changes remain, except that a key waits for a name of another key. */
  async settle(config: ObjectValue): Promise<void> {
    for (let runs = 0; (await this.apply(config)) !== "unchanged" && !isWaiting(this.engine); runs++) {
      expect(runs).toBeLessThan(4);
    }
  }

  /** Returns the keys that the runs of this state created and that are in no state. */
  async orphans(): Promise<readonly ServerKey[]> {
    const known = inState(this.engine);
    return (await keys()).filter(({ id }) => this.created.has(id) && !known.includes(id));
  }
}

const isWaiting = ({ warnings }: KeyEngine) => warnings.some((text) => text.startsWith("Another API key has the name"));

const writes = ["POST keys", "PATCH key", "DELETE key"].flatMap((write) => [`before ${write}`, `after ${write}`]);

test("a key always has one or two working generations if its rotations are killed at random requests, before and after each write", async () => {
  const ROTATED: ObjectValue = {
    name: "ci",
    allow_any_ip: true,
    secret_in_state: true,
    rotate_every: "30d",
    overlap: "7d",
  };
  const random = seededRandom(20_261_122);
  /** Half of the kills wait for a write without a kill so far, so that fewer rotations cover every write. */
  const nextHeld = (): HeldRequest => {
    const [hold, method] = writes.find((each) => !run.seen.has(each))?.split(" ") ?? [];
    return method !== undefined && random() < 0.5
      ? { hold: hold === "before" ? "before" : "after", method }
      : { hold: random() < 0.5 ? "before" : "after", request: 1 + Math.floor(random() * 8) };
  };
  const engine = new KeyEngine(emulator, provider);
  const run = new Run(engine);
  const credentials = () => [engine.get("key_id"), engine.get("key_secret")] as const;
  await run.apply(ROTATED);
  let consumer = credentials();

  const check = async () => {
    const working = (await keys()).filter((key) => inState(engine).includes(key.id) && works(key));
    expect([1, 2]).toContain(working.length);
    expect(await statusOf(...consumer)).toBe(403);
    for (const { name } of await run.orphans()) {
      expect(markOf(name)).toBeDefined();
    }
  };

  const isEnough = () => run.kills > 15 && writes.every((each) => run.seen.has(each));
  for (let rotation = 1; rotation <= 10 || (rotation <= 60 && !isEnough()); rotation++) {
    now += 30 * DAY;
    const before = engine.get("id");
    while (random() < 0.75 && (await run.isKilled(ROTATED, nextHeld()))) {
      await check();
    }
    await run.settle(ROTATED);
    expect(engine.get("id")).not.toBe(before);
    consumer = credentials();
    await check();
    // A user reads the names in the plan, and deletes the keys.
    for (const { id } of await run.orphans()) {
      expect(engine.warningTexts.join("\n")).toContain(id);
      await remove(id);
    }
  }

  now += 7 * DAY + MARGIN;
  await run.apply(ROTATED);
  expect(engine.deposed).toEqual([]);
  expect(inState(engine)).toEqual([engine.get("id")]);
  expect(await engine.plan(ROTATED)).toBe("unchanged");
  expect(engine.warnings).toEqual([]);
  expect(run.kills).toBeGreaterThan(15);
  expect([...run.seen]).toEqual(expect.arrayContaining(writes));
});

longTest.each([1])(
  "two states with keys of the same name delete only their own keys after random kills, and plans list every remaining key (%d)",
  async (seed) => {
    const random = seededRandom(seed);
    const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
    const elsewhere: string[] = [];
    for (const name of [
      seed % 2 === 0 ? "ci" : "other",
      "ci (new generation)",
      "ci (earlier generation)",
      "ci (previous generation)",
      "ci (creating 3f9a2c81d04b)",
    ]) {
      const engine = new KeyEngine(emulator, provider);
      await engine.apply({ name, allow_any_ip: true, secret_in_state: true });
      elsewhere.push(String(engine.get("id")));
    }
    const untouched = async () => (await keys()).filter(({ id }) => elsewhere.includes(id));
    const others = await untouched();

    const options = { createFirst: true, deposedFirst: false };
    const runs = [1, 2].map(() => new Run(new KeyEngine(emulator, provider, options)));
    let generation = 0;
    const declared = (): ObjectValue => ({
      name: "ci",
      allow_any_ip: true,
      secret_in_state: true,
      overlap: "7d",
      keepers: { n: String(generation) },
    });

    /** An action of a user or a pipeline with a state. */
    const steps: readonly ((run: Run) => ObjectValue | null)[] = [
      () => declared(),
      () => {
        generation += 1;
        return declared();
      },
      () => {
        now += 8 * DAY;
        return declared();
      },
      ({ engine }) => {
        if (engine.current) {
          engine.taint();
        }
        return declared();
      },
      () => null,
    ];

    for (let step = 0; step < 60; step++) {
      const run = pick(runs);
      Object.assign(options, { createFirst: random() < 0.5, deposedFirst: random() < 0.5 });
      const config = pick(steps)(run);
      if (random() < 0.75) {
        await run.isKilled(config, { request: 1 + Math.floor(random() * 7), hold: pick(["before", "after"]) });
      } else {
        await run.apply(config);
      }
      expect(await untouched()).toEqual(others);
      // Sometimes a user who reads the plan deletes the keys in its warnings, and sometimes an organization is full for
      // a day.
      if (random() < 0.2) {
        for (const { id } of await run.orphans()) {
          await remove(id);
        }
      }
    }

    for (const run of runs) {
      await run.settle(declared());
      const orphans = await run.orphans();
      await run.engine.plan(declared());
      const said = run.engine.warningTexts.join("\n");
      for (const { id, name } of orphans) {
        expect({ [name]: said }).toEqual({ [name]: expect.stringContaining(id) });
      }
    }
    expect(runs.reduce((sum, { kills }) => sum + kills, 0)).toBeGreaterThan(10);
  },
);
