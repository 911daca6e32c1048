import type { Emulator } from "../../../../src/emulator";
import { seedIds } from "../../../../src/emulator/seed";
import type { ObjectValue } from "../../../../src/plugin";
import { endKey, planKeyEnd } from "../../../../src/resources/api-key/destroy";
import { apiKeyResource } from "../../../../src/resources/api-key/resource";
import { previousName } from "../../../../src/resources/api-key/rotation/generation-names";
import { keysOf } from "../../../../src/resources/api-key/session";
import { emulatorForEachTest } from "../../../support/emulator/emulator-for-tests";
import { type Held, ProviderRun } from "../../../support/provider-in-process";
import { ui } from "../../../support/ui";

const DAY = 86_400_000;
const NOW = Date.parse("2026-03-01T12:00:00Z");
const NEW: ObjectValue = { name: "ci", allow_any_ip: true, secret_in_state: true };
const ROTATED: ObjectValue = { ...NEW, overlap: "7d", keepers: { n: "1" } };
const OTHER = "aaaaaaaa-0000-4000-8000-000000000009";
const OVERLAP_ENDS = new Date(NOW + 7 * DAY).toISOString();

let emulator: Emulator;
emulatorForEachTest(
  (each) => {
    emulator = each;
  },
  { now: () => new Date(NOW) },
);
const runs: ProviderRun[] = [];
afterEach(async () => {
  for (const run of runs.splice(0)) {
    await run[Symbol.asyncDispose]();
  }
});

const start = () => {
  const managed = { ...emulator.endpoints.managed, product: "clickstack", requestsPerWindow: 10_000 } as const;
  const run = new ProviderRun({ managed });
  runs.push(run);
  return run;
};
const created = (config: ObjectValue) => start().apply(apiKeyResource, config);
const but = (held: Held, state: ObjectValue, memory: object = {}): Held => ({
  state: { ...held.state, ...state },
  private: { ...held.private, ...memory },
});

interface ServerKey {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly expireAt?: string | null;
}

const keys = async () =>
  ((await ui(emulator, "GET", "/keys")) as { data: readonly ServerKey[] }).data.filter(
    ({ id }) => id !== seedIds.startKey,
  );
const serverKey = async ({ state }: Held) => (await keys()).find(({ id }) => id === state.id);
const rename = ({ state }: Held, name: string) => ui(emulator, "PATCH", `/keys/${state.id}`, { name });

const { signal } = new AbortController();
const end = (held: Held, { session } = start()) => endKey(held, { session, signal });
/** The private state after a plan that destroys the key, and not only a generation. */
const final = (held: Held, run?: ProviderRun) => end(but(held, {}, { end: "final" }), run);

describe("the destroy of a key", () => {
  test.each<[string, ObjectValue, object | undefined]>([
    ["delete", {}, undefined],
    ["release", {}, { state: "enabled", expireAt: null }],
    ["disable", {}, { state: "disabled", expireAt: null }],
    ["expire", { expire_after: "72h" }, { expireAt: new Date(NOW + 3 * DAY).toISOString() }],
  ])("has the declared effect: %s", async (on_destroy, more, expected) => {
    const held = await created({ ...NEW, on_destroy, ...more });
    expect(await end(held)).toEqual({ diagnostics: [] });
    const left = await serverKey(held);
    if (expected === undefined) {
      expect(left).toBeUndefined();
    } else {
      expect({ ...left, expireAt: left?.expireAt ?? null }).toMatchObject(expected);
    }
  });

  test("is reported with the attempted action if the server refuses it, and the key still exists", async () => {
    for (const [verb, method] of [
      ["delete", "DELETE"],
      ["disable", "PATCH"],
    ] as const) {
      const held = await created({ ...NEW, name: `ci ${verb}`, on_destroy: verb });
      emulator.failNext({ method, status: 400, message: "no" });
      const { diagnostics, private: memory } = await final(held);
      expect(diagnostics).toMatchObject([{ severity: "error" }]);
      expect(diagnostics[0]?.summary).toContain(`${verb} the API key "ci ${verb}"`);
      expect(memory).toEqual(held.private);
    }
  });

  test("is refused without a change if the key signs the requests", async () => {
    const { keyId, keySecret } = emulator.endpoints.managed;
    const held = but(await created(NEW), { id: seedIds.startKey, key_suffix: keyId.slice(-4), key_secret: keySecret });
    emulator.resetRequests();
    const { diagnostics, private: memory } = await final(held);
    expect(diagnostics.map(({ severity }) => severity)).toEqual(["error"]);
    expect(memory).toEqual(held.private);
    expect(emulator.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  test("warns if the server refuses to rename the key that waits for the name, and that key keeps its temporary name", async () => {
    const held = await created(NEW);
    const waiting = await created({ ...NEW, name: "waiting" });
    const run = start();
    keysOf(run.session).current.set("ci", { id: String(waiting.state.id), waits: true });
    emulator.failNext({ method: "PATCH", status: 400, message: "no" });
    expect((await end(held, run)).diagnostics).toEqual([
      {
        severity: "warning",
        summary: "The new API key does not have its name yet",
        detail: expect.stringMatching(
          new RegExp(
            `^The key ${waiting.state.id} exists and is in the state with its secret, but it could not be renamed to "ci": .* no[^]*\nFix: apply again; the next plan shows the new name\\.$`,
          ),
        ),
        path: ["name"],
      },
    ]);
    expect(await serverKey(waiting)).toMatchObject({ name: "waiting" });
  });

  test("gives the name to the key that waits for the name, unless another key already has the name", async () => {
    const held = await created(NEW);
    const waiting = await created({ ...NEW, name: "waiting" });
    const run = start();
    keysOf(run.session).current.set("ci", { id: String(waiting.state.id), waits: true });
    await end(held, run);
    expect(await serverKey(waiting)).toMatchObject({ name: "ci" });
    expect(keysOf(run.session).current.get("ci")).toEqual({ id: waiting.state.id, waits: false });
  });

  test("does not give the name to the next key if another key has that name", async () => {
    const held = await created(NEW);
    await rename(held, "renamed");
    const waiting = await created({ ...NEW, name: "waiting" });
    await created(NEW);
    const run = start();
    keysOf(run.session).current.set("ci", { id: String(waiting.state.id), waits: true });
    await end(but(held, { name: "renamed" }, { name: "ci" }), run);
    expect(await serverKey(waiting)).toMatchObject({ name: "waiting" });
  });
});

describe("the destroy of a rotated key", () => {
  test("deletes the key, the generations in its state, and the generations that this run has retired", async () => {
    const [held, one, other, unmanaged] = [
      await created(ROTATED),
      await created({ ...NEW, name: "one" }),
      await created({ ...NEW, name: "other" }),
      await created({ ...NEW, name: "unmanaged" }),
    ];
    for (const each of [one, other, unmanaged]) {
      await rename(each, "ci (previous generation)");
    }
    const run = start();
    keysOf(run.session).ended.set(String(other.state.id), { id: String(other.state.id), name: "ci", isRetired: true });
    await final(but(held, { generations: [{ id: one.state.id ?? null, expire_at: null }] }), run);
    expect((await keys()).map(({ id }) => id)).toEqual([unmanaged.state.id]);
    expect(keysOf(run.session).finallyEnded.has("ci")).toBe(true);
    expect(
      keysOf(run.session)
        .retired("ci")
        .map(({ id }) => id),
    ).toEqual([other.state.id]);
    expect(keysOf(run.session).ended.has(String(held.state.id))).toBe(true);
  });

  test("deletes a generation that is not in the state, for example after a refresh without the list of keys", async () => {
    const [held, one, other] = [
      await created(ROTATED),
      await created({ ...NEW, name: "one" }),
      await created({ ...NEW, name: "other" }),
    ];
    await rename(one, previousName("ci", String(held.state.id)));
    await final(held);
    expect((await keys()).map(({ id }) => id)).toEqual([other.state.id]);
  });

  test.each(["release", "disable"])("keeps the generations with on_destroy = %s", async (on_destroy) => {
    const [held, one] = [await created({ ...ROTATED, on_destroy }), await created({ ...NEW, name: "one" })];
    await rename(one, "ci (previous generation)");
    const run = start();
    await final(but(held, { generations: [{ id: one.state.id ?? null, expire_at: null }] }), run);
    expect((await keys()).map(({ id }) => id).sort()).toEqual([held.state.id, one.state.id].sort());
    expect(keysOf(run.session).finallyEnded.has("ci")).toBe(false);
  });

  test("lets a replaced key work until the end of its overlap", async () => {
    const held = await created(ROTATED);
    const run = start();
    expect(await end(held, run)).toEqual({ diagnostics: [] });
    expect(await serverKey(held)).toMatchObject({ state: "enabled", expireAt: OVERLAP_ENDS });
    expect(keysOf(run.session).retired("ci")).toEqual([{ id: held.state.id, expireAt: OVERLAP_ENDS }]);
  });

  test.each<[string, string | undefined, string | undefined, string]>([
    [
      "with the id of a successor that this run created",
      undefined,
      seedIds.startKey,
      previousName("ci", seedIds.startKey),
    ],
    ["without an id if this run created no successor", undefined, undefined, previousName("ci", undefined)],
    [
      "with the same id as before if this run created no successor",
      previousName("ci", OTHER),
      undefined,
      previousName("ci", OTHER),
    ],
    [
      "with the id of a newer successor than before",
      previousName("ci", OTHER),
      seedIds.startKey,
      previousName("ci", seedIds.startKey),
    ],
  ])("gives the replaced key the name of a previous generation: %s", async (_name, marked, successor, expected) => {
    const held = await created(ROTATED);
    if (marked !== undefined) {
      await rename(held, marked);
    }
    const run = start();
    if (successor !== undefined) {
      keysOf(run.session).current.set("ci", { id: successor, waits: false });
    }
    await end(but(held, { name: marked ?? "ci" }, { name: "ci" }), run);
    expect(await serverKey(held)).toMatchObject({ name: expected, expireAt: OVERLAP_ENDS });
  });

  test("does not extend the expiry of a replaced key, and does not repeat earlier changes", async () => {
    const soon = new Date(NOW + DAY).toISOString();
    const marked = previousName("ci", undefined);
    const held = await created({ ...ROTATED, expire_at: soon });
    await rename(held, marked);
    emulator.resetRequests();
    await end(but(held, { name: marked }, { name: "ci" }));
    expect(emulator.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(await serverKey(held)).toMatchObject({ name: marked, expireAt: soon });
  });

  test("treats a key of an interrupted rotation as a generation, and warns if no later apply removes it", async () => {
    const held = await created(ROTATED);
    const run = start();
    keysOf(run.session).deposed.add(String(held.state.id));
    expect(await final(held, run)).toEqual({
      diagnostics: [
        {
          severity: "warning",
          summary: "A replaced API key stays on the server",
          detail: `The key ${held.state.id}, a generation of "ci", stops working at the end of its overlap. No later apply removes it, because this apply does not show which key replaced it.\nFix: delete it in the console after the overlap.`,
        },
      ],
    });
    expect(await serverKey(held)).toMatchObject({ expireAt: OVERLAP_ENDS });
  });

  test.each<[string, (run: ProviderRun) => Promise<unknown>]>([
    [
      "this run created the key that replaces it",
      async ({ session }) => keysOf(session).current.set("ci", { id: seedIds.startKey, waits: false }),
    ],
    ["the rotation will be completed", () => created({ ...NEW, name: "ci (creating 3f9a2c81d04b)" })],
  ])("does not warn about a key of an interrupted rotation if %s", async (_name, prepare) => {
    const held = await created(ROTATED);
    const run = start();
    await prepare(run);
    keysOf(run.session).deposed.add(String(held.state.id));
    expect(await final(held, run)).toEqual({ diagnostics: [] });
    expect(await serverKey(held)).toMatchObject({ expireAt: OVERLAP_ENDS });
  });

  test("deletes a key of an interrupted rotation if the current key was destroyed and no other key replaced it", async () => {
    const held = await created(ROTATED);
    for (const hasSuccessor of [true, false]) {
      const run = start();
      keysOf(run.session).finallyEnded.add("ci");
      keysOf(run.session).deposed.add(String(held.state.id));
      if (hasSuccessor) {
        keysOf(run.session).current.set("ci", { id: seedIds.startKey, waits: false });
      }
      await final(held, run);
      const isOnServer = (await serverKey(held)) !== undefined;
      expect({ hasSuccessor, isOnServer }).toEqual({ hasSuccessor, isOnServer: hasSuccessor });
    }
  });
});

describe("the plan of a key's destroy", () => {
  const planned = (held: Held, run = start()) => planKeyEnd(held, { session: run.session, signal });
  /** The key that signs the requests must not be destroyed, so the plan of such a destroy is refused. */
  const own = async (config: ObjectValue) => {
    const { keyId, keySecret } = emulator.endpoints.managed;
    const held = await created(config);
    return but(held, { id: seedIds.startKey, key_suffix: keyId.slice(-4), key_id: keyId, key_secret: keySecret });
  };

  test("stores in private state that the key is destroyed, and changes nothing", async () => {
    const held = await created(ROTATED);
    const run = start();
    expect(await planned(held, run)).toEqual({ private: { ...held.private, end: "final" }, diagnostics: [] });
    expect(keysOf(run.session).deposed.has(String(held.state.id))).toBe(true);
    expect(await serverKey(held)).toMatchObject({ state: "enabled", name: "ci" });
    expect(await planKeyEnd(held, undefined)).toEqual({ private: { ...held.private, end: "final" } });
  });

  test.each<[string, ObjectValue, (run: ProviderRun) => Promise<unknown>, boolean]>([
    ["a key that ends", NEW, async () => undefined, true],
    ["a rotated key that ends", ROTATED, async () => undefined, true],
    ["a key that is released", { ...NEW, on_destroy: "release" }, async () => undefined, false],
    [
      "a generation with a successor in this run",
      ROTATED,
      async ({ session }) => keysOf(session).current.set("ci", { id: "x", waits: false }),
      false,
    ],
  ])("is refused if the key signs the requests: %s", async (_name, config, prepare, isRefused) => {
    const run = start();
    await prepare(run);
    const plan = await planned(await own(config), run);
    expect(plan?.diagnostics?.some(({ severity }) => severity === "error")).toBe(isRefused);
  });

  test("is accepted for the key in use if a newer key with the same name has replaced it", async () => {
    const held = but(await own(ROTATED), { created_at: new Date(NOW - DAY).toISOString() });
    expect((await planned(held))?.diagnostics?.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  test("fails with the attempted action if the keys cannot be read", async () => {
    const held = await created(ROTATED);
    emulator.failNext({ method: "GET", status: 501, times: 99 });
    await expect(planned(held)).rejects.toThrow("plan the end of the API key");
  });
});
