import { ApiKey, Role, type TeamPermission, TeamRole } from "../../../src";
import { mistakes, only, reference, synthesized } from "../../support/constructs/synthesize";

const policies = [
  { allowDeny: "ALLOW" as const, permissions: ["control-plane:organization:view"], resources: ["instance/*"] },
];

test("a role of the organization refers to keys by constructs or by ids", () => {
  const { resource } = synthesized((stack) => {
    const key = new ApiKey(stack, "ci", { name: "ci", allowAnyIp: true, secretInState: true });
    new Role(stack, "deploy", { name: "Deploy", policies, actors: [key, "user/ada"] });
  });
  expect(only(resource?.clickstack_organization_role)).toMatchObject({
    actors: [`apiKey/${reference("clickstack_api_key.ci.id")}`, "user/ada"],
  });
});

test("the conditions of a permission are an object in TypeScript and JSON in the stack", () => {
  const read: TeamPermission = { action: "read", subject: "all" };
  const { resource } = synthesized((stack) => {
    const conditions = { tags: { $in: ["shop"] }, name: `a \${b}` };
    new TeamRole(stack, "deploy", { name: "Deploy", permissions: [read, { ...read, conditions }] });
  });
  expect(only(resource?.clickstack_team_role)).toMatchObject({
    permissions: [read, { ...read, conditions: `{"tags":{"$in":["shop"]},"name":"a \${"$"}{b}"}` }],
  });
});

test("a permission without an action is refused at synthesis with its index", () => {
  const permissions = [{ action: "", subject: "all" }];
  expect(mistakes((stack) => new TeamRole(stack, "deploy", { name: "Deploy", permissions }))).toEqual([
    expect.stringContaining("permissions[0].action"),
  ]);
});
