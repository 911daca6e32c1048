/** Secrets that only the server and the sender may know. */
export const CREDENTIALS = {
  accessKey: "canary-of-the-access-key-0815",
  keyId: "canaryOfTheKeyId0815",
  keySecret: "4b1dCanaryOfTheKeySecret081500000000000000",
};
export const WRITE_ONLY = {
  key_id: "canary.own.key.id.0815",
  key_secret: "canary.own.key.secret.0815.canary.own",
  header: "Bearer canary of the webhook 0815",
  parameter: "canary&of=the parameter/0815",
};
/** Secrets that the server and the state store as plain text. Terraform hides them. */
export const SENSITIVE = {
  dashboard: "canary-dashboard-0815",
  tile: "canary-tile-0815",
  query: "level:canary-query-0815",
  alert: "canary-alert-0815",
  threshold: "471108150815",
  address: "https://example.com/canary-address-0815",
};

const variable = (name: string, mark: string) => `variable "${name}" {\n  ${mark} = true\n}\n`;
const VARIABLES =
  Object.keys(WRITE_ONLY)
    .map((name) => variable(name, "ephemeral"))
    .join("") +
  Object.keys(SENSITIVE)
    .map((name) => variable(name, "sensitive"))
    .join("");

/** A configuration with every secret. Each version changes every object. */
export const stackWithCanaries = (version: number) => `${VARIABLES}
data "clickstack_source" "logs" { name = "Logs" }
resource "clickstack_dashboard" "checkout" {
  name  = "\${var.dashboard} ${version}"
  tiles = {
    errors = { name = "\${var.tile} ${version}", x = 0, y = 0, w = 8, h = 6, config = {
      display_type = "line", source_id = data.clickstack_source.logs.id, select = [{ agg_fn = "count", where = var.query }]
    } }
  }
}
resource "clickstack_alert" "errors" {
  name           = "\${var.alert} ${version}"
  dashboard_id   = clickstack_dashboard.checkout.id
  tile_id        = clickstack_dashboard.checkout.tile_ids["errors"]
  interval       = "5m"
  threshold      = var.threshold + ${version} - ${version}
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = clickstack_webhook.pager.id }]
}
resource "clickstack_webhook" "pager" {
  name                 = "Pager ${version}"
  service              = "generic"
  url                  = var.address
  headers              = { Authorization = var.header }
  headers_version      = "${version}"
  query_params         = { token = var.parameter }
  query_params_version = "${version}"
}
resource "clickstack_api_key" "own" {
  name                 = "own ${version}"
  ip_access_list       = [{ source = "0.0.0.0/0" }]
  key_id_wo            = var.key_id
  key_secret_wo        = var.key_secret
  key_material_version = 1
}
resource "clickstack_api_key" "in_state" {
  name            = "in state ${version}"
  ip_access_list  = [{ source = "0.0.0.0/0" }]
  secret_in_state = true
}
`;
