/**
 * Props of other tools, and props that this package has in another place, with the correct code. Messages of the
 * compiler and of the synthesis contain this code. The table of an object has none of the object's own props.
 */

const NAMED = { title: "name", label: "name" } as const;

const FORMATTED = {
  format: "numberFormat: { output: 'percent' }",
  decimals: "numberFormat: { output: 'number', mantissa: 2 }",
  unit: "numberFormat: { output: 'number', unit: 'requests' }",
} as const;

const TILE = { ...NAMED, width: "w", height: "h" } as const;

const CONDITION = "where of a value, such as count({ where: 'level:error' })";

const CHART = {
  ...TILE,
  ...FORMATTED,
  where: CONDITION,
  filter: CONDITION,
  query: CONDITION,
  columns: "select: [count()] and groupBy: 'ServiceName'",
  series: "select: [count()]",
  values: "select: [count()]",
  metrics: "select: [count()]",
} as const;

const TIME_CHART = { ...CHART, limit: "seriesLimit: 10" } as const;

/** For lists of events: tiles and saved searches. */
const EVENTS = {
  columns: "select: 'Timestamp, Body'",
  query: "where",
  filter: "where",
  limit: "where, which selects the events; their number is not limited",
} as const;

/** For tiles with an SQL query. */
export const SQL_TILE_SYNONYMS = {
  ...TILE,
  ...FORMATTED,
  query: "sqlTemplate",
  sql: "sqlTemplate",
  select: "sqlTemplate",
  where: "sqlTemplate, with the condition in the query",
  limit: "sqlTemplate, with LIMIT in the query",
  columns: "sqlTemplate, with the columns in the query",
} as const;

/** Synonyms by tile kind. */
export const TILE_SYNONYMS = {
  line: TIME_CHART,
  stacked_bar: TIME_CHART,
  table: { ...CHART, limit: "having or orderBy; a table shows all groups" },
  number: { ...CHART, limit: "a table or a bar" },
  pie: CHART,
  bar: CHART,
  heatmap: { ...TILE, ...FORMATTED, query: "where", filter: "where", columns: "select", limit: "where" },
  search: { ...TILE, ...EVENTS },
  event_patterns: { ...TILE, ...EVENTS },
  markdown: { ...TILE, text: "markdown", content: "markdown", body: "markdown" },
} as const;

/** For the values of a chart. */
export const AGGREGATE_SYNONYMS = {
  ...FORMATTED,
  label: "alias",
  name: "alias",
  title: "alias",
  as: "alias",
  filter: "where",
  query: "where",
  condition: "where",
  fn: "aggFn",
  column: "valueExpression",
  field: "valueExpression",
  quantile: "quantile(0.95, COLUMN)",
} as const;

export const DASHBOARD_SYNONYMS = {
  ...NAMED,
  tile: "tiles",
  panels: "tiles",
  charts: "tiles",
  widgets: "tiles",
  variables: "filters",
  query: "savedQuery",
} as const;

export const FILTER_SYNONYMS = { title: "name", column: "expression", field: "expression" } as const;

export const SAVED_SEARCH_SYNONYMS = { ...NAMED, ...EVENTS } as const;

export const ALERT_SYNONYMS = {
  ...NAMED,
  severity: "tags: ['critical']",
  description: "note",
  runbook: "note",
  channel: "notify: webhook",
  channels: "notify: [webhook]",
  webhook: "notify: webhook",
  webhooks: "notify: [webhook]",
  tile: "on: dashboard.tile(KEY)",
  query: "on: savedSearch, or on: tile.line({ ... })",
  condition: "when: above(100)",
  threshold: "when: above(100)",
  interval: "every: '5m'",
  window: "every: '5m'",
} as const;

export const API_KEY_SYNONYMS = { ...NAMED, role: "roles", permissions: "roles" } as const;
