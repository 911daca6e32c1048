import type { Emulator } from "../../../../src/emulator";
import { seedIds } from "../../../../src/emulator/seed";
import { type ModifyPlanRequest, type ObjectValue, planChange, UNKNOWN } from "../../../../src/plugin";
import { complete } from "../../../../src/plugin/plan/nested";
import { planApiKey } from "../../../../src/resources/api-key/plan";
import { apiKeyResource } from "../../../../src/resources/api-key/resource";
import type { SessionOptions } from "../../../../src/resources/shared/session";
import { emulatorForEachTest } from "../../../support/emulator/emulator-for-tests";
import { type Held, ProviderRun } from "../../../support/provider-in-process";
import { ui } from "../../../support/ui";

const DAY = 86_400_000;
const NOON = Date.parse("2026-03-01T12:00:00Z");
const NEW: ObjectValue = { name: "ci", allow_any_ip: true, secret_in_state: true };
const ROTATED: ObjectValue = { ...NEW, overlap: "7d", keepers: { n: "1" } };
const HOW_TO_FREE =
  "Fix: to manage that key, set adopt to its id. To create a separate key, choose another name. If an interrupted run left that key and no client uses it, delete it in the console.";

let now: number;
let emulator: Emulator;
const runs: ProviderRun[] = [];
emulatorForEachTest(
  (each) => {
    emulator = each;
  },
  { now: () => new Date(now) },
);

beforeEach(() => {
  now = NOON;
});

afterEach(async () => {
  for (const run of runs.splice(0)) {
    await run[Symbol.asyncDispose]();
  }
});

const start = (options?: SessionOptions) => {
  const managed = { ...emulator.endpoints.managed, product: "clickstack", requestsPerWindow: 10_000 } as const;
  const run = new ProviderRun({ managed }, options);
  runs.push(run);
  return run;
};
const created = (config: ObjectValue) => start().apply(apiKeyResource, config);
const rename = ({ state }: Held, name: string) => ui(emulator, "PATCH", `/keys/${state.id}`, { name });

/** Returns the plan request that an engine would send. */
function proposed(config: ObjectValue, held?: Held): ModifyPlanRequest {
  const { schema } = apiKeyResource;
  const whole = complete(schema.attributes, config);
  const state = held ? complete(schema.attributes, held.state) : null;
  return { config: whole, state, private: held?.private ?? {}, ...planChange(schema, whole, state) };
}

/** Returns the plan of the handler. */
async function planned(config: ObjectValue, held?: Held, session = start().session) {
  const { plan = {}, ...others } = await planApiKey(
    proposed(config, held),
    session && { session, signal: new AbortController().signal },
  );
  return { plan, ...others };
}
const diagnosticsOf = async (...args: Parameters<typeof planned>) => (await planned(...args)).diagnostics;

/** Returns a key with other attributes in its state, or with other private state. */
const but = (held: Held, state: ObjectValue, memory: object = {}): Held => ({
  state: { ...held.state, ...state },
  private: { ...held.private, ...memory },
});

describe("the plan of a new key", () => {
  const holder = ({ state }: Held) => `${state.id} (created ${state.created_at}, never used)`;

  test("warns if another key has the name, because the new key keeps its temporary name until the name is free", async () => {
    const other = await created(NEW);
    expect(await diagnosticsOf(NEW)).toEqual([
      {
        severity: "warning",
        summary: 'Another API key has the name "ci"',
        detail: `It is the name of ${holder(other)}. If this apply replaces that key, the new key gets the name when the old key ends, and no action is required. Otherwise the new key keeps its temporary name, "ci (creating ...)", until the name is free.\n${HOW_TO_FREE}`,
        path: ["name"],
      },
    ]);
  });

  test("causes an error if another key has the name and on_existing_name is fail", async () => {
    const other = await created(NEW);
    expect(await diagnosticsOf(NEW, undefined, start({ onExistingName: "fail" }).session)).toEqual([
      {
        severity: "error",
        summary: 'Another API key has the name "ci"',
        detail: `This key cannot get the name. It is the name of ${holder(other)}.\n${HOW_TO_FREE} If a key of this configuration gives up the name, the name is free in the next plan.`,
        path: ["name"],
      },
    ]);
  });

  test("has no warning if this run manages the other key, or if the name is free or unknown", async () => {
    const other = await created(NEW);
    const run = start();
    await run.session.managed.note("clickstack_api_key", other.state);
    expect(await diagnosticsOf(NEW, undefined, run.session)).toEqual([]);
    expect(await diagnosticsOf({ ...NEW, name: "cd" })).toEqual([]);
    expect(await diagnosticsOf({ ...NEW, name: UNKNOWN })).toEqual([]);
  });

  test.each<[string, ObjectValue, number, boolean]>([
    ["a key that a rotation replaces now", { rotate_every: "30d", overlap: "1d" }, 30, false],
    ["a key that a rotation will replace in a day", { rotate_every: "30d", overlap: "1d" }, 29, true],
    ["a key with keepers", { keepers: { n: "1" } }, 0, false],
    ["a key that is not rotated", {}, 365, true],
  ])(
    "distinguishes the predecessor of the key from an unrelated key with the same name: %s",
    async (_name, rotation, days, isOther) => {
      await created(NEW);
      now += days * DAY;
      expect((await diagnosticsOf({ ...NEW, ...rotation }))?.map(({ summary }) => summary)).toEqual(
        isOther ? ['Another API key has the name "ci"'] : [],
      );
    },
  );

  test("causes an error if another key of this configuration gets the same name", async () => {
    const { session } = start();
    expect(await diagnosticsOf(NEW, undefined, session)).toEqual([]);
    expect(await diagnosticsOf(NEW, undefined, session)).toEqual([
      {
        severity: "error",
        summary: 'Two API keys of this configuration have the name "ci"',
        detail: "The console could not distinguish them.\nFix: give each key a different name.",
        path: ["name"],
      },
    ]);
  });

  test("causes an error if another key gets the name of a key that is replaced", async () => {
    const held = await created(ROTATED);
    const { session } = start();
    const rotates = { ...ROTATED, keepers: { n: "2" } };
    const { private: memory = {} } = await planned(rotates, held, session);
    const successor = { ...proposed(rotates), private: memory };
    const { diagnostics } = await planApiKey(successor, { session, signal: new AbortController().signal });
    expect(diagnostics).toEqual([]);
    expect(await diagnosticsOf(NEW, undefined, session)).toMatchObject([
      { severity: "error", summary: 'Two API keys of this configuration have the name "ci"' },
    ]);
  });

  test("has no name conflict if -replace requests a replacement after the plan of an update", async () => {
    const held = await created(NEW);
    const { session } = start();
    const { private: memory = {}, diagnostics: ofUpdate } = await planned(NEW, held, session);
    const forced = { ...proposed(NEW), private: memory };
    const { diagnostics } = await planApiKey(forced, { session, signal: new AbortController().signal });
    expect(ofUpdate).toEqual([]);
    expect(diagnostics).toEqual([]);
    expect(await diagnosticsOf(NEW, undefined, session)).toMatchObject([
      { severity: "error", summary: 'Two API keys of this configuration have the name "ci"' },
    ]);
  });

  test("warns about keys of interrupted runs with the same name", async () => {
    const pending = await created({ ...NEW, name: "ci (creating 3f9a2c81d04b)" });
    const previous = await created({ ...NEW, name: "ci (previous generation)" });
    const known = ({ state }: Held) =>
      `No state that this run reads contains the key ${holder({ state, private: {} })}. `;
    expect(await diagnosticsOf(NEW)).toEqual([
      {
        severity: "warning",
        summary: 'An interrupted run may have left the API key "ci (creating 3f9a2c81d04b)"',
        detail: `${known(pending)}Its create was not completed. Its secret is lost, unless the configuration provided the secret.\nFix: delete it in the console, unless another run is creating it now.`,
      },
      {
        severity: "warning",
        summary: 'An interrupted run may have left the API key "ci (previous generation)"',
        detail: `${known(previous)}It is a previous generation, and its successor does not exist.\nFix: delete it in the console once no client uses it.`,
      },
    ]);
  });

  test("leaves values that only the create returns unknown, also without a server", async () => {
    const { plan } = await planned(ROTATED);
    expect(plan.rotate_at).toBe(null);
    expect(plan.generations).toEqual(UNKNOWN);
    const alone = (config: ObjectValue) => planApiKey(proposed(config), undefined);
    expect((await alone({ ...NEW, rotate_every: "30d" })).plan).toMatchObject({ rotate_at: UNKNOWN });
    expect((await alone(NEW)).plan).toMatchObject({ name: "ci", generations: null });
  });
});

describe("the plan of an existing key", () => {
  test("changes nothing if the declaration is unchanged", async () => {
    for (const config of [NEW, ROTATED]) {
      const held = await created({ ...config, name: `ci ${config.overlap}` });
      const { requiresReplace, diagnostics, plan } = await planned({ ...config, name: `ci ${config.overlap}` }, held);
      expect(requiresReplace).toEqual([]);
      expect(diagnostics).toEqual([]);
      expect(plan.id).toEqual(held.state.id);
    }
  });

  test.each<[string, ObjectValue, ObjectValue, ObjectValue, object, unknown]>([
    ["changed keepers", ROTATED, { keepers: { n: "2" } }, {}, {}, [["keepers"]]],
    ["keepers of a key that was not rotated", NEW, { keepers: { n: "2" } }, {}, {}, []],
    ["its age", { ...NEW, rotate_every: "30d" }, {}, {}, {}, [["rotate_at"]]],
    ["its age, if its state has no rotate_at", { ...NEW, rotate_every: "30d" }, {}, { rotate_at: null }, {}, [["id"]]],
    ["a rotation that had to wait", ROTATED, {}, {}, { rotationIsDue: true }, [["id"]]],
    [
      "a rotation that had to wait, of a key that is no longer rotated",
      ROTATED,
      { overlap: null, keepers: null },
      {},
      { rotationIsDue: true },
      [],
    ],
  ])(
    "replaces the key only for a reason that requires a replacement: %s",
    async (_name, config, change, state, memory, expected) => {
      const held = but(await created(config), state, memory);
      now += 40 * DAY;
      expect((await planned({ ...config, ...change }, held)).requiresReplace).toEqual(expected);
    },
  );

  test("replaces a key that is no longer adopted, because its secret is unknown", async () => {
    const adopted = but(await created(NEW), { adopt: seedIds.startKey, key_secret: null, name: "adopted" });
    const config = { ...NEW, name: "adopted" };
    expect((await planned(config, adopted)).requiresReplace).toContainEqual(["adopt"]);
    expect((await planned(config, but(adopted, { key_secret: "s" }))).requiresReplace).not.toContainEqual(["adopt"]);
  });

  test("stores the id of the replaced key for its successor, and removes the data of an earlier plan", async () => {
    const held = but(await created(ROTATED), {}, { end: "final" });
    const { private: memory, plan } = await planned({ ...ROTATED, keepers: { n: "2" } }, held);
    expect(memory).toMatchObject({ replaces: held.state.id });
    expect(memory).not.toHaveProperty("end");
    expect(plan.id).toEqual(UNKNOWN);
    expect(plan.generations).toEqual(UNKNOWN);
    expect((await planned({ ...NEW, name: "cd" }, but(held, {}, { replaces: "x" }))).private?.replaces).toBe(
      held.state.id,
    );
  });

  test("completes an interrupted rotation before it starts another rotation, and warns about this", async () => {
    const held = await created(ROTATED);
    const name = `ci (creating 3f9a2c81d04b)`;
    await rename(held, name);
    const interrupted = but(held, { name }, { createdAs: name });
    const {
      diagnostics,
      private: memory,
      requiresReplace,
      plan,
    } = await planned({ ...ROTATED, keepers: { n: "2" } }, interrupted);
    expect(requiresReplace).toEqual([]);
    expect(memory?.rotationIsDue).toBe(true);
    expect(plan.generations).toEqual(UNKNOWN);
    expect(diagnostics).toEqual([
      {
        severity: "warning",
        summary: "This apply completes an interrupted rotation first",
        detail:
          'The key "ci" must be replaced again, but its last rotation was interrupted. This apply completes that rotation.\nFix: plan and apply again to replace the key.',
      },
    ]);
    const patient = but(interrupted, {}, { waits: true });
    expect((await planned({ ...ROTATED, keepers: { n: "2" } }, patient)).requiresReplace).toEqual([["keepers"]]);
  });

  test("warns that a rotation with a rename leaves the previous generation on the server", async () => {
    const held = await created(ROTATED);
    expect(await diagnosticsOf({ ...ROTATED, name: "cd", keepers: { n: "2" } }, held)).toEqual([
      {
        severity: "warning",
        summary: "No apply will remove the previous generation of this key",
        detail: `This plan rotates the key ${held.state.id} and renames it from "ci" to "cd". The old key works until the end of its overlap. A successor with another name does not remove it.\nFix: rotate and rename in two applies, or delete the old key in the console once no client uses it.`,
        path: ["name"],
      },
    ]);
  });

  test("warns about a rotation that ends the overlap of the previous generation early", async () => {
    const until = new Date(now + DAY).toISOString();
    const held = but(await created(ROTATED), { generations: [{ id: seedIds.startKey, expire_at: until }] });
    const rotates = { ...ROTATED, keepers: { n: "2" } };
    expect(await diagnosticsOf(rotates, held)).toEqual([
      {
        severity: "warning",
        summary: "This rotation ends the overlap of the previous generation early",
        detail: `The key "ci" can have two generations at most. This apply removes its previous generation, which would otherwise work until ${until}.\nFix: apply after that time, unless no client uses the previous generation.`,
      },
    ]);
    now += 2 * DAY;
    expect(await diagnosticsOf(rotates, held)).toEqual([]);
  });

  test("rejects a name that another key has, unless this key already waits for that name", async () => {
    const held = await created(NEW);
    await created({ ...NEW, name: "cd" });
    const refused = await diagnosticsOf({ ...NEW, name: "cd" }, held);
    expect(refused).toMatchObject([
      { severity: "error", summary: 'Another API key has the name "cd"', path: ["name"] },
    ]);
    const name = "cd (creating 3f9a2c81d04b)";
    await rename(held, name);
    const waiting = but(held, { name }, { createdAs: name });
    expect(await diagnosticsOf({ ...NEW, name: "cd" }, waiting)).toMatchObject([
      {
        severity: "warning",
        detail: expect.stringContaining("This key keeps its temporary name until the name is free."),
      },
    ]);
  });

  test("removes generations from the state if their overlap has ended", async () => {
    const [over, open] = [now, now + 10 * DAY].map((at, index) => ({
      id: `00000000-0000-4000-8000-00000000000${index}`,
      expire_at: new Date(at).toISOString(),
    }));
    const held = but(await created(ROTATED), { generations: [over ?? {}, open ?? {}] });
    expect((await planned(ROTATED, held)).plan.generations).toEqual([open]);
  });

  test("fails with a message if the server does not return its time", async () => {
    const held = await created(ROTATED);
    emulator.failNext({ method: "GET", status: 501, times: 99 });
    await expect(planned({ ...ROTATED, state: "disabled" }, held)).rejects.toThrow();
  });
});
