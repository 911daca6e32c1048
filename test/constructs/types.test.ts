import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(__dirname, "..", "..");
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
];

/** What an author may not write, and a part of what the compiler says to it. */
const REFUSED = {
  "a tile key that the dashboard does not have": ['dashboard.tile("typo");', `"typo"' is not assignable`],
  "an alert on a tile that cannot alert": [
    'new Alert(stack, "a", { on: dashboard.tile("text"), when: above(1), every: "5m", notify: [slack] });',
    '"markdown"',
  ],
  "a quantile that the server does not compute": ['quantile(0.42, "Duration");', "0.42"],
  "an interval that the server does not know": [
    'new Alert(stack, "b", { on: dashboard.tile("errors"), when: above(1), every: "24h", notify: [slack] });',
    '"24h"',
  ],
  "a level on an aggregate without one": ["count({ level: 0.95 });", "'level' does not exist"],
  "a field of another kind of tile": [
    'tile.number({ source: logs, select: [count()], groupBy: "ServiceName" });',
    "groupBy",
  ],
  "a tile without source": ["tile.line({ select: [count()] });", "source"],
  "a source of another type": ["tile.line({ source: slack, select: [count()] });", "Webhook"],
  "columns where values are shown": ['tile.table({ source: logs, select: "Body" });', "string"],
  "values where columns are shown": ["tile.search({ source: logs, select: [count()] });", "string"],
  "a colour beyond the palette": ['tile.number({ source: logs, select: [count()], color: "red" });', '"red"'],
  "an item of a heatmap with an aggregate": ["tile.heatmap({ source: logs, select: [count()] });", "valueExpression"],
  "a source where a connection is queried": [
    'tile.sql.line({ source: logs, sqlTemplate: "SELECT 1" });',
    "'connection' is missing",
  ],
  "a kind that no query can fill": ["tile.sql.heatmap({});", "heatmap"],
  "colour rules on a number that a query fills": [
    'tile.sql.number({ connection: "1", sqlTemplate: "SELECT 1", colorRules: [] });',
    "colorRules",
  ],
  "a text where a colour rule needs a number": [
    'tile.number({ source: logs, select: [count()], colorRules: [{ operator: "gt", value: "1", color: "chart-red" }] });',
    "string",
  ],
  "a colour rule with three numbers": [
    'tile.number({ source: logs, select: [count()], colorRules: [{ operator: "between", between: [1, 2, 3], color: "chart-red" }] });',
    "Source has 3 element(s)",
  ],
  "a colour rule for a number and a text": [
    'tile.number({ source: logs, select: [count()], colorRules: [{ operator: "eq", value: 1, text: "a", color: "chart-red" }] });',
    "undefined",
  ],
  "a link of a chart that is no table": [
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
  "an id, which is the server's": [
    'new Dashboard(stack, "e", { id: "1", name: "D", tiles: {} });',
    "'id' does not exist",
  ],
  "a state that a key cannot have": ['new ApiKey(stack, "f", { name: "ci", state: "off" });', '"off"'],
} as const;

/** What an author may write; the compiler says nothing to it. */
const ACCEPTED = [
  'new Alert(stack, "g", { on: dashboard.tile("errors"), when: above(1), every: "5m", notify: [slack] });',
  'new Alert(stack, "h", { on: dashboard.tile("total"), when: above(1), every: "1d", notify: [slack] });',
  'new Alert(stack, "i", { on: { savedSearchId: slack.id }, when: above(1), every: "1m", notify: [slack] });',
  'new Alert(stack, "q", { on: dashboard.tile("query"), when: above(1), every: "5m", notify: [slack] });',
  'tile.number({ source: logs, select: [count()], colorRules: [{ operator: "eq", text: "a", color: "chart-red" }, { operator: "between", between: [1, 2], color: "chart-red", label: "x" }] });',
  'tile.sql.table({ connection: { id: "1" }, source: logs, sqlTemplate: "SELECT 1", onClick: onClick.dashboard(dashboard) });',
  'quantile(0.95, "Duration", { alias: "p95" });',
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
    const { stdout } = spawnSync(process.execPath, [COMPILER, "-p", directory, "--pretty", "false"], {
      encoding: "utf8",
    });
    return messagesOf(stdout);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The lines after a message that are indented belong to it. */
function messagesOf(output: string): Map<number, string> {
  const messages = new Map<number, string>();
  let line = 0;
  for (const text of output.split("\n")) {
    line = Number(/program\.ts\((\d+),\d+\): error/.exec(text)?.[1] ?? line);
    if (text !== "") messages.set(line, `${messages.get(line) ?? ""}${text}\n`);
  }
  return messages;
}

describe("the compiler", () => {
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

  test("accepts everything else", () => {
    const lines = refused.map((_, index) => PROGRAM.length + index + 1);
    expect([...messages].filter(([line]) => !lines.includes(line))).toEqual([]);
  });
});
