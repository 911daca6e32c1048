// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Terraform evaluates these texts.

import type { KnownObject } from "../../../../src/cli/code/edits/changed-objects";
import { constructOf } from "../../../../src/cli/code/edits/changed-objects";
import { adoptInto } from "../../../support/cli/adopted-program";

const HEAD = `import { Alert, ApiKey, Dashboard, filtered, Role, SavedSearch, SystemRole, TeamRole, tile } from "cdk-clickstack/cdktn";\n`;
const BOARDS = `const board = new Dashboard(stack, "board", {});\nconst search = new SavedSearch(stack, "search", {});\nconst deploy = new Role(stack, "deploy", {});\nconst others = [tile, SystemRole];\n`;
const known: readonly Omit<KnownObject, "file" | "line" | "column">[] = [
  { id: "board", type: "dashboard" },
  { id: "search", type: "saved_search" },
  { id: "deploy", type: "organization_role" },
];

const alert = {
  thresholdType: "above",
  threshold: 1,
  interval: "5m",
  channels: [{ type: "webhook", webhookId: "w" }],
};
const onTile = { ...alert, source: "tile", dashboardId: "board", tileId: "t1" };
const onSearch = { ...alert, source: "saved_search", savedSearchId: "search", groupBy: "a" };
const onChart = {
  ...alert,
  source: "inline",
  chartConfig: { displayType: "line", sourceId: "s", select: [{ aggFn: "count" }], name: "Chart" },
};

describe("the code for the object that an alert watches", () => {
  const code = (on: string) => `${HEAD}${BOARDS}new Alert(stack, "x", { on: ${on} });\n`;

  test.each([
    [
      "another group",
      onSearch,
      { groupBy: "b" },
      `search.reference({ groupBy: "a" })`,
      `search.reference({ groupBy: "b" })`,
    ],
    ["no group", onSearch, { groupBy: undefined }, `search.reference({ groupBy: "a" })`, `search.reference()`],
    [
      "another group, and the code is an object",
      onSearch,
      { groupBy: "b" },
      `{ savedSearchId: search.id, groupBy: "a" }`,
      `{ savedSearchId: search.id, groupBy: "b" }`,
    ],
    [
      "another group, and the code refers to a parameter",
      onSearch,
      { groupBy: "b" },
      `props.searches[0].reference({ groupBy: "a" })`,
      `props.searches[0].reference({ groupBy: "b" })`,
    ],
    [
      "another chart",
      onChart,
      { chartConfig: { ...onChart.chartConfig, name: "B" } },
      `tile.line({ name: "Chart", source: "s", select: [count()] })`,
      `tile.line({ name: "B", source: "s", select: [count()] })`,
    ],
  ])("is edited if the alert on the server has %s", (_, old, change, before, after) => {
    const wanted = { ...old, ...change };
    const { text, obstacles } = adoptInto(code(before), { type: "alert", old, wanted }, { known });
    expect(obstacles).toEqual([]);
    expect(text).toBe(code(after));
  });

  test.each([
    ["another tile", { tileId: "t2" }],
    ["a saved search", { source: "saved_search", savedSearchId: "search", dashboardId: undefined, tileId: undefined }],
  ])("is not edited if the alert now watches %s, and the reason is reported", (_, change) => {
    const wanted = { ...onTile, ...change };
    expect(adoptInto(code(`board.tile("errors")`), { type: "alert", old: onTile, wanted }, { known })).toMatchObject({
      text: code(`board.tile("errors")`),
      obstacles: ["6: on: The alert watches another object. Change the prop in the code."],
    });
  });
});

describe("the roles and the expiry of an API key", () => {
  const key = { name: "ci" };
  const code = (props: string) => `${HEAD}${BOARDS}new ApiKey(stack, "x", { name: "ci", ${props} });\n`;

  test.each([
    [
      "a name by an id",
      { roleNames: ["Developer"] },
      { roleNames: [], assignedRoleIds: ["u1"] },
      "roles: [SystemRole.developer]",
      'roles: ["u1"]',
    ],
    [
      "a construct by an id",
      { assignedRoleIds: ["deploy"] },
      { assignedRoleIds: ["u1"] },
      "roles: [deploy.id]",
      'roles: ["u1"]',
    ],
    [
      "an id by a construct",
      { assignedRoleIds: ["u1"] },
      { assignedRoleIds: ["deploy"] },
      'roles: ["u1"]',
      "roles: [deploy]",
    ],
    [
      "one of several in another order",
      { assignedRoleIds: ["u1", "deploy"], roleNames: ["Admin", "B"] },
      { assignedRoleIds: ["deploy", "u2"], roleNames: ["B"] },
      'roles: ["B", SystemRole.admin, deploy, "u1"]',
      'roles: ["B", deploy, "u2"]',
    ],
    [
      "a moment",
      { expireAt: "2099-01-01T00:00:00Z" },
      { expireAt: "2098-01-01T00:00:00Z" },
      'expireAt: new Date("2099-01-01")',
      'expireAt: new Date("2098-01-01T00:00:00Z")',
    ],
    [
      "deprecated roles",
      { roles: ["admin"] },
      { roles: ["developer"] },
      'legacyRoles: ["admin"]',
      'legacyRoles: ["developer"]',
    ],
  ])("are edited to replace %s", (_, old, wanted, before, after) => {
    const { text, obstacles } = adoptInto(
      code(before),
      { type: "api_key", old: { ...key, ...old }, wanted: { ...key, ...wanted } },
      { known },
    );
    expect(obstacles).toEqual([]);
    expect(text).toBe(code(after));
  });

  test("are edited in the props of an adopted key", () => {
    const adopted = (name: string) => `${HEAD}ApiKey.adopt(stack, "x", { id: "1" }, { name: "${name}" });\n`;
    const { text } = adoptInto(adopted("ci"), { type: "api_key", old: key, wanted: { name: "cd" } });
    expect(text).toBe(adopted("cd"));
  });
});

test("the conditions of a role are edited as an object, and Terraform does not evaluate their texts", () => {
  const role = (conditions: string) => ({ name: "a", permissions: [{ action: "read", subject: "all", conditions }] });
  const code = (value: string) =>
    `${HEAD}new TeamRole(stack, "x", { name: "a", permissions: [{ action: "read", subject: "all", conditions: { tags: ${value} } }] });\n`;
  const { text } = adoptInto(code(`"shop"`), {
    type: "team_role",
    old: role('{"tags":"shop"}'),
    wanted: role('{"tags":"${user.team}"}'),
  });
  expect(text).toBe(code('"${user.team}"'));
});

describe("props with ids of other objects", () => {
  const objects = [
    { id: "logs", type: "source" },
    { id: "ci", type: "api_key" },
  ];
  const filterOn = (source: string) => ({ name: "F", expression: "x", sourceId: source, appliesToSourceIds: [source] });

  test.each([
    ["users of a role", "role_assignment", { userIds: ["a"] }, { userIds: ["b"] }, 'users: ["a"]', 'users: ["b"]'],
    [
      "keys of a role",
      "role_assignment",
      { apiKeyIds: ["a"] },
      { apiKeyIds: ["ci"] },
      'apiKeys: ["a"]',
      "apiKeys: [ci]",
    ],
    [
      "a link",
      "source_links",
      { traceSourceId: "a" },
      { traceSourceId: "logs" },
      'traceSource: "a"',
      "traceSource: logs",
    ],
    [
      "a field of a source",
      "source",
      { kind: "log", traceSourceId: "a" },
      { kind: "log", traceSourceId: "logs" },
      'kind: "log", traceSourceId: "a"',
      'kind: "log", traceSourceId: logs.id',
    ],
    [
      "a filter",
      "dashboard",
      { filters: [filterOn("a")] },
      { filters: [filterOn("logs")] },
      'filters: [{ name: "F", expression: "x", source: "a", appliesTo: ["a"] }]',
      'filters: [{ name: "F", expression: "x", source: logs, appliesTo: [logs] }]',
    ],
  ] as const)("are edited: %s", (_, type, old, wanted, before, after) => {
    const code = (props: string) =>
      `import { ApiKey, Dashboard, RoleAssignment, Source, SourceLinks } from "cdk-clickstack/cdktn";\nconst logs = new Source(stack, "logs", {});\nconst ci = new ApiKey(stack, "ci", {});\nnew ${constructOf(type)}(stack, "x", { ${props} });\n`;
    const { text, obstacles } = adoptInto(code(before), { type, old, wanted }, { known: objects });
    expect(obstacles).toEqual([]);
    expect(text).toBe(code(after));
  });
});
