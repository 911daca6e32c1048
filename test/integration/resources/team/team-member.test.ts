import type { Emulator } from "../../../../src/emulator";
import { seedIds } from "../../../../src/emulator/seed";
import { providerRuns } from "../../../support/emulator/provider-runs";
import { configurationOf, imported } from "../../../support/imported";
import { type Held, type ProviderRun, resource } from "../../../support/provider-in-process";
import { ui } from "../../../support/ui";

const member = resource("clickstack_team_member");

const GRACE = { email: "Grace@Example.com", name: "Grace" };

/** Accepts the invitation as a user does in the UI. */
const accept = async (emulator: Emulator, run: ProviderRun, email: string) => {
  const { invitationId } = (await run.session.client.teamMembers.get(email)) ?? {};
  await ui(emulator, "POST", `/invitations/${invitationId}/accept`);
};

describe("a team member on the open-source server", () => {
  let emulator: Emulator;
  const connect = providerRuns((started) => {
    emulator = started;
  });

  test("is invited, accepts without a difference in the next plan, and is removed", async () => {
    const held = await connect().apply(member, GRACE);
    expect(held.state).toMatchObject({ id: "grace@example.com", status: "pending", user_id: null, role_id: null });
    await accept(emulator, connect(), "grace@example.com");
    const seen = await refreshed(connect(), held);
    expect(seen.state).toMatchObject({ id: "grace@example.com", email: "Grace@Example.com", status: "member" });
    expect((await connect().plan(member, GRACE, seen)).plan).toEqual(seen.state);
    expect(await connect().planDestroy(member, seen)).toEqual([]);
    await connect().destroy(member, seen);
    expect((await connect().session.client.teamMembers.list()).map(({ id }) => id)).toEqual(["ada@example.com"]);
  });

  test("can get another name and can be removed while the invitation is pending", async () => {
    const held = await connect().apply(member, GRACE);
    const renamed = await connect().apply(member, { ...GRACE, name: "Grace H." }, held);
    expect(await refreshed(connect(), renamed)).toMatchObject({ state: { name: "Grace H.", status: "pending" } });
    await connect().destroy(member, renamed);
    expect(await connect().refresh(member, renamed)).toBeNull();
  });

  test("has no invitation address in the state and in data sources", async () => {
    const run = connect();
    const held = await run.apply(member, GRACE);
    expect(JSON.stringify([held, await run.session.client.teamMembers.list()])).not.toMatch(/token|http/);
  });

  test("is imported by email address without a difference", async () => {
    const held = await imported(connect(), member, "ada@example.com");
    const config = configurationOf(member.schema, held.state);
    expect((await connect().plan(member, config, held)).plan).toEqual(held.state);
    expect(held.state).toMatchObject({ email: "ada@example.com", status: "member", user_id: seedIds.user });
  });

  test("is not removed if it is the user of the access key", async () => {
    const held = await imported(connect(), member, "ada@example.com");
    const refusal = { severity: "error", detail: expect.stringContaining("remove the user whose access key signs") };
    expect(await connect().planDestroy(member, held)).toEqual([expect.objectContaining(refusal)]);
    await expect(connect().destroy(member, held)).rejects.toMatchObject({ diagnostics: [refusal] });
  });

  test("is refused in a plan that suggests an import, and is adopted with on_existing_name", async () => {
    const config = { email: "ada@example.com" };
    const { diagnostics } = await connect().plan(member, config);
    expect(diagnostics).toMatchObject([{ severity: "error", detail: expect.stringContaining("import block") }]);
    expect(await connect({ onExistingName: "adopt" }).apply(member, config)).toMatchObject({
      state: { user_id: seedIds.user },
    });
  });

  test("is refused in the plan if it has a role", async () => {
    const { diagnostics } = await connect().plan(member, { ...GRACE, role_id: seedIds.memberTeamRole });
    expect(diagnostics).toMatchObject([{ summary: "The server has no roles of team members", path: ["role_id"] }]);
  });
});

describe("a team member on a server with roles", () => {
  let emulator: Emulator;
  const connect = providerRuns(
    (started) => {
      emulator = started;
    },
    "open_source",
    { switches: { teamRoles: true } },
  );
  const admin = { ...GRACE, role_id: seedIds.adminTeamRole };

  test("can get another role, and is removed with this role", async () => {
    const held = await connect().apply(member, GRACE);
    await accept(emulator, connect(), "grace@example.com");
    const seen = await refreshed(connect(), held);
    expect(seen.state).toMatchObject({ role_id: seedIds.memberTeamRole });
    const promoted = await connect().apply(member, admin, seen);
    expect((await refreshed(connect(), promoted)).state).toMatchObject({ role_id: seedIds.adminTeamRole });
    await connect().destroy(member, promoted);
    expect(await connect().refresh(member, promoted)).toBeNull();
  });

  test("shows a role that a user changed elsewhere as drift", async () => {
    const held = await connect().apply(member, admin);
    await accept(emulator, connect(), "grace@example.com");
    await connect().session.client.teamMembers.update("grace@example.com", {
      email: "grace@example.com",
      roleId: seedIds.readOnlyTeamRole,
    });
    const seen = await refreshed(connect(), held);
    expect(seen.state).toMatchObject({ role_id: seedIds.readOnlyTeamRole });
    expect((await connect().plan(member, admin, seen)).plan).toMatchObject({ role_id: seedIds.adminTeamRole });
  });

  test("keeps the administrator role if it is the user of this run", async () => {
    const held = await imported(connect(), member, "ada@example.com");
    const config = { email: "ada@example.com", role_id: seedIds.memberTeamRole };
    const { diagnostics } = await connect().plan(member, config, held);
    expect(diagnostics).toMatchObject([
      { severity: "error", detail: expect.stringContaining("take the administrator role") },
    ]);
  });

  test("is not removed if it is the last administrator", async () => {
    const held = await connect().apply(member, admin);
    await accept(emulator, connect(), "grace@example.com");
    const seen = await refreshed(connect(), held);
    await ui(emulator, "PUT", `/api/v2/team/members/${seedIds.user}/role`, { roleId: seedIds.memberTeamRole });
    expect(await connect().planDestroy(member, seen)).toMatchObject([
      { severity: "error", detail: expect.stringContaining("leave the team without an administrator") },
    ]);
  });
});

async function refreshed(run: ProviderRun, held: Held): Promise<Held> {
  const read = await run.refresh(member, held);
  if (!read) {
    throw new Error("The member was removed.");
  }
  return read;
}
