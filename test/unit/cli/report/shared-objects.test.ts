import { readPlan } from "../../../../src/cli/engine/read-plan";
import { sharedObjects } from "../../../../src/cli/reports/changes/stack-report";

test("the sensitive name of an object in several states is not shown", () => {
  const stateOf = (name: string) => {
    const resource = {
      address: "clickstack_dashboard.a",
      mode: "managed",
      type: "clickstack_dashboard",
      name: "a",
      values: { id: "6b02", name: "secret name" },
      sensitive_values: { name: true },
    };
    const plan = readPlan({ prior_state: { values: { root_module: { resources: [resource] } } } }, name);
    return { stack: { name, folder: name }, plan, diagnostics: [] };
  };
  const shared = sharedObjects([stateOf("shop"), stateOf("team")]);
  expect(shared).toMatchObject([
    { id: "6b02", name: "(sensitive value)", places: [{ stack: "shop" }, { stack: "team" }] },
  ]);
  expect(JSON.stringify(shared)).not.toContain("secret name");
});
