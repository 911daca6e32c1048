import type { Emulator } from "../../src/emulator";
import { ui } from "./ui";

/** Version of the stack's declaration. Version 2 changes every object of version 1. */
export type Version = 1 | 2;

export type StackDeployment = "open_source" | "managed";

/** Secrets of the configuration, written as literals. They may occur in the files that the author wrote. */
const SECRETS = {
  password: (version: Version) => `password of the stack ${version}`,
  header: (name: string, version: Version) => `Bearer ${name} ${version}`,
};

/** The key material of the key whose author provides it. */
export function ownMaterial(version: Version): { readonly keyId: string; readonly keySecret: string } {
  return { keyId: `keyIdOfTheStack${"x".repeat(6)}${version}`, keySecret: `4b1d${"y".repeat(37)}${version}` };
}

/** Keys that exist before the stack, which adopts them. */
const ADOPTED = ["Adopted by name", "Adopted by id"] as const;

/**
 * Objects of other clients with the same names and contents as objects of the stack, so that the provider cannot
 * identify its objects by their content.
 */
const UNSUPPORTED = {
  "saved-searches": { name: "Search 1", where: "level:error AND shard:1", whereLanguage: "lucene" },
  dashboards: { name: "Board 1", tiles: [], tags: ["faults"] },
} as const;

/** Objects on the server before the stack. */
export interface PreparedServer {
  readonly adoptedId: string;
}

/** Creates the objects that the stack adopts, and those that it must not change. */
export async function prepareServer(emulator: Emulator): Promise<PreparedServer> {
  const { endpoint, organizationId, keyId, keySecret } = emulator.endpoints.managed;
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
  const ids: string[] = [];
  for (const name of [...ADOPTED, "Another user's"]) {
    const response = await fetch(`${endpoint}/v1/organizations/${organizationId}/keys`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ name, ipAccessList: [{ source: "203.0.113.0/24" }] }),
    });
    const { result } = (await response.json()) as { result: { key: { id: string } } };
    ids.push(result.key.id);
  }
  const [source] = ((await ui(emulator, "GET", "/api/v2/sources")) as { data: { id: string }[] }).data;
  await ui(emulator, "POST", "/api/v2/saved-searches", { ...UNSUPPORTED["saved-searches"], sourceId: source?.id });
  await ui(emulator, "POST", "/api/v2/dashboards", UNSUPPORTED.dashboards);
  return { adoptedId: ids[1] ?? "" };
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/**
 * Returns about thirty objects of every resource type that refer to each other, in two versions. Version 2 changes each
 * of them in place, moves an alert to another tile, and adds and removes a tile. It also sends write-only values again,
 * and rotates and replaces a key.
 */
export function mixedStack(deployment: StackDeployment, version: Version, { adoptedId }: PreparedServer): string {
  return [
    'data "clickstack_webhook" "slack" { name = "Slack oncall" }',
    'data "clickstack_source" "logs" { name = "Logs" }',
    'data "clickstack_source" "traces" { name = "Traces" }',
    ...(deployment === "open_source" ? range(2).map((n) => connection(n, version)) : []),
    ...range(2).map((n) => source(n, version, deployment)),
    ...range(4).map((n) => webhook(n, version)),
    ...range(4).map((n) => savedSearch(n, version)),
    ...range(5).map((n) => dashboard(n, version)),
    ...range(5).map((n) => tileAlert(n, version)),
    ...range(3).map((n) => searchAlert(n, version)),
    ...keys(version, adoptedId),
  ].join("\n");
}

const connection = (n: number, version: Version) => `
resource "clickstack_connection" "c${n}" {
  name             = "Connection ${n}"
  host             = "https://clickhouse-${n}.example.com:8443"
  username         = "${version === 1 || n === 1 ? "reader" : "writer"}"
  password         = "${SECRETS.password(version)}"
  password_version = "${version}"
}`;

const source = (n: number, version: Version, deployment: StackDeployment) => `
resource "clickstack_source" "s${n}" {
  kind                            = "log"
  name                            = "Source ${n}"
  connection_id                   = ${deployment === "open_source" ? `clickstack_connection.c${n}.id` : "data.clickstack_source.logs.connection_id"}
  from                            = { database_name = "shop", table_name = "logs_${n}" }
  default_table_select_expression = "Timestamp, Body"
  timestamp_value_expression      = "Timestamp"
  service_name_expression         = "${version === 1 ? "ServiceName" : "Service"}"
}`;

const webhook = (n: number, version: Version) => `
resource "clickstack_webhook" "w${n}" {
  name                 = "Webhook ${n}"
  service              = "${n === 4 ? "incidentio" : "generic"}"
  url                  = "https://example.com/${n === 2 ? version : 1}/${n}"
  description          = "Version ${version}"
  headers              = { Authorization = "${SECRETS.header(`webhook ${n}`, n === 3 ? 1 : version)}" }
  headers_version      = "${n === 3 ? 1 : version}"
  query_params         = { token = "token of webhook ${n}" }
  query_params_version = "1"
}`;

const savedSearch = (n: number, version: Version) => `
resource "clickstack_saved_search" "q${n}" {
  name      = "Search ${n}"
  source_id = ${n <= 2 ? `clickstack_source.s${n}.id` : "data.clickstack_source.logs.id"}
  where     = "level:error AND shard:${n}"
  tags      = ["faults", "v${version}"]
  filters   = [{ condition = "ServiceName IN ('checkout', 'v${version}')" }]
}`;

const TILES = [
  ["line", (n: number) => `select = [{ agg_fn = "count", where = "shard:${n}" }], group_by = "ServiceName"`],
  ["number", () => 'select = [{ agg_fn = "quantile", level = 0.95, value_expression = "Duration" }]'],
  ["stacked_bar", () => 'select = [{ agg_fn = "sum", value_expression = "Duration", where = "level:error" }]'],
  ["table", () => 'select = [{ agg_fn = "avg", value_expression = "Duration" }], group_by = "SpanName"'],
  ["search", () => 'columns = "Timestamp, Body", where = "level:error"'],
] as const;

function dashboard(n: number, version: Version): string {
  const source = (n === 1 && "clickstack_source.s1.id") || "data.clickstack_source.logs.id";
  const tiles = TILES.map(
    ([type, config], index) => `
    ${type} = {
      name = "${type} of ${n}", x = ${(index % 2) * 12}, y = ${Math.floor(index / 2) * 6}, w = 12, h = ${version === 1 ? 6 : 5}
      config = { display_type = "${type}", source_id = ${source}, ${config(n)} }
    }`,
  );
  const text = (name: string, y: number) => `
    ${name} = { name = "${name}", x = 0, y = ${y}, w = 24, h = 2, config = { display_type = "markdown", markdown = "# Board ${n}" } }`;
  return `
resource "clickstack_dashboard" "d${n}" {
  name    = "Board ${n}${version === 2 && n === 2 ? ", renamed" : ""}"
  tags    = ["faults", "v${version}"]
  filters = [{ name = "Service", expression = "ServiceName", source_id = data.clickstack_source.logs.id }]
  tiles = {${tiles.join("")}${text(version === 1 ? "about" : "contents", 18)}
  }
}`;
}

const tileAlert = (n: number, version: Version) => `
resource "clickstack_alert" "t${n}" {
  name           = "Alert on tile ${n}"
  message        = "Version ${version}"
  dashboard_id   = clickstack_dashboard.d${n}.id
  tile_id        = clickstack_dashboard.d${n}.tile_ids["${n === 3 && version === 2 ? "number" : "line"}"]
  interval       = "5m"
  threshold      = ${n * 10 + version}
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = ${n <= 4 ? `clickstack_webhook.w${n}.id` : "data.clickstack_webhook.slack.id"} }]
}`;

const searchAlert = (n: number, version: Version) => `
resource "clickstack_alert" "q${n}" {
  name            = "Alert on search ${n}"
  saved_search_id = clickstack_saved_search.q${n}.id
  group_by        = "ServiceName"
  interval        = "${version === 1 ? "1h" : "15m"}"
  threshold       = ${n}
  threshold_type  = "below"
  channels        = [{ type = "webhook", webhook_id = clickstack_webhook.w${n}.id }]
}`;

const keys = (version: Version, adoptedId: string) => [
  `
resource "clickstack_api_key" "state" {
  name            = "Key in state"
  ip_access_list  = [{ source = "127.0.0.0/8" }, { source = "203.0.113.${version}", description = "v${version}" }]
  role_names      = ["${version === 1 ? "Developer" : "Query Endpoints"}"]
  secret_in_state = true
}`,
  `
resource "clickstack_api_key" "own" {
  name                 = "Key of own material"
  ip_access_list       = [{ source = "127.0.0.0/8" }]
  key_id_wo            = "${ownMaterial(version).keyId}"
  key_secret_wo        = "${ownMaterial(version).keySecret}"
  key_material_version = ${version}
}`,
  `
resource "clickstack_api_key" "rotated" {
  name            = "Key that rotates"
  ip_access_list  = [{ source = "127.0.0.0/8" }]
  secret_in_state = true
  overlap         = "7d"
  keepers         = { version = "${version}" }
  lifecycle { create_before_destroy = true }
}`,
  `
resource "clickstack_api_key" "by_name" {
  adopt = { name = "${ADOPTED[0]}" }
  state = "${version === 1 ? "disabled" : "enabled"}"
}`,
  `
resource "clickstack_api_key" "by_id" {
  adopt          = { id = "${adoptedId}" }
  ip_access_list = [{ source = "198.51.100.${version}" }]
}`,
];
