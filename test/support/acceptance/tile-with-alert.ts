import type { Emulator } from "../../../src/emulator";
import { type DeploymentName, ENVIRONMENTS } from "../environment";
import { listed } from "../ui";
import { inServedWorkspaces, type ServedWorkspace } from "../workspace";

const TILE = `{
  name = "T", x = 0, y = 0, w = 12, h = 6
  config = { display_type = "line", source_id = data.clickstack_source.logs.id, select = [{ agg_fn = "count" }] }
}`;

const alert = (name: string, dashboard: string, tile: string) => `
resource "clickstack_alert" "${name}" {
  name           = "${name}"
  dashboard_id   = ${dashboard}
  tile_id        = ${tile}
  interval       = "5m"
  threshold      = 1
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = data.clickstack_webhook.slack.id }]
}`;

const stack = (keys: readonly string[], alerts: string) => `
data "clickstack_source" "logs" { name = "Logs" }
data "clickstack_webhook" "slack" { name = "Slack oncall" }
resource "clickstack_dashboard" "d" {
  name  = "Shop"
  tiles = { ${keys.map((key) => `${key} = ${TILE}`).join("\n")} }
}
${alerts}`;

const byKey = (name: string, key: string) =>
  alert(name, "clickstack_dashboard.d.id", `clickstack_dashboard.d.tile_ids["${key}"]`);

/** Declares the tests of an apply that removes a tile with an alert. */
export function testRemovedTiles(deployment: DeploymentName): void {
  const environment = ENVIRONMENTS[deployment];

  describe(`an apply that removes a tile (${deployment})`, () => {
    let emulator: Emulator;
    let workspace: ServedWorkspace;

    inServedWorkspaces(environment, (opened) => {
      ({ emulator, workspace } = opened);
    });

    const onServer = async () => (await listed(emulator, "alerts")).map(({ id, name }) => [name, id]);
    const idOf = async (name: string) => (await workspace.state(`clickstack_alert.${name}`)).id;

    test("keeps every alert if the removed tile's alert now watches another tile", async () => {
      await workspace.applyOf(stack(["a", "b"], byKey("first", "a") + byKey("second", "b")));
      const second = await idOf("second");
      workspace.write(stack(["b"], byKey("first", "b") + byKey("second", "b")));
      await workspace.apply();
      expect(await onServer()).toEqual(
        expect.arrayContaining([
          ["first", await idOf("first")],
          ["second", second],
        ]),
      );
      expect(await onServer()).toHaveLength(2);
      expect(await workspace.plannedDifferences()).toEqual([]);
    });

    test("keeps the other tile and its alert if it removes the tile's alert too, in any order of deletes on the server", async () => {
      await workspace.applyOf(stack(["a", "b"], byKey("first", "a") + byKey("second", "b")));
      const { id, tile_ids } = (await workspace.state("clickstack_dashboard.d")) as {
        id: string;
        tile_ids: Record<string, string>;
      };
      const second = await idOf("second");
      // Literal ids remove the order between the dashboard and the first alert, so both change at the same time.
      const literal = alert("first", JSON.stringify(id), JSON.stringify(tile_ids.a));
      await workspace.applyOf(stack(["a", "b"], literal + byKey("second", "b")));
      workspace.write(stack(["b"], byKey("second", "b")));
      expect(await workspace.apply()).toContain("0 added, 1 changed, 1 destroyed");
      expect(await onServer()).toEqual([["second", second]]);
      expect((await workspace.state("clickstack_dashboard.d")).tile_ids).toEqual({ b: tile_ids.b });
      expect(await workspace.plannedDifferences()).toEqual([]);
    });
  });
}
