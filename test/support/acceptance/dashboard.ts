import type { Emulator } from "../../../src/emulator";
import { type DeploymentName, ENVIRONMENTS } from "../environment";
import { listed, stored, ui } from "../ui";
import { inServedWorkspaces, type ServedWorkspace } from "../workspace";

const DASHBOARD = "clickstack_dashboard.checkout";
const ALERT = "clickstack_alert.errors";

interface TileText {
  readonly name?: string;
  readonly x?: number;
  readonly config?: string;
}

const LINE =
  '{ display_type = "line", source_id = data.clickstack_source.logs.id, select = [{ agg_fn = "count", where = "level:error" }] }';
const NUMBER =
  '{ display_type = "number", source_id = data.clickstack_source.logs.id, select = [{ agg_fn = "count" }] }';

const tile = ({ name = "Errors", x = 0, config = LINE }: TileText = {}) =>
  `{ name = "${name}", x = ${x}, y = 0, w = 12, h = 6, config = ${config} }`;

const stack = (tiles: Record<string, string>, dashboardFields = "") => `
data "clickstack_source" "logs" { name = "Logs" }
data "clickstack_webhook" "slack" { name = "Slack oncall" }

resource "clickstack_dashboard" "checkout" {
  name = "Checkout"
  ${dashboardFields}
  tiles = {
    ${Object.entries(tiles)
      .map(([key, text]) => `${key} = ${text}`)
      .join("\n    ")}
  }
}

resource "clickstack_alert" "errors" {
  dashboard_id   = clickstack_dashboard.checkout.id
  tile_id        = clickstack_dashboard.checkout.tile_ids["errors"]
  interval       = "5m"
  threshold      = 100
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = data.clickstack_webhook.slack.id }]
}
`;

/**
 * Declares the tests of a dashboard and an alert in an applied stack.
 * @param extent "one" declares only the first test, which shows that the other deployment has the same behavior
 */
export function testDashboards(deployment: DeploymentName, extent: "all" | "one" = "all"): void {
  const environment = ENVIRONMENTS[deployment];

  describe(`in the ${deployment} deployment, a dashboard and an alert on one of its tiles`, () => {
    let emulator: Emulator;
    let workspace: ServedWorkspace;

    inServedWorkspaces(environment, (opened) => {
      ({ emulator, workspace } = opened);
    });

    const apply = (hcl: string) => workspace.applyOf(hcl);

    test("are stored as declared, and the next plan is empty", async () => {
      await apply(
        stack(
          { errors: tile(), latency: tile({ name: "Latency", x: 12, config: NUMBER }) },
          'tags = ["b", "a"]\n saved_query = "level:*"',
        ),
      );
      const { id, tile_ids } = (await workspace.state(DASHBOARD)) as { id: string; tile_ids: Record<string, string> };
      expect(await stored(emulator, "dashboards", id)).toMatchObject({
        name: "Checkout",
        tags: ["b", "a"],
        savedQuery: "level:*",
        savedQueryLanguage: "lucene",
        tiles: [
          {
            id: tile_ids.errors,
            name: "Errors",
            x: 0,
            config: { displayType: "line", select: [{ aggFn: "count", where: "level:error" }] },
          },
          { id: tile_ids.latency, name: "Latency", x: 12, config: { displayType: "number" } },
        ],
      });
      expect(await workspace.plannedDifferences()).toEqual([]);
    });

    if (extent === "one") {
      return;
    }

    test("keep the alert if the tile is renamed, moved, reordered and gets another kind", async () => {
      await apply(stack({ errors: tile(), latency: tile({ name: "Latency", x: 12, config: NUMBER }) }));
      const alert = await workspace.state(ALERT);
      workspace.write(
        stack({
          another: tile({ name: "Another", config: NUMBER }),
          errors: tile({ name: "Mistakes", x: 6, config: NUMBER }),
          latency: tile({ name: "Errors", x: 12 }),
        }),
      );
      await workspace.apply();
      expect(await workspace.state(ALERT)).toEqual(alert);
      expect(await stored(emulator, "alerts", String(alert.id))).toMatchObject({ tileId: alert.tile_id });
      expect(await workspace.plannedDifferences()).toEqual([]);
    });

    test("are restored together if the tile is deleted elsewhere", async () => {
      await apply(stack({ errors: tile(), latency: tile({ name: "Latency", x: 12 }) }));
      const { id, tile_ids } = (await workspace.state(DASHBOARD)) as { id: string; tile_ids: Record<string, string> };
      await ui(emulator, "DELETE", `/api/v2/dashboards/${id}/tiles/${tile_ids.errors}`);
      await workspace.apply();
      const tileId = ((await workspace.state(DASHBOARD)) as { tile_ids: Record<string, string> }).tile_ids.errors;
      const alert = await workspace.state(ALERT);
      expect(tileId).not.toBe(tile_ids.errors);
      expect(await stored(emulator, "alerts", String(alert.id))).toMatchObject({ tileId });
      expect(await workspace.plannedDifferences()).toEqual([]);
    });

    test("are created again if the dashboard is deleted elsewhere", async () => {
      await apply(stack({ errors: tile() }));
      const { id } = await workspace.state(DASHBOARD);
      await ui(emulator, "DELETE", `/api/v2/dashboards/${id}`);
      expect((await workspace.plannedChanges()).map(({ address, actions }) => [address, ...actions])).toEqual([
        [ALERT, "create"],
        [DASHBOARD, "create"],
      ]);
      await workspace.applyPlanned();
      expect(await workspace.plannedDifferences()).toEqual([]);
    });

    test("show a tile that was added elsewhere under a key that is made from its name, and an apply removes the tile", async () => {
      await apply(stack({ errors: tile() }));
      const { id } = await workspace.state(DASHBOARD);
      const added = {
        name: "Made in the UI",
        x: 0,
        y: 20,
        w: 6,
        h: 4,
        config: { displayType: "markdown", markdown: "hi" },
      };
      await ui(emulator, "POST", `/api/v2/dashboards/${id}/tiles`, added);
      expect(await workspace.plannedDifferences()).toEqual([
        `${DASHBOARD}: tile_ids.made_in_the_ui`,
        `${DASHBOARD}: tiles.made_in_the_ui`,
      ]);
      await workspace.applyPlanned();
      expect(((await stored(emulator, "dashboards", String(id))).tiles as unknown[]).length).toBe(1);
      expect(await workspace.plannedDifferences()).toEqual([]);
    });

    test("show undeclarable settings that were set elsewhere, and plan no change for them", async () => {
      await apply(
        stack({ errors: tile({ config: NUMBER.replace(" }]", ' }], number_format = { output = "number" }') }) }),
      );
      const { id, tile_ids } = (await workspace.state(DASHBOARD)) as { id: string; tile_ids: Record<string, string> };
      const numberFormat = { rounding: "up" };
      await ui(emulator, "PATCH", `/api/v2/dashboards/${id}/tiles/${tile_ids.errors}`, { config: { numberFormat } });
      const { exitCode, stdout } = await workspace.plan();
      expect(exitCode).toBe(0);
      expect(stdout).toContain("Fields were set elsewhere that cannot be declared");
      expect(stdout).toContain('other_fields["config.numberFormat.rounding"]');
      expect(await workspace.plannedDifferences()).toEqual([]);
    });

    test("clear values that are no longer declared, even if the server keeps omitted values", async () => {
      const filters =
        'filters = [{ name = "Service", expression = "ServiceName", source_id = data.clickstack_source.logs.id }]';
      await apply(
        stack({ errors: tile() }, `tags = ["a"]\n saved_query = "x"\n saved_query_language = "sql"\n ${filters}`),
      );
      const { id } = await workspace.state(DASHBOARD);
      const before = await stored(emulator, "dashboards", String(id));
      workspace.write(
        stack(
          { errors: tile({ name: "Renamed" }) },
          `tags = ["a"]\n saved_query = "x"\n saved_query_language = "sql"\n ${filters}`,
        ),
      );
      await workspace.apply();
      expect(await stored(emulator, "dashboards", String(id))).toMatchObject({
        filters: before.filters,
        savedQueryLanguage: "sql",
      });
      workspace.write(stack({ errors: tile() }));
      await workspace.apply();
      expect(await stored(emulator, "dashboards", String(id))).toMatchObject({
        tags: [],
        filters: [],
        savedQuery: null,
        savedQueryLanguage: null,
      });
      expect(await workspace.plannedDifferences()).toEqual([]);
    });

    test("are imported with keys that are made from tile names, and the plan is empty", async () => {
      await apply(stack({ errors: tile(), latency: tile({ name: "Latency", x: 12, config: NUMBER }) }, 'tags = ["a"]'));
      const [dashboard, alert] = [await workspace.state(DASHBOARD), await workspace.state(ALERT)];
      await workspace.must("state", "rm", DASHBOARD, ALERT);
      await workspace.must("import", DASHBOARD, String(dashboard.id));
      await workspace.must("import", ALERT, String(alert.id));
      expect(await workspace.state(DASHBOARD)).toEqual(dashboard);
      expect(await workspace.state(ALERT)).toEqual(alert);
      expect(await workspace.plannedDifferences()).toEqual([]);
    });

    test("are deleted by a destroy", async () => {
      await apply(stack({ errors: tile() }));
      await workspace.must("destroy", "-auto-approve", "-no-color");
      expect(await listed(emulator, "dashboards")).toEqual([]);
      expect(await listed(emulator, "alerts")).toEqual([]);
    });
  });
}
