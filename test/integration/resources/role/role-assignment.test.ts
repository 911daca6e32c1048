import type { Emulator } from "../../../../src/emulator";
import { seedIds } from "../../../../src/emulator/seed";
import { provider } from "../../../../src/provider/provider";
import { providerRuns } from "../../../support/emulator/provider-runs";
import { configurationOf, imported } from "../../../support/imported";
import { type Held, type ProviderRun, resource } from "../../../support/provider-in-process";

const assignment = resource("clickstack_role_assignment");
const role = resource("clickstack_organization_role");
const key = resource("clickstack_api_key");

const { adaInOrganization: ADA, graceInOrganization: GRACE } = seedIds;
const DEVELOPERS = { role_id: seedIds.developerRole, user_ids: [ADA], api_key_ids: [seedIds.startKey] };

let emulator: Emulator;
const connect = providerRuns((started) => {
  emulator = started;
}, "managed");

const actorsOf = async (id: string) => (await connect().session.client.roles.get(id))?.actors;

async function refreshed(run: ProviderRun, held: Held): Promise<Held> {
  const read = await run.refresh(assignment, held);
  if (!read) {
    throw new Error("The role was deleted.");
  }
  return read;
}

test("a declared list of actors is complete, also for a system role, and a destroy removes the actors", async () => {
  const held = await connect().apply(assignment, DEVELOPERS);
  expect(await actorsOf(seedIds.developerRole)).toEqual([`user/${ADA}`, `apiKey/${seedIds.startKey}`]);
  const seen = await refreshed(connect(), held);
  expect((await connect().plan(assignment, DEVELOPERS, seen)).plan).toEqual(seen.state);
  await connect().destroy(assignment, seen);
  expect(await actorsOf(seedIds.developerRole)).toEqual([]);
});

test("an undeclared list of actors stays unchanged, also in updates and in a destroy", async () => {
  const keys = { role_id: seedIds.developerRole, api_key_ids: [seedIds.startKey] };
  const held = await connect().apply(assignment, keys);
  expect(await actorsOf(seedIds.developerRole)).toEqual([`user/${GRACE}`, `apiKey/${seedIds.startKey}`]);
  expect((await connect().plan(assignment, keys, await refreshed(connect(), held))).plan).toEqual(held.state);
  await connect().destroy(assignment, held);
  expect(await actorsOf(seedIds.developerRole)).toEqual([`user/${GRACE}`]);
});

test("an actor that another client adds is shown as drift, and an apply removes the actor", async () => {
  const held = await connect().apply(assignment, DEVELOPERS);
  await connect().session.client.roles.update(seedIds.developerRole, { actors: [`user/${ADA}`, `user/${GRACE}`] });
  const seen = await refreshed(connect(), held);
  expect(seen.state).toMatchObject({ user_ids: [ADA, GRACE], api_key_ids: [] });
  await connect().apply(assignment, DEVELOPERS, seen);
  expect(await actorsOf(seedIds.developerRole)).toEqual([`user/${ADA}`, `apiKey/${seedIds.startKey}`]);
});

test("an assignment is imported by the id of the role without a difference", async () => {
  await connect().apply(assignment, DEVELOPERS);
  const held = await imported(connect(), assignment, seedIds.developerRole);
  expect(held.state).toMatchObject(DEVELOPERS);
  expect((await connect().plan(assignment, configurationOf(assignment.schema, held.state), held)).plan).toEqual(
    held.state,
  );
});

test("the key that signs the requests keeps its administrator role, unless an option allows the change", async () => {
  const none = { role_id: seedIds.adminRole, api_key_ids: [] };
  const { diagnostics } = await connect().plan(assignment, none);
  expect(diagnostics).toMatchObject([{ severity: "error", summary: "This change would lock out the key in use" }]);
  const { diagnostics: permitted } = await connect().plan(assignment, { ...none, allow_self_lockout: true });
  expect(permitted).toEqual([]);
});

test("an administrator role keeps at least one actor", async () => {
  const none = { role_id: seedIds.adminRole, user_ids: [], api_key_ids: [], allow_self_lockout: true };
  const { plan, diagnostics } = await connect().plan(assignment, none);
  const refusal = { severity: "error", summary: "The organization would have no administrator" };
  expect(diagnostics).toMatchObject([refusal]);
  await expect(connect().create(assignment, none, plan)).rejects.toMatchObject({ diagnostics: [refusal] });
});

test("a role whose actors are declared twice is reported, in either order of the plans", async () => {
  const own = await connect().apply(role, { name: "Deploy", policies: [POLICY], actors: [`user/${ADA}`] });
  const config = { name: "Deploy", policies: [POLICY], actors: [`user/${ADA}`] };
  const its = { role_id: String(own.state.id), user_ids: [ADA] };
  const summary = "Two resources declare the same role assignment";
  const run = connect();
  await run.plan(role, config, own);
  expect((await run.plan(assignment, its)).diagnostics).toMatchObject([{ severity: "error", summary }]);
  const other = connect();
  await other.plan(assignment, its);
  expect((await other.plan(role, config, own)).diagnostics).toMatchObject([{ severity: "error", summary }]);
  expect((await connect().plan(assignment, its)).diagnostics).toEqual([]);
});

test.each([
  ["differs from the assignment", [], "error"],
  ["agrees with the assignment", ["key"], "warning"],
])("a key is reported if its declared role %s", async (_, listed, severity) => {
  const config = {
    name: "ci",
    assigned_role_ids: [seedIds.developerRole],
    ip_access_list: [{ source: "0.0.0.0/0" }],
    secret_in_state: true,
  };
  const held = await connect().apply(key, config);
  const its = { role_id: seedIds.developerRole, api_key_ids: listed.map(() => String(held.state.id)) };
  const run = connect();
  await run.plan(assignment, its);
  const { diagnostics } = await run.plan(key, config, held);
  expect(diagnostics).toMatchObject([{ severity, summary: "Two resources declare the same role assignment" }]);
});

const POLICY = {
  allow_deny: "ALLOW",
  permissions: ["control-plane:service:view"],
  resources: [`instance/${seedIds.service}`],
};

test("users can be listed, and looked up by id and by email address in any case", async () => {
  const lookUp = async (name: string, config: Record<string, string>) =>
    (
      await provider.dataSources?.[name]?.read(
        { config },
        { session: connect().session, signal: new AbortController().signal, log: {} as never },
      )
    )?.state;
  const ada = { id: ADA, name: "Ada", email: "ada@example.com", assigned_roles: [{ name: "Admin", type: "system" }] };
  expect(await lookUp("clickstack_organization_user", { email: "ADA@example.com" })).toMatchObject(ada);
  expect(await lookUp("clickstack_organization_user", { id: ADA })).toMatchObject(ada);
  await expect(lookUp("clickstack_organization_user", { email: "eve@example.com" })).rejects.toThrow(
    /The organization user "eve@example.com" does not exist/,
  );
  expect(await lookUp("clickstack_organization_users", { name: "Grace" })).toMatchObject({
    organization_users: [{ id: GRACE, email: "grace@example.com" }],
  });
  expect(emulator.endpoints.managed.organizationId).toBe(seedIds.organization);
});

describe("a role that is destroyed after its assignment", () => {
  const made = async () => {
    const held = await connect().apply(role, { name: "Shop", policies: [] });
    const assigned = await connect().apply(assignment, { role_id: String(held.state.id), user_ids: [GRACE] });
    const seen = await connect().refresh(role, held);
    if (!seen) {
      throw new Error("The role was deleted.");
    }
    expect(seen.state.actors).toEqual([`user/${GRACE}`]);
    return { seen, assigned, id: String(held.state.id) };
  };

  test("is deleted, although the assignment removed actors after the plan", async () => {
    const { seen, assigned, id } = await made();
    await using run = connect();
    await run.destroy(assignment, assigned);
    await run.destroy(role, seen);
    expect(await run.session.client.roles.get(id)).toBeUndefined();
  });

  test("is not deleted if another client gave it to an actor after the plan", async () => {
    const { seen, id } = await made();
    await connect().session.client.roles.update(id, { actors: [`user/${ADA}`] });
    await expect(connect().destroy(role, seen)).rejects.toThrow(/was changed after this plan was made/);
  });
});
