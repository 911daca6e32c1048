import { checkKey } from "../../../../src/cli/commands/check/key-check";
import type { JsonObject } from "../../../../src/client";
import type { Emulator } from "../../../../src/emulator";
import { seedIds } from "../../../../src/emulator/seed";
import type { ObjectValue } from "../../../../src/plugin";
import { createClient } from "../../../../src/resources/client";
import { type RolePatch, roleApi } from "../../../../src/resources/role/api";
import { providerRuns } from "../../../support/emulator/provider-runs";
import { configurationOf, imported } from "../../../support/imported";
import { type Held, type ProviderRun, resource } from "../../../support/provider-in-process";

const VIEW = "control-plane:organization:view";
const CLICKSTACK = "control-plane:service:manage-clickstack-api";

const allow = (permission: string, resource: string, more: ObjectValue = {}): ObjectValue => ({
  allow_deny: "ALLOW",
  permissions: [permission],
  resources: [resource],
  ...more,
});
const FULL = {
  name: "Deploy",
  policies: [
    allow(CLICKSTACK, "instance/*", { tags: { grants: ["shop", "logs"], role_v2: "sql-console-readonly" } }),
    { ...allow("control-plane:service:view", "instance/*"), allow_deny: "DENY" },
  ],
  actors: [`apiKey/${seedIds.startKey}`, "user/6955b900-0000-4000-8000-000000000001"],
};

const role = resource("clickstack_organization_role");
const key = resource("clickstack_api_key");

let emulator: Emulator;
let run: ProviderRun;

const connect = providerRuns((started) => {
  emulator = started;
}, "managed");
const settings = () => ({ ...emulator.endpoints.managed, product: "clickstack", requestsPerWindow: 9999 });

beforeEach(() => {
  run = connect();
});

/** Reads the role in a new process. */
const refreshed = async (held: Held): Promise<Held> => {
  await using later = connect();
  const read = await later.refresh(role, held);
  if (!read) {
    throw new Error("The role was deleted.");
  }
  return read;
};
const changeElsewhere = (held: Held, patch: RolePatch) => run.session.client.roles.update(String(held.state.id), patch);

test("a role with all fields is applied, read and imported without a difference, and can be deleted", async () => {
  const held = await run.apply(role, FULL);
  expect(held.state).toMatchObject(FULL);
  const seen = await refreshed(held);
  expect((await run.plan(role, FULL, seen)).plan).toEqual(seen.state);
  const again = await imported(run, role, String(held.state.id));
  expect((await run.plan(role, configurationOf(role.schema, again.state), again)).plan).toEqual(again.state);
  await run.destroy(role, held);
  await using later = connect();
  expect(await later.refresh(role, held)).toBeNull();
});

test.each<[string, RolePatch, string]>([
  ["the name", { name: "Other" }, "name"],
  ["the actors", { actors: [] }, "actors"],
  ["the policies", { policies: [{ allowDeny: "ALLOW", permissions: [VIEW], resources: ["instance/*"] }] }, "policies"],
])("the plan shows %s after a change elsewhere, and the apply restores the value", async (_, patch, attribute) => {
  const held = await run.apply(role, FULL);
  await changeElsewhere(held, patch);
  const seen = await refreshed(held);
  expect(seen.state[attribute]).not.toEqual(held.state[attribute]);
  const reverted = await run.apply(role, FULL, seen);
  expect(reverted.state).toMatchObject(FULL);
  expect((await refreshed(reverted)).state).toEqual(reverted.state);
});

test.each<[JsonObject, string]>([
  [{ allowDeny: {} }, 'a policy with a field "allowDeny" that is not a text'],
  [{ permissions: ["view", 1] }, 'a policy with a field "permissions" that is not a list of texts'],
  [{ tags: [] }, 'a policy with a field "tags" that is not an object'],
  [{ tags: { grants: "shop" } }, 'a policy with a field "grants" that is not a list of texts'],
])("a policy that cannot be read, such as %j, is refused", (policy, wrong) => {
  const policies = [{ allowDeny: "ALLOW", tags: null }, policy];
  expect(roleApi.wrongInside?.({ id: "d7d40c36-8136-48a4-bb73-0106ea707bb1", name: "Deploy", policies })).toBe(wrong);
});

test("policies, permissions and actors are compared without their order", async () => {
  const held = await run.apply(role, FULL);
  const [first, second] = FULL.policies;
  const turned = { ...FULL, policies: [second, first] as ObjectValue[], actors: FULL.actors.toReversed() };
  expect((await run.plan(role, turned, held)).plan).toEqual(held.state);
});

test("undeclared actors of a role come from keys, and an update does not change them", async () => {
  const { actors: _, ...config } = FULL;
  const held = await run.apply(role, config);
  const roleId = String(held.state.id);
  const made = await run.apply(key, {
    name: "ci",
    allow_any_ip: true,
    secret_in_state: true,
    assigned_role_ids: [roleId],
  });
  const seen = await refreshed(held);
  expect(seen.state.actors).toEqual([`apiKey/${made.state.id}`]);
  expect((await run.plan(role, config, seen)).plan).toEqual(seen.state);
  const renamed = await run.apply(role, { ...config, name: "Renamed" }, seen);
  expect((await refreshed(renamed)).state.actors).toEqual([`apiKey/${made.state.id}`]);
});

test("a predefined role is refused, and the error suggests a look-up", async () => {
  await expect(imported(run, role, seedIds.developerRole)).rejects.toMatchObject({
    diagnostics: [
      {
        summary: "A predefined role cannot be managed",
        detail: expect.stringContaining("clickstack_organization_role"),
      },
    ],
  });
});

test.each<[string, ObjectValue, string]>([
  ["no policy", { ...FULL, policies: [] }, "Invalid policies"],
  ["a resource without its kind", { ...FULL, policies: [allow(VIEW, "all")] }, "Invalid policies[0].resources[0]"],
  ["an actor without its kind", { ...FULL, actors: [seedIds.startKey] }, "Invalid actors[0]"],
])("a role with %s is refused before the plan", async (_, config, summary) => {
  const diagnostics = (await role.validate?.({ config })) ?? [];
  expect(diagnostics.map((each) => each.summary)).toEqual([summary]);
});

test("a key with a role has exactly the permissions of the role", async () => {
  const { serviceId } = emulator.endpoints.managed;
  const made = await run.apply(role, { name: "Dashboards", policies: [allow(CLICKSTACK, `instance/${serviceId}`)] });
  const ci = await run.apply(key, {
    name: "ci",
    allow_any_ip: true,
    secret_in_state: true,
    assigned_role_ids: [String(made.state.id)],
  });
  const { id, key_id, key_secret } = ci.state;
  const own = { ...settings(), keyId: String(key_id), keySecret: String(key_secret) };
  const client = createClient({ userAgent: "tests", environment: {}, managed: own });
  const check = (mayNotRead: readonly ("keys" | "sources")[]) =>
    checkKey(client, { id: String(id), state: "enabled", mayRead: "sources", mayNotRead });
  expect(await check(["keys"])).toMatchObject({ passed: true });
  expect(await check(["sources"])).toMatchObject({
    passed: false,
    findings: [expect.stringContaining("its roles allow more than they should")],
  });
  await client.close();
});
