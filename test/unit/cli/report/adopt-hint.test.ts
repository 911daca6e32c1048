import type { ObjectChange, Report } from "../../../../src/cli/reports/changes/report-model";
import { adoptHint } from "../../../../src/cli/reports/changes/wording";

const object = (more: Partial<ObjectChange>): ObjectChange => ({
  address: "clickstack_dashboard.a",
  type: "clickstack_dashboard",
  noun: "dashboard",
  name: "A",
  action: "update",
  risks: [],
  fields: [],
  ...more,
});
const report = (objects: readonly ObjectChange[]): Report => ({
  command: "drift",
  stacks: [{ name: "a", folder: ".", managed: [], objects, outputs: [], diagnostics: [], failed: false, reviewed: [] }],
  unmanaged: [],
  shared: [],
  problems: [],
});

const HINT = "To take changes made in the UI into the code, run: npx cdk-clickstack adopt";

test("a report suggests adopt if an object in the code was changed on the server", () => {
  expect(adoptHint(report([object({}), object({ adoptable: true })]))).toBe(HINT);
  expect(adoptHint(report([object({})]))).toBeUndefined();
});

test("a report suggests adopt with the folder of a stack outside of the current folder", () => {
  const source = { file: "boards/main.tf", line: 1 };
  const { stacks, ...rest } = report([object({ adoptable: true, source })]);
  expect(adoptHint({ stacks, ...rest })).toBe(HINT);
  expect(adoptHint({ stacks: stacks.map((stack) => ({ ...stack, folder: "boards" })), ...rest })).toBe(
    HINT.replace("run:", "run in the folder of the stack:"),
  );
});

test("a report suggests the option for alerts that users created in the UI on managed tiles", () => {
  const alert = { type: "clickstack_alert", noun: "alert", name: "Errors", place: "A > tile errors", id: "a1" };
  expect(adoptHint({ ...report([]), unmanaged: [alert] })).toBeUndefined();
  expect(adoptHint({ ...report([]), unmanaged: [{ ...alert, adoptable: true }] })).toBe(`${HINT} --include-unmanaged`);
});
