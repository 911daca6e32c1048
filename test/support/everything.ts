import { toAttributes } from "../../src/declaration/attribute-form";
import { type Shape, shapeOf, type VariantsShape } from "../../src/declaration/shape";
import { type Emulator, type EmulatorOptions, type Endpoints, seedIds } from "../../src/emulator";
import { createClient } from "../../src/resources/client";
import { tileField } from "../../src/resources/dashboard/tiles/tile";
import { ALERT_INTERVALS, type AlertDeclaration, alert, THRESHOLD_TYPES } from "../../src/resources/declarations";
import { sourceDeclaration } from "../../src/resources/source/declaration";
import { type DeploymentName, knownTo } from "./deployment-fields";
import { environmentFor, managedEnvironmentFor } from "./environment";
import { fullSources } from "./full-sources";
import { fullTiles } from "./full-tiles";

/** The deployment of a stored state's objects. */
export interface StoredDeployment {
  /** The name of the folder. */
  readonly name: DeploymentName;
  readonly environment: (endpoints: Endpoints) => Record<string, string>;
}

export const DEPLOYMENTS: readonly StoredDeployment[] = [
  { name: "open-source", environment: environmentFor },
  { name: "managed", environment: managedEnvironmentFor },
];

/** The server of the stored states. The open-source server has roles, so that its states contain every resource type. */
export const STORED_SERVER: EmulatorOptions = { switches: { teamRoles: true } };

/** The name of a key that exists before the first apply. */
const ADOPTED_KEY = "adopted";

/** Creates the key that `everything` adopts. */
export async function createKeyToAdopt(emulator: Emulator): Promise<void> {
  const managed = { ...emulator.endpoints.managed, product: "clickstack" };
  const client = createClient({ managed, userAgent: "tests", environment: {} });
  await client.apiKeys.create({ name: ADOPTED_KEY, ipAccessList: [{ source: "203.0.113.0/24" }] });
  await client.close();
}

const inTerraform = (shape: Shape, value: unknown) => toAttributes(shape, value, () => false) as object;
const ref = (path: string) => `\${${path}}`;

/**
 * A configuration in JSON with every resource type, every kind of tile, source and alert, and every way to create a
 * key, except with the secret in the state.
 * @param recipient an age recipient.
 */
export function everything(deployment: StoredDeployment, recipient: string): object {
  return {
    data: { clickstack_source: { traces: { name: "Traces" } } },
    resource: {
      clickstack_dashboard: dashboards(),
      clickstack_alert: alerts(deployment),
      clickstack_saved_search: { errors: savedSearch },
      clickstack_webhook: { pager: webhook },
      clickstack_source: sources(deployment),
      ...(deployment.name === "open-source" && { clickstack_connection: { clickhouse: connection } }),
      clickstack_api_key: keys(recipient),
      clickstack_organization_role: { dashboards: role },
      clickstack_role_assignment: { dashboards: assignment },
      clickstack_team_role: { dashboards: teamRole },
      clickstack_source_links: { traces: links },
      ...(deployment.name === "open-source" && {
        clickstack_team: { team: { default_user_role_id: seedIds.readOnlyTeamRole } },
        clickstack_team_member: { grace: member },
      }),
    },
  };
}

const role = {
  name: "Dashboards of the shop",
  policies: [
    {
      allow_deny: "ALLOW",
      permissions: ["control-plane:service:manage-clickstack-api"],
      resources: [`instance/${seedIds.service}`],
    },
  ],
};

const assignment = {
  role_id: ref("clickstack_organization_role.dashboards.id"),
  user_ids: [seedIds.graceInOrganization],
};

const links = { source_id: ref("data.clickstack_source.traces.id"), log_source_id: seedIds.logs };

const member = { email: "Grace@Example.com", name: "Grace", role_id: ref("clickstack_team_role.dashboards.id") };

const teamRole = {
  name: "Dashboards of the shop",
  description: "For those on call",
  permissions: [
    { action: "read", subject: "all" },
    { action: "manage", subject: "dashboard", conditions: '{"tags":"shop"}' },
  ],
};

function dashboards(): object {
  const tiles = fullTiles({
    sourceId: ref("data.clickstack_source.traces.id"),
    connectionId: seedIds.connection,
    dashboardId: ref("clickstack_dashboard.target.id"),
  });
  const entries = Object.entries(tiles).map(([key, each]) => [key, inTerraform(shapeOf(tileField), each)]);
  return {
    target: { name: "Target", tiles: {} },
    all: {
      name: "All",
      tags: ["b", "a"],
      saved_query: "level:error",
      saved_query_language: "lucene",
      saved_filter_values: [{ type: "sql", condition: "ServiceName IN ('api')" }],
      filters: [
        { name: "Service", expression: "ServiceName", source_id: seedIds.traces },
        {
          name: "Span",
          expression: "SpanName",
          source_id: seedIds.traces,
          is_variable_enabled: true,
          variable_name: "span",
        },
      ],
      containers: [
        { id: "top", title: "Top", collapsed: false, tabs: [{ id: "first", title: "First" }] },
        { id: "bottom", title: "Bottom", collapsed: true },
      ],
      tiles: {
        ...Object.fromEntries(entries),
        contained: {
          ...{ name: "", x: 0, y: 0, w: 24, h: 3, container_id: "top", tab_id: "first" },
          config: { display_type: "markdown", markdown: "# In a container" },
        },
      },
    },
  };
}

/** Intervals that both deployments support. */
const INTERVALS = ALERT_INTERVALS.filter((interval) => interval !== "30s");

/** One alert for each comparison and interval. The alerts watch a tile and the saved search alternately. */
function alerts(deployment: StoredDeployment): object {
  const channels = [
    { type: "webhook" as const, webhookId: ref("clickstack_webhook.pager.id") },
    ...(deployment.name === "managed" ? [{ type: "email" as const, emailRecipients: ["oncall@example.com"] }] : []),
  ];
  const made = THRESHOLD_TYPES.map((thresholdType, index) => {
    const declared = {
      interval: INTERVALS[index % INTERVALS.length],
      threshold: index,
      thresholdType,
      ...(thresholdType.endsWith("between") && { thresholdMax: index + 1 }),
      ...watched(index),
      channels,
      name: `Alert ${thresholdType}`,
      message: "{{value}}",
      note: "Look at the logs",
      numConsecutiveWindows: 2,
      ...(index === 1 && { scheduleStartAt: "2026-01-01T01:00:00+01:00" }),
    } as AlertDeclaration;
    return [thresholdType, inTerraform(shapeOf(alert), declared)] as const;
  });
  return Object.fromEntries(made);
}

function watched(index: number): Partial<AlertDeclaration> {
  if (index % 2 === 1) {
    return { savedSearchId: ref("clickstack_saved_search.errors.id"), groupBy: "ServiceName" };
  }
  const key = ["line", "stacked_bar", "number", "sql_line"][(index / 2) % 4];
  return {
    dashboardId: ref("clickstack_dashboard.all.id"),
    tileId: ref(`clickstack_dashboard.all.tile_ids["${key}"]`),
  };
}

const savedSearch = {
  name: "Errors",
  source_id: ref("data.clickstack_source.traces.id"),
  select: "Timestamp, SpanName",
  where: "level:error",
  where_language: "lucene",
  order_by: "Timestamp DESC",
  tags: ["a"],
  filters: [{ type: "sql", condition: "ServiceName IN ('api')" }],
};

const webhook = {
  name: "Pager",
  service: "generic",
  url: "https://example.com/hook",
  description: "Pages",
  body: '{"text":"{{title}}"}',
  headers: { Authorization: "fixture header" },
  headers_version: "1",
  query_params: { token: "fixture parameter" },
  query_params_version: "1",
};

const connection = {
  name: "ClickHouse",
  host: "https://clickhouse.example.com:8443",
  username: "default",
  password: "fixture password",
  password_version: "1",
};

function sources({ name }: StoredDeployment): object {
  const { connection: seeded, logs, traces, metrics, sessions } = seedIds;
  const shape = shapeOf(sourceDeclaration) as VariantsShape;
  const full = fullSources({ connection: seeded, logs, traces, metrics, sessions });
  const entries = Object.entries(full).map(([kind, fields]) => {
    const declared = knownTo(name, shape, { ...fields, name: `All of ${kind}` });
    return [kind, inTerraform(shape, declared)] as const;
  });
  return Object.fromEntries(entries);
}

function keys(recipient: string): object {
  const addresses = [{ source: "203.0.113.0/24", description: "build machines" }, { source: "203.0.113.7/32" }];
  return {
    encrypted: { name: "encrypted", ip_access_list: addresses, age_recipients: [recipient], role_names: ["Developer"] },
    own: {
      name: "own",
      state: "disabled",
      allow_any_ip: true,
      assigned_role_ids: [seedIds.developerRole],
      expire_at: "2099-01-01T01:00:00+01:00",
      key_id_wo: "fixture.own.key.id.00000001",
      key_secret_wo: "fixture.own.key.secret.00000000000001",
      key_material_version: "1",
      expire_after: "72h",
    },
    rotated: {
      name: "rotated",
      ip_access_list: addresses,
      age_recipients: [recipient],
      rotate_every: "30d",
      overlap: "7d",
      keepers: { reason: "first" },
      lifecycle: { create_before_destroy: true },
    },
    adopted: { adopt: { name: ADOPTED_KEY } },
  };
}
