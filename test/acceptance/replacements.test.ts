import type { Emulator } from "../../src/emulator";
import { testReplacements } from "../support/acceptance/replacements";
import { environmentFor } from "../support/environment";
import { listed } from "../support/ui";
import { inServedWorkspaces, type ServedWorkspace } from "../support/workspace";

testReplacements("open-source");

describe("a dashboard that is replaced with create_before_destroy", () => {
  let emulator: Emulator;
  let workspace: ServedWorkspace;

  inServedWorkspaces(environmentFor, (opened) => {
    ({ emulator, workspace } = opened);
  });

  test('is not adopted by its own replacement with on_existing_name = "adopt"', async () => {
    const hcl = `
provider "clickstack" {
  requests_per_window = 10000
  on_existing_name    = "adopt"
}
resource "clickstack_dashboard" "x" {
  name  = "Shop"
  tiles = {}
  lifecycle {
    create_before_destroy = true
  }
}`;
    await workspace.applyOf(hcl);
    await workspace.run("apply", "-auto-approve", "-no-color", "-replace=clickstack_dashboard.x");
    const { id } = await workspace.state("clickstack_dashboard.x");
    expect(await listed(emulator, "dashboards")).toMatchObject([{ id }]);
  });
});
