import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPlan } from "../../../src/cli/engine/read-plan";
import type { Report } from "../../../src/cli/reports/changes/report-model";
import { planReport } from "../../../src/cli/reports/changes/stack-report";
import { htmlReport } from "../../../src/cli/reports/formats/html-report";
import { jsonReport } from "../../../src/cli/reports/formats/json-report";
import { junitReport } from "../../../src/cli/reports/formats/junit-report";
import { markdownReport } from "../../../src/cli/reports/formats/markdown-report";
import { sarifReport } from "../../../src/cli/reports/formats/sarif-report";
import { textReport } from "../../../src/cli/reports/formats/text-report";
import { colorsFor } from "../../../src/cli/terminal/colors";
import { VERSION } from "../../../src/version";
import { temporaryFolder } from "../constructs/synthesize";
import { RecordServer } from "../record-server";
import { adoptInto } from "./adopted-program";
import { callCli } from "./call-cli";
import { writeHcl, writeTypeScript } from "./import/written-code";
import { configurationFolder, lintFolders } from "./lint";
import { dashboardChange, sampleReport } from "./report/sample-report";

/** The servers accept texts of this length in a tile. */
const LENGTH = 50_000;

/** Processor time of one command. Linear code needs a tenth of it. */
const MAX_MS = 5000;

/** The start of a text, and the part that is repeated until the text has its length. */
type Repeated = readonly [start: string, part: string];

/** Texts that make careless code read its input again and again. */
export const REPEATED: readonly Repeated[] = [
  ["", "1"],
  ["", "1e"],
  ["", "a"],
  ["a", "_"],
  ["", "\u00e9\u65e5"],
  ["", " "],
  ["x", "\n"],
  ["x", "\r\n "],
  ["", "\\'"],
  ["'", "\\'"],
  ['"', '\\"'],
  ["", "`"],
  ["${file", "/**/"],
  ["${file", "/*"],
  ["${file", "file#\n"],
  ["", "--"],
  ["", "[("],
  ["", "${"],
  ["", "%{$$"],
  ["${TfToken[", "${TfToken["],
  ["a BETWEEN ", "BETWEEN "],
  ["a", " as"],
  ["x", "\u0301\u0323"],
  ["", "\ufe0f"],
  ["", "\u{1f468}\u200d"],
  ["", "\u001b]8;;"],
  ["", "http://a@"],
  ["", "<!--|<style>"],
  ["", "AND "],
];

/** Returns a text that starts with the parts and ends with characters that few patterns accept. */
const textOf = ([start, part]: Repeated) => `${start}${part.repeat(LENGTH / part.length)}\u0007<`;

const place = { x: 0, y: 0, w: 24, h: 6 };
const id = (index: number) => `6955b9000000000000${String(index).padStart(6, "0")}`;

/** A dashboard of the API with a text in every kind of field. */
const dashboard = (text: string) => ({
  id: id(1),
  name: text,
  tags: [text],
  savedQuery: text,
  tiles: [
    { id: id(2), name: text, ...place, config: { displayType: "markdown", markdown: text } },
    {
      id: id(3),
      name: text,
      ...place,
      config: {
        displayType: "line",
        sourceId: id(4),
        select: [{ aggFn: "sum", valueExpression: text, where: text, whereLanguage: "sql", alias: text }],
        groupBy: text,
      },
    },
    {
      id: id(5),
      name: text,
      ...place,
      config: { configType: "sql", displayType: "table", connectionId: id(6), sqlTemplate: text },
    },
  ],
});

const savedSearch = (text: string) => ({
  id: id(7),
  name: text,
  sourceId: id(4),
  select: text,
  where: text,
  filters: [{ type: "sql", condition: text }],
});

/** Returns the dashboard in Terraform's JSON. */
const configuration = (text: string) => ({
  "//": { metadata: { stackName: "shop" } },
  terraform: { required_providers: { clickstack: { source: "cdk-clickstack/clickstack", version: VERSION } } },
  provider: { clickstack: [{}] },
  resource: {
    clickstack_dashboard: {
      first: {
        name: text,
        tiles: {
          text: { name: text, ...place, config: { display_type: "markdown", markdown: text } },
          line: {
            name: text,
            ...place,
            config: {
              display_type: "line",
              source_id: id(4),
              select: [{ agg_fn: "sum", value_expression: text, where: text, where_language: "sql", alias: text }],
              group_by: text,
            },
          },
          sql: { name: text, ...place, config: { display_type: "table", connection_id: id(6), sql_template: text } },
        },
      },
    },
  },
});

const drawn = (form: string) => async (text: string) => {
  const file = join(temporaryFolder(), "cdk.tf.json");
  writeFileSync(file, JSON.stringify(configuration(text)));
  const words = ["preview", file, "-o", `${file}.${form}`];
  expect(await callCli(words, { COLUMNS: "80" })).toMatchObject({ exitCode: 0, stderr: "" });
};

/** Code of the commands, each for one text. */
const STEPS: Readonly<Record<string, (text: string) => unknown>> = {
  import: async (text) => {
    await using server = await RecordServer.start();
    server.records = { dashboards: [dashboard(text)], "saved-searches": [savedSearch(text)] };
    const model = await server.importedModel();
    expect(writeTypeScript(model).length).toBeGreaterThan(0);
    expect(writeHcl(model).length).toBeGreaterThan(0);
  },
  adopt: (text) => {
    const program = `import { Dashboard, tile } from "cdk-clickstack";
new Dashboard(stack, "x", {
  name: "Old",
  tiles: { a: { name: "Old", x: 0, y: 0, w: 24, h: 6, config: tile.markdown({ markdown: ${JSON.stringify(text)} }) } },
});
`;
    const tiles = (name: string, markdown: string) => ({
      a: { name, ...place, config: { displayType: "markdown", markdown } },
    });
    adoptInto(program, {
      type: "dashboard",
      old: { name: "Old", tiles: tiles("Old", text) },
      wanted: { name: text, tiles: tiles(text, `${text}!`) },
    } as never);
  },
  "preview as text": drawn("txt"),
  "preview as JSON": drawn("json"),
  "preview as a page": drawn("html"),
  report: (text) => {
    const changed = {
      ...dashboardChange,
      name: text,
      fields: dashboardChange.fields.map((field) => ({
        ...field,
        before: { kind: "value", value: text },
        after: { kind: "value", value: `${text}\n!` },
      })),
    };
    const sample = sampleReport("plan");
    const report = { ...sample, stacks: sample.stacks.map((stack) => ({ ...stack, objects: [changed] })) } as Report;
    for (const render of [markdownReport, htmlReport, jsonReport, junitReport, sarifReport]) {
      expect(render(report)).not.toBe("");
    }
  },
  "the report of a plan": (text) => {
    const [before, after] = [text, `${text}!`].map((each) => configuration(each).resource.clickstack_dashboard.first);
    const address = { address: "clickstack_dashboard.first", type: "clickstack_dashboard", name: "first" };
    const change = { ...address, mode: "managed", change: { actions: ["update"], before, after } };
    const drift = { ...change, change: { ...change.change, before: after, after: before } };
    const plan = readPlan({ resource_changes: [change], resource_drift: [drift] }, "plan.json");
    const stacks = [planReport({ stack: { name: "shop", folder: __dirname }, plan, diagnostics: [] })];
    const report: Report = { command: "plan", stacks, unmanaged: [], shared: [], problems: [] };
    expect(textReport(report, { colors: colorsFor({}, {}), width: 80 })).toContain("clickstack_dashboard.first");
  },
  lint: async (text) => {
    expect((await lintFolders([configurationFolder(configuration(text))])).problems.length).toBeGreaterThan(0);
  },
  stage: async (text) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "in", "stacks", "shop"), { recursive: true });
    writeFileSync(join(folder, "in", "stacks", "shop", "cdk.tf.json"), JSON.stringify(configuration(text)));
    await callCli(["stage", join(folder, "in"), "--out", join(folder, "out"), "--backend", "{}"]);
  },
};

/** Tests that every command reads a text of 50,000 characters in a few seconds. */
export function describeSizes(repeated: readonly Repeated[]): void {
  describe.each(Object.entries(STEPS))("%s", (_, step) => {
    test.each(repeated.map((each) => [each.join(""), each] as const))(
      "reads a long text of %j in linear time",
      async (_words, each) => {
        const before = process.cpuUsage();
        await step(textOf(each));
        expect(process.cpuUsage(before).user / 1000).toBeLessThan(MAX_MS);
      },
    );
  });
}
