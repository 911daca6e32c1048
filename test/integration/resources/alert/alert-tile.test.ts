import { type Emulator, seedIds } from "../../../../src/emulator";
import { type ObjectValue, UNKNOWN, type Value } from "../../../../src/plugin";
import { alertResource } from "../../../../src/resources/alert/resource";
import { dashboardResource } from "../../../../src/resources/dashboard/resource";
import { providerRuns } from "../../../support/emulator/provider-runs";
import type { Held } from "../../../support/provider-in-process";

const NOWHERE = "0123456789abcdef01234567";
const LINE = { display_type: "line", source_id: seedIds.logs, select: [{ agg_fn: "count" }] };
const SQL = { display_type: "line", config_type: "sql", connection_id: seedIds.connection };
const MARKDOWN = { display_type: "markdown", markdown: "hi" };

const dashboard = (configs: Readonly<Record<string, ObjectValue>>): ObjectValue => ({
  name: "Shop",
  tiles: Object.fromEntries(
    Object.entries(configs).map(([key, config], y) => [key, { name: key, x: 0, y, w: 6, h: 1, config }]),
  ),
});
const alert = (dashboardId: Value, tileId: Value): ObjectValue => ({
  name: "Errors",
  dashboard_id: dashboardId,
  tile_id: tileId,
  interval: "5m",
  threshold: 1,
  threshold_type: "above",
  channels: [{ type: "webhook", webhook_id: seedIds.slackWebhook }],
});

describe("the plan of a new alert on a tile", () => {
  let emulator: Emulator;
  const run = providerRuns((started) => {
    emulator = started;
  });

  const tileOf = ({ state }: Held, key: string) => (state.tile_ids as ObjectValue)[key] ?? null;
  const planned = async (config: ObjectValue, plans = run()) =>
    (await plans.plan(alertResource, config)).diagnostics.map(({ severity, summary, detail, path }) => ({
      severity,
      summary,
      detail,
      path,
    }));

  test("accepts a tile kind that supports alerts", async () => {
    const held = await run().apply(dashboardResource, dashboard({ a: LINE, b: { ...SQL, sql_template: "SELECT 1" } }));
    expect(await planned(alert(held.state.id ?? null, tileOf(held, "a")))).toEqual([]);
  });

  test("warns about a tile with a numeric group, as for an inline chart", async () => {
    const grouped = { ...LINE, group_by: "ServiceName, toUInt16OrZero(Code)" };
    const held = await run().apply(dashboardResource, dashboard({ a: grouped }));
    const warning = {
      ...{ severity: "warning", summary: "The alert compares the number of its group" },
      detail: expect.stringContaining("Fix: Group by toString(toUInt16OrZero(Code))."),
    };
    const onTile = alert(held.state.id ?? null, tileOf(held, "a"));
    expect(await planned(onTile)).toEqual([{ ...warning, path: ["tile_id"] }]);
    const { dashboard_id: _, tile_id: __, ...others } = onTile;
    expect(await planned({ ...others, chart_config: grouped })).toEqual([
      { ...warning, path: ["chart_config", "group_by"] },
    ]);
    expect((await run().apply(alertResource, onTile)).state.name).toBe("Errors");
  });

  test("refuses a tile of a missing dashboard", async () => {
    expect(await planned(alert(NOWHERE, NOWHERE))).toEqual([
      {
        severity: "error",
        summary: "The dashboard does not exist",
        detail: `The server has no dashboard with the id ${NOWHERE}.`,
        path: ["dashboard_id"],
      },
    ]);
  });

  test("refuses a tile that is not on its dashboard", async () => {
    const held = await run().apply(dashboardResource, dashboard({ a: LINE }));
    expect(await planned(alert(held.state.id ?? null, NOWHERE))).toEqual([
      {
        severity: "error",
        summary: "The tile does not exist",
        detail: `The dashboard ${held.state.id} has no tile with the id ${NOWHERE}.`,
        path: ["tile_id"],
      },
    ]);
  });

  test.each([
    ["is of a kind that cannot alert", MARKDOWN, "A markdown tile cannot alert"],
    ["has a query without an interval", { ...SQL, sql_template: "SELECT 1" }, "The query of the tile has no interval"],
  ])("refuses a tile that %s, on the server or after a change in the same plan", async (_, config, summary) => {
    const refused = [expect.objectContaining({ severity: "error", summary, path: ["tile_id"] })];
    const held = await run().apply(dashboardResource, dashboard({ a: config }));
    const onTile = alert(held.state.id ?? null, tileOf(held, "a"));
    expect(await planned(onTile)).toEqual(refused);
    const together = run();
    await together.plan(dashboardResource, { ...dashboard({ a: config }), name: "Renamed" }, held);
    emulator.resetRequests();
    expect(await planned(onTile, together)).toEqual(refused);
    expect(emulator.requests).toEqual([]);
  });

  test("accepts a tile that the same plan changes to a kind that can have alerts", async () => {
    const held = await run().apply(dashboardResource, dashboard({ a: { ...SQL, sql_template: "SELECT 1" } }));
    const together = run();
    await together.plan(dashboardResource, dashboard({ a: LINE }), held);
    expect(await planned(alert(held.state.id ?? null, tileOf(held, "a")), together)).toEqual([]);
  });

  test("refuses a tile that the same plan removes, and states this reason", async () => {
    const held = await run().apply(dashboardResource, dashboard({ a: LINE, b: LINE }));
    const together = run();
    await together.plan(dashboardResource, dashboard({ b: LINE }), held);
    expect(await planned(alert(held.state.id ?? null, tileOf(held, "a")), together)).toEqual([
      expect.objectContaining({
        summary: 'This plan removes the tile "a", which the alert watches',
        path: ["tile_id"],
      }),
    ]);
  });

  test("accepts a tile with unknown ids, and the create checks the tile", async () => {
    const held = await run().apply(dashboardResource, dashboard({ a: MARKDOWN }));
    for (const [dashboardId, tileId] of [
      [UNKNOWN, tileOf(held, "a")],
      [held.state.id ?? null, UNKNOWN],
    ] as const) {
      expect(await planned(alert(dashboardId, tileId))).toEqual([]);
    }
    const creating = run();
    const { plan } = await creating.plan(alertResource, alert(held.state.id ?? null, UNKNOWN));
    const known = { ...plan, tile_id: tileOf(held, "a") };
    await expect(creating.create(alertResource, known, known)).rejects.toThrow("A markdown tile cannot alert");
  });

  test("shows the reason if the dashboard cannot be read", async () => {
    emulator.failNext({ method: "GET", status: 403, times: 9 });
    await expect(planned(alert(NOWHERE, NOWHERE))).rejects.toThrow("check the tile of the alert");
  });
});
