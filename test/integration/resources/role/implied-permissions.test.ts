import type { Emulator } from "../../../../src/emulator";
import type { ObjectValue } from "../../../../src/plugin";
import { provider } from "../../../../src/provider/provider";
import { emulatorForEachTest } from "../../../support/emulator/emulator-for-tests";
import { configurationOf, imported } from "../../../support/imported";
import { type Held, ProviderRun, resource } from "../../../support/provider-in-process";

const MANAGE = "control-plane:service:manage";
const DELETE = "control-plane:service:delete";
const VIEW = "control-plane:service:view";

const role = resource("clickstack_organization_role");

const policy = (permissions: readonly string[], resources = "instance/*"): ObjectValue => ({
  allow_deny: "ALLOW",
  permissions,
  resources: [resources],
});
const stored = (permissions: readonly string[]) => ({ allowDeny: "ALLOW", permissions, resources: ["instance/*"] });

const CONFIG = { name: "Deploy", policies: [policy([MANAGE]), policy([VIEW], "instance/a")] };

let emulator: Emulator;
let switches: { impliedPermissions: boolean };
let run: ProviderRun;

const connect = () => {
  const managed = { ...emulator.endpoints.managed, product: "clickstack", requestsPerWindow: 9999 } as const;
  return new ProviderRun({ managed, observability: "managed" });
};
emulatorForEachTest(
  (each) => {
    emulator = each;
  },
  () => {
    switches = { impliedPermissions: true };
    return { switches };
  },
);

beforeEach(() => {
  run = connect();
});

afterEach(async () => {
  await run[Symbol.asyncDispose]();
});

/** Reads the role in a new process of the provider. */
const refreshed = async (held: Held): Promise<Held> => {
  await using later = connect();
  const read = await later.refresh(role, held);
  if (!read) {
    throw new Error("The role was deleted.");
  }
  return read;
};
const planned = async (config: ObjectValue, held: Held) => (await run.plan(role, config, held)).plan;
const permissionsOf = ({ state }: Held) =>
  (state.policies as readonly ObjectValue[]).map(({ permissions }) => permissions);
const changeElsewhere = (held: Held, ...policies: ReturnType<typeof stored>[]) =>
  run.session.client.roles.update(String(held.state.id), { policies });

test("a role is created as declared, and a computed attribute shows permissions that the server added", async () => {
  const held = await run.apply(role, CONFIG);
  expect(permissionsOf(held)).toEqual([[MANAGE], [VIEW]]);
  expect(held.state.implied_permissions).toEqual([DELETE]);
  const record = await run.session.client.roles.get(String(held.state.id));
  expect(record?.policies?.[0]?.permissions).toEqual([MANAGE, DELETE]);
  const seen = await refreshed(held);
  expect(seen.state).toEqual(held.state);
  expect(await planned(CONFIG, seen)).toEqual(seen.state);
});

test("an update keeps the added permissions separate from the declared ones", async () => {
  const held = await run.apply(role, CONFIG);
  const config = { name: "Renamed", policies: [policy([MANAGE, VIEW])] };
  const updated = await run.apply(role, config, held);
  expect(permissionsOf(updated)).toEqual([[MANAGE, VIEW]]);
  expect(updated.state.implied_permissions).toEqual([DELETE]);
  expect(await planned(config, await refreshed(updated))).toEqual(updated.state);
});

test("a role that declares the implied permission shows no added permission", async () => {
  const config = { name: "Deploy", policies: [policy([DELETE, MANAGE])] };
  const held = await run.apply(role, config);
  expect(permissionsOf(held)).toEqual([[DELETE, MANAGE]]);
  expect(held.state.implied_permissions).toEqual([]);
  expect(await planned(config, await refreshed(held))).toEqual(held.state);
});

test("a permission that a user adds is shown as drift, and the apply removes it", async () => {
  const config = { name: "Deploy", policies: [policy([MANAGE])] };
  const held = await run.apply(role, config);
  await changeElsewhere(held, stored([MANAGE, VIEW]));
  const seen = await refreshed(held);
  expect(permissionsOf(seen)).toEqual([[MANAGE, VIEW]]);
  expect(seen.state.implied_permissions).toEqual([DELETE]);
  const reverted = await run.apply(role, config, seen);
  expect(reverted.state).toEqual(held.state);
});

test("a declared permission that a user removes is shown as drift", async () => {
  const config = { name: "Deploy", policies: [policy([MANAGE, VIEW])] };
  const held = await run.apply(role, config);
  await changeElsewhere(held, stored([MANAGE]));
  const seen = await refreshed(held);
  expect(permissionsOf(seen)).toEqual([[MANAGE]]);
  expect((await run.apply(role, config, seen)).state).toEqual(held.state);
});

test("an implied permission that a user removes is shown as drift, and the apply restores it", async () => {
  const config = { name: "Deploy", policies: [policy([MANAGE])] };
  const held = await run.apply(role, config);
  switches.impliedPermissions = false;
  await changeElsewhere(held, stored([MANAGE]));
  switches.impliedPermissions = true;
  const seen = await refreshed(held);
  expect(seen.state.implied_permissions).toEqual([]);
  expect(await planned(config, seen)).not.toEqual(seen.state);
  const reverted = await run.apply(role, config, seen);
  expect(reverted.state).toEqual(held.state);
  expect(await planned(config, await refreshed(reverted))).toEqual(held.state);
});

test("the implied permission is shown if a role has no other permission", async () => {
  const config = { name: "Deploy", policies: [policy([MANAGE])] };
  const held = await run.apply(role, config);
  await changeElsewhere(held, stored([DELETE]));
  expect(permissionsOf(await refreshed(held))).toEqual([[DELETE]]);
});

test.each([
  ["as it is stored", [policy([MANAGE, DELETE])]],
  ["without the implied permission", [policy([MANAGE])]],
])("an imported role that is declared %s has an empty plan", async (_, policies) => {
  const held = await run.apply(role, { name: "Deploy", policies: [policy([MANAGE])] });
  const again = await imported(run, role, String(held.state.id));
  expect(configurationOf(role.schema, again.state).policies).toMatchObject([policy([MANAGE, DELETE])]);
  expect(await planned({ name: "Deploy", policies }, again)).toEqual(again.state);
  const renamed = await run.apply(role, { name: "Renamed", policies }, again);
  expect(await planned({ name: "Renamed", policies }, await refreshed(renamed))).toEqual(renamed.state);
});

test("an imported role shows a permission that is not declared", async () => {
  const held = await run.apply(role, { name: "Deploy", policies: [policy([MANAGE, VIEW])] });
  const again = await imported(run, role, String(held.state.id));
  const plan = await planned({ name: "Deploy", policies: [policy([MANAGE])] }, again);
  expect(plan.policies).not.toEqual(again.state.policies);
});

test("a look-up shows every stored permission", async () => {
  await run.apply(role, CONFIG);
  const context = { session: run.session, signal: new AbortController().signal } as never;
  const found = await provider.dataSources?.clickstack_organization_role?.read({ config: { name: "Deploy" } }, context);
  expect(found?.state.policies).toMatchObject([{ permissions: [MANAGE, DELETE] }, { permissions: [VIEW] }]);
  expect(found?.state).not.toHaveProperty("implied_permissions");
});

test("a create whose response was lost is found again despite the implied permission", async () => {
  emulator.failNext({ method: "POST", path: "*/roles", cut: "after" });
  const held = await run.apply(role, CONFIG);
  expect(permissionsOf(held)).toEqual([[MANAGE], [VIEW]]);
  expect((await run.session.client.roles.list()).filter(({ name }) => name === "Deploy")).toHaveLength(1);
});
