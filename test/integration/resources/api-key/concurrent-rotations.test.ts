import type { Emulator } from "../../../../src/emulator";
import type { ObjectValue } from "../../../../src/plugin";
import { emulatorForEachTest } from "../../../support/emulator/emulator-for-tests";
import { FaultProxy } from "../../../support/fault-proxy";
import { KeyEngine } from "../../../support/key-engine";
import { firstOf } from "../../../support/long-test";
import { ProviderProcess } from "../../../support/provider-process";
import { ui } from "../../../support/ui";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The provider's estimate of the server's time continues between two responses. */
const MARGIN = 60_000;

const rotated = (version: string, more: ObjectValue = {}): ObjectValue => ({
  name: "ci",
  allow_any_ip: true,
  secret_in_state: true,
  overlap: "7d",
  keepers: { version },
  ...more,
});

interface ServerKey {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly createdAt: string;
  readonly expireAt?: string | null;
}

const providers = [new ProviderProcess(), new ProviderProcess()] as const;
afterAll(() => Promise.all(providers.map((each) => each[Symbol.asyncDispose]())));

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

const keys = async () =>
  ((await ui(emulator, "GET", "/keys")) as { data: readonly ServerKey[] }).data.filter(({ name }) =>
    name.startsWith("ci"),
  );
const works = ({ state, expireAt }: ServerKey) => state === "enabled" && !(expireAt && Date.parse(expireAt) <= now);

/** Returns the ids of the keys in a state: its object, its deposed objects, and their generations. */
const inState = ({ current, deposed }: KeyEngine) =>
  [...(current ? [current] : []), ...deposed].flatMap(({ value }) => [
    String(value.id),
    ...((value.generations ?? []) as readonly ObjectValue[]).map(({ id }) => String(id)),
  ]);

/** Returns a proxy that holds the writes of one method until two processes have sent one. */
function meetAt(method: string): FaultProxy {
  const proxy = new FaultProxy(emulator.endpoints.managed.endpoint);
  let release: () => void = () => undefined;
  const both = new Promise<void>((resolve) => {
    release = resolve;
  });
  let waiting = 0;
  proxy.handle = async (exchange) => {
    if (exchange.request.method === method) {
      waiting += 1;
      if (waiting === 2) {
        release();
      }
      await both;
    }
    await exchange.pass();
  };
  return proxy;
}

/** Applies one configuration in two processes that start with the same state. Returns the states that they write. */
async function applyTwice(
  config: ObjectValue,
  { current }: KeyEngine,
  method: string,
  options: ConstructorParameters<typeof KeyEngine>[2] = {},
): Promise<readonly KeyEngine[]> {
  const proxy = meetAt(method);
  const endpoint = await proxy.start();
  const engines = providers.map((each) => Object.assign(new KeyEngine(emulator, each, options), { current, endpoint }));
  try {
    expect(await Promise.all(engines.map((each) => each.apply(config)))).toEqual(["replaced", "replaced"]);
  } finally {
    await proxy.stop();
  }
  return engines.map((each) => Object.assign(each, { endpoint: undefined }));
}

/** Deletes the keys that the next plans report, until the state contains all keys. Returns the deleted keys. */
async function deleteNamed(config: ObjectValue, engine: KeyEngine): Promise<readonly ServerKey[]> {
  await engine.plan(config);
  const known = inState(engine);
  const named = (await keys()).filter(({ id }) => !known.includes(id) && engine.warningTexts.join().includes(id));
  for (const { id } of named) {
    await ui(emulator, "DELETE", `/keys/${id}`);
  }
  return named.length === 0 ? [] : [...named, ...(await deleteNamed(config, engine))];
}

describe.each([
  ["POST", true],
  ["PATCH", true],
  ["PATCH", false],
])(
  "two processes that rotate one key at the same time, synchronized at %s (create first: %s)",
  (method, createFirst) => {
    test.each([0, 1])("leave only keys that are in the kept state (%d) or that a plan reports", async (kept) => {
      const before = new KeyEngine(emulator, providers[0]);
      await before.apply(rotated("1"));
      const old = before.get("id");
      const states = await applyTwice(rotated("2"), before, method, { createFirst });
      const working = (await keys()).filter(works).map(({ id }) => id);
      expect(working.sort()).toEqual([old, ...states.map((each) => each.get("id"))].sort());
      const engine = states[kept] as KeyEngine;
      const deleted = await deleteNamed(rotated("2"), engine);
      expect(deleted.map(({ id }) => id)).toContain(states[1 - kept]?.get("id"));
      expect(deleted.map(({ id }) => id)).not.toContain(engine.get("id"));
      expect((await keys()).map(({ id }) => id).sort()).toEqual([...inState(engine)].sort());
      now += 7 * DAY + MARGIN;
      await engine.apply(rotated("2"));
      expect(await keys()).toMatchObject([{ id: engine.get("id"), name: "ci" }]);
      expect(await engine.plan(rotated("2"))).toBe("unchanged");
      expect(engine.warnings).toEqual([]);
    });
  },
);

describe.each(
  firstOf(2, [
    ["1 hour back", -HOUR],
    ["2 days ahead", 2 * DAY],
    ["2 days back", -2 * DAY],
    ["1 hour ahead", HOUR],
  ]),
)("a rotation with a jump of the server's clock (%s) before its apply", (_name, ms) => {
  const jump = () => {
    now += ms;
  };

  test.each([
    ["receives all responses", true, false],
    ["receives all responses, destroying first", false, false],
    ["loses the response of the create", true, true],
    ["loses the response of the create, destroying first", false, true],
  ])("replaces the key once and removes the old generation if it %s", async (_case, createFirst, isLost) => {
    const engine = new KeyEngine(emulator, providers[0], { createFirst });
    await engine.apply(rotated("1"));
    const old = engine.get("id");
    if (isLost) {
      emulator.failNext({ method: "POST", path: "*/keys", cut: "after" });
    }
    expect(await engine.apply(rotated("2"), jump)).toBe("replaced");
    expect((await keys()).filter(works)).toMatchObject([
      { id: old, expireAt: expect.any(String) },
      { id: engine.get("id"), name: "ci" },
    ]);
    expect(await engine.plan(rotated("2"))).toBe("unchanged");
    expect(inState(engine).toSorted()).toEqual([old, engine.get("id")].toSorted());
    now += 7 * DAY + MARGIN;
    await engine.apply(rotated("2"));
    expect(await keys()).toMatchObject([{ id: engine.get("id"), name: "ci" }]);
    expect(await engine.plan(rotated("2"))).toBe("unchanged");
  });

  test("can be signed by the key that it replaces", async () => {
    const admin = { role_names: ["Admin"] };
    const first = new KeyEngine(emulator, providers[0]);
    await first.apply(rotated("1", admin));
    const old = first.get("id");
    const own = Object.assign(new KeyEngine(emulator, providers[1], { credentials: credentialsOf(first) }), {
      current: first.current,
    });
    expect(await own.apply(rotated("2", admin), jump)).toBe("replaced");
    expect((await keys()).filter(works).map(({ id }) => id)).toEqual([old, own.get("id")]);
    const next = Object.assign(new KeyEngine(emulator, providers[0], { credentials: credentialsOf(own) }), {
      current: own.current,
    });
    expect(await next.plan(rotated("2", admin))).toBe("unchanged");
    now += 7 * DAY + MARGIN;
    await next.apply(rotated("2", admin));
    expect(await keys()).toMatchObject([{ id: own.get("id"), name: "ci" }]);
  });
});

describe("a rotated key that signs the requests of an apply", () => {
  const admin = { role_names: ["Admin"] };

  test.each(["POST", "PATCH"])(
    "can be rotated by two processes at the same time, synchronized at %s",
    async (method) => {
      const first = new KeyEngine(emulator, providers[0]);
      await first.apply(rotated("1", admin));
      const credentials = credentialsOf(first);
      const [engine, other] = await applyTwice(rotated("2", admin), first, method, { credentials });
      const next = Object.assign(
        new KeyEngine(emulator, providers[0], { credentials: credentialsOf(engine as KeyEngine) }),
        { current: engine?.current },
      );
      const deleted = await deleteNamed(rotated("2", admin), next);
      expect(deleted.map(({ id }) => id)).toContain(other?.get("id"));
      expect((await keys()).map(({ id }) => id).sort()).toEqual([...inState(next)].sort());
    },
  );

  test("can be rotated by another process during the apply, which completes within the overlap", async () => {
    const first = new KeyEngine(emulator, providers[0]);
    await first.apply(rotated("1", admin));
    const apply = new KeyEngine(emulator, providers[1], { credentials: credentialsOf(first) });
    const rotate = async () => void (await first.apply(rotated("2", admin)));
    expect(await apply.apply({ ...rotated("1"), name: "other" }, rotate)).toBe("created");
    expect(await apply.plan({ ...rotated("1"), name: "other" })).toBe("unchanged");
    expect(await first.plan(rotated("2", admin))).toBe("unchanged");
    expect((await keys()).filter(works)).toHaveLength(2);
  });
});

function credentialsOf(engine: KeyEngine) {
  return { keyId: String(engine.get("key_id")), keySecret: String(engine.get("key_secret")) };
}
