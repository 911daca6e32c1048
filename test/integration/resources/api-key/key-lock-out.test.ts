import type { Emulator } from "../../../../src/emulator";
import { seedIds } from "../../../../src/emulator/seed";
import type { ObjectValue } from "../../../../src/plugin";
import { emulatorForEachTest } from "../../../support/emulator/emulator-for-tests";
import { KeyEngine } from "../../../support/key-engine";
import { ProviderProcess } from "../../../support/provider-process";
import { ui } from "../../../support/ui";

const OWN: ObjectValue = { adopt: { id: seedIds.startKey } };
const REFUSED = "This change would lock out the key in use";

const provider = new ProviderProcess();
afterAll(() => provider[Symbol.asyncDispose]());

let emulator: Emulator;
let engine: KeyEngine;
emulatorForEachTest((each) => {
  emulator = each;
});

beforeEach(() => {
  engine = new KeyEngine(emulator, provider);
});
describe("the key that signs the requests", () => {
  const refusal = async (config: ObjectValue | null) => {
    const error: unknown = await engine.plan(config).then(
      () => undefined,
      (thrown) => thrown,
    );
    return (error as { diagnostics?: readonly { summary: string; detail: string }[] } | undefined)?.diagnostics?.[0];
  };
  const writes = () => emulator.requests.filter(({ method }) => method !== "GET");

  test.each([
    ["disabled", { state: "disabled" }, "disable it"],
    ["expired", { expire_at: "2020-01-01T00:00:00Z" }, "set its expiry"],
    ["left without roles", { assigned_role_ids: [] }, "remove roles from it"],
    ["given weaker roles", { role_names: ["Developer"] }, "remove roles from it"],
    ["limited to fewer addresses", { ip_access_list: [{ source: "203.0.113.0/24" }] }, "remove addresses from"],
  ])("is never %s by an adoption or an update", async (_, change, reason) => {
    expect(await refusal({ ...OWN, ...change })).toMatchObject({ summary: REFUSED });
    await engine.apply(OWN);
    const refused = await refusal({ ...OWN, ...change });
    expect(refused?.summary).toBe(REFUSED);
    expect(refused?.detail).toContain(reason);
    expect(refused?.detail).toContain("allow_self_lockout");
    expect(writes()).toEqual([]);
  });

  test.each<[string, ObjectValue]>([
    ["renamed", { name: "renamed" }],
    ["given more roles", { role_names: ["Admin", "Developer"] }],
    ["given other roles that include an admin role", { assigned_role_ids: [seedIds.adminRole] }],
    [
      "opened to the same addresses in two ranges",
      { ip_access_list: [{ source: "0.0.0.0/1" }, { source: "128.0.0.0/1" }] },
    ],
    ["given an expiry that leaves time for a successor", { expire_at: "2099-01-01T00:00:00Z" }],
  ])("can be %s", async (_, change) => {
    await engine.apply({ ...OWN, ...change });
    expect(writes().map(({ method }) => method)).toEqual(change.assigned_role_ids ? [] : ["PATCH"]);
  });

  test("keeps addresses in a format that this version does not know", async () => {
    const anyAddress = { source: "0.0.0.0/0" };
    await ui(emulator, "PATCH", `/keys/${seedIds.startKey}`, {
      ipAccessList: [{ source: "2001:db8::/32" }, anyAddress],
    });
    expect(await refusal({ ...OWN, ip_access_list: [anyAddress] })).toMatchObject({ summary: REFUSED });
    expect(await engine.plan(OWN)).toBe("created");
  });

  test("can be locked out if allow_self_lockout is true", async () => {
    await engine.apply({ ...OWN, state: "disabled", allow_self_lockout: true });
    expect(((await ui(emulator, "GET", `/keys/${seedIds.startKey}`)) as { data: unknown }).data).toMatchObject({
      state: "disabled",
    });
  });

  test.each([
    ["delete", {}],
    ["disable", {}],
    ["expire", { expire_after: "10m" }],
  ])("is not destroyed with on_destroy = %j", async (on_destroy, more) => {
    await engine.apply({ ...OWN, on_destroy, ...more });
    expect(await refusal(null)).toMatchObject({ summary: REFUSED });
    await engine.apply({ ...OWN, on_destroy, ...more, allow_self_lockout: true });
    expect(await engine.plan(null)).toBe("destroyed");
  });

  test("can be released by a destroy, and can get an expiry that is more than an hour away", async () => {
    await engine.apply(OWN);
    expect(await engine.plan(null)).toBe("destroyed");
    await engine.apply({ ...OWN, on_destroy: "expire", expire_after: "72h" });
    expect(await engine.apply(null)).toBe("destroyed");
    expect(writes().map(({ method }) => method)).toEqual(["PATCH"]);
  });

  test("can be rotated only with an overlap of more than an hour", async () => {
    const self = (overlap: string, n: string): ObjectValue => ({
      name: "self",
      role_names: ["Admin"],
      allow_any_ip: true,
      secret_in_state: true,
      overlap,
      keepers: { n },
    });
    await engine.apply(self("30m", "1"));
    const credentials = { keyId: String(engine.get("key_id")), keySecret: String(engine.get("key_secret")) };
    const own = new KeyEngine(emulator, provider, { credentials });
    own.current = engine.current;
    engine = own;
    expect(await refusal(self("30m", "2"))).toMatchObject({ summary: REFUSED });
    await own.apply(self("7d", "1"));
    expect(await refusal(self("30m", "2"))).toMatchObject({ summary: REFUSED });
    expect(await own.apply(self("7d", "2"))).toBe("replaced");
    expect(own.get("key_id")).not.toBe(credentials.keyId);
    expect(await own.apply(self("7d", "2"))).toBe("unchanged");
  });

  test("is distinguished from another key with the same suffix by its last use", async () => {
    await engine.apply({ name: "twin", allow_any_ip: true, secret_in_state: true });
    const id = String(engine.get("id"));
    const suffix = emulator.endpoints.managed.keyId.slice(-4);
    await ui(emulator, "PATCH", `/keys/${id}`, { keySuffix: suffix });
    expect(await engine.apply({ name: "twin", allow_any_ip: true, secret_in_state: true, state: "disabled" })).toBe(
      "updated",
    );
    engine.current = undefined;
    expect(await refusal({ ...OWN, state: "disabled" })).toMatchObject({ summary: REFUSED });
  });

  test("is protected together with a second recently used key with the same suffix", async () => {
    const twin = { name: "twin", allow_any_ip: true, secret_in_state: true };
    await engine.apply(twin);
    const id = String(engine.get("id"));
    await ui(emulator, "PATCH", `/keys/${id}`, {
      keySuffix: emulator.endpoints.managed.keyId.slice(-4),
      usedAt: "2099-01-01T00:00:00.000Z",
    });
    expect(await refusal({ ...twin, state: "disabled" })).toMatchObject({ summary: REFUSED });
  });
});

describe("the last key with an admin role", () => {
  const WARNING = "No working API key would have an admin role";

  /** Lets the key that signs the requests manage keys without an admin role. */
  const demoteOwnKey = async () => {
    const { endpoint, organizationId, keyId, keySecret } = emulator.endpoints.managed;
    const permissions = ["control-plane:organization:view", "control-plane:organization:manage"];
    const response = await fetch(`${endpoint}/v1/organizations/${organizationId}/roles`, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({
        name: "Key keeper",
        actors: [],
        policies: [{ allowDeny: "ALLOW", permissions, resources: [`organization/${organizationId}`] }],
      }),
    });
    const { result } = (await response.json()) as { result: { id: string } };
    await ui(emulator, "PATCH", `/keys/${seedIds.startKey}`, { assignedRoleIds: [result.id] });
  };

  const admin: ObjectValue = { name: "boss", allow_any_ip: true, secret_in_state: true, role_names: ["Admin"] };

  test.each([
    ["is disabled", { ...admin, state: "disabled" }],
    ["loses its role", { ...admin, role_names: ["Developer"] }],
    ["expires", { ...admin, expire_at: "2020-01-01T00:00:00Z" }],
    ["is destroyed", null],
  ])("causes a warning if it %s", async (_, change) => {
    await engine.apply(admin);
    await demoteOwnKey();
    await engine.plan(change);
    expect(engine.warnings).toEqual([WARNING]);
  });

  test("causes no warning while another working key has an admin role", async () => {
    await engine.apply(admin);
    await engine.plan({ ...admin, state: "disabled" });
    expect(engine.warnings).toEqual([]);
  });
});
