import { Emulator } from "../../../../src/emulator";
import { seedIds } from "../../../../src/emulator/seed";
import { type ModifyPlanRequest, type ObjectValue, planChange, UNKNOWN } from "../../../../src/plugin";
import { complete } from "../../../../src/plugin/plan/nested";
import { fieldsOf } from "../../../../src/plugin/schema/schema";
import { planApiKey } from "../../../../src/resources/api-key/plan";
import { apiKeyResource } from "../../../../src/resources/api-key/resource";
import type { SessionOptions } from "../../../../src/resources/handlers/session";
import { type Held, ProviderRun } from "../../../support/provider-run";
import { ui } from "../../../support/ui";

const DAY = 86_400_000;
const NOON = Date.parse("2026-03-01T12:00:00Z");
const NEW: ObjectValue = { name: "ci", allow_any_ip: true, secret_in_state: true };
const ROTATED: ObjectValue = { ...NEW, overlap: "7d", keepers: { n: "1" } };
const HOW_TO_FREE =
  "Fix: to manage that key, give adopt with its id; to have another key, give it another name; if an interrupted run has left that key and nobody uses it, delete it in the console.";

let now: number;
let emulator: Emulator;
const runs: ProviderRun[] = [];

beforeEach(async () => {
  now = NOON;
  emulator = new Emulator({ limits: false, now: () => new Date(now) });
  await emulator.start();
});

afterEach(async () => {
  for (const run of runs.splice(0)) {
    await run[Symbol.asyncDispose]();
  }
  await emulator.stop();
});

const start = (options?: SessionOptions) => {
  const managed = { ...emulator.endpoints.managed, product: "clickstack", requestsPerWindow: 10_000 } as const;
  const run = new ProviderRun({ managed }, options);
  runs.push(run);
  return run;
};
const created = (config: ObjectValue) => start().apply(apiKeyResource, config);
const rename = ({ state }: Held, name: string) => ui(emulator, "PATCH", `/keys/${state.id}`, { name });

/** What an engine proposes, as it asks the handler. */
function proposed(config: ObjectValue, held?: Held): ModifyPlanRequest {
  const { schema } = apiKeyResource;
  const whole = complete(fieldsOf(schema), config);
  const state = held ? complete(fieldsOf(schema), held.state) : null;
  return { config: whole, state, private: held?.private ?? {}, ...planChange(schema, whole, state) };
}

/** What the handler makes of it. */
async function planned(config: ObjectValue, held?: Held, session = start().session) {
  const { plan = {}, ...others } = await planApiKey(
    proposed(config, held),
    session && { session, signal: new AbortController().signal },
  );
  return { plan, ...others };
}
const said = async (...args: Parameters<typeof planned>) => (await planned(...args)).diagnostics;

/** A held key with other attributes in its state, or other private state. */
const but = (held: Held, state: ObjectValue, memory: object = {}): Held => ({
  state: { ...held.state, ...state },
  private: { ...held.private, ...memory },
});

describe("the plan of a new key", () => {
  const holder = ({ state }: Held) => `${state.id} (created ${state.created_at}, never used)`;

  test("warns where another key has its name, because the create keeps that of its own until then", async () => {
    const other = await created(NEW);
    expect(await said(NEW)).toEqual([
      {
        severity: "warning",
        summary: 'Another API key has the name "ci"',
        detail: `It is the name of ${holder(other)}. If this apply replaces that key, the new one gets the name as soon as that one has ended, and nothing is to be done. Else the new key keeps the name of its create, "ci (creating ...)", until the name is free.\n${HOW_TO_FREE}`,
        path: ["name"],
      },
    ]);
  });

  test("is refused there where the provider is told so", async () => {
    const other = await created(NEW);
    expect(await said(NEW, undefined, start({ onExistingName: "fail" }).session)).toEqual([
      {
        severity: "error",
        summary: 'Another API key has the name "ci"',
        detail: `This key cannot get it. It is the name of ${holder(other)}.\n${HOW_TO_FREE} A name that another key of this configuration gives up is free in the next plan.`,
        path: ["name"],
      },
    ]);
  });

  test("says nothing of a key that this run manages, nor where the name is free or not known", async () => {
    const other = await created(NEW);
    const run = start();
    await run.session.managed.note("clickstack_api_key", other.state);
    expect(await said(NEW, undefined, run.session)).toEqual([]);
    expect(await said({ ...NEW, name: "cd" })).toEqual([]);
    expect(await said({ ...NEW, name: UNKNOWN })).toEqual([]);
  });

  test.each<[string, ObjectValue, number, boolean]>([
    ["that is due to be replaced", { rotate_every: "30d", overlap: "1d" }, 30, false],
    ["that is due in a day", { rotate_every: "30d", overlap: "1d" }, 29, true],
    ["that something else than time replaces", { keepers: { n: "1" } }, 0, false],
    ["that is not rotated", {}, 365, true],
  ])("tells its predecessor from another key of its name: one %s", async (_name, rotation, days, isOther) => {
    await created(NEW);
    now += days * DAY;
    expect((await said({ ...NEW, ...rotation }))?.map(({ summary }) => summary)).toEqual(
      isOther ? ['Another API key has the name "ci"'] : [],
    );
  });

  test("is refused where another key of this configuration is to have its name", async () => {
    const { session } = start();
    expect(await said(NEW, undefined, session)).toEqual([]);
    expect(await said(NEW, undefined, session)).toEqual([
      {
        severity: "error",
        summary: 'Two API keys of this configuration have the name "ci"',
        detail: "In the console nobody could tell them apart.\nFix: give each key a name of its own.",
        path: ["name"],
      },
    ]);
  });

  test("is refused where a key that this plan replaces passes the name on, unless it is that key's successor", async () => {
    const held = await created(ROTATED);
    const { session } = start();
    const rotates = { ...ROTATED, keepers: { n: "2" } };
    const { private: memory = {} } = await planned(rotates, held, session);
    const successor = { ...proposed(rotates), private: memory };
    const { diagnostics } = await planApiKey(successor, { session, signal: new AbortController().signal });
    expect(diagnostics).toEqual([]);
    expect(await said(NEW, undefined, session)).toMatchObject([
      { severity: "error", summary: 'Two API keys of this configuration have the name "ci"' },
    ]);
  });

  test("warns of what interrupted runs have left of keys of its name", async () => {
    const pending = await created({ ...NEW, name: "ci (creating 3f9a2c81d04b)" });
    const previous = await created({ ...NEW, name: "ci (previous generation)" });
    const known = ({ state }: Held) => `No state that this run sees knows the key ${holder({ state, private: {} })}. `;
    expect(await said(NEW)).toEqual([
      {
        severity: "warning",
        summary: 'An interrupted run may have left the API key "ci (creating 3f9a2c81d04b)"',
        detail: `${known(pending)}Its create did not come to its end; unless its material was given, nobody knows its secret.\nFix: if no other run is creating it just now, delete it in the console.`,
      },
      {
        severity: "warning",
        summary: 'An interrupted run may have left the API key "ci (previous generation)"',
        detail: `${known(previous)}It was replaced, and no key on the server takes care of it.\nFix: once nobody uses it, delete it in the console.`,
      },
    ]);
  });

  test("leaves open what only the create tells, also while no server can be asked", async () => {
    const { plan } = await planned(ROTATED);
    expect([plan.rotate_at, plan.generations]).toEqual([null, UNKNOWN]);
    const alone = (config: ObjectValue) => planApiKey(proposed(config), undefined);
    expect((await alone({ ...NEW, rotate_every: "30d" })).plan).toMatchObject({ rotate_at: UNKNOWN });
    expect((await alone(NEW)).plan).toMatchObject({ name: "ci", generations: null });
  });
});

describe("the plan of a key that is there", () => {
  test("changes nothing where nothing is declared otherwise", async () => {
    for (const config of [NEW, ROTATED]) {
      const held = await created({ ...config, name: `ci ${config.overlap}` });
      const { requiresReplace, diagnostics, plan } = await planned({ ...config, name: `ci ${config.overlap}` }, held);
      expect([requiresReplace, diagnostics, plan.id]).toEqual([[], [], held.state.id]);
    }
  });

  test.each<[string, ObjectValue, ObjectValue, ObjectValue, object, unknown]>([
    ["other keepers", ROTATED, { keepers: { n: "2" } }, {}, {}, [["keepers"]]],
    ["keepers of a key that was not rotated", NEW, { keepers: { n: "2" } }, {}, {}, []],
    ["its age", { ...NEW, rotate_every: "30d" }, {}, {}, {}, [["rotate_at"]]],
    [
      "its age, where its state does not say when",
      { ...NEW, rotate_every: "30d" },
      {},
      { rotate_at: null },
      {},
      [["id"]],
    ],
    ["a rotation that had to wait", ROTATED, {}, {}, { rotationIsDue: true }, [["id"]]],
    [
      "a rotation that had to wait, of a key that is rotated no more",
      ROTATED,
      { overlap: null, keepers: null },
      {},
      { rotationIsDue: true },
      [],
    ],
  ])("replaces it where it has to, and only there: %s", async (_name, config, change, state, memory, expected) => {
    const held = but(await created(config), state, memory);
    now += 40 * DAY;
    expect((await planned({ ...config, ...change }, held)).requiresReplace).toEqual(expected);
  });

  test("replaces one that was adopted and is not any more, because nobody has its secret", async () => {
    const adopted = but(await created(NEW), { adopt: seedIds.startKey, key_secret: null, name: "adopted" });
    const config = { ...NEW, name: "adopted" };
    expect((await planned(config, adopted)).requiresReplace).toContainEqual(["adopt"]);
    expect((await planned(config, but(adopted, { key_secret: "s" }))).requiresReplace).not.toContainEqual(["adopt"]);
  });

  test("hands the replacement the id of the key that it replaces, and nothing of what an earlier plan said", async () => {
    const held = but(await created(ROTATED), {}, { end: "final" });
    const { private: memory, plan } = await planned({ ...ROTATED, keepers: { n: "2" } }, held);
    expect(memory).toMatchObject({ replaces: held.state.id });
    expect(memory).not.toHaveProperty("end");
    expect([plan.id, plan.generations]).toEqual([UNKNOWN, UNKNOWN]);
    expect((await planned({ ...NEW, name: "cd" }, but(held, {}, { replaces: "x" }))).private).not.toHaveProperty(
      "replaces",
    );
  });

  test("completes a rotation that was interrupted before it begins another, and says so", async () => {
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
    expect([requiresReplace, memory?.rotationIsDue, plan.generations]).toEqual([[], true, UNKNOWN]);
    expect(diagnostics).toEqual([
      {
        severity: "warning",
        summary: "An interrupted rotation is completed first",
        detail:
          'The key "ci" is due to be replaced again. This apply completes the rotation that was interrupted; the next plan shows the new one.',
      },
    ]);
    const patient = but(interrupted, {}, { waits: true });
    expect((await planned({ ...ROTATED, keepers: { n: "2" } }, patient)).requiresReplace).toEqual([["keepers"]]);
  });

  test("warns that a rotation which also renames leaves the generation before it", async () => {
    const held = await created(ROTATED);
    expect(await said({ ...ROTATED, name: "cd", keepers: { n: "2" } }, held)).toEqual([
      {
        severity: "warning",
        summary: "The previous generation of a key that is rotated and renamed stays on the server",
        detail: `The key ${held.state.id} gets its overlap, and no apply removes it after that, because its successor has another name than "ci".\nFix: rotate and rename in two applies, or delete the key in the console once nobody uses it.`,
        path: ["name"],
      },
    ]);
  });

  test("warns that a rotation during an overlap ends the generation before, and not after the overlap", async () => {
    const until = new Date(now + DAY).toISOString();
    const held = but(await created(ROTATED), { generations: [{ id: seedIds.startKey, expire_at: until }] });
    const rotates = { ...ROTATED, keepers: { n: "2" } };
    expect(await said(rotates, held)).toEqual([
      {
        severity: "warning",
        summary: "This rotation ends the previous generation before its overlap is over",
        detail: `There are never more than two generations of the key "ci". The one before the present one, which works until ${until}, is removed by this apply.`,
      },
    ]);
    now += 2 * DAY;
    expect(await said(rotates, held)).toEqual([]);
  });

  test("refuses a name that another key has, but for one that still waits for it", async () => {
    const held = await created(NEW);
    await created({ ...NEW, name: "cd" });
    const refused = await said({ ...NEW, name: "cd" }, held);
    expect(refused).toMatchObject([
      { severity: "error", summary: 'Another API key has the name "cd"', path: ["name"] },
    ]);
    const name = "cd (creating 3f9a2c81d04b)";
    await rename(held, name);
    const waiting = but(held, { name }, { createdAs: name });
    expect(await said({ ...NEW, name: "cd" }, waiting)).toMatchObject([
      {
        severity: "warning",
        detail: expect.stringContaining("This key keeps the name of its create until the name is free."),
      },
    ]);
  });

  test("drops the generations whose overlap is over", async () => {
    const [over, open] = [now, now + 10 * DAY].map((at, index) => ({
      id: `00000000-0000-4000-8000-00000000000${index}`,
      expire_at: new Date(at).toISOString(),
    }));
    const held = but(await created(ROTATED), { generations: [over ?? {}, open ?? {}] });
    expect((await planned(ROTATED, held)).plan.generations).toEqual([open]);
  });

  test("of a rotated key fails in words where the server does not tell its time", async () => {
    const held = await created(ROTATED);
    emulator.failNext({ method: "GET", status: 501, times: 99 });
    await expect(planned({ ...ROTATED, state: "disabled" }, held)).rejects.toThrow();
  });
});
