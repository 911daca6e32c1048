import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(__dirname, "..", "..", "..");
const COMPILER = join(ROOT, "node_modules", "typescript", "bin", "tsc");

const PROGRAM = [
  'import { TerraformStack } from "cdktf";',
  'import { Alert, ApiKey, above, count, Dashboard, onClick, quantile, Source, tile, Webhook } from "cdk-clickstack";',
  "declare const stack: TerraformStack;",
  'const logs = Source.byName(stack, "Logs");',
  'const slack = Webhook.byName(stack, "Slack");',
  'const dashboard = new Dashboard(stack, "d", { name: "D", tiles: {',
  "  errors: tile.line({ source: logs, select: [count()] }),",
  '  total: tile.number({ source: logs.id, select: [count()], color: "chart-red" }),',
  "  pie: tile.pie({ source: logs, select: [count()] }),",
  '  query: tile.sql.line({ connection: "1", sqlTemplate: "SELECT $__interval_s" }),',
  '  text: tile.markdown({ markdown: "# Text" }),',
  "} });",
  'const built = new Dashboard(stack, "b", { name: "B" });',
  "const row = built.addRow({ height: 5 }, { errors: tile.line({ source: logs, select: [count()] }), text: tile.markdown({}) });",
  "declare const which: string;",
];

/** Programs that the compiler refuses, and a part of its message. */
const REFUSED = {
  "a tile key that the dashboard does not have": ['dashboard.tile("typo");', `"typo"' is not assignable`],
  "an alert on a tile that cannot alert": [
    'new Alert(stack, "a", { on: dashboard.tile("text"), when: above(1), every: "5m", notify: [slack] });',
    '"markdown"',
  ],
  "a level on an aggregate without one": ["count({ level: 0.95 });", "'level' does not exist"],
  "a field of another tile kind": [
    'tile.number({ source: logs, select: [count()], groupBy: "ServiceName" });',
    "groupBy",
  ],
  "a tile without source": ["tile.line({ select: [count()] });", "source"],
  "a source of another type": ["tile.line({ source: slack, select: [count()] });", "Webhook"],
  "columns in a tile that shows values": ['tile.table({ source: logs, select: "Body" });', "string"],
  "values in a tile that shows columns": ["tile.search({ source: logs, select: [count()] });", "string"],
  "an item of a heatmap with an aggregate": ["tile.heatmap({ source: logs, select: [count()] });", "valueExpression"],
  "a source in a tile that queries a connection": [
    'tile.sql.line({ source: logs, sqlTemplate: "SELECT 1" });',
    "'connection' is missing",
  ],
  "a tile kind that a SQL query cannot have": ["tile.sql.heatmap({});", "heatmap"],
  "color rules on a number tile with a SQL query": [
    'tile.sql.number({ connection: "1", sqlTemplate: "SELECT 1", colorRules: [] });',
    "colorRules",
  ],
  "a text in a color rule that needs a number": [
    'tile.number({ source: logs, select: [count()], colorRules: [{ operator: "gt", value: "1", color: "chart-red" }] });',
    "string",
  ],
  "a color rule with three numbers": [
    'tile.number({ source: logs, select: [count()], colorRules: [{ operator: "between", between: [1, 2, 3], color: "chart-red" }] });',
    "Source has 3 element(s)",
  ],
  "a color rule for a number and a text": [
    'tile.number({ source: logs, select: [count()], colorRules: [{ operator: "eq", value: 1, text: "a", color: "chart-red" }] });',
    "undefined",
  ],
  "a link of a chart that is not a table": [
    'tile.line({ source: logs, select: [count()], onClick: onClick.external("https://example.com") });',
    "onClick",
  ],
  "an alert on a pie": [
    'new Alert(stack, "p", { on: dashboard.tile("pie"), when: above(1), every: "5m", notify: [slack] });',
    '"pie"',
  ],
  "a comparison without its threshold": ["above();", "Expected 1 argument"],
  "a channel that is neither webhook nor email": [
    'new Alert(stack, "c", { on: dashboard.tile("errors"), when: above(1), every: "5m", notify: [logs] });',
    "Source",
  ],
  "an id, which only the server sets": [
    'new Dashboard(stack, "e", { id: "1", name: "D", tiles: {} });',
    "'id' does not exist",
  ],
  "a level on a count that is an object": [
    'tile.line({ source: logs, select: [{ aggFn: "count", level: 0.95 }] });',
    "Type 'number' is not assignable",
  ],
  "an aggregate without its value": ['tile.line({ source: logs, select: [{ aggFn: "avg" }] });', "valueExpression"],
  "a series limit on a text": ['tile.markdown({ markdown: "# Text", seriesLimit: 5 });', "seriesLimit"],
  "a ratio with formulas": [
    'tile.line({ source: logs, select: [count(), count()], asRatio: true, formulas: [{ expression: "A / B" }] });',
    "asRatio",
  ],
  "the option to show operands without formulas": [
    "tile.table({ source: logs, select: [count()], showOperandSeries: true });",
    "showOperandSeries",
  ],
  "two formulas for one number": [
    'tile.number({ source: logs, select: [count()], formulas: [{ expression: "A" }, { expression: "-A" }] });',
    "is not assignable to type 'undefined'",
  ],
  "a position without y": ['tile.markdown({ markdown: "", x: 1 });', "x"],
  "a tab without its container": ['tile.markdown({ markdown: "", tabId: "first" });', "tabId"],
  "a variable's name on a filter that is not a variable": [
    'dashboard.addFilter({ name: "S", expression: "S", source: logs, variableName: "s" });',
    "variableName",
  ],
  "a filter without an effect": [
    'dashboard.addFilter({ name: "S", expression: "S", source: logs, isBroadcastEnabled: false });',
    "isVariableEnabled",
  ],
  "options that are not texts": [
    'dashboard.addFilter({ type: "STATIC_LIST", name: "S", options: [1] });',
    "Type 'number' is not assignable to type 'string'",
  ],
  "a label filter without its source": [
    'dashboard.addFilter({ type: "PROMETHEUS_LABEL", name: "S", label: "pod" });',
    "is missing",
  ],
  "sources of a filter that is only a variable": [
    'dashboard.addFilter({ name: "S", expression: "S", source: logs, isBroadcastEnabled: false, isVariableEnabled: true, appliesTo: [logs] });',
    "appliesTo",
  ],
  "an alert on an added tile that cannot alert": [
    'new Alert(stack, "r", { on: built.addTile("t", tile.table({ source: logs, select: [count()] })), when: above(1), every: "5m", notify: [slack] });',
    '"table"',
  ],
  "an alert on a tile of a row that cannot alert": [
    'new Alert(stack, "s", { on: row.text, when: above(1), every: "5m", notify: [slack] });',
    '"markdown"',
  ],
  "a state that a key cannot have": ['new ApiKey(stack, "f", { name: "ci", state: "off" });', '"off"'],
} as const;

/** Programs that the compiler accepts. The first ones have values that only a newer server may know. */
const ACCEPTED = [
  'tile.line({ source: logs, select: [{ aggFn: "quantile", level: 0.42, valueExpression: "Duration" }] });',
  'new Alert(stack, "b", { on: dashboard.tile("errors"), when: above(1), every: "2m", notify: [slack] });',
  'tile.number({ source: logs, select: [count()], color: "chart-teal" });',
  'tile.line({ source: logs, select: [{ aggFn: "stddev", valueExpression: "Bytes" }] });',
  'new Alert(stack, "g", { on: dashboard.tile("errors"), when: above(1), every: "5m", notify: [slack] });',
  'new Alert(stack, "h", { on: dashboard.tile("total"), when: above(1), every: "1d", notify: [slack] });',
  'new Alert(stack, "i", { on: { savedSearchId: slack.id }, when: above(1), every: "1m", notify: [slack] });',
  'new Alert(stack, "q", { on: dashboard.tile("query"), when: above(1), every: "5m", notify: [slack] });',
  'tile.number({ source: logs, select: [count()], colorRules: [{ operator: "eq", text: "a", color: "chart-red" }, { operator: "between", between: [1, 2], color: "chart-red", label: "x" }] });',
  'tile.sql.table({ connection: { id: "1" }, source: logs, sqlTemplate: "SELECT 1", onClick: onClick.dashboard(dashboard) });',
  'quantile(0.95, "Duration", { alias: "p95" });',
  'new Alert(stack, "t", { on: row.errors, when: above(1), every: "5m", notify: [slack] });',
  'new Alert(stack, "u", { on: built.tile(which), when: above(1), every: "5m", notify: [slack] });',
  "const shared = { source: logs, select: [count()] }; tile.pie(shared); tile.number(shared); tile.bar({ ...shared, limit: 5 });",
  'tile.line({ source: logs, select: [{ aggFn: "sum", valueExpression: "Bytes" }, count()], asRatio: true });',
  'built.addFilter({ name: "S", expression: "S", source: logs, isVariableEnabled: true, variableName: "s", appliesTo: [logs] });',
  'built.addFilter({ type: "STATIC_LIST", name: "S", options: ["a"], variableName: "env", minSelections: 1 });',
  'built.addFilter({ type: "PROMETHEUS_LABEL", name: "P", label: "pod", match: "up", source: logs });',
  'built.addTile("metric", tile.number({ source: logs, select: [{ aggFn: "avg", metricName: "cpu", metricType: "gauge" }] }));',
  'class Sub extends Dashboard { readonly errors = this.addTile("e", tile.line({ source: logs, select: [count()] })); }',
  'new Alert(stack, "v", { on: new Sub(stack, "sub", { name: "S" }).errors, when: above(1), every: "5m", notify: [slack] });',
  'tile.table({ source: logs, select: [count()], groupBy: "ServiceName", x: 0, y: 0, name: "T" });',
];

const folder = () => {
  mkdirSync(join(ROOT, "build"), { recursive: true });
  return mkdtempSync(join(ROOT, "build", "types-"));
};

/** The compiler's messages by line of the program. */
function compile(lines: readonly string[]): Map<number, string> {
  const directory = folder();
  try {
    writeFileSync(join(directory, "program.ts"), lines.join("\n"));
    const config = { extends: "../../tsconfig.json", include: ["program.ts"] };
    writeFileSync(join(directory, "tsconfig.json"), JSON.stringify(config));
    const { stdout } = spawnSync(
      process.execPath,
      [COMPILER, "-p", directory, "--singleThreaded", "--pretty", "false"],
      {
        encoding: "utf8",
      },
    );
    return messagesOf(stdout);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Indented lines after a message belong to the message. */
function messagesOf(output: string): Map<number, string> {
  const messages = new Map<number, string>();
  let line = 0;
  for (const text of output.split("\n")) {
    line = Number(/program\.ts\((\d+),\d+\): error/.exec(text)?.[1] ?? line);
    if (text !== "") {
      messages.set(line, `${messages.get(line) ?? ""}${text}\n`);
    }
  }
  return messages;
}

describe("the TypeScript compiler", () => {
  const refused = Object.entries(REFUSED);
  let messages: Map<number, string>;

  beforeAll(() => {
    messages = compile([...PROGRAM, ...refused.map(([, [code]]) => code), ...ACCEPTED]);
  }, 60_000);

  test.each(refused.map(([name, [, part]], index) => [name, part, PROGRAM.length + index + 1] as const))(
    "refuses %s",
    (_, part, line) => {
      expect(messages.get(line)).toContain(part);
    },
  );

  test("accepts all valid programs", () => {
    const lines = refused.map((_, index) => PROGRAM.length + index + 1);
    expect([...messages].filter(([line]) => !lines.includes(line))).toEqual([]);
  });
});
