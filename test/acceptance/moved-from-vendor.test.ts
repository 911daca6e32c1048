import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { seedIds } from "../../src/emulator";
import { type Client, createClient } from "../../src/resources/client";
import { installClickHouseProvider } from "../support/clickhouse-provider/install";
import { emulatorForTests } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { VENDOR_ADDRESSES, VENDOR_SECRETS, type VendorState, vendorState } from "../support/vendor-state";
import { ServedWorkspace } from "../support/workspace";

/** The declarations that replace the vendor's resources. */
const CONFIGURATION = `
  resource "clickstack_dashboard" "checkout" {
    name = "Checkout"
    tags = ["shop"]
    tiles = provider::clickstack::dashboard_from_json(file("checkout.json")).tiles
  }

  resource "clickstack_alert" "tile" {
    name           = "p95 too high"
    dashboard_id   = clickstack_dashboard.checkout.id
    tile_id        = clickstack_dashboard.checkout.tile_ids["p95_latency"]
    interval       = "5m"
    threshold      = 500
    threshold_type = "above"
    channels       = [{ type = "webhook", webhook_id = clickstack_webhook.slack.id }]
  }

  resource "clickstack_alert" "search" {
    saved_search_id         = clickstack_saved_search.failures.id
    group_by                = "ServiceName"
    interval                = "15m"
    threshold               = 200
    threshold_max           = 800
    threshold_type          = "not_between"
    num_consecutive_windows = 2
    schedule_start_at       = "2026-01-01T00:00:00Z"
    channels                = [{ type = "webhook", webhook_id = clickstack_webhook.slack.id }]
  }

  resource "clickstack_saved_search" "failures" {
    name           = "Failures"
    source_id      = "${seedIds.logs}"
    select         = "Timestamp, Body"
    where          = "level:error"
    where_language = "lucene"
    order_by       = "Timestamp DESC"
    tags           = ["shop"]
    filters        = [{ type = "sql", condition = "ServiceName IN ('checkout')" }]
  }

  variable "slack_url" {
    type      = string
    sensitive = true
  }

  resource "clickstack_webhook" "slack" {
    name    = "Vendor's Slack"
    service = "slack"
    url     = var.slack_url
  }

  resource "clickstack_webhook" "pager" {
    name    = "Pager"
    service = "generic"
    url     = "https://pager.example.com/hook"
    body    = "{\\"text\\":\\"{{title}}\\"}"
  }

  resource "clickstack_connection" "main" {
    name     = "Vendor's"
    host     = "https://clickhouse.example.com:8443"
    username = "default"
  }

  resource "clickstack_source" "logs" {
    kind                            = "log"
    name                            = "Vendor's logs"
    connection_id                   = clickstack_connection.main.id
    from                            = { database_name = "otel", table_name = "otel_logs" }
    timestamp_value_expression      = "Timestamp"
    default_table_select_expression = "Timestamp, Body"
    service_name_expression         = "ServiceName"
  }

  resource "clickstack_api_key" "ci" {
    name            = "vendor"
    secret_in_state = true
    ip_access_list  = [{ source = "203.0.113.0/24", description = "build machines" }]
  }
`;

const MOVES = Object.entries({
  "clickhouse_clickstack_dashboard.checkout": "clickstack_dashboard.checkout",
  [VENDOR_ADDRESSES.tileAlert]: "clickstack_alert.tile",
  [VENDOR_ADDRESSES.searchAlert]: "clickstack_alert.search",
  "clickhouse_clickstack_saved_search.failures": "clickstack_saved_search.failures",
  [VENDOR_ADDRESSES.slack]: "clickstack_webhook.slack",
  "clickhouse_clickstack_webhook.pager": "clickstack_webhook.pager",
  "clickhouse_clickstack_connection.main": "clickstack_connection.main",
  "clickhouse_clickstack_source.logs": "clickstack_source.logs",
  "clickhouse_api_key.ci": "clickstack_api_key.ci",
});

describe("resources of the vendor's provider", () => {
  const emulator = emulatorForTests();
  let client: Client;
  let vendor: VendorState;
  let workspace: ServedWorkspace;

  beforeAll(async () => {
    const { openSource, managed } = emulator.endpoints;
    const cloud = { ...managed, product: "clickstack", requestsPerWindow: 10_000 };
    client = createClient({ userAgent: "tests", environment: {}, openSource, managed: cloud });
    vendor = await vendorState(client);
    workspace = new ServedWorkspace({
      ...environmentFor(emulator.endpoints),
      CLICKSTACK_DEPLOYMENT: "open_source",
      TF_VAR_slack_url: VENDOR_SECRETS.url,
    });
    installClickHouseProvider(workspace.folder);
    writeFileSync(join(workspace.folder, "terraform.tfstate"), vendor.text);
    const board = JSON.parse(vendor.text).resources[0].instances[0].attributes.dashboard_json;
    writeFileSync(join(workspace.folder, "checkout.json"), board);
    const moves = MOVES.map(([from, to]) => `moved {\n  from = ${from}\n  to   = ${to}\n}\n`);
    workspace.write(`${CONFIGURATION}\n${moves.join("\n")}`);
    await workspace.init();
  });

  afterAll(async () => {
    workspace.removeUnsearched();
    await client.close();
  });

  test("are moved to this provider, and no object is created, changed or destroyed", async () => {
    await workspace.must("plan", "-no-color", "-out=moves.tfplan");
    const plan = JSON.parse(await workspace.must("show", "-json", "moves.tfplan"));
    const changes = plan.resource_changes as readonly {
      address: string;
      previous_address?: string;
      change: { actions: readonly string[] };
    }[];
    expect(
      changes.map(({ address, previous_address: from, change }) => [from, address, change.actions.join()]).sort(),
    ).toEqual(MOVES.map(([from, to]) => [from, to, "no-op"]).sort());
    emulator.resetRequests();
    await workspace.must("apply", "-no-color", "moves.tfplan");
    expect(emulator.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  test("keep the ids of objects and tiles, and the next plan is empty", async () => {
    const states = await workspace.states();
    expect(Object.fromEntries(MOVES.map(([from, to]) => [from, states.get(to)?.id]))).toEqual(vendor.ids);
    const { tile_ids: tileIds } = await workspace.state("clickstack_dashboard.checkout");
    const [errors, latency, notes] = vendor.tileIds;
    expect(tileIds).toEqual({ errors, p95_latency: latency, notes });
    expect((await workspace.plan("-detailed-exitcode")).exitCode).toBe(0);
  });

  test("keep the secret of a key in the state, and lose the secret of a connection", async () => {
    const states = await workspace.states();
    expect(states.get("clickstack_api_key.ci")).toMatchObject({
      key_secret: VENDOR_SECRETS.keySecret,
      secret_in_state: true,
      adopt: null,
    });
    expect(JSON.stringify([...states.values()])).not.toContain(VENDOR_SECRETS.password);
    expect(states.get("clickstack_webhook.pager")).toMatchObject({ headers_version: null, headers: null });
  });
});
