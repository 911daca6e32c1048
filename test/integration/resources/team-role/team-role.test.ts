import type { Emulator } from "../../../../src/emulator";
import { seedIds } from "../../../../src/emulator/seed";
import type { ObjectValue } from "../../../../src/plugin";
import { provider } from "../../../../src/provider/provider";
import type { TeamRoleBody } from "../../../../src/resources/team-role/api";
import { providerRuns } from "../../../support/emulator/provider-runs";
import { configurationOf, imported } from "../../../support/imported";
import { type Held, type ProviderRun, resource } from "../../../support/provider-in-process";

const FULL = {
  name: "Deploy",
  description: "Manages the dashboards of the shop",
  permissions: [
    { action: "read", subject: "all" },
    {
      ...{ action: "manage", subject: "dashboard", inverted: true, integration: "mongodb" },
      conditions: '{"tags":{"$in":["shop","logs"]},"name":"a"}',
    },
  ],
};
const BARE = { name: "Bare", permissions: [] };

const role = resource("clickstack_team_role");

let run: ProviderRun;

let emulator: Emulator;

const connect = providerRuns((started) => {
  emulator = started;
}, "managed");

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
const stored = async () => (await run.session.client.teamRoles.list()).find(({ isPredefined }) => !isPredefined);
const changeElsewhere = (held: Held, body: TeamRoleBody) =>
  run.session.client.teamRoles.update(String(held.state.id), body);

test.each([["everything", FULL] as const, ["as little as possible", BARE] as const])(
  "a role with %s is applied, read and imported without a difference, and can be deleted",
  async (_, config) => {
    const held = await run.apply(role, config);
    const seen = await refreshed(held);
    expect((await run.plan(role, config, seen)).plan).toEqual(seen.state);
    const again = await imported(run, role, String(held.state.id));
    expect((await run.plan(role, configurationOf(role.schema, again.state), again)).plan).toEqual(again.state);
    await run.destroy(role, held);
    expect(await stored()).toBeUndefined();
  },
);

test("the server gets conditions as an object, and their JSON formatting causes no difference", async () => {
  const held = await run.apply(role, FULL);
  expect((await stored())?.permissions?.map(({ conditions }) => conditions)).toContainEqual({
    name: "a",
    tags: { $in: ["shop", "logs"] },
  });
  const [read, manage] = FULL.permissions;
  const respelled = {
    ...FULL,
    permissions: [read, { ...manage, conditions: '{ "name": "a", "tags": {"$in": ["shop", "logs"]} }' }],
  };
  expect((await run.plan(role, respelled as ObjectValue, held)).plan).toEqual(held.state);
});

test.each<[string, Partial<TeamRoleBody>, string]>([
  ["a name", { name: "Other" }, "name"],
  ["a description", { description: "" }, "description"],
  ["a list of permissions", { permissions: [{ action: "manage", subject: "all" }] }, "permissions"],
])("the plan shows %s after a change elsewhere, and the apply restores the value", async (_, patch, attribute) => {
  const held = await run.apply(role, FULL);
  await changeElsewhere(held, { name: FULL.name, permissions: [], description: FULL.description, ...patch });
  const seen = await refreshed(held);
  expect(seen.state[attribute]).not.toEqual(held.state[attribute]);
  const reverted = await run.apply(role, FULL, seen);
  expect(reverted.state).toMatchObject(FULL);
  expect((await refreshed(reverted)).state).toEqual(reverted.state);
});

const CONNECTION = {
  ...{ action: "read", subject: "Connection", inverted: false, integration: "mongodb" },
  fields: null,
  conditions: null,
};

test("permissions are compared as a set, and a permission that the server adds is shown separately", async () => {
  const held = await run.apply(role, FULL);
  expect(held.state.implied_permissions).toEqual([CONNECTION]);
  expect((await stored())?.permissions).toHaveLength(3);
  const turned = { ...FULL, permissions: FULL.permissions.toReversed() } as ObjectValue;
  expect((await run.plan(role, turned, await refreshed(held))).plan).toEqual(held.state);
  const renamed = await run.apply(role, { ...turned, name: "Renamed" }, held);
  expect(renamed.state.implied_permissions).toEqual([CONNECTION]);
  expect((await refreshed(renamed)).state).toEqual(renamed.state);
});

test("the integration mongodb is equal to no integration", async () => {
  const [read, manage] = FULL.permissions as ObjectValue[];
  const held = await run.apply(role, FULL);
  const written = { ...FULL, permissions: [{ ...read, integration: "mongodb" }, manage] } as ObjectValue;
  expect((await run.plan(role, written, held)).plan).toEqual(held.state);
});

test("a role that declares the added permission shows no added permission", async () => {
  const config = { ...BARE, permissions: [{ action: "read", subject: "Connection" }] };
  const held = await run.apply(role, config);
  expect(held.state.implied_permissions).toEqual([]);
  expect((await run.plan(role, config, await refreshed(held))).plan).toEqual(held.state);
});

test("an imported role that is declared without the added permission has an empty plan", async () => {
  const held = await run.apply(role, FULL);
  const again = await imported(run, role, String(held.state.id));
  expect(again.state.permissions).toHaveLength(3);
  expect((await run.plan(role, FULL, again)).plan).toEqual(again.state);
  const renamed = await run.apply(role, { ...FULL, name: "Renamed" }, again);
  expect((await run.plan(role, { ...FULL, name: "Renamed" }, await refreshed(renamed))).plan).toEqual(renamed.state);
});

test("a create whose response was lost is found again despite the added permission", async () => {
  emulator.failNext({ method: "POST", path: "*/clickstack/roles", cut: "after" });
  const held = await run.apply(role, FULL);
  expect(held.state).toMatchObject(FULL);
  const listed = await run.session.client.teamRoles.list();
  expect(listed.filter(({ isPredefined }) => !isPredefined)).toHaveLength(1);
});

test("a description that is no longer declared is cleared on the server", async () => {
  const held = await run.apply(role, FULL);
  const { description: _, ...config } = FULL;
  const cleared = await run.apply(role, config, held);
  expect((await stored())?.description).toBe("");
  expect((await run.plan(role, config, await refreshed(cleared))).plan).toEqual(cleared.state);
});

test("a predefined role is refused, and the error suggests a look-up", async () => {
  await expect(imported(run, role, seedIds.readOnlyTeamRole)).rejects.toMatchObject({
    diagnostics: [
      { summary: "A predefined team role cannot be managed", detail: expect.stringContaining("clickstack_team_role") },
    ],
  });
});

test("the name of a predefined role is refused in the plan", async () => {
  await expect(run.apply(role, { ...BARE, name: "ReadOnly" })).rejects.toThrow(
    'A predefined team role has the name "ReadOnly": The server refuses a second team role with the same name',
  );
});

test.each<[string, ObjectValue, string]>([
  ["conditions other than an object", { conditions: "[1]" }, "Invalid permissions[0].conditions"],
  ["conditions in invalid JSON", { conditions: "tags = shop" }, "Invalid permissions[0].conditions"],
  ["an empty action", { action: "" }, "Invalid permissions[0].action"],
])("a permission with %s is refused before the plan", async (_, wrong, summary) => {
  const config = { name: "Deploy", permissions: [{ action: "read", subject: "all", ...wrong }] };
  const diagnostics = (await role.validate?.({ config })) ?? [];
  expect(diagnostics.map((each) => each.summary)).toEqual([summary]);
});

test("a look-up also finds predefined roles", async () => {
  await run.apply(role, FULL);
  const one = provider.dataSources?.clickstack_team_role;
  const all = provider.dataSources?.clickstack_team_roles;
  const read = async (source: typeof one, config: ObjectValue) =>
    (await source?.read({ config }, { session: run.session, signal: new AbortController().signal } as never))?.state;
  expect(await read(one, { name: "ReadOnly" })).toMatchObject({
    ...{ id: seedIds.readOnlyTeamRole, is_predefined: true },
    permissions: [{ action: "read", subject: "all" }],
  });
  const names = async (config: ObjectValue) => {
    const { team_roles = [] } = (await read(all, config)) ?? {};
    return (team_roles as readonly ObjectValue[]).map(({ name }) => name);
  };
  expect(await names({})).toEqual(["Admin", "Member", "ReadOnly", "Deploy"]);
  expect(await names({ is_predefined: false })).toEqual(["Deploy"]);
});
