import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPlan } from "../../src/cli/engine/read-plan";
import { planDrawings } from "../../src/cli/reports/formats/pictures";
import { callCli } from "../support/cli/call-cli";
import { emulatorForTests } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { stored, ui } from "../support/ui";
import { ServedWorkspace, Workspace } from "../support/workspace";

const CONFIGURATION = `
data "clickstack_source" "logs" { name = "Logs" }
data "clickstack_webhook" "slack" { name = "Slack oncall" }

resource "clickstack_dashboard" "checkout" {
  name = "Checkout"
  tiles = {
    errors = {
      name = "Errors"
      x = 0
      y = 0
      w = 12
      h = 6
      config = {
        display_type = "line"
        source_id    = data.clickstack_source.logs.id
        select       = [{ agg_fn = "count", where = "level:error" }]
      }
    }
    orders = {
      name = "Orders"
      x = 12
      y = 0
      w = 6
      h = 4
      config = {
        display_type = "number"
        source_id    = data.clickstack_source.logs.id
        select       = [{ agg_fn = "count" }]
      }
    }
  }
}

resource "clickstack_alert" "errors" {
  name           = "Too many errors"
  dashboard_id   = clickstack_dashboard.checkout.id
  tile_id        = clickstack_dashboard.checkout.tile_ids["errors"]
  threshold      = 1
  threshold_type = "above"
  interval       = "1h"
  channels       = [{ type = "webhook", webhook_id = data.clickstack_webhook.slack.id }]
}

resource "clickstack_alert" "slow" {
  threshold      = 1
  threshold_type = "above"
  interval       = "1h"
  channels       = [{ type = "webhook", webhook_id = data.clickstack_webhook.slack.id }]
  chart_config = {
    name         = "Slow requests"
    display_type = "number"
    source_id    = data.clickstack_source.logs.id
    select       = [{ agg_fn = "count", where = "duration:>100" }]
  }
}
`;

describe("preview and backtest of plain HCL with the real engine", () => {
  const emulator = emulatorForTests();
  let workspace: ServedWorkspace;

  beforeAll(async () => {
    workspace = new ServedWorkspace(environmentFor(emulator.endpoints));
    workspace.write(CONFIGURATION);
    await workspace.init();
  });

  afterAll(() => {
    workspace.remove();
  });

  const document = async (...words: string[]) => {
    const { exitCode, stdout, stderr } = await callCli([...words, "--json"], workspace.environment);
    if (exitCode !== 0) {
      throw new Error(stderr);
    }
    return JSON.parse(stdout);
  };

  test("show the alert on its tile before the first apply, and can back-test it", async () => {
    const files = readdirSync(workspace.folder);
    const { dashboards, remarks } = await document("preview", workspace.folder);
    expect(dashboards).toMatchObject([
      { address: "clickstack_dashboard.checkout", change: "added", before: null },
      { address: "alerts with inline charts", change: "added", before: null },
    ]);
    expect(dashboards[1].after.sections[0].tiles).toMatchObject([
      {
        ...{ id: "clickstack_alert.slow", title: "Slow requests", query: "Logs: count where duration:>100" },
        alerts: [{ name: null, condition: "≥ 1 in 1h" }],
      },
    ]);
    const [errors, orders] = dashboards[0].after.sections[0].tiles;
    expect(errors).toMatchObject({
      ...{ id: "errors", query: "Logs: count where level:error" },
      alerts: [{ name: "Too many errors", condition: "≥ 1 in 1h" }],
    });
    expect(orders.query).toBe("Logs: count");
    expect(orders.alerts).toEqual([]);
    expect(remarks).toEqual([]);
    const { alerts } = await document("backtest", workspace.folder, "--last", "1d", "--no-cache");
    expect(alerts).toMatchObject([
      { name: "Too many errors", windowSeconds: 3600, firings: [{ group: null }] },
      { address: "clickstack_alert.slow", windowSeconds: 3600, firings: [{ group: null }] },
    ]);
    expect(readdirSync(workspace.folder)).toEqual(files);
  });

  test("draw changes from elsewhere in the same way for the folder, the saved plan and its JSON", async () => {
    await workspace.apply();
    const { id, tile_ids } = (await workspace.state("clickstack_dashboard.checkout")) as {
      id: string;
      tile_ids: { errors: string };
    };
    await ui(emulator, "PATCH", `/api/v2/dashboards/${id}/tiles/${tile_ids.errors}`, { name: "By hand", x: 8 });
    const { id: slow, chart_config } = (await workspace.state("clickstack_alert.slow")) as {
      id: string;
      chart_config: { source_id: string };
    };
    const select = [{ aggFn: "count", where: "level:warn" }];
    const chartConfig = { displayType: "number", sourceId: chart_config.source_id, select, name: "By hand" };
    await ui(emulator, "PATCH", `/api/v2/alerts/${slow}`, { chartConfig });
    await workspace.must("plan", "-out=saved.tfplan");
    const json = join(workspace.folder, "plan.json");
    writeFileSync(json, await workspace.must("show", "-json", "saved.tfplan"));
    const drawings = [];
    for (const path of [workspace.folder, join(workspace.folder, "saved.tfplan"), json]) {
      const { dashboards } = await document("preview", path);
      drawings.push(dashboards.map(({ source: _, ...rest }: { source: string }) => rest));
    }
    expect(drawings[0]).toEqual(drawings[1]);
    expect(drawings[0]).toEqual(drawings[2]);
    const [{ change, before, after }, charts] = drawings[0];
    expect([charts.before, charts.after].map(({ sections }) => sections[0].tiles)).toMatchObject([
      [{ title: "By hand", query: "Logs: count where level:warn", change: "changed" }],
      [{ title: "Slow requests", query: "Logs: count where duration:>100", change: "changed" }],
    ]);
    expect(change).toBe("changed");
    expect(before.sections[0].tiles[0]).toMatchObject({ id: "errors", title: "By hand", x: 8, change: "changed" });
    expect(after.sections[0].tiles[0]).toMatchObject({ id: "errors", title: "Errors", x: 0, change: "changed" });
    expect(before.sections[0].flaws).toContain('"By hand" and "Orders" overlap at x 12, y 0, 6 wide, 4 high.');
    const planned = planDrawings(readPlan(JSON.parse(readFileSync(json, "utf8")), json));
    expect(planned.size).toBe(2);
    expect(planned.get("clickstack_dashboard.checkout")?.text).toMatch(
      /^<div class="sides">.*<svg .*>Before: Checkout<.*<\/svg>.*<svg .*>After: Checkout<.*<\/svg>.*<\/div>$/s,
    );
    expect((await stored(emulator, "dashboards", id)).name).toBe("Checkout");
  });

  test("refuse a folder that was not initialized, with the command that initializes it", async () => {
    const environment = environmentFor(emulator.endpoints);
    const other = new Workspace(environment);
    other.write(CONFIGURATION);
    const { exitCode, stderr } = await callCli(["preview", other.folder], environment);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("--init");
    const { stdout } = await callCli(["preview", other.folder, "--init"], environment);
    expect(stdout).toContain("Checkout (added)");
    other.remove();
  });
});
