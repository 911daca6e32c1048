import type { Emulator } from "../../src/emulator";
import { createClient } from "../../src/resources/client";
import { emulatorForEachTest } from "../support/emulator/emulator-for-tests";
import { managedEnvironmentFor } from "../support/environment";
import { ServedWorkspace } from "../support/workspace";

const ORGANIZATION_ROLE = "clickstack_organization_role.it";
const TEAM_ROLE = "clickstack_team_role.it";

const MANAGE = "control-plane:service:manage";
const DELETE = "control-plane:service:delete";
const VIEW = "control-plane:service:view";

const roles = ({ name = "Deploy", permissions = [MANAGE], actions = ["read"] } = {}) => `
resource "clickstack_organization_role" "it" {
  name     = "${name}"
  policies = [{ allow_deny = "ALLOW", permissions = ${JSON.stringify(permissions)}, resources = ["instance/*"] }]
}
resource "clickstack_team_role" "it" {
  name        = "${name}"
  permissions = [${actions.map((action) => `{ action = "${action}", subject = "dashboard", conditions = jsonencode({ tags = "shop" }) }`).join(", ")}]
}
data "clickstack_organization_role" "it" { id = clickstack_organization_role.it.id }
data "clickstack_team_role" "it" { id = clickstack_team_role.it.id }
`;

describe("roles to which the server adds permissions", () => {
  let switches: { impliedPermissions: boolean };
  let emulator: Emulator;
  let workspace: ServedWorkspace;
  let client: ReturnType<typeof createClient>;
  emulatorForEachTest(
    (each) => {
      emulator = each;
    },
    () => {
      switches = { impliedPermissions: true };
      return { switches };
    },
  );

  beforeEach(async () => {
    const endpoints = emulator.endpoints;
    workspace = new ServedWorkspace(managedEnvironmentFor(endpoints));
    const managed = { ...endpoints.managed, product: "clickstack", requestsPerWindow: 9999 } as const;
    client = createClient({ userAgent: "tests", environment: {}, managed, observability: "managed" });
    await workspace.applyOf(roles());
  });

  afterEach(async () => {
    await client.close();
    workspace.remove();
  });

  const idOf = async (address: string) => String((await workspace.state(address)).id);
  const changed = async () => (await workspace.plannedChanges()).map(({ address, actions }) => [address, ...actions]);

  test("are created and updated without a replacement, and every later plan is empty", async () => {
    expect(await workspace.state(ORGANIZATION_ROLE)).toMatchObject({ implied_permissions: [DELETE] });
    expect(await workspace.state(TEAM_ROLE)).toMatchObject({
      permissions: [{ action: "read", integration: "mongodb" }],
      implied_permissions: [{ action: "read", subject: "Connection" }],
    });
    expect(await workspace.state("data.clickstack_organization_role.it")).toMatchObject({
      policies: [{ permissions: [MANAGE, DELETE] }],
    });
    expect((await workspace.state("data.clickstack_team_role.it")).permissions).toHaveLength(2);
    expect(await changed()).toEqual([]);
    const organizationRoleId = await idOf(ORGANIZATION_ROLE);
    const teamRoleId = await idOf(TEAM_ROLE);
    await workspace.applyOf(roles({ name: "Renamed", permissions: [VIEW, MANAGE], actions: ["manage", "read"] }));
    expect(await idOf(ORGANIZATION_ROLE)).toBe(organizationRoleId);
    expect(await idOf(TEAM_ROLE)).toBe(teamRoleId);
    expect(await changed()).toEqual([]);
    workspace.write(roles({ name: "Renamed", permissions: [MANAGE, VIEW], actions: ["read", "manage"] }));
    expect(await changed()).toEqual([]);
  });

  test("are imported by import blocks without a change", async () => {
    const ids = [await idOf(ORGANIZATION_ROLE), await idOf(TEAM_ROLE)];
    await workspace.must("state", "rm", ORGANIZATION_ROLE, TEAM_ROLE);
    workspace.write(`${roles()}
import {
  to = ${ORGANIZATION_ROLE}
  id = "${ids[0]}"
}
import {
  to = ${TEAM_ROLE}
  id = "${ids[1]}"
}`);
    expect(await workspace.apply()).toContain("2 imported, 0 added, 0 changed, 0 destroyed");
    expect(await changed()).toEqual([]);
  });

  test("show permissions that a user added or removed, and the apply restores the declared permissions", async () => {
    const [roleId, teamRoleId] = [await idOf(ORGANIZATION_ROLE), await idOf(TEAM_ROLE)];
    const policy = (permissions: readonly string[]) => ({ allowDeny: "ALLOW", permissions, resources: ["instance/*"] });
    const permission = { action: "read", subject: "dashboard", conditions: { tags: "shop" } };
    const both = [
      [ORGANIZATION_ROLE, "update"],
      [TEAM_ROLE, "update"],
    ];
    await client.roles.update(roleId, { policies: [policy([MANAGE, VIEW])] });
    await client.teamRoles.update(teamRoleId, {
      name: "Deploy",
      permissions: [permission, { action: "manage", subject: "source" }],
    });
    expect(await changed()).toEqual(both);
    await workspace.apply();
    expect(await changed()).toEqual([]);
    switches.impliedPermissions = false;
    await client.roles.update(roleId, { policies: [policy([MANAGE])] });
    await client.teamRoles.update(teamRoleId, { name: "Deploy", permissions: [permission] });
    switches.impliedPermissions = true;
    expect(await changed()).toEqual(both);
    await workspace.apply();
    expect(await changed()).toEqual([]);
    expect((await client.roles.get(roleId))?.policies?.[0]?.permissions).toEqual([MANAGE, DELETE]);
  });
});
