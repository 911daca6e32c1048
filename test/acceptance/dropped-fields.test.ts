import type { Emulator } from "../../src/emulator";
import { environmentFor, managedEnvironmentFor } from "../support/environment";
import { listed } from "../support/ui";
import { inWorkspaces, type Workspace } from "../support/workspace";

const SOURCE = 'data "clickstack_source" "logs" { name = "Logs" }';

const ALERT = `${SOURCE}
data "clickstack_webhook" "slack" { name = "Slack oncall" }
resource "clickstack_saved_search" "errors" {
  name      = "Errors"
  source_id = data.clickstack_source.logs.id
}
resource "clickstack_alert" "it" {
  saved_search_id = clickstack_saved_search.errors.id
  group_by        = "ServiceName"
  interval        = "5m"
  threshold       = 1
  threshold_type  = "above"
  channels        = [{ type = "webhook", webhook_id = data.clickstack_webhook.slack.id }]
}`;

const DASHBOARD = `${SOURCE}
resource "clickstack_dashboard" "it" {
  name  = "Shop"
  tags  = ["shop"]
  tiles = {
    a = {
      name = "A", x = 0, y = 0, w = 12, h = 6
      config = { display_type = "line", source_id = data.clickstack_source.logs.id, select = [{ agg_fn = "count", where = "level:error" }] }
    }
  }
}`;

const SEARCH = `${SOURCE}
resource "clickstack_saved_search" "it" {
  name      = "Errors"
  source_id = data.clickstack_source.logs.id
  where     = "level:error"
}`;

const WEBHOOK = `
resource "clickstack_webhook" "it" {
  name        = "Pager"
  service     = "generic"
  url         = "https://example.com/hook"
  description = "Pages"
}`;

/** The text without the engine's frames and line breaks. */
const unframed = (text: string) => text.replace(/[\s│╷╵]+/g, " ");

describe.each([
  [
    "open-source",
    environmentFor,
    [
      ["alert", "alerts", ALERT, "groupBy", "group_by"],
      ["dashboard", "dashboards", DASHBOARD, "tags", "tags"],
      ["tile", "dashboards", DASHBOARD, "tiles.0", 'tiles["a"]'],
      ["saved search", "saved-searches", SEARCH, "where", "where"],
      ["webhook", "webhooks", WEBHOOK, "description", "description"],
    ],
  ],
  ["managed", managedEnvironmentFor, [["alert", "alerts", ALERT, "groupBy", "group_by"]]],
] as const)("in the %s deployment, an object that loses a field on the server", (_deployment, environment, kinds) => {
  let emulator: Emulator;
  let workspace: Workspace;

  inWorkspaces(environment, (opened) => {
    ({ emulator, workspace } = opened);
  });

  test.each(kinds)(
    "is created with a warning and keeps its id in later applies: %s",
    async (_kind, collection, hcl, field, named) => {
      const address = `clickstack_${collection.replace("searches", "search").replace("-", "_").replace(/s$/, "")}.it`;
      const drop = { drop: [field], times: 9 };
      emulator.failNext({ method: "POST", path: `*/${collection}`, ...drop });
      emulator.failNext({ method: "PUT", path: `*/${collection}/*`, ...drop });
      workspace.write(hcl);
      await workspace.init();
      const created = unframed(await workspace.apply());
      expect(created).toContain("Warning: The server stored another value than planned");
      expect(created).toContain(named);
      const { id } = await workspace.state(address);
      expect((await workspace.plannedChanges()).map(({ actions }) => actions)).toEqual([["update"]]);
      for (const _again of ["first", "second"]) {
        expect(unframed(await workspace.apply())).toContain("Warning: The server stored another value than planned");
        expect((await workspace.state(address)).id).toBe(id);
      }
      expect((await listed(emulator, collection)).map((each) => each.id)).toContain(id);
      emulator.clearFaults();
      await workspace.apply();
      expect((await workspace.state(address)).id).toBe(id);
      expect(await workspace.plannedDifferences()).toEqual([]);
    },
  );
});
