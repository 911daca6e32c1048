import type { DeclaredFields } from "../../../src/declaration/field";
import { type Emulator, seedIds } from "../../../src/emulator";
import { fullCharts } from "../../support/full-charts";
import { fullSources } from "../../support/full-sources";
import { fullConfigs, type References } from "../../support/full-tiles";
import { ui } from "../../support/ui";

/** Declarations of one resource type by name. Each contains all fields that can be used together. */
export type Declarations = Readonly<Record<string, DeclaredFields>>;

/** Objects on the server to which declarations refer. */
interface Targets extends References {
  readonly tileId: string;
  readonly savedSearchId: string;
}

/** Creates the objects to which full declarations refer. */
export async function createTargets(emulator: Emulator): Promise<Targets> {
  const line = { displayType: "line", sourceId: seedIds.traces, select: [{ aggFn: "count" }] };
  const place = { name: "Line", x: 0, y: 0, w: 6, h: 3 };
  const dashboard = await created(emulator, "dashboards", { name: "Target", tiles: [{ ...place, config: line }] });
  const savedSearch = await created(emulator, "saved-searches", { name: "Target", sourceId: seedIds.traces });
  const [tile] = dashboard.tiles as readonly { readonly id: string }[];
  return {
    sourceId: seedIds.traces,
    connectionId: seedIds.connection,
    dashboardId: String(dashboard.id),
    tileId: String(tile?.id),
    savedSearchId: String(savedSearch.id),
  };
}

async function created(emulator: Emulator, collection: string, body: object): Promise<DeclaredFields> {
  const { data } = (await ui(emulator, "POST", `/api/v2/${collection}`, body)) as { data: DeclaredFields };
  return data;
}

/** Full declarations of each resource type. Together they have every field that an author can set. */
export function fullDeclarations(targets: Targets): Readonly<Record<string, Declarations>> {
  return {
    clickstack_dashboard: { ...dashboardsOfTiles(targets), all: dashboard(targets) },
    clickstack_alert: alerts(targets),
    clickstack_saved_search: { search: savedSearch },
    clickstack_webhook: webhooks,
    clickstack_source: sources(),
    clickstack_connection: { connection },
    clickstack_source_links: sourceLinks,
    clickstack_team_role: { role: teamRole },
    clickstack_organization_role: { role: organizationRole },
    clickstack_team: { team: { defaultUserRoleId: seedIds.readOnlyTeamRole } },
    clickstack_team_member: { member: { email: "new@example.com", name: "New", roleId: seedIds.memberTeamRole } },
  };
}

const place = { x: 0, y: 0, w: 24, h: 6 };

function dashboardsOfTiles(targets: Targets): Declarations {
  const configs = Object.entries(fullConfigs(targets));
  return Object.fromEntries(
    configs.map(([key, config]) => [key, { name: "D", tiles: { [key]: { name: key, ...place, config } } }]),
  );
}

function dashboard({ sourceId }: Targets): DeclaredFields {
  return {
    name: "All",
    tags: ["b", "a"],
    savedQuery: "level:error",
    savedQueryLanguage: "lucene",
    savedFilterValues: [
      { type: "sql", condition: "ServiceName IN ('api')" },
      { type: "variable", name: "span", values: ["GET /"] },
    ],
    filters: [
      {
        type: "QUERY_EXPRESSION",
        name: "Span",
        expression: "SpanName",
        sourceId,
        sourceMetricType: "gauge",
        where: "level:error",
        whereLanguage: "lucene",
        appliesToSourceIds: [sourceId],
        isBroadcastEnabled: true,
        isVariableEnabled: true,
        variableName: "span",
        minSelections: 1,
        isGlobalRequirement: true,
      },
      {
        type: "STATIC_LIST",
        name: "Environment",
        options: ["stage", "prod"],
        variableName: "env",
        minSelections: 1,
        isGlobalRequirement: true,
      },
      {
        type: "PROMETHEUS_LABEL",
        name: "Pod",
        sourceId: seedIds.promql,
        label: "pod",
        match: "up",
        variableName: "pod",
        minSelections: 1,
        isGlobalRequirement: true,
      },
    ],
    containers: [
      {
        id: "top",
        title: "Top",
        collapsed: false,
        collapsible: true,
        bordered: true,
        tabs: [{ id: "first", title: "First" }],
      },
    ],
    tiles: {
      contained: {
        name: "Contained",
        ...place,
        containerId: "top",
        tabId: "first",
        config: { displayType: "markdown", markdown: "# In a container" },
      },
    },
  };
}

function alerts(targets: Targets): Declarations {
  const common = {
    interval: "5m",
    threshold: 1,
    thresholdType: "between",
    thresholdMax: 2,
    channels: [
      {
        type: "webhook",
        webhookId: seedIds.slackWebhook,
        webhookService: "slack",
        slackChannelId: "C0123",
        severity: "error",
      },
      { type: "email", emailRecipients: ["oncall@example.com"] },
    ],
    name: "Alert",
    displayName: "In lists",
    tags: ["a"],
    message: "{{value}}",
    note: "Look at the logs",
    numConsecutiveWindows: 2,
  };
  const { dashboardId, tileId, savedSearchId } = targets;
  const charts = fullCharts(targets).map((chartConfig, index) => [
    `chart ${index} ${chartConfig.displayType}`,
    { ...common, source: "inline", scheduleOffsetMinutes: 1, chartConfig },
  ]);
  return {
    tile: { ...common, source: "tile", dashboardId, tileId, scheduleOffsetMinutes: 1 },
    "saved search": {
      ...common,
      source: "saved_search",
      savedSearchId,
      groupBy: "ServiceName",
      scheduleStartAt: new Date().toISOString(),
    },
    ...Object.fromEntries(charts),
  };
}

const savedSearch = {
  name: "Errors",
  sourceId: seedIds.traces,
  select: "Timestamp, SpanName",
  where: "level:error",
  whereLanguage: "lucene",
  orderBy: "Timestamp DESC",
  tags: ["a"],
  filters: [{ type: "sql", condition: "ServiceName IN ('api')" }],
};

const webhooks = {
  generic: {
    name: "Generic",
    service: "generic",
    url: "https://example.com/hook",
    description: "For tests",
    body: "{{body}}",
    headers: { "X-Key": "value" },
    headersVersion: "1",
    queryParams: { team: "value" },
    queryParamsVersion: "1",
  },
  slack: {
    name: "Slack",
    service: "slack",
    urlWo: "https://hooks.slack.com/services/a",
    urlWoVersion: "1",
    description: "For tests",
  },
};

function sources(): Declarations {
  return Object.fromEntries(
    Object.entries(fullSources(seedIds)).map(([kind, fields]) => [kind, { name: "Source", ...fields }]),
  );
}

const connection = {
  name: "ClickHouse",
  host: "https://clickhouse.example.com:8443",
  username: "default",
  password: "credential",
  passwordVersion: "1",
  hyperdxSettingPrefix: "hyperdx_",
  isPrometheusEndpoint: false,
};

const sourceLinks = {
  trace: {
    sourceId: seedIds.traces,
    logSourceId: seedIds.logs,
    metricSourceId: seedIds.metrics,
    sessionSourceId: seedIds.sessions,
  },
  log: { sourceId: seedIds.logs, traceSourceId: seedIds.traces },
};

const teamRole = {
  name: "Role",
  description: "For tests",
  permissions: [
    {
      action: "read",
      subject: "dashboard",
      inverted: false,
      integration: "mongodb",
      fields: ["name"],
      conditions: JSON.stringify({ tags: "shop" }),
    },
  ],
};

const organizationRole = {
  name: "Role",
  actors: [`user/${seedIds.user}`],
  policies: [
    {
      allowDeny: "ALLOW",
      permissions: ["control-plane:service:view"],
      resources: [`instance/${seedIds.service}`],
      tags: { grants: ["default"], roleV2: "sql-console-readonly" },
    },
  ],
};
