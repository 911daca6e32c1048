import type { Emulator } from "../../../src/emulator";
import { type DeploymentName, ENVIRONMENTS } from "../environment";
import { listed, ui } from "../ui";
import { inServedWorkspaces, type ServedWorkspace } from "../workspace";

const TILE = `{
  name = "T", x = 0, y = 0, w = 12, h = 6
  config = { display_type = "line", source_id = data.clickstack_source.logs.id, select = [{ agg_fn = "count" }] }
}`;

const SOURCE = 'data "clickstack_source" "logs" { name = "Logs" }';
const stack = (...keys: readonly string[]) => `${SOURCE}
resource "clickstack_dashboard" "d" {
  name  = "Shop"
  tiles = { ${keys.map((key) => `${key} = ${TILE}`).join("\n")} }
}`;

const unframed = (text: string) => text.replace(/[\s│╷╵]+/g, " ");

/** Declares the tests of alerts that a user creates between the plan and the apply. */
export function testUnseenAlerts(deployment: DeploymentName): void {
  const environment = ENVIRONMENTS[deployment];

  describe(`an alert that a user creates between plan and apply (${deployment})`, () => {
    let emulator: Emulator;
    let workspace: ServedWorkspace;

    inServedWorkspaces(environment, (opened) => {
      ({ emulator, workspace } = opened);
    });

    const dashboard = async () =>
      (await workspace.state("clickstack_dashboard.d")) as { id: string; tile_ids: Record<string, string> };
    const createAlert = async (name: string, key: string) => {
      const { id: dashboardId, tile_ids } = await dashboard();
      const [webhook] = await listed(emulator, "webhooks");
      const body = { name, source: "tile", dashboardId, tileId: tile_ids[key] };
      const rule = { interval: "5m", threshold: 1, thresholdType: "above" };
      const channel = { type: "webhook", webhookId: webhook?.id };
      await ui(emulator, "POST", "/api/v2/alerts", { ...body, ...rule, channel });
    };
    const names = async () => (await listed(emulator, "alerts")).map(({ name }) => name).sort();

    test("does not make the plan stale if it is on a tile that stays", async () => {
      await workspace.applyOf(stack("a", "b"));
      workspace.write(stack("b"));
      await workspace.must("plan", "-no-color", "-out=p");
      await createAlert("new", "b");
      await workspace.must("apply", "-no-color", "p");
      expect(await names()).toEqual(["new"]);
    });

    test.each([
      ["on a tile that the plan removes", stack("b")],
      ["on a dashboard that the plan destroys", SOURCE],
    ])("makes the plan stale if it is %s, and a new plan reports the alert", async (_case, hcl) => {
      await workspace.applyOf(stack("a", "b"));
      await createAlert("known", "a");
      workspace.write(hcl);
      const first = unframed(await workspace.must("plan", "-no-color", "-out=p"));
      expect(first).toContain('The server will delete the alert "known"');
      await createAlert("created after the plan", "a");
      const { exitCode, stderr } = await workspace.run("apply", "-no-color", "p");
      expect(exitCode).toBe(1);
      const refusal = unframed(stderr);
      expect(refusal).toContain('The dashboard "Shop" was changed after this plan was made');
      expect(refusal).toContain('"created after the plan" (');
      expect(refusal).not.toContain('"known"');
      expect(await names()).toEqual(["created after the plan", "known"]);
      const second = unframed(await workspace.must("plan", "-no-color", "-out=p"));
      expect(second).toContain('The server will delete the alert "created after the plan"');
      await workspace.must("apply", "-no-color", "p");
      expect(await names()).toEqual([]);
    });
  });
}
