import {
  Alert,
  Alerts,
  ApiKey,
  ApiKeys,
  ChartSeries,
  ClickStackProvider,
  Connection,
  Connections,
  Dashboard,
  Dashboards,
  ExistingAlert,
  ExistingApiKey,
  ExistingConnection,
  ExistingDashboard,
  ExistingRole,
  ExistingSavedSearch,
  ExistingSource,
  ExistingTeamRole,
  ExistingWebhook,
  KeyMaterial,
  Role,
  Roles,
  SavedSearch,
  SavedSearches,
  Search,
  Source,
  Sources,
  TeamRole,
  TeamRoles,
  TemporaryApiKey,
  Webhook,
  Webhooks,
} from "../../src";
import { ALERT_PROP_NAMES } from "../../src/constructs/alert";
import { API_KEY_PROP_NAMES } from "../../src/constructs/api-key-props";
import { DASHBOARD_PROP_NAMES } from "../../src/constructs/dashboard";
import { SAVED_SEARCH_PROP_NAMES } from "../../src/constructs/saved-search";
import { type ObjectShape, objectShapeOf, shapeOf, type VariantsShape } from "../../src/declaration/shape";
import { alertLookup, alertsLookup } from "../../src/resources/alert/declaration";
import { apiKeyLookup, apiKeysLookup, temporaryKey } from "../../src/resources/api-key/declaration";
import { keyMaterial } from "../../src/resources/api-key/secret/declaration";
import { chartSeries } from "../../src/resources/chart-series/declaration";
import { connectionLookup, connectionsLookup } from "../../src/resources/connection/declaration";
import { dashboardLookup, dashboardsLookup } from "../../src/resources/dashboard/declaration";
import { providerArguments } from "../../src/resources/provider-arguments";
import { resourceTypes } from "../../src/resources/registry";
import type { ResourceType } from "../../src/resources/resource-type";
import { roleLookup, rolesLookup } from "../../src/resources/role/declaration";
import { savedSearchesLookup, savedSearchLookup } from "../../src/resources/saved-search/declaration";
import { eventSearch } from "../../src/resources/search/declaration";
import { sourceLookup, sourcesLookup } from "../../src/resources/source/declaration";
import { teamRoleLookup, teamRolesLookup } from "../../src/resources/team-role/declaration";
import { webhookLookup, webhooksLookup } from "../../src/resources/webhook/declaration";
import type { Page } from "./page";

const CLOUD = "ClickHouse Cloud";
const DASHBOARDS = "Dashboards and alerts";
const SOURCES = "Sources and webhooks";

/** Texts of a page that the declaration does not contain. */
type Texts = Omit<Page, "kind" | "type" | "shape">;

type Registered = (typeof resourceTypes)[number];
type ResourceName = Extract<Registered, { readonly resource: unknown }>["type"];
type Keys<T> = T extends unknown ? keyof T : never;
type DataSourceName = Keys<Registered["dataSources"]>;

const PROVIDER: Page = {
  kind: "provider",
  type: "clickstack",
  subcategory: "",
  summary: "Manages ClickHouse Cloud API keys, and ClickStack (HyperDX) dashboards and alerts.",
  details:
    "Every argument can come from the environment. Leave credentials there, so that no file holds them. API keys are in ClickHouse Cloud. Dashboards and alerts are in one deployment: the open-source one when there is an `api_key`, otherwise the managed one. `npx cdk-clickstack install-provider` puts the provider where `terraform init` finds it ([The provider's executable](guides/provider.md)).",
  shape: objectShapeOf(providerArguments),
  construct: ClickStackProvider,
};

const KEY_MATERIAL: Page = {
  kind: "ephemeral resource",
  type: "clickstack_key_material",
  subcategory: CLOUD,
  summary: "A new key ID and key secret, generated in every run of Terraform and stored nowhere.",
  details: "No server knows them until a key takes them. Needs Terraform 1.11 or OpenTofu 1.11, or newer.",
  shape: objectShapeOf(keyMaterial),
  construct: KeyMaterial,
};

const TEMPORARY_KEY: Page = {
  kind: "ephemeral resource",
  type: "clickstack_api_key",
  subcategory: CLOUD,
  summary: "An API key for one run of Terraform, deleted at its end and stored nowhere.",
  details:
    "Every plan and every apply makes a key of its own, so the key that runs them must be allowed to create keys. What a killed run leaves expires. Needs Terraform 1.10 or OpenTofu 1.11, or newer. [API keys](../guides/api-keys.md#a-key-for-one-run) says more.",
  shape: objectShapeOf(temporaryKey),
  construct: TemporaryApiKey,
  propNames: { assignedRoleIds: "roles", roleNames: "roles" },
};

/** The compiler requires the texts of every resource type. */
const RESOURCES: Readonly<Record<ResourceName, Texts>> = {
  clickstack_api_key: {
    subcategory: CLOUD,
    summary: "An API key of ClickHouse Cloud, created or adopted.",
    details:
      "A key that exists already is adopted with `adopt`. API keys are in ClickHouse Cloud only. [API keys](../guides/api-keys.md) explains roles, addresses and rotation, and [Secrets](../guides/secrets.md) where the secret of a new key goes.",
    import: {
      name: "legacy",
      id: "2c7f5a1e-9b0d-4c57-8f3e-5d1a6b7c8d90",
      note: "The imported key is adopted, so declare it with `adopt`, and its secret cannot be read. An `adopt` with the same id leaves an empty plan; one with the name shows as a change of `adopt` alone. `adopt` also works without an import.",
    },
    construct: ApiKey,
    propNames: API_KEY_PROP_NAMES,
    inTypeScript: {
      rotateEvery: "`rotation.every`",
      overlap: "`rotation.overlap`",
      keepers: "`rotation.keepers`",
      expireAfter: "`onDestroy: { expireAfter }`",
    },
  },
  clickstack_organization_role: {
    subcategory: CLOUD,
    summary: "A custom role of the ClickHouse Cloud organization: what API keys and users that have it may do.",
    details:
      "Roles are in ClickHouse Cloud only. A key with the least privilege is one program: a role with what a job needs, and a key with that role. [Checks](../guides/checks.md) verify that the key can do this and nothing more. System roles cannot be managed; look them up with the data source `clickstack_organization_role`.",
    import: { name: "dashboards", id: "2c7f5a1e-9b0d-4c57-8f3e-5d1a6b7c8d90", note: "" },
    construct: Role,
  },
  clickstack_team_role: {
    subcategory: CLOUD,
    summary: "A custom role of a ClickStack service: what people who have it may do.",
    details:
      "Managed deployment only. People get a role in the user interface of ClickStack; API keys have roles of the organization, `clickstack_organization_role`. Predefined roles cannot be managed; look them up with the data source `clickstack_team_role`.",
    import: { name: "deploy", id: "0123456789abcdef01234567", note: "" },
    construct: TeamRole,
  },
  clickstack_dashboard: {
    subcategory: DASHBOARDS,
    summary: "A ClickStack dashboard with its tiles, filters and containers.",
    details:
      "Each tile has a key of your choice, by which alerts refer to it. Tiles can be renamed, moved and reordered without losing their alerts.",
    import: {
      name: "checkout",
      id: "0123456789abcdef01234567",
      note: "The keys of the tiles are made from their titles: `Error rate` is `error_rate`. A tile that is declared under another key keeps its id if its name and kind, or its configuration, stay the same.",
    },
    construct: Dashboard,
    propNames: DASHBOARD_PROP_NAMES,
    inTypeScript: {
      displayType: "the helper of the kind, such as `tile.line`",
      configType: "the helpers of `tile.sql`",
    },
  },
  clickstack_alert: {
    subcategory: DASHBOARDS,
    summary: "A ClickStack alert on a dashboard tile, on a saved search, or on a chart of its own.",
    details:
      "Names and tags of alerts, and charts of their own (`chart_config`), need an open-source server of September 2026 or later. A plan asks an older server once, and refuses them.",
    import: { name: "too-many-errors", id: "0123456789abcdef01234567", note: "" },
    construct: Alert,
    propNames: ALERT_PROP_NAMES,
    inTypeScript: {
      scheduleOffsetMinutes: "`schedule: offsetBy(minutes)`",
      scheduleStartAt: "`schedule: startingAt(moment)`",
    },
  },
  clickstack_saved_search: {
    subcategory: DASHBOARDS,
    summary: "A ClickStack saved search, which alerts can watch.",
    details: "Destroying it deletes its alerts on the server.",
    import: { name: "errors", id: "0123456789abcdef01234567", note: "" },
    construct: SavedSearch,
    propNames: SAVED_SEARCH_PROP_NAMES,
  },
  clickstack_webhook: {
    subcategory: SOURCES,
    summary: "A webhook that ClickStack alerts are sent to.",
    details: "It cannot be destroyed while it is the first channel of an alert.",
    import: {
      name: "pager",
      id: "0123456789abcdef01234567",
      note: "The server returns neither headers nor query parameters: they stay as they are until they are sent again, as `headers_version` says.",
    },
    construct: Webhook,
  },
  clickstack_source: {
    subcategory: SOURCES,
    summary: "A source of logs, traces, metrics or sessions that ClickStack queries.",
    details:
      "The server deletes a source that dashboards use, and then refuses every change of those dashboards. Two sources that name each other are a cycle for Terraform: declare one direction, set the other in the UI, and list that attribute in `ignore_changes` of the resource's `lifecycle` block.",
    import: { name: "logs", id: "0123456789abcdef01234567", note: "" },
    construct: Source,
  },
  clickstack_connection: {
    subcategory: SOURCES,
    summary: "A connection to ClickHouse that sources read through.",
    details: "Open-source deployment only: ClickHouse Cloud manages the connections of the managed one.",
    import: {
      name: "clickhouse",
      id: "0123456789abcdef01234567",
      note: "The server does not return the password: it stays as it is until it is sent again, as `password_version` says.",
    },
    construct: Connection,
  },
};

const DATA_SOURCES: Readonly<Record<DataSourceName, Omit<Page, "kind" | "type">>> = {
  clickstack_source: {
    subcategory: SOURCES,
    summary: "One source, found by id or by name.",
    details: "",
    shape: objectShapeOf(sourceLookup),
    construct: ExistingSource,
  },
  clickstack_sources: {
    subcategory: SOURCES,
    summary: "All sources, or those of one name or kind.",
    details: "",
    shape: objectShapeOf(sourcesLookup),
    construct: Sources,
  },
  clickstack_webhook: {
    subcategory: SOURCES,
    summary: "One webhook, found by id or by name.",
    details: "",
    shape: objectShapeOf(webhookLookup),
    construct: ExistingWebhook,
  },
  clickstack_webhooks: {
    subcategory: SOURCES,
    summary: "All webhooks, or those of one name or service.",
    details: "",
    shape: objectShapeOf(webhooksLookup),
    construct: Webhooks,
  },
  clickstack_dashboard: {
    subcategory: DASHBOARDS,
    summary: "One dashboard, found by id or by name, with the ids of its tiles.",
    details: "",
    shape: objectShapeOf(dashboardLookup),
    construct: ExistingDashboard,
  },
  clickstack_dashboards: {
    subcategory: DASHBOARDS,
    summary: "All dashboards, or those of one name, tag or source.",
    details: "With several filters, those that every one fits.",
    shape: objectShapeOf(dashboardsLookup),
    construct: Dashboards,
  },
  clickstack_alert: {
    subcategory: DASHBOARDS,
    summary: "One alert, found by id or by name.",
    details: "",
    shape: objectShapeOf(alertLookup),
    construct: ExistingAlert,
  },
  clickstack_alerts: {
    subcategory: DASHBOARDS,
    summary: "All alerts, or those of one name, dashboard, saved search, webhook or state.",
    details: "With several filters, those that every one fits.",
    shape: objectShapeOf(alertsLookup),
    construct: Alerts,
  },
  clickstack_saved_search: {
    subcategory: DASHBOARDS,
    summary: "One saved search, found by id or by name.",
    details: "",
    shape: objectShapeOf(savedSearchLookup),
    construct: ExistingSavedSearch,
  },
  clickstack_saved_searches: {
    subcategory: DASHBOARDS,
    summary: "All saved searches, or those of one name, tag or source.",
    details: "With several filters, those that every one fits.",
    shape: objectShapeOf(savedSearchesLookup),
    construct: SavedSearches,
  },
  clickstack_connection: {
    subcategory: SOURCES,
    summary: "One connection that sources read through, found by id or by name.",
    details: "Open-source deployment only.",
    shape: objectShapeOf(connectionLookup),
    construct: ExistingConnection,
  },
  clickstack_connections: {
    subcategory: SOURCES,
    summary: "All connections that sources read through, or those of one name.",
    details: "Open-source deployment only.",
    shape: objectShapeOf(connectionsLookup),
    construct: Connections,
  },
  clickstack_api_key: {
    subcategory: CLOUD,
    summary:
      "One API key of the ClickHouse Cloud organization, found by id or by name, or the one that signs the requests.",
    details: "",
    shape: objectShapeOf(apiKeyLookup),
    construct: ExistingApiKey,
  },
  clickstack_api_keys: {
    subcategory: CLOUD,
    summary: "The API keys of the ClickHouse Cloud organization, all or filtered.",
    details: "",
    shape: objectShapeOf(apiKeysLookup),
    construct: ApiKeys,
  },
  clickstack_organization_role: {
    subcategory: CLOUD,
    summary: "One role of the ClickHouse Cloud organization, found by id or by name.",
    details: "API keys take roles by id or by name.",
    shape: objectShapeOf(roleLookup),
    construct: ExistingRole,
  },
  clickstack_organization_roles: {
    subcategory: CLOUD,
    summary: "All roles of the ClickHouse Cloud organization, or those of one name or type.",
    details: "",
    shape: objectShapeOf(rolesLookup),
    construct: Roles,
  },
  clickstack_team_role: {
    subcategory: CLOUD,
    summary: "One role of a ClickStack service, predefined or custom, found by id or by name.",
    details: "Managed deployment only.",
    shape: objectShapeOf(teamRoleLookup),
    construct: ExistingTeamRole,
  },
  clickstack_team_roles: {
    subcategory: CLOUD,
    summary: "All roles of a ClickStack service, or those of one name, or custom ones only.",
    details: "Managed deployment only.",
    shape: objectShapeOf(teamRolesLookup),
    construct: TeamRoles,
  },
  clickstack_chart_series: {
    subcategory: DASHBOARDS,
    summary: "The values of up to five series over time, read anew in every plan.",
    details: "Open-source deployment only.",
    shape: objectShapeOf(chartSeries),
    construct: ChartSeries,
    propNames: { sourceId: "source" },
  },
  clickstack_search: {
    subcategory: DASHBOARDS,
    summary: "The events that a condition finds, or how many there are, searched anew in every plan.",
    details:
      "Made for `check` blocks: do events arrive? In TypeScript `EventCheck` writes one ([Checks](../guides/checks.md#events-that-must-arrive)). Open-source deployment only.",
    shape: objectShapeOf(eventSearch),
    construct: Search,
    propNames: { sourceId: "source" },
  },
};

/** The pages of the reference. */
export const PAGES: readonly Page[] = [
  PROVIDER,
  ...(resourceTypes as readonly ResourceType[]).flatMap(({ type, declaration, resource }) =>
    resource && declaration
      ? [
          {
            kind: "resource" as const,
            type,
            shape: shapeOf(declaration()) as ObjectShape | VariantsShape,
            ...RESOURCES[type as ResourceName],
          },
        ]
      : [],
  ),
  TEMPORARY_KEY,
  KEY_MATERIAL,
  ...Object.entries(DATA_SOURCES).map(([type, page]) => ({ kind: "data source" as const, type, ...page })),
];
