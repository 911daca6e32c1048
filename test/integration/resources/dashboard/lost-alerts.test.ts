import type { Emulator } from "../../../../src/emulator";
import { seedIds } from "../../../../src/emulator/seed";
import type { Diagnostic, ObjectValue } from "../../../../src/plugin";
import { alertResource } from "../../../../src/resources/alert/resource";
import { dashboardResource } from "../../../../src/resources/dashboard/resource";
import { providerRuns } from "../../../support/emulator/provider-runs";
import type { Held, ProviderRun } from "../../../support/provider-in-process";

const LINE = { display_type: "line", source_id: seedIds.logs, select: [{ agg_fn: "count" }] };
const SQL = { display_type: "line", config_type: "sql", connection_id: seedIds.connection };

const tile = (config: ObjectValue = LINE): ObjectValue => ({ name: "T", x: 0, y: 0, w: 6, h: 3, config });
const dashboard = (tiles: ObjectValue): ObjectValue => ({ name: "Shop", tiles });
const alert = (dashboardId: unknown, tileId: unknown): ObjectValue => ({
  name: "Errors",
  dashboard_id: String(dashboardId),
  tile_id: String(tileId),
  interval: "5m",
  threshold: 1,
  threshold_type: "above",
  channels: [{ type: "webhook", webhook_id: seedIds.slackWebhook }],
});

describe("an alert that stays declared while its tile is removed", () => {
  let emulator: Emulator;
  let run: ProviderRun;
  let before: Held;
  let watching: { readonly config: ObjectValue; readonly held: Held };

  const start = async (tiles: ObjectValue) => {
    before = await connect().apply(dashboardResource, dashboard(tiles));
    const config = alert(before.state.id, (before.state.tile_ids as ObjectValue).a);
    watching = { config, held: await connect().apply(alertResource, config) };
    run = connect();
  };
  const connect = providerRuns((started) => {
    emulator = started;
  });

  const errorsOf = (diagnostics: readonly Diagnostic[]) => diagnostics.filter(({ severity }) => severity === "error");
  const planDashboard = async (tiles: ObjectValue) =>
    errorsOf((await run.plan(dashboardResource, dashboard(tiles), before)).diagnostics);
  const planAlert = async (config = watching.config) =>
    (await run.plan(alertResource, config, watching.held)).diagnostics;
  const said = (diagnostics: readonly Diagnostic[]) =>
    diagnostics.map(({ severity, summary, path }) => [severity, summary, path]);

  const CHANGES: readonly (readonly [string, ObjectValue, string])[] = [
    ["is removed", { b: tile() }, 'This plan removes the tile "a", which the alert watches'],
    [
      "turns into a kind that cannot alert",
      { a: tile({ display_type: "markdown" }), b: tile() },
      'This plan changes the tile "a" so that no alert can watch it',
    ],
    [
      "gets a query without the interval",
      { a: tile({ ...SQL, sql_template: "SELECT 1" }), b: tile() },
      'This plan changes the tile "a" so that no alert can watch it',
    ],
  ];

  test.each(CHANGES)(
    "is refused if the tile %s, even if the alert itself does not change",
    async (_, tiles, summary) => {
      await start({ a: tile(), b: tile() });
      expect(await planDashboard(tiles)).toEqual([]);
      expect(said(await planAlert())).toEqual([["error", summary, ["tile_id"]]]);
    },
  );

  test.each(CHANGES)("is refused in a later plan of the dashboard if the tile %s", async (_, tiles, summary) => {
    await start({ a: tile(), b: tile() });
    expect(await planAlert()).toEqual([]);
    const diagnostics = await planDashboard(tiles);
    expect(said(diagnostics)).toEqual([["error", summary, ["tiles"]]]);
    expect(diagnostics[0]?.detail).toContain('The alert is "Errors".');
  });

  test("is refused if its dashboard is destroyed, in both orders of planning", async () => {
    await start({ a: tile() });
    expect(errorsOf(await run.planDestroy(dashboardResource, before))).toEqual([]);
    expect(said(await planAlert())).toEqual([
      ["error", "This plan destroys the dashboard that the alert watches", ["tile_id"]],
    ]);
    run = connect();
    await planAlert();
    expect(said(errorsOf(await run.planDestroy(dashboardResource, before)))).toEqual([
      ["error", "This plan destroys the dashboard that the alert watches", undefined],
    ]);
  });

  test("is accepted if the alert is removed together with the tile, or moves to another tile", async () => {
    await start({ a: tile(), b: tile() });
    expect(await run.planDestroy(alertResource, watching.held)).toEqual([]);
    expect(await planDashboard({ b: tile() })).toEqual([]);
    const moved = alert(before.state.id, (before.state.tile_ids as ObjectValue).b);
    expect(await planAlert(moved)).toEqual([]);
  });

  test("is not checked if the tile could not alert before", async () => {
    await start({ a: tile() });
    const table = tile({ display_type: "table", source_id: seedIds.logs, select: [{ agg_fn: "count" }] });
    const asTable = { ...before, state: { ...before.state, tiles: { a: table } } };
    await run.plan(dashboardResource, dashboard({ a: { ...table, name: "Renamed" } }), asTable);
    expect(await planAlert()).toEqual([]);
  });

  test("causes no more requests than an empty plan", async () => {
    await start({ a: tile() });
    emulator.resetRequests();
    await planDashboard({ a: tile() });
    expect(await planAlert()).toEqual([]);
    expect(emulator.requests).toEqual([]);
  });
});
