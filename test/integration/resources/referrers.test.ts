import { type Emulator, seedIds } from "../../../src/emulator";
import type { ObjectValue } from "../../../src/plugin";
import { providerRuns } from "../../support/emulator/provider-runs";
import { resource } from "../../support/provider-in-process";
import { ui } from "../../support/ui";

const SEARCH = resource("clickstack_saved_search");
const WEBHOOK = resource("clickstack_webhook");
const SOURCE = resource("clickstack_source");
const ALERT = resource("clickstack_alert");

let emulator: Emulator;
const run = providerRuns((started) => {
  emulator = started;
});

/** Creates an object as a user does in the UI. */
const made = async (collection: string, body: object): Promise<string> => {
  const { data } = (await ui(emulator, "POST", `/api/v2/${collection}`, body)) as { data: { id: string } };
  return data.id;
};
const alertBody = (savedSearchId: string, ...webhooks: string[]) => ({
  ...{ name: "Too many", source: "saved_search", savedSearchId, interval: "5m", threshold: 1, thresholdType: "above" },
  channels: webhooks.map((webhookId) => ({ type: "webhook", webhookId })),
});
const alertConfig = (savedSearchId: string, webhook: string): ObjectValue => ({
  ...{ name: "Too many", saved_search_id: savedSearchId, interval: "5m", threshold: 1, threshold_type: "above" },
  channels: [{ type: "webhook", webhook_id: webhook }],
});
const webhook = () => run().apply(WEBHOOK, { name: "Pager", service: "generic", url: "https://example.com/hook" });
const search = () => run().apply(SEARCH, { name: "Errors", source_id: seedIds.logs });

describe("the plan of a destroy", () => {
  test("lists the alerts that refer to a destroyed webhook, also in a later channel", async () => {
    const held = await webhook();
    const savedSearchId = await made("saved-searches", { name: "Errors", sourceId: seedIds.logs });
    const id = await made("alerts", alertBody(savedSearchId, seedIds.slackWebhook, String(held.state.id)));
    expect(await run().planDestroy(WEBHOOK, held)).toEqual([
      {
        severity: "warning",
        summary: 'One alert refers to the webhook "Pager"',
        detail:
          "The server refuses to delete a webhook while it is the first channel of an alert. As a later channel it is deleted, and the next update of the alert fails. " +
          `Nothing in this plan removes the reference: "Too many" (${id}).\nFix: Remove the webhook from these alerts first, or delete them.`,
      },
    ]);
  });

  test("lists the alerts that watch a destroyed saved search", async () => {
    const held = await search();
    const id = await made("alerts", alertBody(String(held.state.id), seedIds.slackWebhook));
    expect(await run().planDestroy(SEARCH, held)).toMatchObject([
      {
        severity: "warning",
        summary: 'One alert refers to the saved search "Errors"',
        detail: expect.stringContaining(`"Too many" (${id})`),
      },
    ]);
  });

  test("lists the dashboards and the saved searches that query a destroyed source", async () => {
    const source = {
      ...{ kind: "log", name: "Orders", connection_id: seedIds.connection, timestamp_value_expression: "Timestamp" },
      ...{ from: { database_name: "default", table_name: "orders" }, default_table_select_expression: "Body" },
    };
    const held = await run().apply(SOURCE, source);
    const sourceId = String(held.state.id);
    const tile = { name: "A", x: 0, y: 0, w: 6, h: 6 };
    const dashboard = (index: number) => ({
      name: `Shop ${index}`,
      tiles: [{ ...tile, config: { displayType: "line", sourceId, select: [{ aggFn: "count" }] } }],
    });
    for (let index = 0; index < 10; index += 1) {
      await made("dashboards", dashboard(index));
    }
    const searchId = await made("saved-searches", { name: "Mine", sourceId });
    const warnings = await run().planDestroy(SOURCE, held);
    expect(warnings).toMatchObject([
      { severity: "warning", summary: '10 dashboards refer to the source "Orders"' },
      { severity: "warning", summary: 'One saved search refers to the source "Orders"' },
    ]);
    expect(warnings[0]?.detail).toMatch(
      /("Shop \d" \([0-9a-f]{24}\), ){7}"Shop \d" \([0-9a-f]{24}\) and 2 more\.\nFix: /,
    );
    expect(warnings[1]?.detail).toContain(`"Mine" (${searchId})`);
  });

  test("does not warn about a managed alert, and requests the list of alerts once for all destroys", async () => {
    const [hook, searched] = [await webhook(), await search()];
    const alert = await run().apply(ALERT, alertConfig(String(searched.state.id), String(hook.state.id)));
    const later = run();
    emulator.resetRequests();
    const planned = await Promise.all([
      later.planDestroy(WEBHOOK, hook),
      later.planDestroy(SEARCH, searched),
      later.planDestroy(ALERT, alert),
    ]);
    expect(planned.flat()).toEqual([]);
    expect(emulator.requests.map(({ method, path }) => [method, path])).toEqual([["GET", "/api/v2/alerts"]]);
  });

  test("warns about a managed alert that keeps its reference", async () => {
    const hook = await webhook();
    const config = alertConfig(String((await search()).state.id), String(hook.state.id));
    const alert = await run().apply(ALERT, config);
    const later = run();
    const [warnings] = await Promise.all([later.planDestroy(WEBHOOK, hook), later.plan(ALERT, config, alert)]);
    expect(warnings).toMatchObject([{ summary: 'One alert refers to the webhook "Pager"' }]);
  });

  test("warns that the references are unknown if the server refuses the list of alerts", async () => {
    const hook = await webhook();
    emulator.failNext({ method: "GET", status: 403, times: 9 });
    expect(await run().planDestroy(WEBHOOK, hook)).toMatchObject([
      { severity: "warning", summary: 'Could not check which alerts refer to the webhook "Pager"' },
    ]);
  });
});
