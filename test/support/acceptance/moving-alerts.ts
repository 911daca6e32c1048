import type { Emulator } from "../../../src/emulator";
import { type DeploymentName, ENVIRONMENTS } from "../environment";
import { listed, stored } from "../ui";
import { inServedWorkspaces, type ServedWorkspace } from "../workspace";

export const LINE =
  '{ display_type = "line", source_id = data.clickstack_source.logs.id, select = [{ agg_fn = "count" }] }';
const MARKDOWN = '{ display_type = "markdown", markdown = "hi" }';
export const tile = (name: string, config = LINE) =>
  `{ name = "${name}", x = 0, y = 0, w = 12, h = 6, config = ${config} }`;

export const dashboard = (resource: string, tiles: Record<string, string>) => `
resource "clickstack_dashboard" "${resource}" {
  name  = "${resource}"
  tiles = {
    ${Object.entries(tiles)
      .map(([key, text]) => `${key} = ${text}`)
      .join("\n    ")}
  }
}`;

const stack = (dashboards: string, on: string) => `
data "clickstack_source" "logs" { name = "Logs" }
data "clickstack_webhook" "slack" { name = "Slack oncall" }
${dashboards}
resource "clickstack_alert" "a" {
  ${on}
  interval       = "5m"
  threshold      = 1
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = data.clickstack_webhook.slack.id }]
}`;

const onTile = (resource: string, key: string) =>
  `dashboard_id = clickstack_dashboard.${resource}.id\n  tile_id = clickstack_dashboard.${resource}.tile_ids["${key}"]`;

/** Declares the tests of alerts that move away from a removed object. */
export function testMovingAlerts(deployment: DeploymentName): void {
  const environment = ENVIRONMENTS[deployment];

  describe(`in the ${deployment} deployment, an alert that moves in the same apply that removes its watched object`, () => {
    let emulator: Emulator;
    let workspace: ServedWorkspace;

    inServedWorkspaces(environment, (opened) => {
      ({ emulator, workspace } = opened);
    });

    beforeEach(async () => {
      await workspace.applyOf(stack(dashboard("d", { a: tile("A"), b: tile("B") }), onTile("d", "a")));
    });

    test("exists after one apply if its dashboard is replaced", async () => {
      await workspace.apply("-replace=clickstack_dashboard.d");
      expect((await listed(emulator, "alerts")).length).toBe(1);
      expect(await workspace.plannedDifferences()).toEqual([]);
    });

    test.each([
      ["its tile gets another key", stack(dashboard("d", { c: tile("A"), b: tile("B") }), onTile("d", "c")), "d", "c"],
      ["its tile is removed", stack(dashboard("d", { b: tile("B") }), onTile("d", "b")), "d", "b"],
      [
        "its tile turns into text",
        stack(dashboard("d", { a: tile("A", MARKDOWN), b: tile("B") }), onTile("d", "b")),
        "d",
        "b",
      ],
      ["its dashboard is removed", stack(dashboard("e", { x: tile("X") }), onTile("e", "x")), "e", "x"],
    ])("exists after one apply if %s", async (_, hcl, resource, key) => {
      workspace.write(hcl);
      await workspace.apply();
      const { id, tile_ids } = (await workspace.state(`clickstack_dashboard.${resource}`)) as {
        id: string;
        tile_ids: Record<string, string>;
      };
      const alert = await workspace.state("clickstack_alert.a");
      expect(await stored(emulator, "alerts", String(alert.id))).toMatchObject({
        dashboardId: id,
        tileId: tile_ids[key],
      });
      expect((await listed(emulator, "alerts")).length).toBe(1);
      expect(await workspace.plannedDifferences()).toEqual([]);
    });

    test("keeps its id if its tile is not removed", async () => {
      const before = await workspace.state("clickstack_alert.a");
      workspace.write(stack(dashboard("d", { a: tile("A"), b: tile("B") }), onTile("d", "b")));
      await workspace.apply();
      expect((await workspace.state("clickstack_alert.a")).id).toBe(before.id);
    });
  });
}
