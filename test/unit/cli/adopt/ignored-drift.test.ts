import { withoutIgnoredDrift } from "../../../../src/cli/commands/adopt/adopt";
import { readPlan } from "../../../../src/cli/engine/read-plan";
import { type DriftRule, parseDriftRules } from "../../../../src/cli/project/drift-rules";

const rulesIn = (yaml: string): readonly DriftRule[] => parseDriftRules(`ignore:\n${yaml}`, "rules.yaml");

const tile = (where: string, x: number) => ({
  name: "Errors",
  x,
  config: { display_type: "line", select: [{ where }] },
});

const CHANGES = [
  {
    address: "clickstack_dashboard.checkout",
    before: { id: "d1", name: "Checkout", tags: ["a"], tiles: { errors: tile("level:error", 0) } },
    after: {
      ...{ id: "d1", name: "Checkout v2", tags: ["a", "b"] },
      tiles: { errors: tile("level:fatal", 12), added: tile("", 3) },
    },
  },
  { address: "clickstack_alert.errors", before: { id: "a1", threshold: 1 }, after: { id: "a1", threshold: 2 } },
];

/** Returns the remaining drift by address. */
function driftWithout(yaml: string): Record<string, unknown> {
  const resource_drift = CHANGES.map(({ address, before, after }) => {
    const [type = "", name = ""] = address.split(".");
    return { address, mode: "managed", type, name, change: { actions: ["update"], before, after } };
  });
  const plan = readPlan({ format_version: "1.2", resource_drift }, "shop");
  const planned = { stack: { name: "shop", folder: __dirname }, plan, diagnostics: [] };
  const { plan: rest } = withoutIgnoredDrift(planned, yaml === "" ? [] : rulesIn(yaml));
  return Object.fromEntries((rest?.resource_drift ?? []).map(({ address, change }) => [address, change.after]));
}

describe("the drift rules of a project", () => {
  const [dashboard, alert] = CHANGES;

  test("exclude ignored objects from adopt", () => {
    expect(driftWithout("  - type: alert\n")).toEqual({ "clickstack_dashboard.checkout": dashboard?.after });
    expect(driftWithout("  - name: 'Checkout*'\n    what: changed\n")).toEqual({
      "clickstack_alert.errors": alert?.after,
    });
  });

  test("set an ignored field to the value of the last apply, and keep the other changes", () => {
    const rest = driftWithout("  - field: tiles.*.x\n  - field: tiles.*.config.select.*.where\n  - field: name\n");
    expect(rest).toEqual({
      "clickstack_dashboard.checkout": {
        ...{ id: "d1", name: "Checkout", tags: ["a", "b"] },
        tiles: { errors: tile("level:error", 0), added: tile("", 3) },
      },
      "clickstack_alert.errors": alert?.after,
    });
  });

  test("change nothing if no rule applies", () => {
    const all = { "clickstack_dashboard.checkout": dashboard?.after, "clickstack_alert.errors": alert?.after };
    expect(driftWithout("")).toEqual(all);
    expect(driftWithout("  - what: unmanaged\n")).toEqual(all);
  });
});
