import type { ObjectChange, Report } from "../../../../src/cli/report/model";
import { adoptHint } from "../../../../src/cli/report/wording";

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

test("a report names adopt if a program declares an object that was changed on the server", () => {
  expect(adoptHint(report([object({}), object({ adoptable: true })]))).toBe(
    "To take changes made in the UI into the program, run: npx cdk-clickstack adopt",
  );
  expect(adoptHint(report([object({})]))).toBeUndefined();
});
