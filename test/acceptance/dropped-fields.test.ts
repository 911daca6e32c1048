import type { Emulator } from "../../src/emulator";
import { environmentFor } from "../support/environment";
import { listed } from "../support/ui";
import { inServedWorkspaces, type ServedWorkspace } from "../support/workspace";

const DASHBOARD = `data "clickstack_source" "logs" { name = "Logs" }
resource "clickstack_dashboard" "it" {
  name  = "Shop"
  tags  = ["shop"]
  tiles = {
    a = {
      name = "A", x = 0, y = 0, w = 12, h = 6
      config = { display_type = "line", source_id = data.clickstack_source.logs.id, select = [{ agg_fn = "count", where = "level:error" }] }
    }
  }
}`;

/** Returns the text without the engine's frames and line breaks. */
const unframed = (text: string) => text.replace(/[\s│╷╵]+/g, " ");

// test/integration/resources/dropped-fields.test.ts tests other resource types without the engine.
describe("a dashboard that loses a tile on the server", () => {
  let emulator: Emulator;
  let workspace: ServedWorkspace;

  inServedWorkspaces(environmentFor, (opened) => {
    ({ emulator, workspace } = opened);
  });

  test("is created with a warning and keeps its id in later applies", async () => {
    const address = "clickstack_dashboard.it";
    const drop = { drop: ["tiles.0"], times: 9 };
    emulator.failNext({ method: "POST", path: "*/dashboards", ...drop });
    emulator.failNext({ method: "PUT", path: "*/dashboards/*", ...drop });
    workspace.write(DASHBOARD);
    const created = unframed(await workspace.apply());
    expect(created).toContain("Warning: The server stored another value than planned");
    expect(created).toContain('tiles["a"]');
    const { id } = await workspace.state(address);
    expect((await workspace.plannedChanges()).map(({ actions }) => actions)).toEqual([["update"]]);
    expect(unframed(await workspace.apply())).toContain("Warning: The server stored another value than planned");
    expect((await workspace.state(address)).id).toBe(id);
    expect((await listed(emulator, "dashboards")).map((each) => each.id)).toContain(id);
    emulator.clearFaults();
    await workspace.apply();
    expect((await workspace.state(address)).id).toBe(id);
    expect(await workspace.plannedDifferences()).toEqual([]);
  });
});
