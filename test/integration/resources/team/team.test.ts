import { seedIds } from "../../../../src/emulator/seed";
import { provider } from "../../../../src/provider/provider";
import { providerRuns } from "../../../support/emulator/provider-runs";
import { configurationOf, imported } from "../../../support/imported";
import { type ProviderRun, resource } from "../../../support/provider-in-process";

const team = resource("clickstack_team");
const teamRole = resource("clickstack_team_role");
const READ_ONLY = { default_user_role_id: seedIds.readOnlyTeamRole };

const lookedUp = (run: ProviderRun, config = {}) =>
  provider.dataSources?.clickstack_team?.read(
    { config },
    { session: run.session, signal: new AbortController().signal, log: {} as never },
  );

describe("the team on the open-source server", () => {
  const connect = providerRuns(() => undefined);

  test("is looked up without arguments, and another name is refused", async () => {
    const found = await lookedUp(connect());
    expect(found?.state).toEqual({ id: seedIds.team, name: "Emulator team" });
    await expect(lookedUp(connect(), { name: "Other" })).rejects.toThrow(/The team "Other" does not exist/);
  });

  test("is refused in the plan with settings or roles, because the server has none", async () => {
    expect((await connect().plan(team, READ_ONLY)).diagnostics).toMatchObject([
      { severity: "error", summary: "The server has no settings of the team" },
    ]);
    const { diagnostics } = await connect().plan(teamRole, { name: "Deploy", permissions: [] });
    expect(diagnostics[0]).toMatchObject({ severity: "error", summary: "The server has no roles inside ClickStack" });
  });
});

describe("the team on a server with roles", () => {
  const connect = providerRuns(() => undefined, "open_source", { switches: { teamRoles: true } });

  test("is adopted, changed, imported without a difference, and released", async () => {
    const held = await connect().apply(team, READ_ONLY);
    expect(held.state).toEqual({ id: seedIds.team, name: "Emulator team", extra_fields: null, ...READ_ONLY });
    const changed = await connect().apply(team, { default_user_role_id: seedIds.memberTeamRole }, held);
    const again = await imported(connect(), team, seedIds.team);
    expect(again.state).toEqual(changed.state);
    expect((await connect().plan(team, configurationOf(team.schema, again.state), again)).plan).toEqual(again.state);
    await connect().destroy(team, again);
    expect(await connect().session.client.teams.list()).toMatchObject([{ defaultUserRole: seedIds.memberTeamRole }]);
  });

  test("can have a role that is created, read without a difference, and deleted", async () => {
    const config = {
      name: "Deploy",
      permissions: [{ action: "read", subject: "Dashboard", fields: ["name", "tags"] }],
    };
    const held = await connect().apply(teamRole, config);
    const seen = await imported(connect(), teamRole, String(held.state.id));
    expect((await connect().plan(teamRole, config, seen)).plan).toEqual(seen.state);
    expect(await connect().session.client.teamRoles.get(String(held.state.id))).toMatchObject({
      permissions: expect.arrayContaining([expect.objectContaining({ fields: ["name", "tags"] })]),
    });
    await connect().destroy(teamRole, seen);
    expect(await connect().refresh(teamRole, seen)).toBeNull();
  });
});
