import { type Emulator, seedIds } from "../../../../src/emulator";
import type { ObjectValue } from "../../../../src/plugin";
import { alertResource } from "../../../../src/resources/alert/resource";
import { dashboardResource } from "../../../../src/resources/dashboard/resource";
import { tileConfigField } from "../../../../src/resources/dashboard/tiles/tile-config";
import { providerRuns } from "../../../support/emulator/provider-runs";
import { importedModel, openSourceClient } from "../../../support/imported-model";
import { ui } from "../../../support/ui";

const LINE = { display_type: "line", source_id: seedIds.logs, select: [{ agg_fn: "count" }] };
const NOT_KNOWN = 'The tile kind "funnel" is unknown';

describe("a tile kind that only a newer server supports", () => {
  let emulator: Emulator;
  const connect = providerRuns((started) => {
    emulator = started;
  });

  /** Creates a dashboard with an alert on a tile that is then changed to a funnel. */
  const watchedFunnel = async () => {
    const client = openSourceClient(emulator);
    const tiles = [
      {
        name: "A",
        x: 0,
        y: 0,
        w: 6,
        h: 3,
        config: { displayType: "line", sourceId: seedIds.logs, select: [{ aggFn: "count" }] },
      },
    ];
    const {
      id,
      tiles: [tile],
    } = await client.dashboards.create({ name: "Shop", tiles });
    const channels = [{ type: "webhook", webhookId: seedIds.slackWebhook }];
    const alert = {
      source: "tile",
      dashboardId: id,
      tileId: String(tile?.id),
      interval: "5m",
      threshold: 1,
      thresholdType: "above",
      channels,
    };
    const { id: alertId } = await client.alerts.create(alert);
    await client.close();
    const { data } = (await ui(emulator, "GET", `/raw/dashboards/${id}`)) as { data: { tiles: object[] } };
    const config = { displayType: "funnel", steps: [1, 2] };
    await ui(emulator, "PUT", `/raw/dashboards/${id}`, {
      ...data,
      tiles: data.tiles.map((each) => ({ ...each, config })),
    });
    return { id, alertId, tileId: String(tile?.id) };
  };

  test("is shown unchanged, and an alert on it is refused with a message", async () => {
    const { id, alertId, tileId } = await watchedFunnel();
    const run = connect();
    const held = await run.refresh(dashboardResource, { state: { id }, private: {} });
    expect(held?.state.tiles).toMatchObject({ a: { config: { display_type: "funnel" } } });
    const watching = await run.refresh(alertResource, { state: { id: alertId }, private: {} });
    const config = {
      dashboard_id: id,
      tile_id: tileId,
      interval: "5m",
      threshold: 2,
      threshold_type: "above",
      channels: [{ type: "webhook", webhook_id: seedIds.slackWebhook }],
    };
    const { diagnostics } = await run.plan(alertResource, config, watching ?? undefined);
    expect(diagnostics).toEqual([
      {
        severity: "error",
        summary: NOT_KNOWN,
        detail: expect.stringContaining("This version cannot tell whether an alert can watch such a tile."),
        path: ["tile_id"],
      },
    ]);
    const changed = { name: "Shop", tiles: { a: { name: "A", x: 0, y: 0, w: 6, h: 3, config: LINE } as ObjectValue } };
    expect((await run.plan(dashboardResource, changed, held ?? undefined)).plan.tile_ids).toEqual({ a: tileId });
  });

  test("is omitted from an import together with its alert, each with the reason", async () => {
    await watchedFunnel();
    const model = await importedModel(emulator, { types: ["dashboard", "alert"] });
    expect(model.objects.map(({ type, tilesLeftOut }) => [type, tilesLeftOut])).toEqual([
      ["dashboard", [{ key: "a", name: "A", reason: expect.stringContaining('it is "funnel"') }]],
    ]);
    expect(model.leftOut).toEqual([
      { object: expect.objectContaining({ type: "alert" }), reason: expect.stringContaining("is not declared") },
    ]);
  });
});

test("declarations and the API have the same tile kinds", () => {
  const kinds = new Set<string>(tileConfigField.options.map(({ shape }) => shape.displayType.value));
  const charts = ["line", "stacked_bar", "table", "number", "pie", "bar", "heatmap"];
  expect([...kinds]).toEqual([...charts, "search", "event_patterns", "markdown"]);
});
