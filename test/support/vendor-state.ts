import { randomUUID } from "node:crypto";
import { seedIds } from "../../src/emulator";
import type { Client } from "../../src/resources/client";
import { inRegistryOfEngine } from "./null-provider/install";

/** The objects of the vendor's resources on a server, and their state. */
export interface VendorState {
  /** The text of `terraform.tfstate`. */
  readonly text: string;
  /** The id of each object, by the address of its resource. */
  readonly ids: Readonly<Record<string, string>>;
  readonly tileIds: readonly string[];
}

/** The secrets that the vendor's provider stores in its state. */
export const VENDOR_SECRETS = {
  keySecret: "4b1dVendorKeepsThisSecretInItsStateAsItIs00",
  password: "vendor-connection-password",
  url: "https://hooks.slack.com/services/T00/B00/vendors-slack-token",
} as const;

/**
 * The addresses of resources in a module. A `for_each` key looks like a template, and another address has a `count`
 * index.
 */
export const VENDOR_ADDRESSES = {
  tileAlert: 'module.team["blue"].clickhouse_clickstack_alert.tile',
  searchAlert: 'clickhouse_clickstack_alert.search["a $${b} %%{c} \\"d\\""]',
  slack: "clickhouse_clickstack_webhook.slack[0]",
} as const;

/**
 * Creates objects as users create them with ClickHouse/clickhouse 3.28, and the state that this provider stores for
 * them. Attributes are those of its schemas: a dashboard is a JSON text, an alert refers to a tile by an id that its
 * author chose, and the state contains the password of a connection and the secret of a key.
 */
export async function vendorState(client: Client): Promise<VendorState> {
  const line = (sourceId: string) => ({
    displayType: "line",
    sourceId,
    select: [{ aggFn: "count", where: "level:error", whereLanguage: "lucene", alias: "Errors" }],
  });
  const tiles = [
    { name: "Errors", x: 0, y: 0, w: 12, h: 6, config: line(seedIds.logs) },
    { name: "p95 latency", x: 12, y: 0, w: 12, h: 6, config: line(seedIds.traces) },
    { name: "Notes", x: 0, y: 6, w: 24, h: 3, config: { displayType: "markdown", markdown: "# Checkout" } },
  ];
  const authored = { name: "Checkout", tags: ["shop"], tiles };
  const dashboard = await client.dashboards.create(authored);
  const tileIds = dashboard.tiles.map(({ id }) => String(id));
  const url = VENDOR_SECRETS.url;
  const slack = await client.webhooks.create({ name: "Vendor's Slack", service: "slack", url });
  const generic = await client.webhooks.create({
    ...{ name: "Pager", service: "generic", url: "https://pager.example.com/hook", body: '{"text":"{{title}}"}' },
    headers: { Authorization: "vendor-header-secret" },
  });
  const search = await client.savedSearches.create({
    ...{ name: "Failures", sourceId: seedIds.logs, select: "Timestamp, Body", where: "level:error" },
    ...{ whereLanguage: "lucene", orderBy: "Timestamp DESC", tags: ["shop"] },
    filters: [{ type: "sql", condition: "ServiceName IN ('checkout')" }],
  });
  const channel = { type: "webhook", webhookId: slack.id } as const;
  const common = { channels: [channel], interval: "5m", thresholdType: "above" } as const;
  const onTile = await client.alerts.create({
    ...common,
    ...{ source: "tile", dashboardId: dashboard.id, tileId: tileIds[1] ?? "", threshold: 500, name: "p95 too high" },
  });
  const onSearch = await client.alerts.create({
    ...{ ...common, thresholdType: "not_between", threshold: 200, thresholdMax: 800, interval: "15m" },
    ...{ source: "saved_search", savedSearchId: search.id, groupBy: "ServiceName", numConsecutiveWindows: 2 },
    scheduleStartAt: "2026-01-01T00:00:00.000Z",
  });
  const connection = await client.connections.create({
    ...{ name: "Vendor's", host: "https://clickhouse.example.com:8443", username: "default" },
    password: VENDOR_SECRETS.password,
  });
  const source = await client.sources.create({
    ...{ kind: "log", name: "Vendor's logs", connection: connection.id },
    from: { databaseName: "otel", tableName: "otel_logs" },
    timestampValueExpression: "Timestamp",
    defaultTableSelectExpression: "Timestamp, Body",
    serviceNameExpression: "ServiceName",
  });
  const key = (await client.apiKeys.create({
    name: "vendor",
    state: "enabled",
    ipAccessList: [{ source: "203.0.113.0/24", description: "build machines" }],
  })) as unknown as { id?: string; key?: { id: string } };
  const keyId = String(key.id ?? key.key?.id);

  const channelState = { type: "webhook", webhook_id: slack.id };
  const resources = {
    "clickhouse_clickstack_dashboard.checkout": {
      ...{ id: dashboard.id, team: null, dashboard_json: JSON.stringify(authored) },
      ...{ normalized_json: JSON.stringify(dashboard), default_tags: null },
      tile_ids: Object.fromEntries(dashboard.tiles.map(({ name, id }) => [name, id])),
    },
    [VENDOR_ADDRESSES.tileAlert]: {
      ...{ id: onTile.id, team: null, source: "tile", dashboard_id: dashboard.id, tile_id: tileIds[1] },
      ...{ saved_search_id: null, group_by: null, channel: channelState, threshold: 500, threshold_max: null },
      ...{ threshold_type: "above", interval: "5m", num_consecutive_windows: null, schedule_offset_minutes: null },
      ...{ schedule_start_at: null, name: "p95 too high", message: null, note: null },
    },
    [VENDOR_ADDRESSES.searchAlert]: {
      ...{ id: onSearch.id, team: null, source: "saved_search", dashboard_id: null, tile_id: null },
      ...{ saved_search_id: search.id, group_by: "ServiceName", channel: channelState, threshold: 200 },
      ...{ threshold_max: 800, threshold_type: "not_between", interval: "15m", num_consecutive_windows: 2 },
      ...{
        schedule_offset_minutes: null,
        schedule_start_at: "2026-01-01T00:00:00Z",
        name: null,
        message: null,
        note: null,
      },
    },
    "clickhouse_clickstack_saved_search.failures": {
      ...{ id: search.id, team: null, name: "Failures", source_id: seedIds.logs, select: "Timestamp, Body" },
      ...{ where: "level:error", where_language: "lucene", order_by: "Timestamp DESC", tags: ["shop"] },
      filters: JSON.stringify([{ type: "sql", condition: "ServiceName IN ('checkout')" }]),
    },
    [VENDOR_ADDRESSES.slack]: {
      ...{ id: slack.id, team: null, name: "Vendor's Slack", service: "slack", url, description: null, body: null },
      ...{ headers: null, headers_version: null, query_params: null, query_params_version: null },
    },
    "clickhouse_clickstack_webhook.pager": {
      ...{ id: generic.id, team: null, name: "Pager", service: "generic", url: "https://pager.example.com/hook" },
      ...{ description: null, body: '{"text":"{{title}}"}', headers: null, headers_version: "7" },
      ...{ query_params: null, query_params_version: null },
    },
    "clickhouse_clickstack_connection.main": {
      ...{ id: connection.id, team: null, name: "Vendor's", host: "https://clickhouse.example.com:8443" },
      ...{
        username: "default",
        password: VENDOR_SECRETS.password,
        hyperdx_setting_prefix: null,
        prometheus_endpoint: null,
      },
    },
    "clickhouse_clickstack_source.logs": {
      ...{ id: source.id, team: null, name: "Vendor's logs", kind: "log", connection_id: connection.id },
      from: { database_name: "otel", table_name: "otel_logs" },
      ...{ timestamp_value_expression: "Timestamp", default_table_select_expression: "Timestamp, Body" },
      ...{ service_name_expression: "ServiceName", disabled: null, query_settings: null, materialized_views: null },
    },
    "clickhouse_api_key.ci": {
      ...{ id: keyId, key_id: keyId, name: "vendor", state: "enabled", expire_at: null, key_suffix: "abcd" },
      key_secret: VENDOR_SECRETS.keySecret,
      ip_access: [{ source: "203.0.113.0/24", description: "build machines" }],
    },
  };
  return {
    text: stateText(resources),
    ids: Object.fromEntries(Object.entries(resources).map(([address, { id }]) => [address, id])),
    tileIds,
  };
}

function stateText(resources: Readonly<Record<string, object>>): string {
  return JSON.stringify({
    ...{ version: 4, terraform_version: "1.11.4", serial: 1, lineage: randomUUID(), outputs: {} },
    resources: Object.entries(resources).map(([address, attributes]) => {
      const [, module, type, name, key] = /^(?:(module\..+)\.)?(\w+)\.(\w+)(?:\[(.+)\])?$/.exec(address) ?? [];
      const provider = `provider["${inRegistryOfEngine("registry.terraform.io/clickhouse/clickhouse")}"]`;
      // A state contains the original keys, and addresses contain the keys as HCL strings.
      const index = key === undefined ? {} : { index_key: JSON.parse(key.replace(/([$%])\1\{/g, "$1{")) };
      const instances = [{ schema_version: 0, attributes, ...index }];
      return { ...(module && { module }), mode: "managed", type, name, provider, instances };
    }),
    check_results: null,
  });
}
