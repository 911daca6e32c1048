import type { Emulator } from "../../../src/emulator";
import { type DeploymentName, ENVIRONMENTS } from "../environment";
import { listed, stored, ui } from "../ui";
import { inServedWorkspaces, type ServedWorkspace } from "../workspace";

const DASHBOARD = "clickstack_dashboard.shop";
const ALERT = "clickstack_alert.errors";
const SEARCH = "clickstack_saved_search.errors";

const PROVIDER = (argument = "") => `provider "clickstack" {
  requests_per_window = 10000
  ${argument}
}`;

interface Shop {
  readonly where?: string;
  readonly threshold?: number;
  readonly provider?: string;
}

const shop = ({ where = "level:error", threshold = 1, provider }: Shop = {}) => `${PROVIDER(provider)}
data "clickstack_source" "logs" { name = "Logs" }
data "clickstack_webhook" "slack" { name = "Slack oncall" }
resource "clickstack_saved_search" "errors" {
  name      = "Errors"
  source_id = data.clickstack_source.logs.id
  where     = "${where}"
}
resource "clickstack_dashboard" "shop" {
  name  = "Shop"
  tiles = {
    errors = {
      name = "Errors", x = 0, y = 0, w = 12, h = 6
      config = { display_type = "line", source_id = data.clickstack_source.logs.id, select = [{ agg_fn = "count", where = "${where}" }] }
    }
  }
}
resource "clickstack_alert" "errors" {
  name           = "Too many errors"
  dashboard_id   = clickstack_dashboard.shop.id
  tile_id        = clickstack_dashboard.shop.tile_ids["errors"]
  interval       = "5m"
  threshold      = ${threshold}
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = data.clickstack_webhook.slack.id }]
}`;

interface StoredTile {
  readonly name: string;
  readonly config: { readonly select: readonly Record<string, unknown>[] };
}

/** Declares the tests of saved plans whose objects were changed before the apply. */
export function testStalePlans(deployment: DeploymentName): void {
  const environment = ENVIRONMENTS[deployment];

  describe(`in the ${deployment} deployment, a saved plan`, () => {
    let emulator: Emulator;
    let workspace: ServedWorkspace;

    inServedWorkspaces(environment, (opened) => {
      ({ emulator, workspace } = opened);
    });

    beforeEach(async () => {
      await workspace.applyOf(shop());
    });

    const save = async (next: string, ...args: string[]) => {
      workspace.write(next);
      await workspace.must("plan", "-no-color", "-out=saved.tfplan", ...args);
    };
    const applySaved = () => workspace.run("apply", "-no-color", "saved.tfplan");
    const idOf = async (address: string) => String((await workspace.state(address)).id);
    const edit = async (kind: string, id: string, change: (body: Record<string, unknown>) => Record<string, unknown>) =>
      ui(emulator, "PUT", `/api/v2/${kind}/${id}`, change(await stored(emulator, kind, id)));
    const planned = async () => (await workspace.plannedChanges()).map(({ address, actions }) => [address, ...actions]);

    /** Adds a tile and an alert on it, as a user does in the UI. */
    const addTileWithAlert = async () => {
      const id = await idOf(DASHBOARD);
      const { tiles } = (await edit("dashboards", id, (body) => {
        const [tile] = body.tiles as readonly Record<string, unknown>[];
        return { ...body, tiles: [tile, { ...tile, id: undefined, name: "Added by hand", y: 6 }] };
      }).then(() => stored(emulator, "dashboards", id))) as { tiles: readonly { id: string }[] };
      const alert = await stored(emulator, "alerts", await idOf(ALERT));
      await ui(emulator, "POST", "/api/v2/alerts", { ...alert, name: "By hand", tileId: tiles[1]?.id });
    };

    test("is refused for an alert that a user edited later, and the next plan shows and reverts the edit", async () => {
      await save(shop({ threshold: 5 }));
      await edit("alerts", await idOf(ALERT), (body) => ({ ...body, interval: "1h" }));
      const { exitCode, stderr } = await applySaved();
      expect(exitCode).toBe(1);
      expect(stderr).toContain('The alert "Too many errors" was changed after this plan was made');
      expect(stderr).toContain("interval");
      expect(await stored(emulator, "alerts", await idOf(ALERT))).toMatchObject({ threshold: 1, interval: "1h" });
      expect(await workspace.plannedDifferences()).toEqual([`${ALERT}: interval`, `${ALERT}: threshold`]);
    });

    test("is refused for a dashboard that a user edited later, and the edit is kept", async () => {
      await save(shop({ where: "level:fatal" }));
      await addTileWithAlert();
      const { exitCode, stderr } = await applySaved();
      expect(exitCode).toBe(1);
      expect(stderr).toContain('The dashboard "Shop" was changed after this plan was made');
      expect(stderr).toContain('tiles["added_by_hand"]');
      expect(stderr.replace(/[\s│]+/g, " ")).toContain("Fix: Plan again");
      const { tiles } = (await stored(emulator, "dashboards", await idOf(DASHBOARD))) as {
        tiles: readonly StoredTile[];
      };
      expect(tiles.map(({ name }) => name)).toEqual(["Errors", "Added by hand"]);
      expect((await listed(emulator, "alerts")).map(({ name }) => name).sort()).toEqual(["By hand", "Too many errors"]);
    });

    test("is refused for a saved search that a user edited later, and the error contains the field", async () => {
      await save(shop({ where: "level:fatal" }), `-target=${SEARCH}`);
      await edit("saved-searches", await idOf(SEARCH), (body) => ({ ...body, orderBy: "Timestamp ASC" }));
      const { exitCode, stderr } = await applySaved();
      expect(exitCode).toBe(1);
      expect(stderr).toContain('The saved search "Errors" was changed after this plan was made');
      expect(stderr).toContain("order_by");
      expect(await stored(emulator, "saved-searches", await idOf(SEARCH))).toMatchObject({
        where: "level:error",
        orderBy: "Timestamp ASC",
      });
    });

    test("does not destroy an object that a user edited later", async () => {
      await save(shop(), "-destroy", `-target=${ALERT}`);
      await edit("alerts", await idOf(ALERT), (body) => ({ ...body, threshold: 7 }));
      const { exitCode, stderr } = await applySaved();
      expect(exitCode).toBe(1);
      expect(stderr).toContain("threshold");
      expect(await stored(emulator, "alerts", await idOf(ALERT))).toMatchObject({ threshold: 7 });
    });

    test("reports an object that was deleted later, and the next plan creates it again", async () => {
      await save(shop({ where: "level:fatal" }));
      await ui(emulator, "DELETE", `/api/v2/dashboards/${await idOf(DASHBOARD)}`);
      const { exitCode, stderr } = await applySaved();
      expect(exitCode).toBe(1);
      expect(stderr).toContain('The dashboard "Shop" was deleted after this plan was made');
      expect(stderr).not.toContain("defect");
      expect(await planned()).toEqual([
        [ALERT, "create"],
        [DASHBOARD, "create"],
      ]);
      await workspace.apply();
      expect(await planned()).toEqual([]);
    });

    test("is applied if a user stored an object with the same meaning again", async () => {
      await save(shop({ threshold: 5 }));
      await edit("alerts", await idOf(ALERT), (body) => ({ ...body, name: "Too many errors" }));
      await edit("dashboards", await idOf(DASHBOARD), (body) => body);
      expect(await applySaved()).toMatchObject({ exitCode: 0 });
    });

    test("overwrites later edits if the provider is configured to overwrite", async () => {
      await save(shop({ where: "level:fatal", provider: 'on_stale_plan = "overwrite"' }));
      await edit("dashboards", await idOf(DASHBOARD), (body) => ({ ...body, tags: ["edited"] }));
      expect(await applySaved()).toMatchObject({ exitCode: 0 });
      expect(await stored(emulator, "dashboards", await idOf(DASHBOARD))).toMatchObject({ tags: [] });
    });
  });
}
