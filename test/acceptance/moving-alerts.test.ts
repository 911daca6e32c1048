import type { Emulator } from "../../src/emulator";
import { emulatorForEachTest } from "../support/emulator/emulator-for-tests";
import { environmentFor, managedEnvironmentFor } from "../support/environment";
import { listed, stored, ui } from "../support/ui";
import { inServedWorkspaces, ServedWorkspace } from "../support/workspace";

const LINE = '{ display_type = "line", source_id = data.clickstack_source.logs.id, select = [{ agg_fn = "count" }] }';
const MARKDOWN = '{ display_type = "markdown", markdown = "hi" }';
const tile = (name: string, config = LINE) => `{ name = "${name}", x = 0, y = 0, w = 12, h = 6, config = ${config} }`;

const dashboard = (resource: string, tiles: Record<string, string>) => `
resource "clickstack_dashboard" "${resource}" {
  name  = "${resource}"
  tiles = {
    ${Object.entries(tiles)
      .map(([key, text]) => `${key} = ${text}`)
      .join("\n    ")}
  }
}`;

const stack = (dashboards: string, on: string) => `
data "clickstack_source" "logs" { name = "Logs" }
data "clickstack_webhook" "slack" { name = "Slack oncall" }
${dashboards}
resource "clickstack_alert" "a" {
  ${on}
  interval       = "5m"
  threshold      = 1
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = data.clickstack_webhook.slack.id }]
}`;

const onTile = (resource: string, key: string) =>
  `dashboard_id = clickstack_dashboard.${resource}.id\n  tile_id = clickstack_dashboard.${resource}.tile_ids["${key}"]`;

describe.each([
  ["open-source", environmentFor],
  ["managed", managedEnvironmentFor],
] as const)(
  "in the %s deployment, an alert that moves in the same apply that removes its watched object",
  (_, environment) => {
    let emulator: Emulator;
    let workspace: ServedWorkspace;
    emulatorForEachTest((each) => {
      emulator = each;
    });

    beforeEach(async () => {
      workspace = new ServedWorkspace(environment(emulator.endpoints));
      workspace.write(stack(dashboard("d", { a: tile("A"), b: tile("B") }), onTile("d", "a")));
      await workspace.init();
      await workspace.apply();
    });

    afterEach(() => {
      workspace.remove();
    });

    test.each([
      ["its tile gets another key", stack(dashboard("d", { c: tile("A"), b: tile("B") }), onTile("d", "c")), "d", "c"],
      ["its tile is removed", stack(dashboard("d", { b: tile("B") }), onTile("d", "b")), "d", "b"],
      [
        "its tile turns into text",
        stack(dashboard("d", { a: tile("A", MARKDOWN), b: tile("B") }), onTile("d", "b")),
        "d",
        "b",
      ],
      ["its dashboard is removed", stack(dashboard("e", { x: tile("X") }), onTile("e", "x")), "e", "x"],
    ])("exists after one apply when %s", async (_, hcl, resource, key) => {
      workspace.write(hcl);
      await workspace.apply();
      const { id, tile_ids } = (await workspace.state(`clickstack_dashboard.${resource}`)) as {
        id: string;
        tile_ids: Record<string, string>;
      };
      const alert = await workspace.state("clickstack_alert.a");
      expect(await stored(emulator, "alerts", String(alert.id))).toMatchObject({
        dashboardId: id,
        tileId: tile_ids[key],
      });
      expect((await listed(emulator, "alerts")).length).toBe(1);
      expect(await workspace.plannedDifferences()).toEqual([]);
    });

    test("exists after one apply when its dashboard is replaced", async () => {
      await workspace.apply("-replace=clickstack_dashboard.d");
      expect((await listed(emulator, "alerts")).length).toBe(1);
      expect(await workspace.plannedDifferences()).toEqual([]);
    });

    test("keeps its id when the tile that it watched stays", async () => {
      const before = await workspace.state("clickstack_alert.a");
      workspace.write(stack(dashboard("d", { a: tile("A"), b: tile("B") }), onTile("d", "b")));
      await workspace.apply();
      expect((await workspace.state("clickstack_alert.a")).id).toBe(before.id);
    });
  },
);

describe("a dashboard", () => {
  let emulator: Emulator;
  let workspace: ServedWorkspace;

  inServedWorkspaces(environmentFor, (opened) => {
    ({ emulator, workspace } = opened);
  });

  const NUMBER = LINE.replace("line", "number");
  const ignoring = (name: string) => `
data "clickstack_source" "logs" { name = "Logs" }
resource "clickstack_dashboard" "d" {
  name  = "${name}"
  tiles = { a = ${tile("A", NUMBER)} }
  lifecycle { ignore_changes = [tiles] }
}`;

  test("with ignored changes of its tiles keeps settings from elsewhere, also those that cannot be declared", async () => {
    workspace.write(ignoring("before"));
    await workspace.init();
    await workspace.apply();
    const { id, tile_ids } = (await workspace.state("clickstack_dashboard.d")) as {
      id: string;
      tile_ids: Record<string, string>;
    };
    const colorRules = [{ operator: "gt", value: 5, color: "chart-red" }];
    await ui(emulator, "PATCH", `/api/v2/dashboards/${id}/tiles/${tile_ids.a}`, { config: { colorRules } });
    const source = String((await listed(emulator, "sources"))[0]?.id);
    const pie = { displayType: "pie", sourceId: source, select: [{ aggFn: "count" }] };
    await ui(emulator, "POST", `/api/v2/dashboards/${id}/tiles`, { name: "Pie", x: 0, y: 9, w: 6, h: 6, config: pie });
    workspace.write(ignoring("after"));
    await workspace.apply();
    expect(await stored(emulator, "dashboards", id)).toMatchObject({
      name: "after",
      tiles: [
        { id: tile_ids.a, config: { colorRules } },
        { name: "Pie", config: { displayType: "pie", sourceId: source } },
      ],
    });
    expect(await workspace.plannedDifferences()).toEqual([]);
  });

  test("keeps unmanaged alerts when a tile gets another key", async () => {
    const declared = (key: string) =>
      `data "clickstack_source" "logs" { name = "Logs" }\n${dashboard("d", { [key]: tile("A") })}`;
    workspace.write(declared("a"));
    await workspace.init();
    await workspace.apply();
    const { id, tile_ids } = (await workspace.state("clickstack_dashboard.d")) as {
      id: string;
      tile_ids: Record<string, string>;
    };
    const webhook = String((await listed(emulator, "webhooks"))[0]?.id);
    await ui(emulator, "POST", "/api/v2/alerts", {
      source: "tile",
      dashboardId: id,
      tileId: tile_ids.a,
      interval: "5m",
      threshold: 1,
      thresholdType: "above",
      channel: { type: "webhook", webhookId: webhook },
    });
    workspace.write(declared("b"));
    await workspace.apply();
    expect(await listed(emulator, "alerts")).toMatchObject([{ tileId: tile_ids.a }]);
    expect((await workspace.state("clickstack_dashboard.d")).tile_ids).toEqual({ b: tile_ids.a });
  });
});
