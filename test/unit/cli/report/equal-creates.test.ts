import { readPlan } from "../../../../src/cli/engine/read-plan";
import { equalCreates } from "../../../../src/cli/reports/changes/equal-creates";

const ALERT = { name: "Errors", threshold: 100, threshold_type: "above", interval: "5m" };

const created = (name: string, after: object) => ({
  ...{ address: `clickstack_alert.${name}`, mode: "managed", type: "clickstack_alert", name },
  change: { actions: ["create"], before: null, after, after_unknown: { id: true, dashboard_id: true } },
});
const deleted = (name: string, before: object) => ({
  ...{ address: `clickstack_alert.${name}`, mode: "managed", type: "clickstack_alert", name },
  change: { actions: ["delete"], before: { id: `id-${name}`, dashboard_id: "d1", ...before }, after: null },
});
const warningsOf = (...changes: readonly object[]) =>
  equalCreates(readPlan({ resource_changes: changes, configuration: {} }, "plan.json")).map(({ address, detail }) => [
    address,
    /^\S+/.exec(detail)?.[0],
  ]);

test("a created object that equals a deleted object is reported with both addresses", () => {
  expect(warningsOf(deleted("old", ALERT), created("new", ALERT))).toEqual([
    ["clickstack_alert.new", "clickstack_alert.old"],
  ]);
});

test("each deleted object is matched with only one created object", () => {
  const changes = [
    deleted("a", ALERT),
    deleted("b", ALERT),
    created("c", ALERT),
    created("d", ALERT),
    created("e", ALERT),
  ];
  expect(warningsOf(...changes)).toEqual([
    ["clickstack_alert.c", "clickstack_alert.a"],
    ["clickstack_alert.d", "clickstack_alert.b"],
  ]);
});

test("objects with different content are not reported", () => {
  expect(warningsOf(deleted("old", ALERT), created("new", { ...ALERT, threshold: 9 }))).toEqual([]);
  expect(warningsOf(deleted("old", ALERT), created("new", { ...ALERT, name: "Other" }))).toEqual([]);
});

test("the warning explains how to keep the object", () => {
  const plan = readPlan(
    { resource_changes: [deleted("old", ALERT), created("new", ALERT)], configuration: {} },
    "plan",
  );
  expect(equalCreates(plan)[0]?.detail).toContain(
    'Fix: To keep it, call moveFromId("clickstack_alert.old") on the new construct',
  );
});
