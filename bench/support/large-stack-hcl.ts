/** Number of objects in the large stack. */
export const SIZE = { dashboards: 100, tileAlerts: 270, savedSearchAlerts: 30 } as const;

/** Tiles of a dashboard. Alerts watch the first three. */
const TILES = [
  ["errors", 'display_type = "line", select = [{ agg_fn = "count", where = "level:error" }], group_by = "ServiceName"'],
  ["volume", 'display_type = "stacked_bar", select = [{ agg_fn = "count" }], group_by = "SeverityText"'],
  [
    "latency",
    'display_type = "number", select = [{ agg_fn = "quantile", level = 0.95, value_expression = "Duration" }]',
  ],
  ["events", 'display_type = "search", columns = "Timestamp, ServiceName, Body", where = "level:error"'],
] as const;

const ALERTS_PER_DASHBOARD = 3;

const HEAD = `data "clickstack_source" "logs" { name = "Logs" }
data "clickstack_webhook" "slack" { name = "Slack oncall" }
`;

/**
 * Returns the configuration of the whole stack, written like the output of a generator.
 * @param savedSearchIds one alert is made for each
 */
export function largeStackHcl(savedSearchIds: readonly string[]): string {
  const tileAlerts = range(SIZE.tileAlerts).map((index) =>
    tileAlert(index % SIZE.dashboards, Math.floor(index / SIZE.dashboards) % ALERTS_PER_DASHBOARD),
  );
  return [HEAD, ...range(SIZE.dashboards).map(dashboard), ...tileAlerts, ...savedSearchIds.map(savedSearchAlert)].join(
    "\n",
  );
}

/** Returns a stack with the same number of resources that are built into the engine. */
export function engineHcl(): string {
  return range(SIZE.dashboards + SIZE.tileAlerts + SIZE.savedSearchAlerts)
    .map((index) => `resource "terraform_data" "d${index}" {\n  input = { name = "Service ${index}" }\n}`)
    .join("\n");
}

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function dashboard(index: number): string {
  const tiles = TILES.map(
    ([key, config], place) => `    ${key} = {
      name = "${key}", x = ${(place % 2) * 12}, y = ${Math.floor(place / 2) * 6}, w = 12, h = 6
      config = { source_id = data.clickstack_source.logs.id, ${config} }
    }`,
  );
  return `resource "clickstack_dashboard" "d${index}" {
  name  = "Service ${index}"
  tags  = ["bench"]
  tiles = {
${tiles.join("\n")}
  }
}
`;
}

function tileAlert(dashboardIndex: number, tile: number): string {
  const key = TILES[tile]?.[0] ?? "";
  return `resource "clickstack_alert" "d${dashboardIndex}_${key}" {
  name           = "Service ${dashboardIndex}: ${key}"
  dashboard_id   = clickstack_dashboard.d${dashboardIndex}.id
  tile_id        = clickstack_dashboard.d${dashboardIndex}.tile_ids["${key}"]
${ALERT_FIELDS}
}
`;
}

function savedSearchAlert(savedSearchId: string, index: number): string {
  return `resource "clickstack_alert" "search${index}" {
  name            = "Search ${index}"
  saved_search_id = "${savedSearchId}"
${ALERT_FIELDS}
}
`;
}

const ALERT_FIELDS = `  interval       = "5m"
  threshold      = 100
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = data.clickstack_webhook.slack.id }]`;
