import { readPlan } from "../../../../src/cli/engine/read-plan";
import type { PlannedStack } from "../../../../src/cli/project/plan-stacks";
import type { Report } from "../../../../src/cli/reports/changes/report-model";
import { planReport } from "../../../../src/cli/reports/changes/stack-report";
import { htmlReport } from "../../../../src/cli/reports/formats/html-report";
import { markdownReport } from "../../../../src/cli/reports/formats/markdown-report";
import { textReport } from "../../../../src/cli/reports/formats/text-report";
import { colorsFor } from "../../../../src/cli/terminal/colors";

const LOGS = "6955b9000000005000000001";
const SLACK = "6955b9000000006000000001";
const PAGER = "6955b9000000006000000002";
const DEVELOPER = "5b090003-f1dd-4204-a07e-d04835a01bb3";

const lookedUp = (type: string, name: string, values: object) => ({
  ...{ address: `data.${type}.${name}`, mode: "data", type, name, values },
});
const known = [
  lookedUp("clickstack_source", "logs", { id: LOGS, name: "Logs" }),
  lookedUp("clickstack_webhook", "slack", { id: SLACK, name: "Slack oncall" }),
  lookedUp("clickstack_webhooks", "all", { webhooks: [{ id: PAGER, name: "Pager" }] }),
  lookedUp("clickstack_organization_role", "developer", { id: DEVELOPER, name: "Developer" }),
];

const change = (type: string, name: string, after: object, more: object = {}) => ({
  ...{ address: `clickstack_${type}.${name}`, mode: "managed", type: `clickstack_${type}`, name },
  change: { actions: ["create"], before: null, after, ...more },
});

interface ReportedPlan {
  readonly changes: readonly object[];
  /** References of the configuration by the address and the argument. */
  readonly references?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

function reportOf({ changes, references = {} }: ReportedPlan): Report {
  const resources = Object.entries(references).map(([address, arguments_]) => ({
    address,
    expressions: Object.fromEntries(Object.entries(arguments_).map(([name, list]) => [name, { references: list }])),
  }));
  const plan = readPlan(
    {
      resource_changes: changes,
      prior_state: { values: { root_module: { resources: known } } },
      configuration: { root_module: { resources } },
    },
    "plan.json",
  );
  const planned: PlannedStack = { stack: { name: "shop", folder: __dirname }, plan, diagnostics: [] };
  return { command: "plan", stacks: [planReport(planned)], unmanaged: [], shared: [], problems: [] };
}

/** Returns the lines of the fields in the text. */
function fieldsOf(plan: ReportedPlan): readonly string[] {
  const text = textReport(reportOf(plan), { colors: colorsFor({}, {}), width: Number.POSITIVE_INFINITY });
  return text.split("\n").flatMap((line) => (line.startsWith("      ") ? [line.trim()] : []));
}

const tile = (config: object, more: object = {}) => ({ name: "Errors", x: 0, y: 0, w: 12, h: 6, config, ...more });
const line = (item: object, more: object = {}) => ({
  ...{ display_type: "line", source_id: LOGS, select: [{ agg_fn: "count", ...item }], ...more },
});
const tiles = (all: object) =>
  fieldsOf({ changes: [change("dashboard", "checkout", { name: "Checkout", tiles: all })] });

describe("the text for a new tile", () => {
  test("contains its kind, title, query, place and settings", () => {
    const config = line(
      { agg_fn: "quantile", level: 0.95, value_expression: "Duration", where: "level:error", where_language: "lucene" },
      {
        group_by: "ServiceName",
        number_format: { output: "duration", factor: "0.001" },
        series_limit: 5,
        as_ratio: false,
      },
    );
    expect(tiles({ latency: tile(config) })).toEqual([
      'tile latency line "Errors": Logs: p95(Duration) where level:error, by ServiceName (x 0, y 0, 12 wide, 6 high, number_format.output: duration, number_format.factor: 0.001, series_limit: 5)',
    ]);
  });

  test("shows the lines of a query in SQL and of a text", () => {
    const sql = { config_type: "sql", display_type: "table", connection_id: LOGS, sql_template: "SELECT 1\nFROM logs" };
    expect(tiles({ sql: tile(sql), notes: tile({ display_type: "markdown", markdown: "# Notes\n* one" }) })).toEqual([
      `tile sql table (SQL) "Errors" (x 0, y 0, 12 wide, 6 high, connection_id: ${LOGS})`,
      "+ SELECT 1",
      "+ FROM logs",
      'tile notes markdown "Errors" (x 0, y 0, 12 wide, 6 high)',
      "+ # Notes",
      "+ * one",
    ]);
  });

  test("is different for every two different tiles", () => {
    const item = { agg_fn: "max", value_expression: "Duration", alias: "Slow", where: "level:error" };
    const different = [
      line(item),
      line({ ...item, value_expression: "Latency" }),
      line({ ...item, agg_fn: "min" }),
      line({ ...item, agg_fn: "quantile", level: 0.9 }),
      line({ ...item, alias: "Fast" }),
      line({ ...item, where: "level:error, by ServiceName" }),
      line(item, { group_by: "ServiceName" }),
      line({ ...item, where: "level:error  AND x" }),
      line({ ...item, where: "level:error AND x" }),
      line({ ...item, where: "level:error AND x", where_language: "sql" }),
      line({ ...item, metric_name: "cpu", metric_type: "gauge" }),
      line({ ...item, metric_name: "cpu", metric_type: "sum" }),
      line({ ...item, metric_name: "cpu", value_expression: "Latency", metric_type: "sum" }),
      line(item, { source_id: "6955b9000000005000000002" }),
      line(item, { fill_nulls: false }),
      line(item, { formulas: [{ expression: "A * 2" }] }),
      line(item, { formulas: [{ expression: "A * 2", alias: "Double" }] }),
      line(item, { formulas: [{ expression: "A * 3", alias: "Double" }] }),
      { ...line(item), select: [item, item], as_ratio: true },
      { ...line(item), select: [item, item], as_ratio: false },
      { ...line(item), display_type: "stacked_bar" },
      { display_type: "markdown", markdown: "a" },
      { display_type: "markdown", markdown: "*a*" },
      { display_type: "markdown", markdown: "a\n" },
      { display_type: "markdown", markdown: " a" },
      { display_type: "markdown", markdown: `${"long ".repeat(100)}a` },
      { display_type: "markdown", markdown: `${"long ".repeat(100)}b` },
    ].map((config) => tile(config));
    const all = [
      ...different,
      { ...different[0], x: 12 },
      { ...different[0], w: 6 },
      { ...different[0], name: "Other" },
    ];
    const texts = all.map((each) => tiles({ errors: each }).join("\n"));
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  test("contains the name of a source that the same plan creates", () => {
    const config = { display_type: "line", select: [{ agg_fn: "count" }] };
    const after = { name: "Checkout", tiles: { errors: tile(config) } };
    const unknown = { tiles: { errors: { config: { source_id: true, select: [{}] } } } };
    const planned = [
      change("source", "traces", { name: "Traces" }, { after_unknown: { id: true } }),
      change("dashboard", "checkout", after, { after_unknown: unknown }),
    ];
    const text = (...sources: string[]) =>
      fieldsOf({ changes: planned, references: { "clickstack_dashboard.checkout": { tiles: sources } } }).find((each) =>
        each.includes("tile errors"),
      );
    expect(text("clickstack_source.traces.id", "clickstack_source.traces")).toBe(
      'tile errors line "Errors": Traces: count (x 0, y 0, 12 wide, 6 high)',
    );
    // Each of the two expressions can be the source of the tile.
    expect(text("clickstack_source.traces.id", "var.source")).toBe(
      'tile errors line "Errors": count (x 0, y 0, 12 wide, 6 high)',
    );
  });

  test("hides its sensitive parts, and shows the others", () => {
    const after = { name: "Checkout", tiles: { errors: tile(line({ where: "token:secret" })) } };
    const sensitive = { tiles: { errors: { config: { select: [{ where: true }] } } } };
    const changes = [change("dashboard", "checkout", after, { after_sensitive: sensitive })];
    const report = reportOf({ changes });
    const texts = [
      textReport(report, { colors: colorsFor({}, {}), width: 80 }),
      markdownReport(report),
      htmlReport(report),
      JSON.stringify(report),
    ];
    expect(texts.join("")).not.toContain("token:secret");
    expect(fieldsOf({ changes })[0]).toContain('line "Errors": Logs: count where (sensitive value)');
  });

  test("is the same in Markdown and in the HTML page", () => {
    const after = {
      name: "Checkout",
      tiles: { errors: tile(line({})), notes: tile({ display_type: "markdown", markdown: "a\nb" }) },
    };
    const report = reportOf({ changes: [change("dashboard", "checkout", after)] });
    expect(markdownReport(report)).toContain(
      '  - tile errors `line "Errors": Logs: count (x 0, y 0, 12 wide, 6 high)`\n',
    );
    expect(markdownReport(report)).toContain("    ```diff\n    + a\n    + b\n    ```");
    expect(htmlReport(report)).toContain("line &quot;Errors&quot;: Logs: count (x 0, y 0, 12 wide, 6 high)");
    expect(htmlReport(report)).toContain('<code class="after">+ a</code>');
  });
});

describe("the text for a new alert", () => {
  const alert = (after: object, unknown: object, references: Readonly<Record<string, readonly string[]>> = {}) =>
    fieldsOf({
      changes: [
        change("webhook", "team", { name: "Team" }, { after_unknown: { id: true } }),
        change("webhook", "backup", { name: "Backup" }, { after_unknown: { id: true } }),
        change("alert", "errors", { name: "Too many errors", threshold: 5, ...after }, { after_unknown: unknown }),
      ],
      references: { "clickstack_alert.errors": references },
    });

  test("contains the names of its channels, also of webhooks that the same plan creates", () => {
    const channels = [
      { type: "webhook", webhook_id: SLACK, severity: "critical" },
      { type: "webhook" },
      { type: "webhook", webhook_id: PAGER },
      { type: "email", email_recipients: ["oncall@example.com"] },
    ];
    const references = [
      "data.clickstack_webhook.slack.id",
      "clickstack_webhook.team.id",
      "data.clickstack_webhooks.all",
    ];
    const unknown = { channels: [{}, { webhook_id: true }, {}, {}] };
    expect(alert({ channels }, unknown, { channels: references })).toContain(
      "channels webhook Slack oncall (severity: critical), webhook (known after apply), webhook Pager, email to oncall@example.com",
    );
    expect(alert({ channels: channels.slice(0, 2) }, unknown, { channels: references })).toContain(
      "channels webhook Slack oncall (severity: critical), webhook Team",
    );
    expect(
      alert(
        { channels: [{ type: "webhook" }, { type: "webhook" }] },
        { channels: [{ webhook_id: true }, { webhook_id: true }] },
        {
          channels: [
            "clickstack_webhook.team.id",
            "clickstack_webhook.team",
            "clickstack_webhook.backup.id",
            "clickstack_webhook.backup",
          ],
        },
      ),
    ).toContain("channels webhook Team, webhook Backup");
  });

  test("contains a channel of an unknown type without a webhook", () => {
    const channels = [
      { type: "agent", webhook_id: null },
      { type: "email", email_recipients: null },
    ];
    const unknown = { channels: [{}, { email_recipients: true }] };
    expect(alert({ channels }, unknown)).toContain("channels agent, email to (known after apply)");
  });

  test("omits values that are only known after the apply", () => {
    expect(alert({}, { id: true, tile_id: true, dashboard_id: true })).toEqual(["threshold 5"]);
  });

  test("describes an inline chart like a tile", () => {
    expect(alert({ chart_config: line({ where: "level:error" }, { series_limit: 3 }) }, {})).toContain(
      "chart_config line: Logs: count where level:error (series_limit: 3)",
    );
  });
});

test("a new channel and a removed channel of an alert are shown with their names", () => {
  const before = { name: "A", channels: [{ type: "webhook", webhook_id: SLACK }] };
  const after = { name: "A", channels: [{ type: "webhook", webhook_id: PAGER }] };
  const more = { actions: ["update"], before };
  expect(fieldsOf({ changes: [change("alert", "a", after, more)] })).toEqual([
    "channels.webhook_id `Slack oncall` -> `Pager`",
  ]);
});

test("the roles of a key are shown with their names, and unknown roles as unknown", () => {
  const other = "5b090003-f1dd-4204-a07e-d04835a01bb4";
  const after = { name: "ci", assigned_role_ids: [DEVELOPER, other] };
  expect(fieldsOf({ changes: [change("api_key", "ci", after)] })).toContain(`assigned_role_ids [Developer, ${other}]`);
});

test("the roles of the same plan have names", () => {
  const planned = (type: string, name: string, after: object, unknown: object) =>
    change(type, name, after, { after_unknown: unknown });
  const fields = fieldsOf({
    changes: [
      planned("organization_role", "deploy", { name: "Deploy" }, { id: true }),
      planned("api_key", "ci", { name: "ci" }, { assigned_role_ids: true }),
      planned("role_assignment", "deploy", {}, { role_id: true }),
    ],
    references: {
      "clickstack_api_key.ci": { assigned_role_ids: ["clickstack_organization_role.deploy.id"] },
      "clickstack_role_assignment.deploy": { role_id: ["clickstack_organization_role.deploy.id"] },
    },
  });
  expect(fields).toEqual(expect.arrayContaining(["assigned_role_ids Deploy", "role_id Deploy"]));
});

test("an id is added to a name that several objects of the type have", () => {
  const namesake = "6955b9000000006000000003";
  const changes = [
    change("webhook", "slack", { id: namesake, name: "Slack oncall" }, { actions: ["no-op"] }),
    change("alert", "a", { name: "A", channels: [{ type: "webhook", webhook_id: namesake }] }),
  ];
  expect(fieldsOf({ changes })).toContain(`channels webhook Slack oncall (${namesake})`);
});

test("an alert is listed once, with its condition", () => {
  const alerts = Array.from({ length: 6 }, (_, index) =>
    change("alert", `a${index}`, { name: `Alert ${index}`, threshold: index, threshold_type: "above", interval: "5m" }),
  );
  const text = textReport(reportOf({ changes: alerts }), { colors: colorsFor({}, {}), width: 80 });
  expect(text.split("\n").slice(3, 7)).toEqual([
    "  + Alert 0 (≥ 0 in 5m) will be created clickstack_alert.a0",
    "      interval 5m",
    "      threshold 0",
    "      threshold_type above",
  ]);
  expect(text.match(/Alert 3/g)).toHaveLength(1);
});

test("filters, containers and tabs are described without JSON", () => {
  const filter = { type: "QUERY_EXPRESSION", name: "Service", expression: "ServiceName", source_id: LOGS };
  const container = {
    id: "main",
    title: "Main",
    tabs: [
      { id: "a", title: "First" },
      { id: "b", title: "Second" },
    ],
  };
  const board = (more: object) => ({ id: "d1", name: "Checkout", tiles: {}, ...more });
  const after = board({ filters: [filter], containers: [container] });
  const expected = [
    'containers[0] "Main" (id: main, tabs: "First" (id: a), "Second" (id: b))',
    'filters[0] "Service" (expression: ServiceName, source_id: Logs)',
  ];
  expect([...fieldsOf({ changes: [change("dashboard", "d", after)] })].sort()).toEqual(expected);
});
