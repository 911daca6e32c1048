import { ApiKey, OrganizationUser, Role, RoleAssignment, Source, SourceLinks, Team, TeamMember } from "../../../src";
import { only, reference, synthesized } from "../../support/constructs/synthesize";

const ID = "0123456789abcdef01234567";

test("an assignment accepts roles, users and keys as constructs or as ids", () => {
  const { resource } = synthesized((stack) => {
    new RoleAssignment(stack, "developers", {
      role: Role.byName(stack, "Developer"),
      users: [OrganizationUser.byEmail(stack, "grace@example.com"), "user-2"],
      apiKeys: [ApiKey.byName(stack, "ci")],
    });
  });
  expect(only(resource?.clickstack_role_assignment)).toMatchObject({
    role_id: reference("data.clickstack_organization_role.organization-role-developer.id"),
    user_ids: [reference("data.clickstack_organization_user.organization-user-grace-example-com.id"), "user-2"],
    api_key_ids: [reference("data.clickstack_api_key.api-key-ci.id")],
  });
});

test("a managed source ignores links that SourceLinks declares, and keeps its other declared fields", () => {
  const { resource } = synthesized((stack) => {
    const logs = new Source(stack, "logs", {
      ...{ kind: "log", name: "Logs", connection: ID, from: { databaseName: "default", tableName: "otel_logs" } },
      ...{ timestampValueExpression: "TimestampTime", defaultTableSelectExpression: "Body" },
      lifecycle: { ignoreChanges: ["name"] },
    });
    new SourceLinks(stack, "logs-to-traces", { source: logs, traceSource: Source.byName(stack, "Traces") });
  });
  expect(only(resource?.clickstack_source_links)).toMatchObject({
    source_id: reference("clickstack_source.logs.id"),
    trace_source_id: reference("data.clickstack_source.source-traces.id"),
  });
  expect(only(resource?.clickstack_source)).toMatchObject({
    lifecycle: { ignore_changes: ["name", "trace_source_id"] },
  });
});

test("members and the settings of the team have props for their fields", () => {
  const { resource } = synthesized((stack) => {
    new TeamMember(stack, "grace", { email: "grace@example.com", roleId: ID });
    new Team(stack, "team", { defaultUserRoleId: ID });
  });
  expect(only(resource?.clickstack_team_member)).toEqual({ email: "grace@example.com", role_id: ID });
  expect(only(resource?.clickstack_team)).toEqual({ default_user_role_id: ID });
});
