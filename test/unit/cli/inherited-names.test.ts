import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { differences } from "../../../src/cli/engine/plan-json";
import { readPlan } from "../../../src/cli/engine/read-plan";
import { parseDriftRules } from "../../../src/cli/project/drift-rules";
import type { Report } from "../../../src/cli/reports/changes/report-model";
import { driftReport, planReport } from "../../../src/cli/reports/changes/stack-report";
import { drawingsOf, htmlReport } from "../../../src/cli/reports/formats/html-report";
import { jsonReport } from "../../../src/cli/reports/formats/json-report";
import { junitReport } from "../../../src/cli/reports/formats/junit-report";
import { markdownReport } from "../../../src/cli/reports/formats/markdown-report";
import { sarifReport } from "../../../src/cli/reports/formats/sarif-report";
import { textReport } from "../../../src/cli/reports/formats/text-report";
import { questionsFor } from "../../../src/cli/server/backtest/queries";
import { colorsFor } from "../../../src/cli/terminal/colors";
import { alertText, dashboardsSvg, drawnDashboard } from "../../../src/drawing";
import { meets } from "../../../src/evaluation/condition";
import { scheduleOf } from "../../../src/evaluation/schedule";
import { callCli } from "../../support/cli/call-cli";
import { temporaryFolder } from "../../support/constructs/synthesize";
import { board, tile } from "../../support/drawing/boards";

/** Names of properties that every JavaScript object inherits. */
const NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];

const named = <T>(value: (name: string) => T) =>
  JSON.parse(`{${NAMES.map((name) => `${JSON.stringify(name)}:${JSON.stringify(value(name))}`).join(",")}}`);

const config = (where: string) => ({ display_type: "line", source_id: "s", select: [{ agg_fn: "count", where }] });
const tiles = (where: string) =>
  named((name) => ({ name: `Tile ${name}`, x: 0, y: 0, w: 4, h: 4, config: config(where), [name]: 1 }));
const ids = named((name) => `id of ${name}`);

const resource = (type: string, name: string, actions: readonly string[], before: unknown, after: unknown) => ({
  ...{ address: `${type}.${name}`, mode: "managed", type, name },
  change: { actions, before, after },
});
const dashboard = { id: "d", name: "hasOwnProperty", tile_ids: ids };
const alerts = NAMES.map((name) => ({ id: name, name, dashboard_id: "d", tile_id: `id of ${name}`, threshold: 1 }));

const plan = readPlan(
  {
    resource_changes: [
      resource(
        "clickstack_dashboard",
        "constructor",
        ["update"],
        { ...dashboard, tiles: tiles("a") },
        { ...dashboard, tiles: tiles("b") },
      ),
      resource(
        "clickstack_dashboard",
        "toString",
        ["update"],
        { ...dashboard, tiles: tiles("a") },
        { ...dashboard, tiles: {}, tile_ids: {} },
      ),
      resource("clickstack_dashboard", "__proto__", ["create"], null, { name: "__proto__", tiles: tiles("c") }),
      ...alerts.map((alert) => resource("clickstack_alert", alert.name, ["no-op"], alert, alert)),
      resource("null_resource", "valueOf", ["create"], null, { triggers: named((name) => name) }),
    ],
    resource_drift: [
      resource(
        "clickstack_dashboard",
        "constructor",
        ["update"],
        { ...dashboard, tiles: tiles("a") },
        { ...dashboard, tiles: tiles("b") },
      ),
    ],
    prior_state: {
      values: {
        root_module: {
          resources: [
            {
              address: "clickstack_dashboard.constructor",
              type: "clickstack_dashboard",
              name: "constructor",
              values: dashboard,
            },
            ...alerts.map((alert) => ({
              address: `clickstack_alert.${alert.name}`,
              type: "clickstack_alert",
              name: alert.name,
              values: alert,
            })),
          ],
        },
      },
    },
    configuration: { root_module: {} },
  },
  "plan.json",
);
const planned = { stack: { name: "constructor", folder: temporaryFolder() }, plan, diagnostics: [] };

afterEach(() => {
  expect(Object.getOwnPropertyNames(Object.prototype).filter((name) => name === "polluted")).toEqual([]);
});

test("keys with the names of inherited properties are compared and reported like other keys", () => {
  const report = planReport(planned);
  const changed = report.objects.find(({ address }) => address === "clickstack_dashboard.constructor");
  expect(changed?.fields.map(({ part, field, before, after }) => [part, field, before, after])).toEqual(
    NAMES.map((name) => [`tile ${name}`, "where", { kind: "value", value: "a" }, { kind: "value", value: "b" }]),
  );
  const emptied = report.objects.find(({ address }) => address === "clickstack_dashboard.toString");
  expect(emptied?.risks).toEqual([
    { rule: "alerted-tile-deleted", message: `tiles with alerts deleted: ${NAMES.join(", ")}` },
  ]);
  const other = report.objects.find(({ type }) => type === "null_resource");
  expect(other?.fields).toMatchObject([{ field: "triggers" }]);
});

test("a report in every format shows keys with the names of inherited properties, and no built-in functions", () => {
  const drift: Report = {
    command: "drift",
    stacks: [driftReport(planned, (change) => change)],
    unmanaged: [],
    shared: [],
    problems: [],
  };
  const report: Report = { ...drift, command: "plan", stacks: [planReport(planned)] };
  const texts = [
    textReport(report, { colors: colorsFor({}, {}), width: Number.POSITIVE_INFINITY }),
    markdownReport(report),
    htmlReport(report, drawingsOf("plan", [planned])),
    htmlReport(drift, drawingsOf("drift", [planned])),
    jsonReport(report),
    junitReport(drift),
    sarifReport(drift),
  ];
  for (const text of texts) {
    for (const name of NAMES) {
      expect(text.replaceAll("\\_", "_")).toContain(name);
    }
    expect(text).not.toMatch(/native code|function Object|\[object Object\]/);
  }
  const triggers = JSON.parse(texts[4] ?? "").stacks[0].objects.find(
    ({ type }: { type: string }) => type === "null_resource",
  );
  expect(Object.keys(triggers.fields[0].after.value)).toEqual(NAMES);
});

test("a plan and a configuration with the names of inherited properties as keys can be drawn", async () => {
  const folder = temporaryFolder();
  const [planFile, configuration] = [join(folder, "plan.json"), join(folder, "cdk.tf.json")];
  writeFileSync(planFile, JSON.stringify(plan));
  const boards = named((name) => ({ name: `Board ${name}`, tiles: tiles("x") }));
  writeFileSync(configuration, JSON.stringify({ resource: { clickstack_dashboard: boards } }));
  for (const file of [planFile, configuration]) {
    for (const format of ["text", "json", "html", "svg"]) {
      const { exitCode, stdout, stderr } = await callCli(["preview", file, "--format", format]);
      expect(exitCode).toBe(0);
      expect(stderr).toBe("");
      for (const name of NAMES) {
        expect(stdout).toContain(name);
      }
      expect(stdout).not.toMatch(/native code|function Object/);
    }
  }
});

test.each(NAMES)("%s is an unknown value where a kind, a condition, an interval or a function is expected", (name) => {
  expect(alertText({ thresholdType: name, threshold: 1, interval: "5m" })).toBe(`${name} 1 in 5m`);
  expect(meets({ type: name, threshold: 1, max: 1 }, 1)).toBe(false);
  expect(scheduleOf({ interval: name })).toBeUndefined();
  const query = { series: [{ aggFn: name }], outputs: [] };
  expect(questionsFor([0], { length: 60_000, phase: 1, notBefore: 0 }, query).bucket).toBeUndefined();
  const drawing = drawnDashboard(board(tile("a", [0, 0, 12, 6], { config: { displayType: name } })));
  expect(dashboardsSvg([drawing])).not.toMatch(/native code|cs-sketch"/);
  expect(differences(JSON.parse(`{"${name}":1}`), {})).toEqual([name]);
  expect(() => parseDriftRules(`ignore: [{ type: dashboard, ${name}: x }]`, "rules.yaml")).toThrow(
    `"${name}" is not a valid key. Valid keys: type`,
  );
});
