import type { Emulator } from "../../../../src/emulator";
import { seedIds } from "../../../../src/emulator/seed";
import type { Diagnostic, ObjectValue } from "../../../../src/plugin";
import { json, TestServer } from "../../../support/client/http-server";
import { providerRuns } from "../../../support/emulator/provider-runs";
import { type Held, ProviderRun, resource } from "../../../support/provider-in-process";
import { listed, stored, ui } from "../../../support/ui";

const DASHBOARD = resource("clickstack_dashboard");
const ALERT = resource("clickstack_alert");

const place = { x: 0, y: 0, w: 6, h: 3 };
const line = (where = "level:error"): ObjectValue => ({
  display_type: "line",
  source_id: seedIds.logs,
  select: [{ agg_fn: "count", where }],
});
const tile = (name: string, config = line()): ObjectValue => ({ name, ...place, config });
const dashboard = (tiles: ObjectValue): ObjectValue => ({ name: "Shop", tiles });
const alertOn = (dashboardId: unknown, tileId: unknown, name = "Errors"): ObjectValue => ({
  name,
  dashboard_id: String(dashboardId),
  tile_id: String(tileId),
  interval: "5m",
  threshold: 1,
  threshold_type: "above",
  channels: [{ type: "webhook", webhook_id: seedIds.slackWebhook }],
});

describe("a dashboard that is updated", () => {
  let emulator: Emulator;
  const process = providerRuns((started) => {
    emulator = started;
  });

  const create = (tiles: ObjectValue) => process().apply(DASHBOARD, dashboard(tiles));
  const idOf = ({ state }: Held, key: string) => (state.tile_ids as ObjectValue)[key];
  const said = (diagnostics: readonly Diagnostic[]) => diagnostics.map(({ severity, summary }) => [severity, summary]);

  /** Creates an alert as a user does in the UI. */
  const addAlert = async (held: Held, key: string, name = "By hand") => {
    const body = { ...alertOn(held.state.id, idOf(held, key), name) };
    const alert = {
      name,
      source: "tile",
      dashboardId: body.dashboard_id,
      tileId: body.tile_id,
      interval: "5m",
      threshold: 1,
      thresholdType: "above",
      channel: { type: "webhook", webhookId: seedIds.slackWebhook },
    };
    await ui(emulator, "POST", "/api/v2/alerts", alert);
  };

  test("keeps the id of a tile whose key and title change together", async () => {
    const before = await create({ errors: tile("errors"), other: tile("Other", line("x:1")) });
    await addAlert(before, "errors");
    const next = { failures: tile("failures"), other: tile("Other", line("x:1")) };
    const { plan, diagnostics } = await process().plan(DASHBOARD, dashboard(next), before);
    expect((plan.tile_ids as ObjectValue).failures).toBe(idOf(before, "errors"));
    expect(diagnostics).toEqual([
      {
        severity: "warning",
        summary: 'The tile "errors" is renamed to "failures" with another title',
        detail:
          'It keeps its id, and its alerts stay. Its title changes from "errors" to "failures". To keep the title, give the tile the name "errors".',
        path: ["tiles", { key: "failures" }, "name"],
      },
    ]);
    const after = await process().apply(DASHBOARD, dashboard(next), before);
    expect(idOf(after, "failures")).toBe(idOf(before, "errors"));
    expect((await listed(emulator, "alerts")).map(({ name }) => name)).toEqual(["By hand"]);
  });

  test("does not warn about a tile if only its key changes", async () => {
    const before = await create({ errors: tile("Errors") });
    const { plan, diagnostics } = await process().plan(DASHBOARD, dashboard({ failures: tile("Errors") }), before);
    expect((plan.tile_ids as ObjectValue).failures).toBe(idOf(before, "errors"));
    expect(diagnostics).toEqual([]);
  });

  test("warns about a tile and its alert that are deleted while another tile of the same kind is created", async () => {
    const before = await create({ errors: tile("errors") });
    await addAlert(before, "errors");
    const next = { failures: tile("failures", line("level:fatal")) };
    const { plan, diagnostics } = await process().plan(DASHBOARD, dashboard(next), before);
    expect((plan.tile_ids as ObjectValue).failures).not.toBe(idOf(before, "errors"));
    const [alert] = await listed(emulator, "alerts");
    expect(said(diagnostics)).toEqual([
      ["warning", 'The tile "errors" is deleted and "failures" is created'],
      ["warning", `The server will delete the alert "By hand" (${alert?.id})`],
    ]);
  });

  test("warns about an unmanaged alert on a tile whose new kind does not support alerts, and on a destroyed dashboard", async () => {
    const before = await create({ errors: tile("errors") });
    await addAlert(before, "errors");
    const text = { errors: tile("errors", { display_type: "markdown", markdown: "hi" }) };
    const [alert] = await listed(emulator, "alerts");
    const warning = ["warning", `The server will delete the alert "By hand" (${alert?.id})`];
    const { diagnostics } = await process().plan(DASHBOARD, dashboard(text), before);
    expect(said(diagnostics)).toEqual([warning]);
    expect(said(await process().planDestroy(DASHBOARD, before))).toEqual([warning]);
  });

  test("does not warn about a managed alert that the same plan destroys, in both orders of planning", async () => {
    const before = await create({ errors: tile("errors") });
    const alert = await process().apply(ALERT, alertOn(before.state.id, idOf(before, "errors")));
    const run = process();
    const [{ diagnostics }] = await Promise.all([
      run.plan(DASHBOARD, dashboard({}), before),
      run.planDestroy(ALERT, alert),
    ]);
    expect(diagnostics).toEqual([]);
  });

  test("gives each tile the planned id, for any values that are known only during the apply", async () => {
    const before = await create({ a: tile("A"), b: tile("B", line("b:1")) });
    const next = { c: tile("A", line("c:1")), d: tile("D", line("b:1")) };
    const after = await process().apply(DASHBOARD, dashboard(next), before);
    expect(after.state.tile_ids).toEqual({ c: idOf(before, "a"), d: idOf(before, "b") });
    const { tiles } = await stored(emulator, "dashboards", String(before.state.id));
    expect((tiles as { id: string; name: string }[]).map(({ id, name }) => [name, id])).toEqual([
      ["A", idOf(before, "a")],
      ["D", idOf(before, "b")],
    ]);
  });
});

describe("a response without some of the tiles that were sent", () => {
  const ID = "0123456789abcdef01234567";
  const stored = (name: string, id: string) => ({
    id,
    name,
    ...place,
    config: { displayType: "line", sourceId: seedIds.logs, select: [{ aggFn: "count", where: name }] },
  });

  test("keeps the planned tiles in the state, with a warning about the missing tiles", async () => {
    await using server = await TestServer.start((request, response) =>
      request.path.includes("validate")
        ? json(response, 404, { message: "no" })
        : request.method === "GET"
          ? json(response, 200, { data: [] })
          : json(response, 200, { data: { id: ID, name: "Shop", tiles: [stored("B", "f00000000000000000000001")] } }),
    );
    await using run = new ProviderRun({
      openSource: { endpoint: server.endpoint, accessKey: "access-key-of-the-test" },
    });
    const config = dashboard({ a: tile("A", line("A")), b: tile("B", line("B")) });
    const { plan } = await run.plan(DASHBOARD, config);
    const { state, diagnostics } = await run.create(DASHBOARD, config, plan);
    expect(state.id).toBe(ID);
    expect(state.tile_ids).toEqual({ a: null, b: "f00000000000000000000001" });
    expect(Object.keys(state.tiles as ObjectValue)).toEqual(["a", "b"]);
    expect(JSON.stringify(state)).not.toContain("undefined");
    expect(diagnostics).toEqual([
      {
        severity: "warning",
        summary: "The server did not store a tile of the dashboard",
        detail: expect.stringContaining('lacks "a"'),
        path: ["tiles", { key: "a" }],
      },
      expect.objectContaining({ severity: "warning", summary: "The server stored another value than planned" }),
    ]);
  });
});
