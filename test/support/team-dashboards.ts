import type { JsonObject } from "../../src/client";
import { withServerDefaults } from "../../src/declaration/server-defaults";
import { objectShapeOf } from "../../src/declaration/shape";
import { type Emulator, seedIds } from "../../src/emulator";
import type { Client } from "../../src/resources/client";
import { dashboardCreateBody } from "../../src/resources/dashboard/mapping";
import { type DashboardDeclaration, dashboard } from "../../src/resources/declarations";
import { creationBody, EXPORTED } from "./exported-dashboards";
import { fullTiles } from "./full-tiles";
import { ui } from "./ui";

const DASHBOARD = objectShapeOf(dashboard);
const { logs, traces, metrics, connection, slackWebhook, genericWebhook, incidentWebhook } = seedIds;

const ERRORS_SQL = `SELECT
  $__timeInterval(Timestamp) AS ts,
  ServiceName,
  countIf(SeverityText = 'error') / count() AS "error share"
FROM otel_logs
WHERE $__timeFilter(Timestamp)
  AND Body NOT LIKE '%\${ignored}%'
GROUP BY ts, ServiceName
ORDER BY ts`;

/**
 * Creates the objects that a team may have after a year: ten dashboards of 10 to 40 tiles, alerts on tiles and
 * searches, equal names and links.
 * @param count 5 omits dashboards that only have more tiles or other names
 */
export async function createTeamDashboards(client: Client, emulator: Emulator, count: 5 | 10 = 10): Promise<void> {
  await ui(emulator, "POST", "/api/v2/sources", {
    kind: "log",
    name: "Logs",
    connection,
    from: { databaseName: "audit", tableName: "logs" },
    timestampValueExpression: "Timestamp",
    defaultTableSelectExpression: "Body",
  });
  const first = await client.dashboards.create({ name: "Payments", tiles: [] });
  const made = [
    await created(client, {
      name: "Everything",
      tags: ["demo"],
      tiles: fullTiles({ sourceId: traces, connectionId: connection, dashboardId: first.id }),
    }),
    await fromBody(client, creationBody(EXPORTED.response)),
    ...(count === 5
      ? []
      : [await fromBody(client, creationBody(EXPORTED.body)), await fromBody(client, creationBody(EXPORTED.series))]),
    await created(client, service("Checkout", "checkout", 10, first.id)),
    await created(client, service("Checkout", "checkout-canary", 14, first.id)),
    ...(count === 5
      ? []
      : [
          await created(client, service(`Größe & Zustellung: 東京 → \${region}`, "delivery", 20, first.id)),
          await created(client, service("2xx overview", "gateway", 30, first.id)),
          await created(client, service("Default", "default", 40, first.id)),
        ]),
  ];
  const [everything] = made;
  await client.dashboards.update(first.id, {
    ...(await bodyOf(client, service("Payments", "payments", 12, String(everything?.id)))),
  });
  const search = await client.savedSearches.create({
    name: "Payment failures",
    sourceId: logs,
    select: "Timestamp, Body",
    where: 'ServiceName:payments AND level:"error"',
    orderBy: "Timestamp DESC",
    tags: ["payments"],
    filters: [{ type: "sql", condition: "ServiceName IN ('payments')" }],
  });
  await client.savedSearches.create({
    name: "Payment failures",
    sourceId: traces,
    where: "StatusCode = 'Error'",
    whereLanguage: "sql",
  });
  for (const id of [first.id, ...made.map((each) => each.id)]) {
    await alertsOf(client, id);
  }
  await client.alerts.create(
    alert({ source: "saved_search", savedSearchId: search.id, groupBy: "ServiceName" }, { name: "Payment failures" }),
  );
}

async function created(client: Client, declared: DashboardDeclaration) {
  return client.dashboards.create(await bodyOf(client, declared));
}

async function bodyOf(_: Client, declared: DashboardDeclaration) {
  return dashboardCreateBody(withServerDefaults(DASHBOARD, declared) as DashboardDeclaration);
}

function fromBody(client: Client, body: { name: string; tiles: Record<string, unknown>[] }) {
  return client.dashboards.create(body as never);
}

/** Alerts on the first tiles that support alerts, each with another threshold, schedule and target. */
async function alertsOf(client: Client, dashboardId: string): Promise<void> {
  const record = await client.dashboards.read(dashboardId);
  const alertable = (record?.tiles ?? []).filter(({ config }) => {
    const { displayType, configType } = config as JsonObject;
    return configType !== "sql" && ["line", "stacked_bar", "number"].includes(String(displayType));
  });
  const on = (index: number) => ({ source: "tile", dashboardId, tileId: String(alertable[index]?.id) });
  if (alertable[0]) {
    await client.alerts.create(
      alert(on(0), {
        name: "Too many errors",
        message: "{{title}}\n\nLook at the runbook.",
        note: "# Runbook\n\n1. Roll back.",
      }),
    );
  }
  if (alertable[1]) {
    const range = {
      thresholdType: "not_between",
      threshold: 0.5,
      thresholdMax: 99.5,
      interval: "1h",
      scheduleOffsetMinutes: 5,
    };
    const channels = [slackWebhook, incidentWebhook].map((webhookId) => ({ type: "webhook", webhookId }));
    await client.alerts.create(alert(on(1), { ...range, channels }));
  }
  if (alertable[2]) {
    const daily = {
      thresholdType: "below_or_equal",
      interval: "1d",
      scheduleStartAt: "2026-01-01T06:00:00Z",
      numConsecutiveWindows: 2,
    };
    await client.alerts.create(alert(on(2), { ...daily, channels: [{ type: "webhook", webhookId: genericWebhook }] }));
  }
}

function alert(watched: JsonObject, more: JsonObject) {
  const usual = { interval: "5m", threshold: 100, thresholdType: "above" };
  return { ...usual, channels: [{ type: "webhook", webhookId: slackWebhook }], ...watched, ...more } as never;
}

/** A dashboard about one service, with groups and tabs, drop-downs, formulas, colors, SQL and links. */
function service(name: string, id: string, tileCount: number, linked: string): DashboardDeclaration {
  const where = `ServiceName:${id}`;
  const tiles: DashboardDeclaration["tiles"] = {
    about: {
      name: "About",
      x: 0,
      y: 0,
      w: 24,
      h: 3,
      config: { displayType: "markdown", markdown: `# ${name}\n\n- owner: **${id}**\n- \`level:error\`\n` },
    },
    errors: {
      name: "Errors",
      x: 0,
      y: 3,
      w: 12,
      h: 7,
      config: {
        displayType: "line",
        sourceId: logs,
        select: [{ aggFn: "count", where: `${where} AND level:error`, alias: "errors" }],
        groupBy: "ServiceName",
      },
    },
    latency: {
      name: "Latency (p95)",
      x: 12,
      y: 3,
      w: 12,
      h: 7,
      config: {
        displayType: "line",
        sourceId: traces,
        select: [{ aggFn: "quantile", level: 0.95, valueExpression: "Duration", where }],
        numberFormat: { output: "duration", factor: 1e-9 },
        compareToPreviousPeriod: true,
      },
    },
    error_share: {
      name: "Error share",
      x: 0,
      y: 10,
      w: 6,
      h: 4,
      config: {
        displayType: "number",
        sourceId: logs,
        select: [
          { aggFn: "count", where: `${where} AND level:error` },
          { aggFn: "count", where },
        ],
        formulas: [{ expression: "A / B", alias: "share" }],
        numberFormat: { output: "percent", mantissa: 1 },
        colorRules: [
          { operator: "gte", value: 0.01, color: "chart-warning" },
          { operator: "gte", value: 0.05, color: "chart-error", label: "page somebody" },
        ],
      },
    },
    slowest: {
      name: "Slowest",
      x: 6,
      y: 10,
      w: 12,
      h: 8,
      config: {
        displayType: "table",
        sourceId: traces,
        select: [
          { aggFn: "quantile", level: 0.99, valueExpression: "Duration", where },
          { aggFn: "count", where },
        ],
        groupBy: "SpanName",
        orderBy: "quantile(0.99)(Duration) DESC",
        onClick: {
          type: "dashboard",
          target: { mode: "id", id: linked },
          filters: [{ expression: "SpanName", template: "{{SpanName}}" }],
        },
      },
    },
    by_hand: {
      name: "By hand",
      x: 0,
      y: 20,
      w: 24,
      h: 9,
      containerId: "details",
      tabId: "sql",
      config: {
        displayType: "line",
        configType: "sql",
        connectionId: connection,
        sqlTemplate: ERRORS_SQL,
        sourceId: logs,
      },
    },
    traffic: {
      name: "Traffic",
      x: 0,
      y: 0,
      w: 24,
      h: 7,
      containerId: "details",
      tabId: "charts",
      config: {
        displayType: "stacked_bar",
        sourceId: metrics,
        select: [{ aggFn: "sum", valueExpression: "Value", metricType: "sum", metricName: "http.server.requests" }],
        seriesLimit: 5,
      },
    },
    events: {
      name: "Events",
      x: 0,
      y: 7,
      w: 24,
      h: 10,
      containerId: "details",
      tabId: "charts",
      config: { displayType: "search", sourceId: logs, select: "Timestamp, Body", where },
    },
  };
  for (let index = Object.keys(tiles).length; index < tileCount; index++) {
    tiles[`requests_${index}`] = {
      name: "Requests",
      x: (index * 7) % 18,
      y: 40 + index * 4,
      w: 6,
      h: 4,
      config: {
        displayType: "number",
        sourceId: traces,
        select: [{ aggFn: "count", where: `${where} AND http.status:${200 + index}` }],
      },
    };
  }
  return {
    name,
    tags: ["service", id],
    tiles,
    savedQuery: where,
    filters: [
      {
        name: "Pod",
        expression: "ResourceAttributes['k8s.pod.name']",
        sourceId: logs,
        appliesToSourceIds: [logs, traces],
      },
      {
        name: "Region",
        expression: "region",
        sourceId: traces,
        isBroadcastEnabled: false,
        isVariableEnabled: true,
        variableName: "region",
      },
    ],
    containers: [
      {
        id: "details",
        title: "Details",
        collapsed: false,
        tabs: [
          { id: "charts", title: "Charts" },
          { id: "sql", title: "SQL" },
        ],
      },
    ],
  };
}
