import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Dashboards per file, because authors do not write hundreds into one file. */
const PER_FILE = 20;

/**
 * Writes a program with many different dashboards. Each has six tiles and some alerts.
 * @param alerts number of alerts of each dashboard
 */
export function writeAuthoredProgram(folder: string, dashboards: number, alerts = 1): void {
  mkdirSync(folder, { recursive: true });
  const files = Math.ceil(dashboards / PER_FILE);
  for (let file = 0; file < files; file += 1) {
    const numbers = Array.from(
      { length: Math.min(PER_FILE, dashboards - file * PER_FILE) },
      (_, i) => file * PER_FILE + i,
    );
    writeFileSync(
      join(folder, `dashboards-${file}.ts`),
      [HEAD, ...numbers.map((n) => dashboardText(n, alerts)), "}\n"].join("\n"),
    );
  }
  const names = Array.from({ length: files }, (_, file) => file);
  writeFileSync(
    join(folder, "main.ts"),
    [
      'import { ClickStackProvider } from "cdk-clickstack";',
      'import { App, TerraformStack } from "cdktf";',
      ...names.map((file) => `import { addDashboards as add${file} } from "./dashboards-${file}";`),
      "const app = new App();",
      'const stack = new TerraformStack(app, "authored");',
      'new ClickStackProvider(stack, "clickstack", { endpoint: "http://localhost:8000", apiKey: "key" });',
      ...names.map((file) => `add${file}(stack);`),
      "app.synth();",
      "",
    ].join("\n"),
  );
}

const HEAD = `import { Alert, above, count, Dashboard, onClick, quantile, Source, tile, Webhook } from "cdk-clickstack";
import type { TerraformStack } from "cdktf";

export function addDashboards(stack: TerraformStack): void {
  const logs = Source.byName(stack, "Logs");
  const traces = Source.byName(stack, "Traces");
  const slack = Webhook.byName(stack, "Slack oncall");`;

function dashboardText(n: number, alerts: number): string {
  const where = `ServiceName:service-${n}`;
  return `
  const dashboard${n} = new Dashboard(stack, "service-${n}", {
    name: "Service ${n}",
    tags: ["service-${n}", "production"],
    filters: [{ name: "Host", expression: "Host", source: logs, appliesTo: [logs] }],
    tiles: {
      about: tile.markdown({ markdown: "# Service ${n}" }),
      errors: tile.line({ source: logs, select: [count({ where: "${where} AND level:error" })], groupBy: "Host" }),
      share: tile.stackedBar({
        source: traces,
        select: [count({ where: "${where} AND StatusCode:Error" }), count({ where: "${where}" })],
        formulas: [{ expression: "A / B" }],
      }),
      latency: tile.number({
        source: traces,
        select: [quantile(0.95, "Duration", { where: "${where}" })],
        numberFormat: { output: "duration", factor: 1e-9 },
        colorRules: [{ operator: "gt", value: ${n + 1}, color: "chart-error" }],
      }),
      routes: tile.table({
        source: traces,
        select: [count({ where: "${where}", alias: "requests" })],
        groupBy: "SpanName",
        onClick: onClick.search(traces),
      }),
      events: tile.search({ source: logs, select: "Timestamp, Body", where: "${where}" }),
    },
  });
${Array.from({ length: alerts }, (_, index) => alertText(n, index)).join("\n")}`;
}

function alertText(n: number, index: number): string {
  return `  new Alert(stack, "errors-${n}${index === 0 ? "" : `-${index}`}", {
    name: "Errors of service ${n}",
    on: dashboard${n}.tile("errors"),
    when: above(${n + 10 + index}),
    every: "5m",
    notify: [slack],
  });`;
}
