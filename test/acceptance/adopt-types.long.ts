// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Terraform evaluates these texts.
import type { AdoptDocument } from "../../src/cli/commands/adopt/document";
import { seedIds } from "../../src/emulator";
import { type AdoptProject, adoptProjects } from "../support/cli/adopt-project";
import { type Body, type Edit, EVERY_TYPE, editing, editingTeamRole, patching } from "../support/cli/adopt-types";

const alertOn = (source: string) => (alert: Body) => alert.source === source;
const tileAlert = (change: Body) => editing("alerts", alertOn("tile"), change);
const searchAlert = (change: Body) => editing("alerts", alertOn("saved_search"), change);
const named = (name: string) => (object: Body) => String(object.name).startsWith(name);
const search = (change: Body) => editing("saved-searches", () => true, change);
const pager = (change: Body) => editing("webhooks", named("Pager"), change);
const warehouse = (change: Body) => editing("connections", named("Warehouse"), change);
const events = (change: Body) => editing("sources", named("Events"), change);
const key = (name: string) => (change: Body) => patching("keys", named(name), change);
const [ci, namedKey, deployer] = [key("ci"), key("named"), key("deployer")];
const deploy = (change: Body) => patching("roles", ({ name }) => name === "Deploy" || name === "Deploy it", change);
const policy = { allowDeny: "ALLOW", permissions: ["control-plane:organization:view"], resources: ["organization/*"] };
const teamRole = (change: Body) => editingTeamRole(named("Shop team"), change);

/** Edits of one round, each of another object, with the code before and after the edit. */
const ROUNDS: readonly (readonly (readonly [edit: Edit, before: string, after: string])[])[] = [
  [
    [tileAlert({ threshold: 5 }), "above(100)", "above(5)"],
    [searchAlert({ threshold: 3, thresholdMax: 4 }), "between(1, 2)", "between(3, 4)"],
    [search({ name: "All `errors`" }), `name: "Errors"`, `name: "All \`errors\`"`],
    [pager({ name: "Pager ${x}" }), `name: "Pager"`, `name: "Pager $\${x}"`],
    [warehouse({ host: "https://ch2.example.com" }), "https://ch.example.com:8443", "https://ch2.example.com"],
    [events({ name: "Events 2" }), `name: "Events"`, `name: "Events 2"`],
    [ci({ name: "ci 2" }), `name: "ci"`, `name: "ci 2"`],
    [deploy({ name: "Deploy it" }), `name: "Deploy"`, `name: "Deploy it"`],
    [teamRole({ name: "Shop team 2" }), `name: "Shop team"`, `name: "Shop team 2"`],
    [
      namedKey({ assignedRoleIds: [seedIds.adminRole] }),
      "roles: [SystemRole.developer]",
      `roles: ["${seedIds.adminRole}"]`,
    ],
    [deployer({ assignedRoleIds: [seedIds.deployBotRole] }), "roles: [deploy]", `roles: ["${seedIds.deployBotRole}"]`],
  ],
  [
    [tileAlert({ thresholdType: "below" }), "above(5)", "below(5)"],
    [searchAlert({ thresholdType: "above", thresholdMax: undefined }), "between(3, 4)", "above(3)"],
    [search({ where: "level:warn" }), "level:error", "level:warn"],
    [pager({ body: "{{title}} {{body}}" }), "{{title}}", "{{title}} {{body}}"],
    [warehouse({ username: "writer" }), `"reader"`, `"writer"`],
    [events({ from: { databaseName: "shop", tableName: "events_v2" } }), `"events" }`, `"events_v2" }`],
    [ci({ state: "disabled" }), `"enabled"`, `"disabled"`],
    [
      deploy({ policies: [{ ...policy, resources: ["organization/*", `instance/${seedIds.service}`] }] }),
      `["organization/*"]`,
      `["organization/*", "instance/${seedIds.service}"]`,
    ],
    [teamRole({ description: "Day shift" }), `"On call"`, `"Day shift"`],
    [
      namedKey({ ipAccessList: [{ source: "192.0.2.0/24" }] }),
      "allowAnyIp: true, expireAt: EXPIRY, secretInState: true",
      `expireAt: EXPIRY, secretInState: true, ipAccessList: [{ source: "192.0.2.0/24" }]`,
    ],
  ],
  [
    [tileAlert({ interval: "15m" }), `"5m"`, `"15m"`],
    [searchAlert({ groupBy: "SpanName" }), `groupBy: "ServiceName"`, `groupBy: "SpanName"`],
    [
      search({ whereLanguage: "sql", where: "1" }),
      `where: "level:warn",\n  whereLanguage: "lucene"`,
      `where: "1",\n  whereLanguage: "sql"`,
    ],
    [
      pager({ description: "Wakes Ada" }),
      `headersVersion: "1",\n`,
      `headersVersion: "1",\n  description: "Wakes Ada",\n`,
    ],
    [
      warehouse({ isPrometheusEndpoint: true }),
      `passwordVersion: "1" }`,
      `passwordVersion: "1", isPrometheusEndpoint: true }`,
    ],
    [events({ defaultTableSelectExpression: "Timestamp" }), `Expression: "Timestamp, Body"`, `Expression: "Timestamp"`],
    [
      ci({ ipAccessList: [{ source: "10.0.0.0/8", description: "build" }, { source: "192.0.2.1" }] }),
      `{ source: "203.0.113.0/24", description: "build" }`,
      `{ source: "10.0.0.0/8", description: "build" }, { source: "192.0.2.1" }`,
    ],
    [
      teamRole({
        permissions: [
          { action: "read", subject: "all" },
          { action: "manage", subject: "dashboard", conditions: { tags: "web" } },
        ],
      }),
      `{ tags: "shop" }`,
      `{ tags: "web" }`,
    ],
  ],
  [
    [tileAlert({ name: "*/ Errors\u202e" }), `"On tile"`, `"*/ Errors\\u202e"`],
    [searchAlert({ message: "New\ntext" }), `"{{value}} errors"`, `"New\\ntext"`],
    [search({ select: "Body" }), `"Timestamp, Body",\n  where`, `"Body",\n  where`],
    [events({ querySettings: [{ setting: "max_threads", value: "8" }] }), `value: "4"`, `value: "8"`],
    [
      ci({ expireAt: "2098-01-01T00:00:00Z" }),
      `expireAt: "2099-01-01T00:00:00Z`,
      `expireAt: "2098-01-01T00:00:00.000Z`,
    ],
  ],
  [
    [
      tileAlert({ channel: undefined, channels: [{ type: "webhook", webhookId: seedIds.genericWebhook }] }),
      "notify: [slack] }",
      `notify: [{ type: "webhook", webhookId: "${seedIds.genericWebhook}" }] }`,
    ],
    [searchAlert({ note: "Ask Grace." }), "Ask Ada.", "Ask Grace."],
    [search({ orderBy: "" }), `  orderBy: "Timestamp DESC",\n`, ""],
    [
      ci({ assignedRoleIds: [seedIds.adminRole, seedIds.developerRole] }),
      `roles: ["${seedIds.developerRole}"]`,
      `roles: ["${seedIds.developerRole}", "${seedIds.adminRole}"]`,
    ],
  ],
  [
    [
      tileAlert({ message: "m", note: "n", numConsecutiveWindows: 2 }),
      `webhookId: "${seedIds.genericWebhook}" }] }`,
      `webhookId: "${seedIds.genericWebhook}" }], message: "m", note: "n", numConsecutiveWindows: 2 }`,
    ],
    [searchAlert({ numConsecutiveWindows: 5 }), "Windows: 3", "Windows: 5"],
    [search({ sourceId: seedIds.traces }), `source: logs,\n  select`, `source: traces,\n  select`],
    [ci({ expireAt: null }), `  expireAt: "2098-01-01T00:00:00.000Z",\n`, ""],
  ],
  [
    [searchAlert({ scheduleStartAt: "2026-02-01T00:00:00Z" }), "2026-01-01T00:00:00Z", "2026-02-01T00:00:00.000Z"],
    [
      search({ filters: [{ type: "sql", condition: "a IN ('b')" }], tags: ["team-a", "team-b"] }),
      `["team-a"],\n  filters: [{ type: "sql", condition: "ServiceName IN ('api')"`,
      `["team-a", "team-b"],\n  filters: [{ type: "sql", condition: "a IN ('b')"`,
    ],
    [namedKey({ expireAt: "2090-01-01T00:00:00Z" }), "2099-01-01T00:00:00Z", "2090-01-01T00:00:00.000Z"],
  ],
];

/** Removes imported names and constants if only earlier code in the file used them. */
function withoutUnusedNames(earlier: string, text: string): string {
  const [first = "", ...rest] = text.split("\n");
  const wordsIn = (lines: readonly string[]) => new Set<string>(lines.join("\n").match(/\w+/g));
  const [before, now] = [wordsIn(earlier.split("\n").slice(1)), wordsIn(rest)];
  const isUnused = (name: string) => before.has(name) && !now.has(name);
  const usesOf = (name: string, code: string) => code.match(new RegExp(`\\b${name}\\b`, "g"))?.length ?? 0;
  const used = rest.filter((line) => {
    const [, constant] = /^const (\w+) = /.exec(line) ?? [];
    return constant === undefined || usesOf(constant, text) > 1 || usesOf(constant, earlier) === 1;
  });
  return [first.replace(/ (\w+),/g, (entry, name: string) => (isUnused(name) ? "" : entry)), ...used].join("\n");
}

describe("a program with every resource type", () => {
  let project: AdoptProject;
  adoptProjects((each) => {
    project = each;
  }, EVERY_TYPE);

  async function adopt(): Promise<AdoptDocument> {
    const { stdout, stderr } = await project.cli("adopt", "--write", "--allow-dirty", "--json");
    expect(stderr).not.toContain("error");
    return JSON.parse(stdout) as AdoptDocument;
  }

  test("gets the edit of every literal, and no other byte changes", async () => {
    let expected = project.read("main.ts");
    for (const round of ROUNDS) {
      const earlier = expected;
      for (const [edit, before, after] of round) {
        await edit(project.emulator);
        expect(expected).toContain(before);
        expected = expected.replace(before, () => after);
      }
      expected = withoutUnusedNames(earlier, expected);
      const { objects } = await adopt();
      expect(objects.filter(({ notAdopted }) => notAdopted.length > 0)).toEqual([]);
      expect(objects).toHaveLength(round.length);
      expect(project.read("main.ts").split("\n")).toEqual(expected.split("\n"));
      const plan = await project.cli("plan", "cdktf.out", "--json");
      expect(plan.exitCode).toBe(0);
      // The next round starts from a state that contains the adopted values.
      await project.apply();
    }
    expect(project.typeErrors("main.ts")).toBe("");
  }, 600_000);

  test("keeps sensitive and write-only values, reports them, and ignores that an alert is silenced", async () => {
    const before = project.read("main.ts");
    await tileAlert({ silenced: { at: "2026-01-01T00:00:00Z" } })(project.emulator);
    expect(await project.cli("adopt", "--write")).toMatchObject({ exitCode: 0, stdout: "" });
    await pager({ url: "https://example.com/other" })(project.emulator);
    await editing("webhooks", named("Secret"), { url: "https://hooks.example.com/changed" })(project.emulator);
    const { exitCode, stdout, stderr } = await project.cli("adopt", "--write");
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: "" });
    expect(stderr).toContain(`Not adopted:
  clickstack_webhook.pager url: main.ts:14: The value is sensitive.
  clickstack_webhook.secret url_wo: main.ts:22: The value is write-only.
Nothing can be adopted.
`);
    expect(stderr).not.toContain("changed");
    expect(project.read("main.ts")).toBe(before);
  });
});
