import { isUuid, keyHashesOf, newKeyTexts, newUuid } from "./ids";
import type { SeedOptions } from "./options";
import type { State, StoredKey, StoredRole, StoredSource } from "./state";

const bornAt = "2026-01-01T00:00:00.000Z";
const stamps = { createdAt: bornAt, updatedAt: bornAt };

/** Returns an id of an initial object: 24 hex digits. The digits after the first eight are the kind and the index. */
const objectId = (kind: string, index: number): string =>
  `6955b900${kind.padStart(8, "0")}${String(index).padStart(8, "0")}`;

export const seedIds = {
  team: objectId("7ea3", 1),
  user: objectId("05e7", 1),
  connection: objectId("c0", 1),
  logs: objectId("50", 1),
  traces: objectId("50", 2),
  metrics: objectId("50", 3),
  sessions: objectId("50", 4),
  promql: objectId("50", 5),
  slackWebhook: objectId("3eb", 1),
  genericWebhook: objectId("3eb", 2),
  incidentWebhook: objectId("3eb", 3),
  organization: "11111111-1111-4111-8111-111111111111",
  service: "22222222-2222-4222-8222-222222222222",
  adminRole: "33333333-3333-4333-8333-000000000001",
  developerRole: "33333333-3333-4333-8333-000000000002",
  queryEndpointsRole: "33333333-3333-4333-8333-000000000003",
  serviceAdminRole: "33333333-3333-4333-8333-000000000004",
  deployBotRole: "33333333-3333-4333-8333-000000000005",
  readOnlyTeamRole: objectId("401e", 1),
  memberTeamRole: objectId("401e", 2),
  adminTeamRole: objectId("401e", 3),
  startKey: "44444444-4444-4444-8444-000000000001",
  adaInOrganization: "66666666-6666-4666-8666-000000000001",
  graceInOrganization: "66666666-6666-4666-8666-000000000002",
};

/** Returns the state of a first start (docs/internals/api-behavior.md 7). Secrets are random by default. */
export function startState(options: SeedOptions): State {
  const organizationId = uuidOption("organizationId", options.organizationId, seedIds.organization);
  const serviceId = uuidOption("serviceId", options.serviceId, seedIds.service);
  const random = newKeyTexts();
  const startKey = { keyId: options.keyId ?? random.keyId, keySecret: options.keySecret ?? random.keySecret };
  return {
    version: 1,
    team: { id: seedIds.team, name: "Emulator team" },
    users: [
      {
        id: seedIds.user,
        email: "ada@example.com",
        name: "Ada",
        accessKey: options.accessKey ?? newUuid(),
        teamId: seedIds.team,
        createdAt: bornAt,
      },
    ],
    invitations: [],
    connections: [
      {
        id: seedIds.connection,
        name: "Local ClickHouse",
        host: "http://ch-server:8123",
        username: "default",
        password: "",
        ...stamps,
      },
    ],
    sources: startSources(),
    webhooks: [
      {
        id: seedIds.slackWebhook,
        name: "Slack oncall",
        service: "slack",
        url: "https://hooks.slack.com/services/T00000000/B00000000/emulator",
        ...stamps,
      },
      {
        id: seedIds.genericWebhook,
        name: "Generic hook",
        service: "generic",
        url: "https://example.com/hooks/alerts",
        body: '{"text":"{{title}}"}',
        ...stamps,
      },
      {
        id: seedIds.incidentWebhook,
        name: "Incident response",
        service: "incidentio",
        url: "https://api.incident.io/v2/alert_events/http/emulator",
        ...stamps,
      },
    ],
    savedSearches: [],
    dashboards: [],
    alerts: [],
    clickStackRoles: PREDEFINED_TEAM_ROLES.map((role) => ({ ...role, isPredefined: true, ...stamps })),
    organization: { id: organizationId, name: "Emulator organization" },
    services: [{ id: serviceId, name: "observability" }],
    roles: startRoles(organizationId),
    organizationUsers: [
      { id: seedIds.adaInOrganization, name: "Ada", email: "ada@example.com", role: "admin", joinedAt: bornAt },
      {
        id: seedIds.graceInOrganization,
        name: "Grace",
        email: "grace@example.com",
        role: "developer",
        joinedAt: bornAt,
      },
    ],
    keys: [adminKey(startKey)],
    startKey,
  };
}

/** Predefined roles inside ClickStack (docs/internals/api-behavior.md 2.4). Only the names are known facts. */
const PREDEFINED_TEAM_ROLES = [
  {
    id: seedIds.adminTeamRole,
    name: "Admin",
    description: "Full access, including the team",
    permissions: [{ action: "manage", subject: "all" }],
  },
  {
    id: seedIds.memberTeamRole,
    name: "Member",
    description: "Full access, except to the team",
    permissions: [
      { action: "manage", subject: "all" },
      { action: "manage", subject: "Team", inverted: true },
    ],
  },
  {
    id: seedIds.readOnlyTeamRole,
    name: "ReadOnly",
    description: "Read-only access to everything",
    permissions: [{ action: "read", subject: "all" }],
  },
];

function uuidOption(name: string, given: string | undefined, fallback: string): string {
  if (given !== undefined && !isUuid(given)) {
    throw new Error(`${name} must be a UUID.`);
  }
  return given?.toLowerCase() ?? fallback;
}

function startSources(): StoredSource[] {
  const table = (tableName: string) => ({
    connection: seedIds.connection,
    from: { databaseName: "default", tableName },
  });
  return [
    {
      id: seedIds.logs,
      name: "Logs",
      kind: "log",
      ...table("otel_logs"),
      timestampValueExpression: "TimestampTime",
      defaultTableSelectExpression: "Timestamp, ServiceName, SeverityText, Body",
      serviceNameExpression: "ServiceName",
      severityTextExpression: "SeverityText",
      bodyExpression: "Body",
      resourceAttributesExpression: "ResourceAttributes",
      eventAttributesExpression: "LogAttributes",
      implicitColumnExpression: "Body",
      traceSourceId: seedIds.traces,
    },
    {
      id: seedIds.traces,
      name: "Traces",
      kind: "trace",
      ...table("otel_traces"),
      timestampValueExpression: "Timestamp",
      defaultTableSelectExpression: "Timestamp, ServiceName, StatusCode, SpanName",
      serviceNameExpression: "ServiceName",
      implicitColumnExpression: "SpanName",
      durationExpression: "Duration",
      durationPrecision: 9,
      traceIdExpression: "TraceId",
      spanIdExpression: "SpanId",
      parentSpanIdExpression: "ParentSpanId",
      spanNameExpression: "SpanName",
      spanKindExpression: "SpanKind",
      logSourceId: seedIds.logs,
    },
    {
      id: seedIds.metrics,
      name: "Metrics",
      kind: "metric",
      ...table(""),
      timestampValueExpression: "TimeUnix",
      resourceAttributesExpression: "ResourceAttributes",
      metricTables: { gauge: "otel_metrics_gauge", histogram: "otel_metrics_histogram", sum: "otel_metrics_sum" },
    },
    {
      id: seedIds.sessions,
      name: "Sessions",
      kind: "session",
      ...table("hyperdx_sessions"),
      timestampValueExpression: "TimestampTime",
      traceSourceId: seedIds.traces,
    },
    {
      id: seedIds.promql,
      name: "Prometheus",
      kind: "promql",
      ...table("prometheus"),
      timestampValueExpression: "timestamp",
    },
  ];
}

/** Permissions that the emulator checks. The last one is documented. The others are an assumption of this emulator. */
export const permissions = {
  viewOrganization: "control-plane:organization:view",
  manageOrganization: "control-plane:organization:manage",
  viewService: "control-plane:service:view",
  manageClickStack: "control-plane:service:manage-clickstack-api",
};

function startRoles(organizationId: string): StoredRole[] {
  const organization = [`organization/${organizationId}`];
  const instances = ["instance/*"];
  const { viewOrganization, manageOrganization, viewService, manageClickStack } = permissions;
  const users: Readonly<Record<string, string>> = {
    [seedIds.adminRole]: seedIds.adaInOrganization,
    [seedIds.developerRole]: seedIds.graceInOrganization,
  };
  const role = (id: string, name: string, type: StoredRole["type"], granted: [string[], string[]][]): StoredRole => ({
    id,
    name,
    type,
    otherActors: users[id] === undefined ? [] : [`user/${users[id]}`],
    policies: granted.map(([allowed, resources], index) => ({
      id: `5${id.slice(1, -2)}${index}${id.slice(-1)}`,
      allowDeny: "ALLOW",
      permissions: allowed,
      resources,
    })),
    ...stamps,
  });
  return [
    role(seedIds.adminRole, "Admin", "system", [
      [[viewOrganization, manageOrganization], organization],
      [[viewService, manageClickStack], instances],
    ]),
    role(seedIds.developerRole, "Developer", "system", [
      [[viewOrganization], organization],
      [[viewService], instances],
    ]),
    role(seedIds.queryEndpointsRole, "Query Endpoints", "system", [[["control-plane:service:query"], instances]]),
    role(seedIds.serviceAdminRole, "Service Admin", "system", [[[viewService, manageClickStack], instances]]),
    role(seedIds.deployBotRole, "Deploy bot", "custom", [
      [[viewOrganization], organization],
      [[viewService, manageClickStack], instances],
    ]),
  ];
}

function adminKey(startKey: State["startKey"]): StoredKey {
  return {
    id: seedIds.startKey,
    name: "Emulator admin",
    state: "enabled",
    roles: ["admin"],
    assignedRoleIds: [seedIds.adminRole],
    keySuffix: startKey.keyId.slice(-4),
    createdAt: bornAt,
    ipAccessList: [{ source: "0.0.0.0/0", description: "Anywhere" }],
    ...keyHashesOf(startKey),
  };
}
