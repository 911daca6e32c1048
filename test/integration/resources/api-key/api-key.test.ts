import type { Emulator } from "../../../../src/emulator";
import { seedIds } from "../../../../src/emulator/seed";
import type { ObjectValue } from "../../../../src/plugin";
import { startEmulator } from "../../../support/emulator/emulator-for-tests";
import { KeyEngine } from "../../../support/key-engine";
import { ProviderProcess } from "../../../support/provider-process";
import { ui } from "../../../support/ui";

const provider = new ProviderProcess();
afterAll(() => provider[Symbol.asyncDispose]());

const NEW: ObjectValue = { name: "ci", allow_any_ip: true, secret_in_state: true };
const ADDRESSES: ObjectValue[] = [
  { source: "203.0.113.0/24", description: "build machines" },
  { source: "198.51.100.7" },
];

interface ServerKey extends Record<string, unknown> {
  readonly id: string;
  readonly assignedRoles: readonly { readonly roleId: string }[];
}

let emulator: Emulator;
let engine: KeyEngine;

const start = async (options: ConstructorParameters<typeof Emulator>[0] = {}) => {
  emulator = await startEmulator(options);
  engine = new KeyEngine(emulator, provider);
};

beforeEach(() => start());
afterEach(() => emulator.stop());

const edit = (fields: object, id = String(engine.get("id"))) => ui(emulator, "PATCH", `/keys/${id}`, fields);
const onServer = async (id = String(engine.get("id"))) =>
  ((await ui(emulator, "GET", `/keys/${id}`)) as { data: ServerKey }).data;
const roleIds = async () => (await onServer()).assignedRoles.map(({ roleId }) => roleId);
const writes = () => emulator.requests.filter(({ method }) => method !== "GET").map(({ method }) => method);

const refusal = async (config: ObjectValue | null) => {
  const error: unknown = await engine.plan(config).then(
    () => undefined,
    (thrown) => thrown,
  );
  const all = (error as { diagnostics?: readonly { summary: string; detail: string }[] } | undefined)?.diagnostics;
  return all?.map(({ summary, detail }) => `${summary}: ${detail}`).join("\n");
};

describe("the roles of a key", () => {
  test("can be declared by id, by name or by both, and are compared as one set", async () => {
    await engine.apply({ ...NEW, role_names: ["Developer"], assigned_role_ids: [seedIds.queryEndpointsRole] });
    expect((await roleIds()).sort()).toEqual([seedIds.developerRole, seedIds.queryEndpointsRole]);
    expect(engine.get("role_names")).toEqual(["Developer"]);
    expect(engine.get("assigned_role_ids")).toEqual([seedIds.queryEndpointsRole]);
    const both = [seedIds.queryEndpointsRole, seedIds.developerRole];
    await edit({ assignedRoleIds: both });
    expect(
      await engine.plan({ ...NEW, role_names: ["Developer"], assigned_role_ids: [seedIds.queryEndpointsRole] }),
    ).toBe("unchanged");
    emulator.resetRequests();
    await engine.apply({ ...NEW, assigned_role_ids: both });
    expect(writes()).toEqual([]);
    expect(await engine.plan({ ...NEW, assigned_role_ids: both.map((id) => id.toUpperCase()) })).toBe("unchanged");
  });

  test("are shown as drift in their declared form if another user added or removed a role", async () => {
    const declared = { ...NEW, role_names: ["Developer", "Deploy bot"] };
    await engine.apply(declared);
    await edit({ assignedRoleIds: [seedIds.deployBotRole, seedIds.queryEndpointsRole] });
    expect(await engine.apply(declared)).toBe("updated");
    expect((await roleIds()).sort()).toEqual([seedIds.developerRole, seedIds.deployBotRole]);
    expect(engine.get("role_names")).toEqual(["Developer", "Deploy bot"]);
    expect(engine.get("assigned_role_ids")).toEqual([]);
  });

  test("are not shown as drift if another user removed and restored them", async () => {
    const declared = { ...NEW, role_names: ["Developer"] };
    await engine.apply(declared);
    await edit({ assignedRoleIds: [] });
    expect(await engine.plan(declared)).toBe("updated");
    expect(engine.get("role_names")).toBeNull();
    await edit({ assignedRoleIds: [seedIds.developerRole] });
    expect(await engine.plan(declared)).toBe("unchanged");
  });

  test("are refused if a name is unknown, and the error lists the existing names and the nearest one", async () => {
    const refused = await refusal({ ...NEW, role_names: ["Developper"] });
    expect(refused).toContain('The role "Developper" does not exist');
    expect(refused).toContain('"Admin", "Deploy bot", "Developer", "Query Endpoints", "Service Admin"');
    expect(refused).toContain('Did you mean "Developer"?');
    expect(writes()).toEqual([]);
  });

  test.each([false, true])(
    "cause no permanent drift if they are deprecated, in an organization without frozen roles: %s",
    async (is) => {
      await emulator.stop();
      await start({ switches: { rolesNotFrozen: is } });
      await engine.apply({ ...NEW, roles: ["developer"] });
      expect(await roleIds()).toEqual([seedIds.developerRole]);
      expect(await engine.plan({ ...NEW, roles: ["developer"] })).toBe("unchanged");
      expect(await engine.apply({ ...NEW, roles: ["query_endpoints"] })).toBe("updated");
      expect(await roleIds()).toEqual([seedIds.queryEndpointsRole]);
      expect(engine.get("assigned_role_ids")).toEqual([seedIds.queryEndpointsRole]);
      expect(await engine.plan({ ...NEW, roles: ["query_endpoints"] })).toBe("unchanged");
    },
  );
});

describe("the addresses of a key", () => {
  test("are unrestricted with allow_any_ip, and a list that was set elsewhere is shown as drift", async () => {
    await engine.apply(NEW);
    expect((await onServer()).ipAccessList).toEqual([{ source: "0.0.0.0/0" }]);
    expect(engine.get("ip_access_list")).toBeNull();
    await edit({ ipAccessList: [{ source: "10.0.0.0/8" }] });
    expect(await engine.apply(NEW)).toBe("updated");
    expect((await onServer()).ipAccessList).toEqual([{ source: "0.0.0.0/0" }]);
    expect(await engine.plan({ ...NEW, allow_any_ip: null, ip_access_list: [{ source: "0.0.0.0/0" }] })).toBe(
      "updated",
    );
    emulator.resetRequests();
    await engine.apply({ ...NEW, allow_any_ip: null, ip_access_list: [{ source: "0.0.0.0/0" }] });
    expect(writes()).toEqual([]);
  });

  test("are compared as a set of normalized ranges", async () => {
    const declared = { ...NEW, allow_any_ip: null };
    await engine.apply({ ...declared, ip_access_list: [{ source: "203.0.113.9/24" }, { source: "198.51.100.7/32" }] });
    expect((await onServer()).ipAccessList).toEqual([{ source: "203.0.113.0/24" }, { source: "198.51.100.7" }]);
    expect(
      await engine.plan({ ...declared, ip_access_list: [{ source: "203.0.113.9/24" }, { source: "198.51.100.7/32" }] }),
    ).toBe("unchanged");
    expect(
      await engine.plan({ ...declared, ip_access_list: [{ source: "198.51.100.7" }, { source: "203.0.113.0/24" }] }),
    ).toBe("unchanged");
  });

  test.each([
    [{ ip_access_list: null, allow_any_ip: null }, "Invalid ip_access_list", "set allow_any_ip = true"],
    [{ ip_access_list: [], allow_any_ip: null }, "Invalid ip_access_list", "denies every address"],
    [{ ip_access_list: ADDRESSES }, "Invalid allow_any_ip", "Remove one of the two"],
    [
      { ip_access_list: [{ source: "300.1.1.1" }], allow_any_ip: null },
      "Invalid ip_access_list[0].source",
      "IP address",
    ],
    [
      { ip_access_list: [{ source: "10.0.0.1" }, { source: "10.0.0.1/32" }], allow_any_ip: null },
      "Invalid ip_access_list[1].source",
      "10.0.0.1 is already in the list",
    ],
  ])("are rejected with their attribute if they are %j", async (change, summary, detail) => {
    const refused = await refusal({ ...NEW, ...change } as ObjectValue);
    expect(refused?.startsWith(`${summary}: `)).toBe(true);
    expect(refused).toContain(detail);
  });
});

describe("an adopted key", () => {
  const keyOfAnotherUser = async () => {
    await engine.apply({ ...NEW, allow_any_ip: null, ip_access_list: ADDRESSES, expire_at: "2099-01-01T00:00:00Z" });
    const id = String(engine.get("id"));
    engine.current = undefined;
    emulator.resetRequests();
    return id;
  };

  test("is found by its name, keeps undeclared values, and is found again after a rename", async () => {
    const id = await keyOfAnotherUser();
    expect(await engine.apply({ adopt: { name: "ci" } })).toBe("created");
    expect(writes()).toEqual([]);
    expect(engine.get("id")).toBe(id);
    expect(engine.get("on_destroy")).toBe("release");
    await engine.apply({ adopt: { name: "ci" }, name: "renamed", expire_at: "never" });
    expect(await onServer(id)).toMatchObject({ name: "renamed", expireAt: null, ipAccessList: ADDRESSES });
    expect(await engine.apply({ adopt: { name: "ci" }, name: "renamed", expire_at: "never" })).toBe("unchanged");
    expect(await engine.plan({ adopt: { name: "renamed" } })).toBe("updated");
  });

  test("keeps roles and addresses that were declared earlier", async () => {
    await keyOfAnotherUser();
    await engine.apply({ adopt: { name: "ci" }, role_names: ["Developer"], allow_any_ip: true });
    expect(await engine.apply({ adopt: { name: "ci" } })).toBe("updated");
    expect(await roleIds()).toEqual([seedIds.developerRole]);
    expect((await onServer()).ipAccessList).toEqual([{ source: "0.0.0.0/0" }]);
    expect(await engine.apply({ adopt: { name: "ci" } })).toBe("unchanged");
  });

  test("is rejected if no key has the name, or if several keys have it", async () => {
    const id = await keyOfAnotherUser();
    expect(await refusal({ adopt: { name: "cii" } })).toMatch(/The API key "cii" does not exist.*Did you mean "ci"\?/);
    await edit({ name: "ci" }, seedIds.startKey);
    const refused = await refusal({ adopt: { name: "ci" } });
    expect(refused).toContain('There are 2 API keys named "ci"');
    expect(refused).toContain(id);
  });

  test("is replaced by another adopted key, and neither is deleted", async () => {
    const id = await keyOfAnotherUser();
    await engine.apply({ adopt: { name: "ci" } });
    expect(await engine.apply({ adopt: { id: seedIds.startKey } })).toBe("replaced");
    expect(await onServer(id)).toMatchObject({ state: "enabled" });
  });
});

describe("user-provided key material", () => {
  const OWN: ObjectValue = {
    name: "ci",
    allow_any_ip: true,
    key_id_wo: "A1B2C3D4E5F6G7H8J9K0",
    key_secret_wo: "4b1dA1B2C3D4E5F6G7H8J9K0L1M2N3P4Q5R6S7T8U9",
    key_material_version: "1",
  };

  test.each<[string, ObjectValue, readonly string[]]>([
    ["without a version", { key_material_version: null }, ["Invalid key_material_version", "Set key_material_version"]],
    ["without a key ID", { key_id_wo: null }, ["Invalid key_id_wo", "Set key_id_wo."]],
    ["without a secret", { key_secret_wo: null }, ["Invalid key_secret_wo", "Set key_secret_wo."]],
    ["of a key that is adopted", { adopt: { name: "ci" } }, ["cannot be read or changed"]],
  ])("is rejected %s, for a new key and for an existing key", async (_, change, said) => {
    for (const text of said) {
      expect(await refusal({ ...OWN, ...change })).toContain(text);
    }
    await engine.apply(OWN);
    for (const text of said) {
      expect(await refusal({ ...OWN, ...change })).toContain(text);
    }
  });

  test("is rejected if its version changes without values", async () => {
    await engine.apply(OWN);
    const refused = await refusal({ ...OWN, key_id_wo: null, key_secret_wo: null, key_material_version: "2" });
    expect(refused).toContain("Invalid key_id_wo");
    expect(refused).toContain("Invalid key_secret_wo");
    expect(writes()).toEqual(["POST", "PATCH"]);
  });

  test("replaces the key only if its version changes", async () => {
    await engine.apply(OWN);
    expect(await engine.plan({ ...OWN, key_id_wo: "Z1B2C3D4E5F6G7H8J9K0" })).toBe("unchanged");
    expect(await engine.plan({ ...OWN, key_material_version: "2" })).toBe("replaced");
  });
});

describe("the destroy of a key", () => {
  test.each([
    ["delete", {}, undefined],
    ["release", { on_destroy: "release" }, { state: "enabled" }],
    ["disable", { on_destroy: "disable" }, { state: "disabled" }],
  ])("has the effect of the behavior %s on the key", async (_, declared, left) => {
    await engine.apply({ ...NEW, ...declared });
    const id = String(engine.get("id"));
    expect(await engine.apply(null)).toBe("destroyed");
    const { data } = (await ui(emulator, "GET", "/keys")) as { data: readonly ServerKey[] };
    const found = data.find((key) => key.id === id);
    if (left === undefined) {
      expect(found).toBeUndefined();
    } else {
      expect(found).toMatchObject(left);
    }
  });

  test("can set an expiry that is not later than the existing expiry", async () => {
    const now = Date.parse("2026-03-01T00:00:00Z");
    await emulator.stop();
    await start({ now: () => new Date(now) });
    await engine.apply({ ...NEW, expire_after: "72h" });
    const id = String(engine.get("id"));
    expect(engine.get("on_destroy")).toBe("expire");
    await engine.apply(null);
    const end = Date.parse(String((await onServer(id)).expireAt));
    expect(end - now).toBeGreaterThanOrEqual(72 * 3_600_000);
    expect(end - now).toBeLessThan(72 * 3_600_000 + 60_000);
    await engine.apply({ ...NEW, expire_after: "72h", expire_at: "2026-03-02T00:00:00Z" });
    const sooner = String(engine.get("id"));
    await engine.apply(null);
    expect((await onServer(sooner)).expireAt).toBe("2026-03-02T00:00:00.000Z");
  });

  test("is rejected if its behavior is incomplete", async () => {
    expect(await refusal({ ...NEW, on_destroy: "expire" })).toContain("Set expire_after, such as 72h");
    expect(await refusal({ ...NEW, on_destroy: "delete", expire_after: "72h" })).toContain("Remove one of the two");
    expect(await refusal({ ...NEW, expire_after: "three days" })).toContain("such as 30m, 72h or 7d");
  });

  test.each<[ObjectValue, string]>([
    [{ expire_after: "999999999999d" }, "expire_after"],
    [{ rotate_every: "36501d", overlap: "7d" }, "rotate_every"],
    [{ keepers: { n: "1" }, overlap: "99999999999999999999w" }, "overlap"],
  ])("is rejected with a time longer than 36500 days: %j", async (declared, name) => {
    expect(await refusal({ ...NEW, ...declared })).toContain(`Invalid ${name}: Must be no longer than 36500d`);
    expect(writes()).toEqual([]);
  });
});

describe("the update of a key", () => {
  test.each([
    ["name", { name: "other" }, { name: "other" }],
    ["state", { state: "disabled" }, { state: "disabled" }],
    ["expire_at", { expire_at: "2099-01-01T00:00:00+01:00" }, { expireAt: "2098-12-31T23:00:00.000Z" }],
  ])("sends only the changed field: %s", async (_, change, stored) => {
    await engine.apply(NEW);
    const { usedAt: _used, ...before } = await onServer();
    emulator.resetRequests();
    await engine.apply({ ...NEW, ...change });
    expect(await onServer()).toMatchObject({ ...before, ...stored });
    expect(writes()).toEqual(["PATCH"]);
    expect(await engine.apply(NEW)).toBe("updated");
    expect(await onServer()).toMatchObject({ name: "ci", state: "enabled" });
    expect((await onServer()).expireAt ?? null).toBeNull();
  });
});

describe("the limit of 100 keys", () => {
  const fill = async (count: number) => {
    const { endpoint, organizationId, keyId, keySecret } = emulator.endpoints.managed;
    const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
    const headers = { authorization, "content-type": "application/json" };
    const { data } = (await ui(emulator, "GET", "/keys")) as { data: readonly unknown[] };
    for (let at = data.length; at < count; at++) {
      const body = JSON.stringify({ name: `key ${at}`, ipAccessList: [{ source: "0.0.0.0/0" }] });
      await fetch(`${endpoint}/v1/organizations/${organizationId}/keys`, { method: "POST", headers, body });
    }
  };

  test("causes a warning before the limit is reached, and an error afterwards", async () => {
    await fill(93);
    expect(await engine.plan(NEW)).toBe("created");
    expect(engine.warnings).toEqual([]);
    await fill(94);
    await engine.plan(NEW);
    expect(engine.warnings).toEqual(["The organization is close to its API key limit"]);
    await fill(99);
    expect(await engine.plan(NEW)).toBe("created");
    await fill(100);
    expect(await refusal(NEW)).toMatch(
      /The organization has reached its API key limit: .* It has 100, .* would have 101 /,
    );
    expect(writes().every((method) => method === "POST")).toBe(true);
  });

  test("is checked for a planned rotation", async () => {
    const rotated = (n: string) => ({ ...NEW, overlap: "7d", keepers: { n } });
    await engine.apply(rotated("1"));
    await fill(100);
    expect(await refusal(rotated("2"))).toContain("The organization has reached its API key limit");
    expect(await engine.plan(rotated("1"))).toBe("unchanged");
  });
});

describe("a new key that some servers do not know yet", () => {
  test("is requested again if the provider uses its id", async () => {
    await emulator.stop();
    await start({ keyPropagationRequests: 1 });
    await engine.apply(NEW);
    const id = String(engine.get("id"));
    engine.current = undefined;
    expect(await engine.apply({ adopt: { id }, state: "disabled" })).toBe("created");
    expect(await onServer(id)).toMatchObject({ state: "disabled" });
    expect(emulator.requests.filter(({ status }) => status === 400)).toHaveLength(1);
  });
});
