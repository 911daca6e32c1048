import { type Emulator, seedIds } from "../../../src/emulator";
import { type DiagnosticError, type ObjectValue, UNKNOWN } from "../../../src/plugin";
import type { SessionOptions } from "../../../src/resources/shared/session";
import { providerRuns } from "../../support/emulator/provider-runs";
import { type Held, resource } from "../../support/provider-in-process";
import { listed, stored, ui } from "../../support/ui";

const SEARCH = resource("clickstack_saved_search");
const KEY = resource("clickstack_api_key");
const ALERT = resource("clickstack_alert");

const ALERT_RULE: ObjectValue = {
  interval: "5m",
  threshold: 1,
  threshold_type: "above",
  channels: [{ type: "webhook", webhook_id: seedIds.slackWebhook }],
};

const search = (more: ObjectValue = {}): ObjectValue => ({ name: "Errors", source_id: seedIds.logs, ...more });

let emulator: Emulator;
const run = providerRuns((started) => {
  emulator = started;
});

/** Plans in one process and returns the function that applies this plan in another process. */
const planned = async (config: ObjectValue, held: Held, of = SEARCH, options?: SessionOptions) => {
  const { plan } = await run().plan(of, config, held);
  emulator.resetRequests();
  return () => run(options).update(of, config, plan, held);
};
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: DiagnosticError) => error.diagnostics[0],
  );
const writes = () => emulator.requests.filter(({ method }) => method !== "GET").map(({ method }) => method);
const change = ({ state }: Held, body: object) =>
  ui(emulator, "PUT", `/api/v2/saved-searches/${state.id}`, { name: "Errors", sourceId: seedIds.logs, ...body });

describe("an update of an object", () => {
  test("succeeds if the object is unchanged since the plan", async () => {
    const held = await run().apply(SEARCH, search());
    const apply = await planned(search({ where: "level:error" }), held);
    await apply();
    expect(await stored(emulator, "saved-searches", String(held.state.id))).toMatchObject({ where: "level:error" });
    expect(emulator.requests.map(({ method }) => method)).toEqual(["GET", "PUT"]);
  });

  test("is refused with the changed attributes if the object was changed after the plan", async () => {
    const held = await run().apply(SEARCH, search());
    const apply = await planned(search({ where: "level:error" }), held);
    await change(held, { orderBy: "Timestamp", tags: ["x"] });
    expect(await refusal(apply())).toEqual({
      severity: "error",
      summary: 'The saved search "Errors" was changed after this plan was made',
      detail:
        "These attributes differ from what the plan saw: order_by, tags. The object was not changed. " +
        `The id of the saved search is ${held.state.id}.\n` +
        'Fix: Plan again, so that the plan shows the change. To overwrite such changes without a check, set on_stale_plan = "overwrite" in the provider block.',
      path: ["order_by"],
    });
    expect(writes()).toEqual([]);
  });

  test("is refused if the object was deleted after the plan", async () => {
    const held = await run().apply(SEARCH, search());
    const apply = await planned(search({ where: "level:error" }), held);
    await ui(emulator, "DELETE", `/api/v2/saved-searches/${held.state.id}`);
    expect(await refusal(apply())).toEqual({
      severity: "error",
      summary: 'The saved search "Errors" was deleted after this plan was made',
      detail: `The server no longer has a saved search with the id ${held.state.id}.\nFix: Plan again. The next plan creates it again.`,
    });
    expect(await listed(emulator, "saved-searches")).toEqual([]);
  });

  test("is refused if a user set an undeclarable field after the plan", async () => {
    const held = await run().apply(SEARCH, search());
    const apply = await planned(search({ where: "level:error" }), held);
    emulator.edit("saved-searches", String(held.state.id), { newerField: "x" });
    expect(await refusal(apply())).toMatchObject({ path: ["other_fields"] });
    expect(writes()).toEqual([]);
  });

  test("succeeds if only values have changed that the server sets", async () => {
    const DASHBOARD = resource("clickstack_dashboard");
    const held = await run().apply(DASHBOARD, { name: "Shop", tiles: {} });
    const { plan } = await run().plan(DASHBOARD, { name: "Renamed", tiles: {} }, held);
    const movedUi = { ...held, state: { ...held.state, url: "https://elsewhere.example" } };
    await run().update(DASHBOARD, { name: "Renamed", tiles: {} }, plan, movedUi);
    expect(await stored(emulator, "dashboards", String(held.state.id))).toMatchObject({ name: "Renamed" });
  });

  test("is refused with the watched object of an alert without a name", async () => {
    const savedSearch = await run().apply(SEARCH, search());
    const config = { ...ALERT_RULE, saved_search_id: savedSearch.state.id ?? null };
    const held = await run().apply(ALERT, config);
    const apply = await planned({ ...config, threshold: 2 }, held, ALERT);
    await ui(emulator, "PATCH", `/api/v2/alerts/${held.state.id}`, { threshold: 3 });
    const refused = await refusal(apply());
    expect(refused?.summary).toBe('The alert "Errors" was changed after this plan was made');
    expect(refused?.detail).toContain(`The id of the alert is ${held.state.id}.`);
  });

  test("creates the object again after a delete if this is allowed", async () => {
    const [one, other] = [await run().apply(SEARCH, search()), await run().apply(SEARCH, search({ name: "Other" }))];
    const held = await run().apply(ALERT, { ...ALERT_RULE, saved_search_id: one.state.id ?? null });
    const moved = { ...ALERT_RULE, saved_search_id: other.state.id ?? null };
    const { plan } = await run().plan(ALERT, moved, held);
    await ui(emulator, "DELETE", `/api/v2/alerts/${held.state.id}`);
    const { state } = await run().update(ALERT, moved, { ...plan, id: UNKNOWN }, held);
    expect(await listed(emulator, "alerts")).toMatchObject([{ id: state.id, savedSearchId: other.state.id }]);
  });

  test("overwrites the change if the provider is configured to overwrite, and then does not read the object", async () => {
    const held = await run().apply(SEARCH, search());
    const apply = await planned(search({ where: "level:error" }), held, SEARCH, { onStalePlan: "overwrite" });
    await change(held, { orderBy: "Timestamp" });
    emulator.resetRequests();
    await apply();
    expect(emulator.requests.map(({ method }) => method)).toEqual(["PUT"]);
  });

  test("is refused if the current object cannot be read", async () => {
    const held = await run().apply(SEARCH, search());
    const apply = await planned(search({ where: "level:error" }), held);
    emulator.failNext({ method: "GET", status: 403, times: 9 });
    const refused = await refusal(apply());
    expect(refused?.summary).toContain('compare the saved search "Errors" with what the plan saw');
    expect(writes()).toEqual([]);
  });

  test("is refused with the first eight changed attributes, and counts the others", async () => {
    const DASHBOARD = resource("clickstack_dashboard");
    const config = { display_type: "markdown", markdown: "hi" };
    const keys = Array.from({ length: 10 }, (_, index) => `t${index}`);
    const tiles = Object.fromEntries(keys.map((key, y) => [key, { name: key, x: 0, y, w: 1, h: 1, config }]));
    const held = await run().apply(DASHBOARD, { name: "Shop", tiles });
    const apply = await planned({ name: "Renamed", tiles }, held, DASHBOARD);
    const path = `/api/v2/dashboards/${held.state.id}`;
    const record = await stored(emulator, "dashboards", String(held.state.id));
    const moved = (record.tiles as { name: string }[]).map((tile) => ({ ...tile, name: `${tile.name}!` }));
    const { id: _, ...body } = record;
    await ui(emulator, "PUT", path, { ...body, tiles: moved });
    const refused = await refusal(apply());
    expect(refused?.detail).toMatch(/: (tiles\["t\d"\]\.name, ){7}tiles\["t\d"\]\.name and 2 more\. The object/);
    expect(writes()).toEqual([]);
  });
});

describe("an update that sends only changed fields", () => {
  const key = (more: ObjectValue = {}): ObjectValue => ({
    name: "ci",
    allow_any_ip: true,
    secret_in_state: true,
    ...more,
  });
  const changeKey = ({ state }: Held, body: object) => ui(emulator, "PATCH", `/keys/${state.id}`, body);

  test("does not overwrite changes in other attributes", async () => {
    const held = await run().apply(KEY, key());
    const apply = await planned(key({ state: "disabled" }), held, KEY);
    await changeKey(held, { expireAt: "2099-01-01T00:00:00Z" });
    await apply();
    expect(writes()).toEqual(["PATCH"]);
  });

  test("is refused if the same attribute was changed after the plan", async () => {
    const held = await run().apply(KEY, key());
    const apply = await planned(key({ expire_at: "2098-01-01T00:00:00Z" }), held, KEY);
    await changeKey(held, { expireAt: "2099-01-01T00:00:00Z" });
    expect(await refusal(apply())).toMatchObject({
      summary: 'The API key "ci" was changed after this plan was made',
      path: ["expire_at"],
    });
    expect(writes()).toEqual([]);
  });
});

describe("a destroy of an object", () => {
  test("succeeds if the object is unchanged since the plan, or was deleted", async () => {
    const [one, other] = [await run().apply(SEARCH, search()), await run().apply(SEARCH, search({ name: "Other" }))];
    await ui(emulator, "DELETE", `/api/v2/saved-searches/${other.state.id}`);
    const destroying = run();
    await destroying.destroy(SEARCH, one);
    await destroying.destroy(SEARCH, other);
    expect(await listed(emulator, "saved-searches")).toEqual([]);
  });

  test("is refused if the object was changed after the plan", async () => {
    const held = await run().apply(SEARCH, search());
    await change(held, { where: "level:fatal" });
    const refused = await refusal(run().destroy(SEARCH, held));
    expect(refused).toMatchObject({
      summary: 'The saved search "Errors" was changed after this plan was made',
      path: ["where"],
    });
    expect(await listed(emulator, "saved-searches")).toHaveLength(1);
  });

  test("succeeds after a change if the provider is configured to overwrite", async () => {
    const held = await run().apply(SEARCH, search());
    await change(held, { where: "level:fatal" });
    await run({ onStalePlan: "overwrite" }).destroy(SEARCH, held);
    expect(await listed(emulator, "saved-searches")).toEqual([]);
  });
});
