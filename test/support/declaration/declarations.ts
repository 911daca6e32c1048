import type { AlertDeclaration, ApiKeyDeclaration, DashboardDeclaration } from "../../../src/resources/declarations";

/** Ids in the servers' format. */
export const ID = "0123456789abcdef01234567";
export const OTHER_ID = "fedcba987654321001234567";
export const UUID = "2f1f7f0e-6a3c-4a53-9d3e-0a1c3c0f5b11";

/** A valid alert on a tile with all fields set, except a start. */
export const tileAlert: AlertDeclaration = {
  source: "tile",
  dashboardId: ID,
  tileId: "6ad0b7",
  interval: "1h",
  threshold: 10,
  thresholdType: "between",
  thresholdMax: 20,
  channels: [
    { type: "webhook", webhookId: ID, severity: "critical" },
    { type: "email", emailRecipients: ["oncall@example.com"] },
  ],
  name: "Errors",
  message: "Too many",
  note: "Look at the logs",
  numConsecutiveWindows: 2,
  scheduleOffsetMinutes: 59,
};

/** A valid alert on a saved search. */
export const searchAlert: AlertDeclaration = {
  savedSearchId: ID,
  groupBy: "ServiceName",
  interval: "1d",
  threshold: 1,
  thresholdType: "above",
  channels: [{ type: "webhook", webhookId: ID }],
};

/** A valid new key. */
export const newKey: ApiKeyDeclaration = {
  name: "ci",
  state: "enabled",
  assignedRoleIds: [UUID],
  expireAt: "2026-12-31T23:59:59+01:00",
  ipAccessList: [{ source: "203.0.113.0/24", description: "build machines" }, { source: "203.0.113.7" }],
  secretInState: true,
};

const frame = { x: 0, y: 0, w: 12, h: 6 };

/** A valid dashboard with a tile of every kind and every field outside of the tiles. */
export const fullDashboard: DashboardDeclaration = {
  name: "Checkout",
  tags: ["production"],
  savedQuery: "level:error",
  savedQueryLanguage: "lucene",
  savedFilterValues: [{ type: "sql", condition: "level = 'error'" }],
  filters: [
    {
      name: "Service",
      expression: "ServiceName",
      sourceId: ID,
      appliesToSourceIds: [ID],
      isVariableEnabled: true,
      variableName: "service",
    },
  ],
  containers: [{ id: "top", title: "Top", collapsed: false, tabs: [{ id: "first", title: "First" }] }],
  tiles: {
    line: {
      name: "Error rate",
      ...frame,
      containerId: "top",
      tabId: "first",
      config: {
        displayType: "line",
        sourceId: ID,
        select: [{ aggFn: "count", where: "level:error" }, { aggFn: "count" }],
        groupBy: "ServiceName",
        formulas: [{ expression: "A / B * 100", alias: "percent", numberFormat: { output: "percent" } }],
        showOperandSeries: false,
        seriesLimit: 0,
      },
    },
    bar: {
      name: "Share",
      ...frame,
      config: {
        displayType: "stacked_bar",
        sourceId: ID,
        select: [{ aggFn: "count" }, { aggFn: "sum", valueExpression: "Bytes" }],
        asRatio: true,
      },
    },
    table: {
      name: "Slowest",
      ...frame,
      config: {
        displayType: "table",
        sourceId: ID,
        select: [{ aggFn: "quantile", level: 0.95, valueExpression: "Duration" }],
        groupBy: "SpanName",
        orderBy: "SpanName",
        having: "count() > 10",
      },
    },
    number: {
      name: "Orders",
      ...frame,
      config: {
        displayType: "number",
        sourceId: ID,
        select: [{ aggFn: "count" }],
        color: "chart-green",
        backgroundChart: { type: "area", color: "chart-blue" },
      },
    },
    search: {
      name: "Events",
      ...frame,
      config: { displayType: "search", sourceId: ID, select: "Timestamp, Body", where: "level:error" },
    },
    text: { name: "", ...frame, config: { displayType: "markdown", markdown: "# Checkout" } },
  },
};
