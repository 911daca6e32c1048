import type { Emulator } from "../../../../src/emulator";
import { seedIds } from "../../../../src/emulator/seed";
import { providerRuns } from "../../../support/emulator/provider-runs";
import { configurationOf, imported } from "../../../support/imported";
import { type Held, type ProviderRun, resource } from "../../../support/provider-in-process";
import { ui } from "../../../support/ui";

const member = resource("clickstack_team_member");

const GRACE = { email: "Grace@Example.com", name: "Grace" };

/** A person accepts the invitation in the UI. */
const accept = async (emulator: Emulator, run: ProviderRun, email: string) => {
  const { invitationId } = (await run.session.client.teamMembers.get(email)) ?? {};
  await ui(emulator, "POST", `/invitations/${invitationId}/accept`);
};

describe("on the open-source server", () => {
  let emulator: Emulator;
  const connect = providerRuns((started) => {
    emulator = started;
  });

  test("a person is invited, accepts without a difference in the next plan, and is removed", async () => {
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

  test("a pending invitation gets another name, and is withdrawn", async () => {
    const held = await connect().apply(member, GRACE);
    const renamed = await connect().apply(member, { ...GRACE, name: "Grace H." }, held);
    expect(await refreshed(connect(), renamed)).toMatchObject({ state: { name: "Grace H.", status: "pending" } });
    await connect().destroy(member, renamed);
    expect(await connect().refresh(member, renamed)).toBeNull();
  });

  test("neither state nor data sources contain the address that accepts an invitation", async () => {
    const run = connect();
    const held = await run.apply(member, GRACE);
    expect(JSON.stringify([held, await run.session.client.teamMembers.list()])).not.toMatch(/token|http/);
  });

  test("a member is imported by e-mail address without a difference", async () => {
    const held = await imported(connect(), member, "ada@example.com");
    const config = configurationOf(member.schema, held.state);
    expect((await connect().plan(member, config, held)).plan).toEqual(held.state);
    expect(held.state).toMatchObject({ email: "ada@example.com", status: "member", user_id: seedIds.user });
  });

  test("the user of the access key is not removed", async () => {
    const held = await imported(connect(), member, "ada@example.com");
    const refusal = { severity: "error", detail: expect.stringContaining("remove the user whose access key signs") };
    expect(await connect().planDestroy(member, held)).toEqual([expect.objectContaining(refusal)]);
    await expect(connect().destroy(member, held)).rejects.toMatchObject({ diagnostics: [refusal] });
  });

  test("a member is refused in a plan with the import, and adopted with on_existing_name", async () => {
    const config = { email: "ada@example.com" };
    const { diagnostics } = await connect().plan(member, config);
    expect(diagnostics).toMatchObject([{ severity: "error", detail: expect.stringContaining("import block") }]);
    expect(await connect({ onExistingName: "adopt" }).apply(member, config)).toMatchObject({
      state: { user_id: seedIds.user },
    });
  });

  test("a role is refused in the plan", async () => {
    const { diagnostics } = await connect().plan(member, { ...GRACE, role_id: seedIds.memberTeamRole });
    expect(diagnostics).toMatchObject([{ summary: "The server has no roles of team members", path: ["role_id"] }]);
  });
});

describe("on a server with roles", () => {
  let emulator: Emulator;
  const connect = providerRuns(
    (started) => {
      emulator = started;
    },
    "open_source",
    { switches: { teamRoles: true } },
  );
  const admin = { ...GRACE, role_id: seedIds.adminTeamRole };

  test("a member gets another role, and is removed with it", async () => {
    const held = await connect().apply(member, GRACE);
    await accept(emulator, connect(), "grace@example.com");
    const seen = await refreshed(connect(), held);
    expect(seen.state).toMatchObject({ role_id: seedIds.memberTeamRole });
    const promoted = await connect().apply(member, admin, seen);
    expect((await refreshed(connect(), promoted)).state).toMatchObject({ role_id: seedIds.adminTeamRole });
    await connect().destroy(member, promoted);
    expect(await connect().refresh(member, promoted)).toBeNull();
  });

  test("a role that a user changes elsewhere is drift", async () => {
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

  test("the administrator role of the user of this run is not taken away", async () => {
    const held = await imported(connect(), member, "ada@example.com");
    const config = { email: "ada@example.com", role_id: seedIds.memberTeamRole };
    const { diagnostics } = await connect().plan(member, config, held);
    expect(diagnostics).toMatchObject([
      { severity: "error", detail: expect.stringContaining("take the administrator role") },
    ]);
  });

  test("the last administrator is not removed", async () => {
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
