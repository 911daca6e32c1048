import { objectShapeOf } from "../../../src/declaration/shape";
import type { Emulator } from "../../../src/emulator";
import { seedIds } from "../../../src/emulator/seed";
import type { ObjectValue, Resource } from "../../../src/plugin";
import { alertResource } from "../../../src/resources/alert/resource";
import { dashboardResource } from "../../../src/resources/dashboard/resource";
import { tileField } from "../../../src/resources/dashboard/tiles/tile";
import { savedSearchResource } from "../../../src/resources/saved-search/resource";
import type { Session } from "../../../src/resources/shared/session";
import { toTerraform } from "../../../src/resources/shared/terraform-form";
import { sourceResource } from "../../../src/resources/source/resource";
import { webhookResource } from "../../../src/resources/webhook/resource";
import { emulatorForEachTest } from "../../support/emulator/emulator-for-tests";
import { fullTiles } from "../../support/full-tiles";
import { type Held, ProviderRun } from "../../support/provider-in-process";

/** Fields that later versions of the gateway support (docs/internals/api-behavior.md 2.3). */
const LATER = ["formulas", "showOperandSeries", "seriesLimit"];

const SLACK = { type: "webhook", webhook_id: seedIds.slackWebhook };

describe("the managed gateway of July 2026", () => {
  let emulator: Emulator;
  let run: ProviderRun;
  emulatorForEachTest(
    (each) => {
      emulator = each;
    },
    { switches: { gatewayOfJuly: true, groupBySticky: true } },
  );

  beforeEach(() => {
    const { endpoint, keyId, keySecret, organizationId, serviceId } = emulator.endpoints.managed;
    const managed = { endpoint, keyId, keySecret, organizationId, serviceId, product: "clickstack" };
    run = new ProviderRun({ managed: { ...managed, requestsPerWindow: 9999 } });
  });

  afterEach(async () => {
    await run[Symbol.asyncDispose]();
  });

  /**
   * Creates an object, changes it and changes it back. The plans have no differences in between, and the server refuses
   * no request.
   */
  const live = async (resource: Resource<Session>, config: ObjectValue, change: ObjectValue): Promise<Held> => {
    const created = await run.apply(resource, config);
    const changed = await run.apply(resource, { ...config, ...change }, created);
    const restored = await run.apply(resource, config, changed);
    const seen = (await run.refresh(resource, restored)) as Held;
    expect(seen.state).toEqual(restored.state);
    expect((await run.plan(resource, config, seen)).plan).toEqual(seen.state);
    return restored;
  };

  const tiles = (dashboardId: string): ObjectValue => {
    const known = Object.entries(
      fullTiles({ sourceId: seedIds.traces, connectionId: seedIds.connection, dashboardId }),
    );
    const entries = known.map(([key, { config, ...frame }]) => {
      const earlier = Object.fromEntries(Object.entries(config).filter(([name]) => !LATER.includes(name)));
      const select = Array.isArray(earlier.select) &&
        earlier.displayType === "number" && { select: earlier.select.slice(0, 1) };
      return [key, toTerraform(objectShapeOf(tileField), { ...frame, config: { ...earlier, ...select } })];
    });
    return Object.fromEntries(entries);
  };

  test("accepts every dashboard without unsupported fields", async () => {
    const target = await run.apply(dashboardResource, { name: "Target", tiles: {} });
    const filters = [{ name: "Service", expression: "ServiceName", source_id: seedIds.logs, where: "a" }];
    const config = { name: "All", tags: ["a"], filters, saved_query: "a", tiles: tiles(String(target.state.id)) };
    const change = { filters: null, saved_query: null, tags: null };
    const { state } = await live(dashboardResource, config, change);
    const tileIds = state.tile_ids as ObjectValue;
    const alert = { dashboard_id: String(state.id), tile_id: String(tileIds.line), interval: "5m", threshold: 1 };
    await live(alertResource, { ...alert, threshold_type: "above", channels: [SLACK] }, { threshold: 2, name: "A" });
  });

  test("accepts saved searches, webhooks and sources", async () => {
    const { state } = await live(
      savedSearchResource,
      { name: "S", source_id: seedIds.logs, where: "a" },
      { where: "b" },
    );
    const alert = { saved_search_id: String(state.id), interval: "5m", threshold: 1, threshold_type: "above" };
    await live(alertResource, { ...alert, group_by: "ServiceName", channels: [SLACK] }, { threshold: 2 });
    const url = "https://example.com/a";
    await live(webhookResource, { name: "W", service: "generic", url, body: "{}" }, { body: null });
    const source = { kind: "promql", name: "P", connection_id: seedIds.connection, timestamp_value_expression: "t" };
    await live(sourceResource, { ...source, from: { database_name: "d", table_name: "t" } }, { section: "A" });
  });

  test("refuses unsupported fields in the plan, with the attribute", async () => {
    const config = { display_type: "line", source_id: seedIds.logs, select: [{ agg_fn: "count" }], series_limit: 5 };
    const tile = { name: "T", x: 0, y: 0, w: 6, h: 3, config };
    const { diagnostics } = await run.plan(dashboardResource, { name: "D", tiles: { a: tile } });
    expect(diagnostics).toEqual([
      {
        severity: "error",
        summary: 'The server would refuse the dashboard "D"',
        detail: 'tiles["a"].config.series_limit: unknown property',
        path: ["tiles", { key: "a" }, "config", "series_limit"],
      },
    ]);
  });

  test("refuses a second channel in the write, with the attribute", async () => {
    const search = await run.apply(savedSearchResource, { name: "S", source_id: seedIds.logs });
    const channels = [SLACK, { ...SLACK, webhook_id: seedIds.genericWebhook }];
    const alert = { saved_search_id: String(search.state.id), interval: "5m", threshold: 1, threshold_type: "above" };
    await expect(run.apply(alertResource, { ...alert, channels })).rejects.toMatchObject({
      diagnostics: [{ path: ["channels"], detail: "The server refused channels: unknown property" }],
    });
  });

  test("accepts the interval of 30 seconds only if the feature is on, and an open-source server never accepts it", async () => {
    const alert = {
      saved_search_id: seedIds.logs,
      interval: "30s",
      threshold: 1,
      threshold_type: "above",
      channels: [SLACK],
    };
    expect((await run.plan(alertResource, alert)).diagnostics).toEqual([]);
    const { endpoint, accessKey } = emulator.endpoints.openSource;
    await using openSource = new ProviderRun({ openSource: { endpoint, accessKey } });
    expect((await openSource.plan(alertResource, alert)).diagnostics).toEqual([
      {
        severity: "error",
        summary: 'The open-source deployment has no interval "30s"',
        detail:
          "Only managed ClickStack supports it; an open-source server drops or refuses it.\n" +
          "Fix: Use one of 1m, 5m, 15m, 30m, 1h, 6h, 12h, 1d.",
        path: ["interval"],
      },
    ]);
    await expect(run.apply(alertResource, alert)).rejects.toThrow(/interval: .*'1m' \| '5m'/);
  });
});
