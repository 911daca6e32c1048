import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readPlan } from "../../../../src/cli/engine/read-plan";
import type { Report } from "../../../../src/cli/reports/changes/report-model";
import { planReport } from "../../../../src/cli/reports/changes/stack-report";
import { adoptHint } from "../../../../src/cli/reports/changes/wording";
import { htmlReport } from "../../../../src/cli/reports/formats/html-report";
import { jsonReport } from "../../../../src/cli/reports/formats/json-report";
import { markdownReport } from "../../../../src/cli/reports/formats/markdown-report";
import { textReport } from "../../../../src/cli/reports/formats/text-report";
import { colorsFor } from "../../../../src/cli/terminal/colors";

const ALERT = { id: "a1", name: "Errors", threshold: 100, threshold_type: "above", interval: "5m" };
const BOARD = { id: "d1", name: "Checkout", tags: ["shop"], filters: [{ name: "Service", expression: "ServiceName" }] };

interface Values {
  readonly applied: object;
  /** Null if the object was deleted. */
  readonly onServer: object | null;
  /** Null if the code no longer declares the object. */
  readonly planned: object | null;
}

const resource = (type: string, actions: readonly string[], before: object | null, after: object | null) => ({
  ...{ address: `clickstack_${type}.x`, mode: "managed", type: `clickstack_${type}`, name: "x" },
  change: { actions, before, after },
});

/** Returns the report of a plan for one object. */
function reportOf(type: string, { applied, onServer, planned }: Values, folder = process.cwd()): Report {
  const action = onServer === null ? "create" : planned === null ? "delete" : "update";
  const isChanged = JSON.stringify(applied) !== JSON.stringify(onServer);
  const plan = readPlan(
    {
      resource_changes: [resource(type, [action], onServer, planned)],
      resource_drift: isChanged ? [resource(type, [onServer ? "update" : "delete"], applied, onServer)] : [],
      configuration: {},
    },
    "plan.json",
  );
  const stack = planReport({ stack: { name: "shop", folder }, plan, diagnostics: [] });
  return { command: "plan", stacks: [stack], unmanaged: [], shared: [], problems: [] };
}

const textOf = (report: Report) =>
  textReport(report, { colors: colorsFor({}, {}), width: Number.POSITIVE_INFINITY }).split("\n");

test("a plan lists changes of the code apart from changes that were made elsewhere", () => {
  const report = reportOf("alert", {
    applied: ALERT,
    onServer: { ...ALERT, threshold: 5000 },
    planned: { ...ALERT, interval: "1m" },
  });
  expect(textOf(report)).toEqual([
    "shop (.): 1 to change",
    "",
    "  Alerts",
    "  ~ Errors (≥ 100 in 1m) will change clickstack_alert.x",
    "      interval `5m` -> `1m`",
    "",
    "  Alerts changed or deleted elsewhere, as in the UI. The apply restores them",
    "  ↩ Errors (≥ 100 in 1m) was changed elsewhere and will be changed back clickstack_alert.x",
    "      threshold `5000` -> `100`",
    "",
    "1 to change.",
    "",
  ]);
});

test('a plan that only restores a changed value counts it as "changed back" in every format', () => {
  const report = reportOf("alert", { applied: ALERT, onServer: { ...ALERT, threshold: 5000 }, planned: ALERT });
  expect(textOf(report)[0]).toBe("shop (.): 1 to change back");
  expect(markdownReport(report)).toContain("<summary>Alerts changed or deleted elsewhere, as in the UI.");
  expect(markdownReport(report)).toContain("was changed elsewhere and will be changed back");
  expect(htmlReport(report)).toContain('<span class="sign undone">↩</span>');
  const [object] = JSON.parse(jsonReport(report)).stacks[0].objects;
  expect([object.action, object.elsewhere, object.fields[0].elsewhere]).toEqual(["update", "changed", "undone"]);
});

test('an object that was deleted elsewhere is shown as "will be created again"', () => {
  const report = reportOf("alert", { applied: ALERT, onServer: null, planned: ALERT });
  expect(textOf(report).slice(0, 4)).toEqual([
    "shop (.): 1 to create again",
    "",
    "  Alerts changed or deleted elsewhere, as in the UI. The apply restores them",
    "  ↩ Errors (≥ 100 in 5m) was deleted elsewhere and will be created again clickstack_alert.x",
  ]);
});

test("a value that both the code and the UI changed is a change of the code, with a note", () => {
  const report = reportOf("alert", {
    applied: ALERT,
    onServer: { ...ALERT, threshold: 5000 },
    planned: { ...ALERT, threshold: 9 },
  });
  expect(textOf(report).slice(2, 5)).toEqual([
    "  Alerts",
    "  ~ Errors (≥ 9 in 5m) will change clickstack_alert.x",
    "      threshold `5000` -> `9` (changed elsewhere too)",
  ]);
});

test.each([
  ["a filter that the UI added", [...BOARD.filters, { name: "Pod", expression: "Pod" }], BOARD.filters, "undone"],
  ["a filter that the UI removed", [], BOARD.filters, "undone"],
  ["a filter that the code added", BOARD.filters, [...BOARD.filters, { name: "Pod", expression: "Pod" }], undefined],
  ["a filter that the code removed", BOARD.filters, [], undefined],
])("%s is shown with the correct origin", (_, onServer, planned, origin) => {
  const { stacks } = reportOf("dashboard", {
    applied: BOARD,
    onServer: { ...BOARD, filters: onServer, tags: ["ui"] },
    planned: { ...BOARD, filters: planned },
  });
  const fields = stacks[0]?.objects[0]?.fields.map(({ path, elsewhere }) => [path[0], elsewhere]);
  expect(fields).toEqual([
    ["tags", "undone"],
    ["filters", origin],
  ]);
});

test("a plan does not list a change that was made elsewhere and that the apply keeps", () => {
  const { stacks } = reportOf("alert", {
    applied: ALERT,
    onServer: { ...ALERT, note: "from the UI" },
    planned: { ...ALERT, note: "from the UI", threshold: 9 },
  });
  expect(stacks[0]?.objects[0]?.fields.map(({ path, elsewhere }) => [path, elsewhere])).toEqual([
    [["threshold"], undefined],
  ]);
});

test("a plan suggests adopt only for an object that was changed elsewhere", () => {
  const folder = mkdtempSync(join(tmpdir(), "elsewhere-"));
  writeFileSync(join(folder, "main.tf"), 'resource "clickstack_alert" "x" {\n}\n');
  const hintOf = (values: Values) => adoptHint(reportOf("alert", values, folder));
  const inUi = { ...ALERT, threshold: 5000 };
  expect(hintOf({ applied: ALERT, onServer: inUi, planned: ALERT })).toContain("npx cdk-clickstack adopt");
  expect(hintOf({ applied: ALERT, onServer: inUi, planned: { ...inUi, interval: "1m" } })).toBeUndefined();
});
