import type { Emulator } from "../../src/emulator";
import { environmentFor } from "../support/environment";
import { listed } from "../support/ui";
import { inServedWorkspaces, type ServedWorkspace } from "../support/workspace";

const stack = (threshold: string, factor: string) => `
data "clickstack_source" "logs" { name = "Logs" }
data "clickstack_webhook" "slack" { name = "Slack oncall" }
resource "clickstack_dashboard" "d" {
  name  = "D"
  tiles = { t = { name = "T", x = 0, y = 0, w = 12, h = 6, config = {
    display_type  = "number"
    source_id     = data.clickstack_source.logs.id
    select        = [{ agg_fn = "count" }]
    number_format = { output = "number", factor = ${factor} }
  } } }
}
resource "clickstack_alert" "a" {
  dashboard_id   = clickstack_dashboard.d.id
  tile_id        = clickstack_dashboard.d.tile_ids["t"]
  interval       = "5m"
  threshold      = ${threshold}
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = data.clickstack_webhook.slack.id }]
}`;

describe("a number", () => {
  let emulator: Emulator;
  let workspace: ServedWorkspace;

  inServedWorkspaces(environmentFor, (opened) => {
    ({ emulator, workspace } = opened);
  });

  test.each([
    ["1/3", 1 / 3],
    ["0.1 + 0.2", 0.3],
    ["9007199254740993", 9007199254740992],
    ["1e300", 1e300],
    ["-0.000000001", -0.000000001],
  ])("is stored as the nearest double if it is written as %s, and the next plan is empty", async (text, stored) => {
    await workspace.applyOf(stack(text, text));
    const [alert] = await listed(emulator, "alerts");
    expect(alert?.threshold).toBe(stored);
    expect(await workspace.plannedDifferences()).toEqual([]);
  });
});
