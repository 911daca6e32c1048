import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "../../../../src/emulator";
import { seedIds } from "../../../../src/emulator/seed";
import type { DiagnosticError, ObjectValue } from "../../../../src/plugin";
import { startEmulator } from "../../../support/emulator/emulator-for-tests";
import { FaultProxy } from "../../../support/fault-proxy";
import { KeyEngine } from "../../../support/key-engine";
import { Killed, ProviderProcess } from "../../../support/provider-process";
import { ui } from "../../../support/ui";

const provider = new ProviderProcess();
const otherProvider = new ProviderProcess();
afterAll(() => Promise.all([provider, otherProvider].map((each) => each[Symbol.asyncDispose]())));

const DAY = 86_400_000;
const CREATING = /^ci \(creating [0-9a-f]{12}\)$/;
const HAS_THE_NAME = 'Another API key has the name "ci"';

const NEW: ObjectValue = { name: "ci", allow_any_ip: true, secret_in_state: true };
const rotated = (n: string): ObjectValue => ({ ...NEW, overlap: "7d", keepers: { n } });
const ownMaterial = (version: string): ObjectValue => ({
  name: "ci",
  allow_any_ip: true,
  key_id_wo: `A1B2C3D4E5F6G7H8J9K${version}`,
  key_secret_wo: "4b1dA1B2C3D4E5F6G7H8J9K0L1M2N3P4Q5R6S7T8U9",
  key_material_version: version,
});

interface ServerKey {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly expireAt?: string | null;
}

let now: number;
let emulator: Emulator;
let engine: KeyEngine;

beforeEach(async () => {
  now = Date.parse("2026-03-01T00:00:00Z");
  emulator = await startEmulator({ now: () => new Date(now) });
  engine = new KeyEngine(emulator, provider);
});

afterEach(() => emulator.stop());

const keys = async (on = emulator) =>
  ((await ui(on, "GET", "/keys")) as { data: readonly ServerKey[] }).data.filter(({ id }) => id !== seedIds.startKey);
const keyById = async (id: unknown, on = emulator) => (await keys(on)).find((key) => key.id === id);
const nameOf = async (id: unknown, on = emulator) => (await keyById(id, on))?.name;
const rename = (id: unknown, name: string) => ui(emulator, "PATCH", `/keys/${id}`, { name });
const remove = (id: unknown) => ui(emulator, "DELETE", `/keys/${id}`);
const writes = () => emulator.requests.filter(({ method }) => method !== "GET").map(({ method }) => method);

/** Creates a key with the same content, as another user does. */
const createElsewhere = async (name = "ci"): Promise<string> => {
  const { endpoint, organizationId, keyId, keySecret } = emulator.endpoints.managed;
  const response = await fetch(`${endpoint}/v1/organizations/${organizationId}/keys`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ name, state: "enabled", assignedRoleIds: [], ipAccessList: [{ source: "0.0.0.0/0" }] }),
  });
  const { result } = (await response.json()) as { result: { key: { id: string } } };
  emulator.resetRequests();
  return result.key.id;
};

/** Returns the server's status for the credentials of a key. A working key without roles gets 403. */
const statusOf = async (keyId: unknown, keySecret: unknown, on = emulator) => {
  const { endpoint, organizationId } = on.endpoints.managed;
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
  return (await fetch(`${endpoint}/v1/organizations/${organizationId}/keys`, { headers: { authorization } })).status;
};

/** Kills an apply at a request. The state contains the values that the engine has received. */
const killedAt = async (config: ObjectValue | null, fault: Parameters<Emulator["failNext"]>[0], of = engine) => {
  emulator.failNext(fault);
  const killed = of.killWhenHeld();
  await expect(of.apply(config)).rejects.toThrow(Killed);
  await killed;
  emulator.clearFaults();
};

const refusal = async (config: ObjectValue | null) =>
  engine.plan(config).then(
    () => undefined,
    (error: DiagnosticError) => error.message,
  );

const hasItsSecretAndComesWithTheNextApply = async (of: KeyEngine, on: Emulator) => {
  expect(of.warnings).toEqual(["The new API key does not have its name yet"]);
  const id = String(of.get("id"));
  expect(of.warningTexts.join()).toContain(id);
  expect(await statusOf(of.get("key_id"), of.get("key_secret"), on)).toBe(403);
  expect(await nameOf(id, on)).toMatch(CREATING);
  expect(await of.apply(NEW)).toBe("updated");
  expect(of.get("id")).toEqual(id);
  expect(await nameOf(id, on)).toBe("ci");
  expect(await of.plan(NEW)).toBe("unchanged");
};

describe("the name of a new key", () => {
  test("is set to the declared name with one more request", async () => {
    await engine.apply(NEW);
    expect(await nameOf(engine.get("id"))).toBe("ci");
    expect(writes()).toEqual(["POST", "PATCH"]);
    expect(await engine.plan(NEW)).toBe("unchanged");
  });

  test("is set by the next apply if the rename was refused, and the state contains the key and its secret", async () => {
    emulator.failNext({ method: "PATCH", status: 400, message: "refused for the test" });
    expect(await engine.apply(NEW)).toBe("created");
    expect(engine.warningTexts.join()).toContain("refused for the test");
    await hasItsSecretAndComesWithTheNextApply(engine, emulator);
  });

  test("is set after a wait if some servers do not know the key yet", async () => {
    await emulator.stop();
    emulator = await startEmulator({ keyPropagationRequests: 1 });
    engine = new KeyEngine(emulator, provider);
    await engine.apply(NEW);
    expect(await nameOf(engine.get("id"))).toBe("ci");
    expect(engine.warnings).toEqual([]);
  });

  test.each([true, false])(
    "is the name of the key that it replaces because of new key material, with create_before_destroy %s",
    async (createFirst) => {
      engine = new KeyEngine(emulator, provider, { createFirst });
      await engine.apply(ownMaterial("1"));
      expect(await engine.apply(ownMaterial("2"))).toBe("replaced");
      expect(await keys()).toMatchObject([{ id: engine.get("id"), name: "ci" }]);
      expect(engine.deposed).toEqual([]);
      expect(await engine.plan(ownMaterial("2"))).toBe("unchanged");
    },
  );

  test.each(["release", "disable"])(
    "is the name of the key that it replaces, even if on_destroy = %j keeps that key",
    async (on_destroy) => {
      await engine.apply({ ...ownMaterial("1"), on_destroy });
      await engine.apply({ ...ownMaterial("2"), on_destroy });
      expect((await keys()).map(({ name }) => name)).toEqual(["ci", "ci"]);
      expect(await engine.plan({ ...ownMaterial("2"), on_destroy })).toBe("unchanged");
    },
  );

  test("is the name of the tainted key that it replaces", async () => {
    for (const createFirst of [true, false]) {
      engine = new KeyEngine(emulator, provider, { createFirst });
      await engine.apply(NEW);
      const tainted = engine.get("id");
      engine.taint();
      expect(await engine.apply(NEW)).toBe("replaced");
      expect(engine.get("id")).not.toBe(tainted);
      expect(await keys()).toMatchObject([{ id: engine.get("id"), name: "ci" }]);
      await engine.apply(null);
    }
  });
});

describe("a name that another key already has", () => {
  test("is reported in the plan of a new key, which keeps its temporary name until the name is free", async () => {
    const elsewhere = await createElsewhere();
    expect(await engine.plan(NEW)).toBe("created");
    expect(engine.warnings).toEqual([HAS_THE_NAME]);
    expect(engine.warningTexts.join()).toContain(elsewhere);
    expect(engine.warningTexts.join()).toContain("set adopt to its id");
    await engine.apply(NEW);
    const id = engine.get("id");
    expect(await nameOf(id)).toMatch(CREATING);
    expect(await statusOf(engine.get("key_id"), engine.get("key_secret"))).toBe(403);

    expect(await engine.apply(NEW)).toBe("updated");
    expect(engine.warnings).toContain(HAS_THE_NAME);
    expect(await nameOf(id)).toEqual(expect.stringMatching(CREATING));
    expect(await nameOf(elsewhere)).toBe("ci");

    await rename(elsewhere, "theirs");
    expect(await engine.apply(NEW)).toBe("updated");
    expect(engine.warnings).toEqual([]);
    expect(await nameOf(id)).toBe("ci");
    expect(await engine.plan(NEW)).toBe("unchanged");
  });

  test("does not prevent a rotation of the key that waits for the name", async () => {
    const elsewhere = await createElsewhere();
    await engine.apply(rotated("1"));
    await engine.apply(rotated("1"));
    const first = engine.get("id");
    expect(await engine.apply(rotated("2"))).toBe("replaced");
    const second = engine.get("id");
    expect(await keyById(first)).toMatchObject({ expireAt: expect.stringMatching(/^2026-03-08T/) });
    expect(await nameOf(second)).toMatch(CREATING);
    expect(await nameOf(elsewhere)).toBe("ci");
    await remove(elsewhere);
    expect(await engine.apply(rotated("2"))).toBe("updated");
    expect(await nameOf(second)).toBe("ci");
    expect(await engine.plan(rotated("2"))).toBe("unchanged");
  });

  test("is refused for a created or adopted key that would be renamed to it", async () => {
    await engine.apply({ ...NEW, name: "before" });
    const elsewhere = await createElsewhere();
    const refused = await refusal(NEW);
    expect(refused).toContain(HAS_THE_NAME);
    expect(refused).toContain(elsewhere);
    engine.forget();
    expect(await refusal({ adopt: { name: "before" }, name: "ci" })).toContain(HAS_THE_NAME);
    expect(writes()).toEqual([]);
  });

  test("does not affect a key that already has the same name", async () => {
    await engine.apply(NEW);
    await createElsewhere();
    expect(await engine.plan(NEW)).toBe("unchanged");
    expect(engine.warnings).toEqual([]);
    expect(await engine.apply({ ...NEW, state: "disabled" })).toBe("updated");
  });

  test("is reported if its key was removed from the state but still exists", async () => {
    await engine.apply(NEW);
    const id = String(engine.get("id"));
    engine.forget();
    await engine.plan(NEW);
    expect(engine.warningTexts.join()).toContain(id);
    expect(await engine.apply({ ...NEW, secret_in_state: null, adopt: { id } })).toBe("created");
    expect(engine.get("id")).toEqual(id);
    expect(await engine.plan({ ...NEW, secret_in_state: null, adopt: { id } })).toBe("unchanged");
  });

  test.each([true, false])(
    "does not shorten the overlap of the generation that was just replaced, with create_before_destroy %s",
    async (createFirst) => {
      engine = new KeyEngine(emulator, provider, { createFirst });
      await engine.apply(rotated("1"));
      const first = String(engine.get("id"));
      const elsewhere = await createElsewhere();
      await engine.apply(rotated("2"));
      expect(engine.warnings).toContain('Another API key has the name "ci"');
      expect(await keyById(first)).toMatchObject({ state: "enabled", expireAt: expect.stringMatching(/^2026-03-08T/) });
      expect(await nameOf(engine.get("id"))).toMatch(/^ci \(creating [0-9a-f]{12}\)$/);
      expect(await keyById(elsewhere)).toMatchObject({ name: "ci", state: "enabled" });
    },
  );

  test("does not delete the unused generation of a key in another state", async () => {
    const other = new KeyEngine(emulator, otherProvider);
    await engine.apply(rotated("1"));
    await other.apply({ ...rotated("1"), name: "other" });
    await rename(other.get("id"), "ci");
    await killedAt(rotated("2"), { method: "PATCH", hold: "before" }, other);
    const unused = String(other.get("id"));
    await engine.apply(rotated("2"));
    await engine.apply(rotated("2"));
    expect(await keyById(unused)).toBeDefined();
  });
});

describe("a rotation that renames the key", () => {
  test("reports the remaining previous key in the plan and in the apply", async () => {
    await engine.apply(rotated("1"));
    const first = String(engine.get("id"));
    const renamed = { ...rotated("2"), name: "other" };
    expect(await engine.plan(renamed)).toBe("replaced");
    expect(engine.warningTexts).toEqual([expect.stringContaining(first)]);
    await engine.apply(renamed);
    expect(engine.warnings).toContain("A replaced API key stays on the server");
    expect(await nameOf(engine.get("id"))).toBe("other");
    expect(await keyById(first)).toMatchObject({
      name: "ci (previous generation)",
      expireAt: expect.stringMatching(/^2026-03-08T/),
    });
  });
});

describe("a create of a key whose response was lost", () => {
  test.each(["before", "after"] as const)(
    "does not affect an equal key of another user, if the response was lost %s the server created the key",
    async (cut) => {
      const elsewhere = await createElsewhere();
      emulator.failNext({ method: "POST", cut });
      await engine.apply(NEW);
      expect(await keyById(elsewhere)).toMatchObject({ name: "ci" });
      expect((await keys()).map(({ id }) => id).sort()).toEqual([elsewhere, String(engine.get("id"))].sort());
      expect(await statusOf(engine.get("key_id"), engine.get("key_secret"))).toBe(403);
    },
  );

  test("keeps the created key if its key material is user-provided", async () => {
    emulator.failNext({ method: "POST", cut: "after" });
    await engine.apply(ownMaterial("1"));
    expect(await keys()).toMatchObject([{ id: engine.get("id"), name: "ci" }]);
    expect(writes()).toEqual(["POST", "PATCH"]);
  });

  test("leaves only one key if the request reached the server twice", async () => {
    await engine.apply(rotated("1"));
    const { createdAs } = JSON.parse(Buffer.from(engine.current?.private ?? []).toString());
    const twin = await createElsewhere(createdAs);
    const unmanaged = await createElsewhere("ci (creating 000000000000)");
    expect(await engine.apply(rotated("1"))).toBe("updated");
    expect(await keyById(twin)).toBeUndefined();
    expect(await nameOf(unmanaged)).toBe("ci (creating 000000000000)");
  });

  test("is reported with the name that the unknown key may have", async () => {
    await engine.apply({ ...NEW, name: "like it" });
    const create = emulator.requests.findIndex(({ method }) => method === "POST") + 1;
    engine.forget();
    emulator.resetRequests();
    emulator.failNext({ request: create, cut: "after" });
    emulator.failNext({ request: create + 1, status: 400, message: "no list for the test" });
    const message = await engine.apply(NEW).catch((error: DiagnosticError) => error.message);
    const left = (await keys()).find(({ name }) => CREATING.test(name));
    expect(message).toContain(`create the API key "${left?.name}" was sent`);
    expect(message).toContain("check on the server whether the object exists before you apply again");
    expect(engine.current).toBeUndefined();
  });
});

describe("a killed run", () => {
  const leftBehind = async () => {
    await engine.plan(NEW);
    return engine.warningTexts.filter((text) => text.startsWith("An interrupted run may have left the API key"));
  };

  test.each(["before", "after"] as const)(
    "leaves a key of an interrupted create that later plans report, if the kill was %s the rename of a new key",
    async (hold) => {
      await killedAt(NEW, { method: "PATCH", hold });
      const [left, ...others] = await keys();
      expect(others).toEqual([]);
      expect(engine.current).toBeUndefined();
      if (hold === "before") {
        expect(left?.name).toMatch(CREATING);
        expect(await leftBehind()).toEqual([expect.stringContaining(String(left?.id))]);
        await engine.apply(NEW);
        expect(await nameOf(engine.get("id"))).toBe("ci");
      } else {
        expect(left?.name).toBe("ci");
        await engine.plan(NEW);
        expect(engine.warningTexts).toEqual([expect.stringContaining(String(left?.id))]);
      }
      expect(await keyById(left?.id)).toEqual(left);
    },
  );

  test("leaves a new generation, and every plan reports this key until a user deletes it", async () => {
    await engine.apply(rotated("1"));
    await killedAt(rotated("2"), { method: "POST", hold: "after" });
    const left = (await keys()).find(({ name }) => CREATING.test(name));
    expect(await engine.apply(rotated("2"))).toBe("replaced");
    expect(engine.warningTexts.filter((text) => text.includes(String(left?.id)))).not.toEqual([]);
    expect(await keyById(left?.id)).toBeDefined();
    expect(await engine.plan(rotated("2"))).toBe("unchanged");
    expect(engine.warningTexts).toEqual([expect.stringContaining(String(left?.id))]);
    await remove(left?.id);
    expect(await engine.plan(rotated("2"))).toBe("unchanged");
    expect(engine.warnings).toEqual([]);
  });

  test.each([true, false])(
    "keeps a created generation and its predecessor, in both orders of the engine (deposed first: %s)",
    async (deposedFirst) => {
      engine = new KeyEngine(emulator, provider, { deposedFirst });
      await engine.apply(rotated("1"));
      const first = engine.get("id");
      await killedAt(rotated("2"), { method: "PATCH", hold: "before" });
      const second = engine.get("id");
      expect(engine.deposed).toHaveLength(1);
      expect(await engine.apply(rotated("2"))).toBe("updated");
      expect(engine.get("id")).toEqual(second);
      expect(await nameOf(second)).toBe("ci");
      expect(await keyById(first)).toMatchObject({
        name: expect.stringMatching(/^ci \(previous generation/),
        expireAt: expect.stringMatching(/^2026-03-08T/),
      });
      expect(await engine.plan(rotated("2"))).toBe("unchanged");
      now += 8 * DAY;
      expect(await engine.apply(rotated("2"))).toBe("updated");
      expect(await keys()).toMatchObject([{ id: second, name: "ci" }]);
    },
  );

  test("leaves a key that later plans report, if the old key is destroyed before the new key is created", async () => {
    engine = new KeyEngine(emulator, provider, { createFirst: false });
    await engine.apply(rotated("1"));
    const first = engine.get("id");
    await killedAt(rotated("2"), { method: "POST", hold: "before" });
    expect(await keyById(first)).toMatchObject({ name: "ci (previous generation)" });
    await engine.apply(rotated("2"));
    await engine.plan(rotated("2"));
    expect(engine.warningTexts).toEqual([expect.stringContaining(String(first))]);
  });
});

describe("a killed run and the next run in the same folder", () => {
  let data: string;
  let here: ProviderProcess;
  // The body of `describe` does not create these, because it also runs if none of its tests is selected.
  beforeAll(() => {
    data = mkdtempSync(join(tmpdir(), "clickstack-data-"));
    here = new ProviderProcess({ TF_DATA_DIR: data });
  });
  afterAll(async () => {
    await here[Symbol.asyncDispose]();
    rmSync(data, { recursive: true });
  });

  beforeEach(() => {
    engine = new KeyEngine(emulator, here);
  });

  const ids = async () => (await keys()).map(({ id }) => id);
  const BEGAN = /^An interrupted run created the API key "ci \(creating [0-9a-f]{12}\)", which is not in any state$/;

  test.each([
    ["the server made its secret", NEW, { ...NEW, role_names: ["Developer"] }],
    ["its key material is user-provided", ownMaterial("1"), ownMaterial("1")],
  ])("leave no key of the killed create if %s", async (_, config, next) => {
    await killedAt(config, { method: "POST", hold: "after" });
    expect(await ids()).toHaveLength(1);
    await engine.plan(next);
    expect(engine.warnings).toEqual([expect.stringMatching(BEGAN)]);
    await engine.apply(next);
    expect(await keys()).toMatchObject([{ id: engine.get("id"), name: "ci" }]);
    expect(await engine.plan(next)).toBe("unchanged");
    expect(engine.warnings).toEqual([]);
  });

  test("leave no generation whose create was killed before or after its response", async () => {
    await engine.apply(rotated("1"));
    await killedAt(rotated("2"), { method: "POST", hold: "after" });
    expect(await engine.apply(rotated("2"))).toBe("replaced");
    expect(await ids()).toHaveLength(2);
    expect(await engine.plan(rotated("2"))).toBe("unchanged");
    expect(engine.warnings).toEqual([]);
  });

  test("leave no key that was renamed before the kill, and the new key gets the name", async () => {
    await killedAt(NEW, { method: "PATCH", hold: "after" });
    const [renamed] = await keys();
    expect(renamed?.name).toBe("ci");
    await engine.apply(NEW);
    expect(await keys()).toMatchObject([{ id: engine.get("id"), name: "ci" }]);
    expect(engine.get("id")).not.toBe(renamed?.id);
  });

  test("keep a key that was used, or that a user removed from the state", async () => {
    await engine.apply(NEW);
    await here.end();
    const forgotten = engine.get("id");
    engine.forget();
    await engine.apply(NEW);
    expect(await ids()).toEqual([forgotten, engine.get("id")]);
    await here.end();
    engine.forget();
    await killedAt({ ...NEW, name: "used" }, { method: "POST", hold: "after" });
    const used = (await keys()).find(({ name }) => name.startsWith("used"));
    await ui(emulator, "PATCH", `/keys/${used?.id}`, { usedAt: "2026-03-01T00:00:00.000Z" });
    await engine.apply({ ...NEW, name: "used" });
    expect(await ids()).toContain(used?.id);
  });

  test("keep another user's key with any name, and a key that cannot be deleted", async () => {
    const unmanaged = await createElsewhere("ci (creating 3f9a2c81d04b)");
    await killedAt(NEW, { method: "POST", hold: "after" });
    const left = (await ids()).find((id) => id !== unmanaged);
    emulator.failNext({ method: "DELETE", status: 403 });
    await engine.apply(NEW);
    expect(await ids()).toEqual([unmanaged, left, engine.get("id")]);
  });
});

describe("a destroy of an API key", () => {
  test("has no effect on the next rotation if the server refused the destroy", async () => {
    engine = new KeyEngine(emulator, provider, { createFirst: false });
    await engine.apply(rotated("1"));
    const first = engine.get("id");
    emulator.failNext({ method: "DELETE", status: 400, message: "refused for the test" });
    await expect(engine.apply(null)).rejects.toThrow("refused for the test");
    expect(Buffer.from(engine.current?.private ?? []).toString()).not.toContain("final");
    expect(await engine.apply(rotated("2"))).toBe("replaced");
    expect(await keyById(first)).toMatchObject({ state: "enabled", expireAt: expect.stringMatching(/^2026-03-08T/) });
  });

  test("has no effect on the next rotation if another version of the provider did not complete the destroy", async () => {
    engine = new KeyEngine(emulator, provider, { createFirst: false });
    await engine.apply(rotated("1"));
    const value = engine.current?.value ?? {};
    engine.current = { value, private: Buffer.from(JSON.stringify({ end: "final" })) };
    await engine.apply(rotated("2"));
    expect(await keyById(value.id)).toMatchObject({
      state: "enabled",
      expireAt: expect.stringMatching(/^2026-03-08T/),
    });
  });

  test.each([
    ["delete", "DELETE"],
    ["disable", "PATCH"],
  ])("succeeds if the key was already deleted, with on_destroy = %j", async (on_destroy, method) => {
    await engine.apply({ ...NEW, on_destroy });
    const id = engine.get("id");
    const proxy = new FaultProxy(emulator.endpoints.managed.endpoint);
    await proxy.start();
    proxy.handle = async (exchange) => {
      if (exchange.request.method === method) {
        await ui(emulator, "DELETE", `/keys/${id}`);
      }
      await exchange.pass();
    };
    engine.endpoint = proxy.endpoint;
    expect(await engine.apply(null)).toBe("destroyed");
    await proxy.stop();
  });

  test("succeeds if a previous generation was already deleted", async () => {
    await engine.apply(rotated("1"));
    emulator.failNext({ path: `*/keys/${engine.get("id")}`, method: "PATCH", status: 404 });
    expect(await engine.apply(rotated("2"))).toBe("replaced");
    expect(engine.deposed).toEqual([]);
    expect(await nameOf(engine.get("id"))).toBe("ci");
  });

  test.each([
    ["while its previous generation works", async () => undefined],
    ["after a rotation that was interrupted", () => killedAt(rotated("3"), { method: "PATCH", hold: "before" })],
  ])("deletes all generations of a rotated key %s, and deletes no other key", async (_, interrupt) => {
    const elsewhere = [
      await createElsewhere("ci (previous generation)"),
      await createElsewhere("ci (earlier generation)"),
    ];
    await engine.apply(rotated("1"));
    await engine.apply(rotated("2"));
    await interrupt();
    elsewhere.push(await createElsewhere());
    expect(await engine.apply(null)).toBe("destroyed");
    expect((await keys()).map(({ id }) => id).sort()).toEqual(elsewhere.sort());
  });
});

describe("a generation that has a name of another provider version", () => {
  test("gets its final name, and the state contains its predecessor", async () => {
    await engine.apply(rotated("1"));
    const first = engine.get("id");
    await engine.apply(rotated("2"));
    await engine.apply(rotated("2"));
    const second = engine.get("id");
    await rename(first, "ci (earlier generation)");
    await rename(second, "ci (new generation)");
    const value = engine.current?.value ?? {};
    engine.current = { value, private: new Uint8Array() };
    expect(await engine.apply(rotated("2"))).toBe("updated");
    expect(await nameOf(second)).toBe("ci");
    expect(engine.get("generations")).toMatchObject([{ id: first }]);
    now += 8 * DAY;
    await engine.apply(rotated("2"));
    expect(await keys()).toMatchObject([{ id: second }]);
  });
});

describe("a hostile name of a key", () => {
  test.each([
    "__proto__",
    "constructor",
    "ci (new generation)",
    "ci (earlier generation)",
    "ci (previous generation 3f9a2c81d04b)",
    "ci (creating 3f9a2c81d04b)",
    "\u001b]0;owned\u0007\u001b[31mred",
    "one\nError: two",
    "x".repeat(300),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: A template of Terraform's.
    "${path.module} %{ for }",
    "\u202egnp.exe",
  ])("is used like any other name: %j", async (name) => {
    const declared = (n: string) => ({ ...rotated(n), name });
    await engine.apply(declared("1"));
    const first = engine.get("id");
    expect(await nameOf(first)).toEqual(name);
    expect(await engine.plan(declared("1"))).toBe("unchanged");
    expect(await engine.apply(declared("2"))).toBe("replaced");
    expect(await nameOf(engine.get("id"))).toEqual(name);
    expect(await engine.apply(declared("2"))).toBe("unchanged");
    expect(await keyById(first)).toMatchObject({ expireAt: expect.stringMatching(/^2026-03-08T/) });
    now += 8 * DAY;
    await engine.apply(declared("2"));
    expect((await keys()).map((key) => key.name)).toEqual([name]);
    await engine.apply(null);
    expect(await keys()).toEqual([]);
  });

  test("is shown in messages on one line, with every character visible", async () => {
    const name = "\u001b[31mred\nError: \u202etwo\u009b";
    await createElsewhere(name);
    await engine.plan({ ...NEW, name });
    expect(engine.warnings).toEqual(['Another API key has the name "\\u001b[31mred\\nError: \\u202etwo\\u009b"']);
  });
});

describe("a server that ignores a rename", () => {
  const ignoreName = () => emulator.failNext({ path: "*/keys/*", method: "PATCH", drop: ["name"] });
  const STORED_OTHER = "The server stored another value than planned";

  test("causes a warning after the create, and the next apply renames the key", async () => {
    ignoreName();
    await engine.apply(NEW);
    const id = engine.get("id");
    expect(await nameOf(id)).toMatch(CREATING);
    expect(engine.warnings).toEqual([STORED_OTHER]);
    await engine.apply(NEW);
    expect(engine.get("id")).toEqual(id);
    expect(await nameOf(id)).toBe("ci");
    expect(engine.warnings).toEqual([]);
  });

  test("causes a warning after an update, and the next apply renames the key", async () => {
    await engine.apply(NEW);
    const id = engine.get("id");
    ignoreName();
    await engine.apply({ ...NEW, name: "deploy" });
    expect(await nameOf(id)).toBe("ci");
    expect(engine.warnings).toEqual([STORED_OTHER]);
    await engine.apply({ ...NEW, name: "deploy" });
    expect(engine.get("id")).toEqual(id);
    expect(await nameOf(id)).toBe("deploy");
    expect(engine.warnings).toEqual([]);
  });
});

describe("the name of a new key after a stop", () => {
  // The provider waits twelve seconds for the held request. The work starts at the beginning of the file, and the last
  // test reads its result.
  test.concurrent("is set by the next apply if the provider was stopped before the rename", async () => {
    await using stopped = new ProviderProcess();
    await using server = await startEmulator();
    const own = new KeyEngine(server, stopped);
    server.failNext({ method: "PATCH", hold: "before", times: 9 });
    const held = server.nextHeld();
    const creating = own.apply(NEW);
    await held;
    await stopped.stop(creating);
    server.clearFaults();
    await hasItsSecretAndComesWithTheNextApply(own, server);
  });
});
