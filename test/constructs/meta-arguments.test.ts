import { ApiKey, Dashboard, Source } from "../../src";
import { only, synthesized } from "./synthesize";

const adopt = { id: "2f1f7f0e-6a3c-4a53-9d3e-0a1c3c0f5b11" };

test("what must be applied before is named in Terraform's own argument", () => {
  const json = synthesized((stack) => {
    const key = new ApiKey(stack, "ci", { adopt });
    new Dashboard(stack, "checkout", { name: "D", tiles: {}, dependsOn: [key] });
    new Source(stack, "logs", { name: "Logs", dependsOn: [key] });
  });
  expect(only(json.resource?.clickstack_dashboard).depends_on).toEqual(["clickstack_api_key.ci"]);
  expect(only(json.data?.clickstack_source).depends_on).toEqual(["clickstack_api_key.ci"]);
});

test("a life cycle is Terraform's own argument and no attribute", () => {
  const json = synthesized((stack) => {
    new ApiKey(stack, "ci", { adopt, lifecycle: { preventDestroy: true, ignoreChanges: ["state"] } });
  });
  expect(only(json.resource?.clickstack_api_key)).toEqual({
    adopt,
    lifecycle: { prevent_destroy: true, ignore_changes: ["state"] },
  });
});
