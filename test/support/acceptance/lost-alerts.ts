import { emulatorForTests } from "../emulator/emulator-for-tests";
import { type DeploymentName, ENVIRONMENTS } from "../environment";
import { listed, ui } from "../ui";
import { ServedWorkspace } from "../workspace";

const LINE = '{ display_type = "line", source_id = data.clickstack_source.logs.id, select = [{ agg_fn = "count" }] }';
const MARKDOWN = '{ display_type = "markdown", markdown = "hi" }';
const tile = (config: string) => `{ name = "T", x = 0, y = 0, w = 12, h = 6, config = ${config} }`;

const program = (tiles: Record<string, string>, on: { readonly dashboard: string; readonly tile: string }) => `
data "clickstack_source" "logs" { name = "Logs" }
data "clickstack_webhook" "slack" { name = "Slack oncall" }
resource "clickstack_dashboard" "d" {
  name  = "d"
  tiles = { ${Object.entries(tiles)
    .map(([key, config]) => `${key} = ${tile(config)}`)
    .join(", ")} }
}
resource "clickstack_alert" "errors" {
  dashboard_id   = ${on.dashboard}
  tile_id        = ${on.tile}
  interval       = "5m"
  threshold      = 1
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = data.clickstack_webhook.slack.id }]
}`;

const BY_KEY = { dashboard: "clickstack_dashboard.d.id", tile: 'clickstack_dashboard.d.tile_ids["errors"]' };

/** Declares the tests of alerts whose tile is removed or restored. */
export function testLostAlerts(deployment: DeploymentName): void {
  const environment = ENVIRONMENTS[deployment];

  describe(`in the ${deployment} deployment, an alert whose tile is removed or restored`, () => {
    const emulator = emulatorForTests();
    let workspace: ServedWorkspace;
    let byId: typeof BY_KEY;

    const ids = async () => {
      const { id, tile_ids } = (await workspace.state("clickstack_dashboard.d")) as {
        id: string;
        tile_ids: Record<string, string>;
      };
      return { dashboard: id, tile: String(tile_ids.errors) };
    };

    beforeAll(async () => {
      workspace = new ServedWorkspace(environment(emulator.endpoints));
      await workspace.applyOf(program({ errors: LINE, other: LINE }, BY_KEY));
      const { dashboard, tile: tileId } = await ids();
      byId = { dashboard: JSON.stringify(dashboard), tile: JSON.stringify(tileId) };
    });

    afterAll(() => {
      workspace.remove();
    });

    const refusal = async (hcl: string) => {
      workspace.write(hcl);
      const { exitCode, stderr } = await workspace.plan();
      expect(exitCode).toBe(1);
      return stderr.replace(/[│╷╵]/g, " ").replace(/\s+/g, " ");
    };

    test("is refused in the plan by the provider if it contains the id of a removed tile", async () => {
      expect(await refusal(program({ other: LINE }, byId))).toContain('This plan removes the tile "errors"');
    });

    test("is refused in the plan by the engine if it refers to the key of a removed tile", async () => {
      const said = await refusal(program({ other: LINE }, BY_KEY));
      expect(said).toContain('clickstack_dashboard.d.tile_ids["errors"]');
      expect(said).toContain("The given key does not identify an element in this collection value.");
    });

    test("is refused in the plan if the tile changes to a kind without alerts, even if the alert does not change", async () => {
      const tiles = { errors: MARKDOWN, other: LINE };
      for (const on of [BY_KEY, byId]) {
        expect(await refusal(program(tiles, on))).toContain(
          'This plan changes the tile "errors" so that no alert can watch it',
        );
      }
    });

    test("is restored in one apply together with a tile that was deleted elsewhere", async () => {
      workspace.write(program({ errors: LINE, other: LINE }, BY_KEY));
      const before = await ids();
      await ui(emulator, "DELETE", `/api/v2/dashboards/${before.dashboard}/tiles/${before.tile}`);
      expect(await listed(emulator, "alerts")).toEqual([]);
      expect((await workspace.plannedChanges()).map(({ address, actions }) => [address, ...actions])).toEqual([
        ["clickstack_alert.errors", "create"],
        ["clickstack_dashboard.d", "update"],
      ]);
      await workspace.applyPlanned();
      const after = await ids();
      expect(after.tile).not.toBe(before.tile);
      expect((await listed(emulator, "alerts")).map(({ tileId }) => tileId)).toEqual([after.tile]);
      expect(await workspace.plannedDifferences()).toEqual([]);
    });
  });
}
