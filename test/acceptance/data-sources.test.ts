import { type Emulator, seedIds } from "../../src/emulator";
import { startEmulator } from "../support/emulator/emulator-for-tests";
import { environmentFor, managedEnvironmentFor } from "../support/environment";
import { ui } from "../support/ui";
import { ServedWorkspace } from "../support/workspace";

const LINE = '{ display_type = "line", source_id = data.clickstack_source.logs.id, select = [{ agg_fn = "count" }] }';
const tile = (name: string, y: number) => `{ name = "${name}", x = 0, y = ${y}, w = 12, h = 6, config = ${LINE} }`;

const OBJECTS = `
data "clickstack_source" "logs" { name = "Logs" }
data "clickstack_webhook" "slack" { name = "Slack oncall" }
resource "clickstack_dashboard" "d" {
  name  = "Checkout"
  tags  = ["shop"]
  tiles = { a = ${tile("Error rate", 0)}, b = ${tile("Error rate", 6)} }
}
resource "clickstack_saved_search" "s" {
  name      = "Errors"
  source_id = data.clickstack_source.logs.id
  where     = "level:error"
}
resource "clickstack_alert" "a" {
  name            = "Too many errors"
  saved_search_id = clickstack_saved_search.s.id
  interval        = "5m"
  threshold       = 1
  threshold_type  = "above"
  channels        = [{ type = "webhook", webhook_id = data.clickstack_webhook.slack.id }]
}`;

const SERIES = `
data "clickstack_chart_series" "errors" {
  start_time  = "2026-01-01T00:00:00Z"
  end_time    = "2026-01-01T02:00:00+00:00"
  granularity = "1h"
  group_by    = ["ServiceName"]
  series      = [
    { source_id = data.clickstack_source.logs.id, agg_fn = "count" },
    { source_id = data.clickstack_source.logs.id, agg_fn = "avg", field = "Duration" },
  ]
}
data "clickstack_source" "logs" { name = "Logs" }`;

/** The emulator has more events than a search returns. */
const ARRIVING = `
check "events_arrive" {
  data "clickstack_search" "recent" {
    source_id   = "${seedIds.logs}"
    where       = "level:error"
    max_results = 5
  }
  assert {
    condition     = data.clickstack_search.recent.event_count == 5
    error_message = "There are ${"$"}{data.clickstack_search.recent.event_count} events."
  }
}
check "one_event_arrives" {
  data "clickstack_search" "moment" {
    source_id  = "${seedIds.logs}"
    start_time = "2026-01-01T00:00:00.000Z"
    end_time   = "2026-01-01T00:00:00.001Z"
  }
  assert {
    condition     = data.clickstack_search.moment.event_count == 1
    error_message = "There are ${"$"}{data.clickstack_search.moment.event_count} events of that moment."
  }
}`;

let emulator: Emulator;
let workspace: ServedWorkspace;

async function start(environment: typeof environmentFor): Promise<void> {
  emulator = await startEmulator();
  workspace = new ServedWorkspace(environment(emulator.endpoints));
}

afterEach(async () => {
  workspace.remove();
  await emulator.stop();
});

const planOf = async (hcl: string) => {
  workspace.write(hcl);
  const { exitCode, stderr } = await workspace.plan();
  return { exitCode, said: stderr.replace(/[│╷╵]/g, " ").replace(/\s+/g, " ") };
};

describe.each([
  ["open-source", environmentFor],
  ["managed", managedEnvironmentFor],
] as const)("the look-ups in the %s deployment", (_, environment) => {
  beforeEach(() => start(environment));

  test("find dashboards, saved searches and alerts by name and by id", async () => {
    await workspace.applyOf(OBJECTS);
    workspace.write(`${OBJECTS}
      data "clickstack_dashboard" "by_name" { name = "Checkout" }
      data "clickstack_dashboard" "by_id" { id = clickstack_dashboard.d.id }
      data "clickstack_saved_search" "by_name" { name = "Errors" }
      data "clickstack_alert" "by_name" { name = "Too many errors" }
      data "clickstack_alerts" "of_slack" { webhook_id = data.clickstack_webhook.slack.id }
      data "clickstack_dashboards" "none" { tag = "unused" }
      data "clickstack_saved_searches" "of_logs" { source_id = data.clickstack_source.logs.id }
    `);
    await workspace.apply();
    const states = await workspace.states();
    const made = (address: string) => states.get(address) ?? {};
    const ids = made("clickstack_dashboard.d").tile_ids as Record<string, string>;
    expect(made("data.clickstack_dashboard.by_name")).toEqual({
      id: made("clickstack_dashboard.d").id,
      name: "Checkout",
      tags: ["shop"],
      tile_ids: { error_rate: ids.a, error_rate_2: ids.b },
      source_ids: [made("data.clickstack_source.logs").id],
      saved_query: null,
      saved_query_language: null,
      saved_filter_values: [],
      url: `${workspace.environment.CLICKSTACK_UI_ENDPOINT}/dashboards/${made("clickstack_dashboard.d").id}`,
    });
    expect(made("data.clickstack_dashboard.by_id")).toEqual(made("data.clickstack_dashboard.by_name"));
    expect(made("data.clickstack_saved_search.by_name")).toMatchObject({
      id: made("clickstack_saved_search.s").id,
      where: "level:error",
      where_language: "lucene",
    });
    expect(made("data.clickstack_alert.by_name")).toMatchObject({
      id: made("clickstack_alert.a").id,
      saved_search_id: made("clickstack_saved_search.s").id,
      interval: "5m",
      threshold: 1,
    });
    const { name, channels } = made("data.clickstack_alert.by_name");
    expect(made("data.clickstack_alerts.of_slack").alerts).toMatchObject([{ name, channels }]);
    expect(made("data.clickstack_dashboards.none").dashboards).toEqual([]);
    expect(made("data.clickstack_saved_searches.of_logs").saved_searches).toMatchObject([{ name: "Errors" }]);
    expect(await workspace.plannedDifferences()).toEqual([]);
  });

  test("find roles of the organization by name, and list them by type", async () => {
    await workspace.applyOf(`
      data "clickstack_organization_role" "deploy" { name = "Deploy bot" }
      data "clickstack_organization_roles" "custom" { type = "custom" }
    `);
    const states = await workspace.states();
    const { id } = states.get("data.clickstack_organization_role.deploy") ?? {};
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(states.get("data.clickstack_organization_roles.custom")?.organization_roles).toMatchObject([
      { id, name: "Deploy bot", type: "custom" },
    ]);
  });

  test("refuse an unknown name, and suggest the most similar name", async () => {
    await ui(emulator, "POST", "/api/v2/dashboards", { name: "Checkout", tiles: [] });
    const { exitCode, said } = await planOf(`
      data "clickstack_dashboard" "d" { name = "Chekout" }
      data "clickstack_organization_role" "r" { name = "Deploi bot" }
      data "clickstack_saved_search" "s" { name = "Errors" }
    `);
    expect(exitCode).toBe(1);
    expect(said).toContain('The dashboard "Chekout" does not exist');
    expect(said).toContain('Did you mean "Checkout"?');
    expect(said).toContain('Did you mean "Deploy bot"?');
    expect(said).toContain("The server has no saved search that these credentials can see.");
  });

  test("refuse a name that two dashboards have, and suggest an id", async () => {
    await ui(emulator, "POST", "/api/v2/dashboards", { name: "Checkout", tiles: [] });
    await ui(emulator, "POST", "/api/v2/dashboards", { name: "Checkout", tiles: [] });
    const { said } = await planOf('data "clickstack_dashboard" "d" { name = "Checkout" }');
    expect(said).toContain('There are 2 dashboards named "Checkout"');
    expect(said).toContain("Set id instead, to one of");
  });
});

describe("the look-ups of only the open-source deployment", () => {
  beforeEach(() => start(environmentFor));

  test("find and list connections without their passwords", async () => {
    await workspace.applyOf(`
      data "clickstack_connection" "clickhouse" { name = "Local ClickHouse" }
      data "clickstack_connections" "all" {}
    `);
    const states = await workspace.states();
    const { id } = states.get("data.clickstack_connection.clickhouse") ?? {};
    const facts = { id, name: "Local ClickHouse", host: "http://ch-server:8123", username: "default" };
    expect(states.get("data.clickstack_connection.clickhouse")).toMatchObject(facts);
    expect(states.get("data.clickstack_connections.all")?.connections).toMatchObject([facts]);
  });

  test("return chart series as rows with a value for each series, and checks detect missing events", async () => {
    workspace.write(`${SERIES}${ARRIVING}`);
    const said = (await workspace.apply()).replace(/[│╷╵]/g, " ").replace(/\s+/g, " ");
    expect(said.match(/Warning: Check block assertion failed/g)).toHaveLength(1);
    expect(said).toContain("There are 100 events of that moment.");
    const { rows } = (await workspace.states()).get("data.clickstack_chart_series.errors") as {
      rows: { time: string; group: string[]; values: number[]; json: string }[];
    };
    expect(rows.map(({ time }) => time)).toContain("2026-01-01T01:00:00.000Z");
    for (const { group, values, json } of rows) {
      const raw = JSON.parse(json) as Record<string, unknown>;
      expect(group).toEqual(raw.group);
      expect(values).toEqual([Number(raw["series_0.data"]), raw["series_1.data"]]);
    }
  });

  test("refuse chart series that end before they start", async () => {
    const { said } = await planOf(SERIES.replace("2026-01-01T02", "2025-01-01T02"));
    expect(said).toContain("Must be after the start, which is 2026-01-01T00:00:00Z.");
  });
});

test("the managed deployment refuses connections, chart queries and searches with a clear message", async () => {
  await start(managedEnvironmentFor);
  const { exitCode, said } = await planOf(`${SERIES}
    data "clickstack_connections" "all" {}
    data "clickstack_search" "recent" { source_id = "${seedIds.logs}" }
  `);
  expect(exitCode).toBe(1);
  expect(said).toContain("The managed deployment does not offer searches for events; the open-source one does.");
  expect(said).toContain("The managed deployment does not offer connections; the open-source one does.");
  expect(said).toContain("The managed deployment does not offer chart queries; the open-source one does.");
});
