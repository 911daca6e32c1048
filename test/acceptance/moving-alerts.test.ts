import type { Emulator } from "../../src/emulator";
import { dashboard, LINE, testMovingAlerts, tile } from "../support/acceptance/moving-alerts";
import { environmentFor } from "../support/environment";
import { listed, stored, ui } from "../support/ui";
import { inServedWorkspaces, type ServedWorkspace } from "../support/workspace";

testMovingAlerts("open-source");

describe("a dashboard with tiles that other clients change", () => {
  let emulator: Emulator;
  let workspace: ServedWorkspace;

  inServedWorkspaces(environmentFor, (opened) => {
    ({ emulator, workspace } = opened);
  });

  const NUMBER = LINE.replace("line", "number");
  const ignoring = (name: string) => `
data "clickstack_source" "logs" { name = "Logs" }
resource "clickstack_dashboard" "d" {
  name  = "${name}"
  tiles = { a = ${tile("A", NUMBER)} }
  lifecycle { ignore_changes = [tiles] }
}`;

  test("keeps tiles and settings that a user added in the UI if ignore_changes contains its tiles", async () => {
    await workspace.applyOf(ignoring("before"));
    const { id, tile_ids } = (await workspace.state("clickstack_dashboard.d")) as {
      id: string;
      tile_ids: Record<string, string>;
    };
    const colorRules = [{ operator: "gt", value: 5, color: "chart-red" }];
    await ui(emulator, "PATCH", `/api/v2/dashboards/${id}/tiles/${tile_ids.a}`, { config: { colorRules } });
    const source = String((await listed(emulator, "sources"))[0]?.id);
    const pie = { displayType: "pie", sourceId: source, select: [{ aggFn: "count" }] };
    await ui(emulator, "POST", `/api/v2/dashboards/${id}/tiles`, { name: "Pie", x: 0, y: 9, w: 6, h: 6, config: pie });
    workspace.write(ignoring("after"));
    await workspace.apply();
    expect(await stored(emulator, "dashboards", id)).toMatchObject({
      name: "after",
      tiles: [
        { id: tile_ids.a, config: { colorRules } },
        { name: "Pie", config: { displayType: "pie", sourceId: source } },
      ],
    });
    expect(await workspace.plannedDifferences()).toEqual([]);
  });

  test("keeps unmanaged alerts if a tile gets another key", async () => {
    const declared = (key: string) =>
      `data "clickstack_source" "logs" { name = "Logs" }\n${dashboard("d", { [key]: tile("A") })}`;
    await workspace.applyOf(declared("a"));
    const { id, tile_ids } = (await workspace.state("clickstack_dashboard.d")) as {
      id: string;
      tile_ids: Record<string, string>;
    };
    const webhook = String((await listed(emulator, "webhooks"))[0]?.id);
    await ui(emulator, "POST", "/api/v2/alerts", {
      source: "tile",
      dashboardId: id,
      tileId: tile_ids.a,
      interval: "5m",
      threshold: 1,
      thresholdType: "above",
      channel: { type: "webhook", webhookId: webhook },
    });
    workspace.write(declared("b"));
    await workspace.apply();
    expect(await listed(emulator, "alerts")).toMatchObject([{ tileId: tile_ids.a }]);
    expect((await workspace.state("clickstack_dashboard.d")).tile_ids).toEqual({ b: tile_ids.a });
  });
});
