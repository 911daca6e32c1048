import {
  Alert,
  ApiKey,
  ApiKeys,
  ChartSeries,
  ClickStackProvider,
  Connection,
  ConnectionResource,
  Connections,
  Dashboard,
  ExistingAlert,
  ExistingApiKey,
  ExistingDashboard,
  ExistingSavedSearch,
  KeyMaterial,
  Role,
  Roles,
  SavedSearch,
  Source,
  SourceResource,
  Sources,
  Webhook,
  WebhookResource,
  Webhooks,
} from "../../src";
import { ALERT_PROP_NAMES } from "../../src/constructs/alert";
import { API_KEY_PROP_NAMES } from "../../src/constructs/api-key-props";
import { DASHBOARD_PROP_NAMES } from "../../src/constructs/dashboard";
import { SAVED_SEARCH_PROP_NAMES } from "../../src/constructs/saved-search";
import { objectShapeOf, shapeOf, type VariantsShape } from "../../src/declaration/shape";
import { provider } from "../../src/provider/declaration";
import { alertLookup } from "../../src/resources/alert/declaration";
import { apiKeyLookup, apiKeysLookup } from "../../src/resources/api-key/lookup";
import { keyMaterial } from "../../src/resources/api-key/secret-declaration";
import { chartSeries } from "../../src/resources/chart-series/declaration";
import { connection, connectionLookup, connectionsLookup } from "../../src/resources/connection/declaration";
import { dashboardLookup } from "../../src/resources/dashboard/declaration";
import { alert, apiKey, dashboard } from "../../src/resources/declarations";
import { roleLookup, rolesLookup } from "../../src/resources/role/declaration";
import { savedSearch, savedSearchLookup } from "../../src/resources/saved-search/declaration";
import { source, sourceLookup, sourcesLookup } from "../../src/resources/source/declaration";
import { webhook, webhookLookup, webhooksLookup } from "../../src/resources/webhook/declaration";
import * as alertExample from "./examples/alert";
import * as alertDataSourceExample from "./examples/alert-data-source";
import * as apiKeyExample from "./examples/api-key";
import * as apiKeyDataSourceExample from "./examples/api-key-data-source";
import * as apiKeysExample from "./examples/api-keys";
import * as chartSeriesExample from "./examples/chart-series";
import * as connectionExample from "./examples/connection";
import * as connectionResourceExample from "./examples/connection-resource";
import * as connectionsExample from "./examples/connections";
import * as dashboardExample from "./examples/dashboard";
import * as dashboardDataSourceExample from "./examples/dashboard-data-source";
import * as keyMaterialExample from "./examples/key-material";
import * as providerExample from "./examples/provider";
import * as roleExample from "./examples/role";
import * as rolesExample from "./examples/roles";
import * as savedSearchExample from "./examples/saved-search";
import * as savedSearchDataSourceExample from "./examples/saved-search-data-source";
import * as sourceExample from "./examples/source";
import * as sourceResourceExample from "./examples/source-resource";
import * as sourcesExample from "./examples/sources";
import * as webhookExample from "./examples/webhook";
import * as webhookResourceExample from "./examples/webhook-resource";
import * as webhooksExample from "./examples/webhooks";
import type { Page } from "./page";

/** The pages of the reference, in their order. */
export const PAGES: readonly Page[] = [
  {
    name: "provider",
    type: "clickstack",
    kind: "provider",
    purpose:
      "The connection to ClickStack and ClickHouse Cloud. Every argument can come from the environment; leave credentials there, so that they stand in no file.",
    shape: objectShapeOf(provider),
    construct: ClickStackProvider,
    example: { file: "provider", addTo: providerExample.addTo },
  },
  {
    name: "api-key",
    type: "clickstack_api_key",
    kind: "resource",
    purpose: "An API key of ClickHouse Cloud: created, or adopted with `adopt`. Managed deployment only.",
    shape: objectShapeOf(apiKey),
    construct: ApiKey,
    propNames: API_KEY_PROP_NAMES,
    inTypeScript: {
      rotateEvery: "`rotation.every`",
      overlap: "`rotation.overlap`",
      keepers: "`rotation.keepers`",
      expireAfter: "`onDestroy: { expireAfter }`",
    },
    example: { file: "api-key", addTo: apiKeyExample.addTo },
  },
  {
    name: "key-material",
    type: "clickstack_key_material",
    kind: "ephemeral resource",
    purpose:
      "A new key ID and key secret, made anew in every run of Terraform, stored nowhere, and known to no server until a key takes them. Terraform 1.11, OpenTofu 1.11, or newer.",
    shape: objectShapeOf(keyMaterial),
    construct: KeyMaterial,
    example: { file: "key-material", addTo: keyMaterialExample.addTo },
  },
  {
    name: "dashboard",
    type: "clickstack_dashboard",
    kind: "resource",
    purpose:
      "A dashboard of ClickStack. Every tile has a key of your choice, by which alerts refer to it; rename, move or reorder tiles as you like.",
    shape: objectShapeOf(dashboard),
    construct: Dashboard,
    propNames: DASHBOARD_PROP_NAMES,
    inTypeScript: {
      displayType: "the helper of the kind, such as `tile.line`",
      configType: "the helpers of `tile.sql`",
    },
    example: { file: "dashboard", addTo: dashboardExample.addTo },
  },
  {
    name: "alert",
    type: "clickstack_alert",
    kind: "resource",
    purpose: "An alert of ClickStack on a dashboard tile or on a saved search.",
    shape: objectShapeOf(alert),
    construct: Alert,
    propNames: ALERT_PROP_NAMES,
    inTypeScript: {
      scheduleOffsetMinutes: "`schedule: offsetBy(minutes)`",
      scheduleStartAt: "`schedule: startingAt(moment)`",
    },
    example: { file: "alert", addTo: alertExample.addTo },
  },
  {
    name: "saved-search",
    type: "clickstack_saved_search",
    kind: "resource",
    purpose: "A saved search of ClickStack, which alerts can watch. Destroying it destroys its alerts on the server.",
    shape: objectShapeOf(savedSearch),
    construct: SavedSearch,
    propNames: SAVED_SEARCH_PROP_NAMES,
    example: { file: "saved-search", addTo: savedSearchExample.addTo },
  },
  {
    name: "webhook-resource",
    type: "clickstack_webhook",
    kind: "resource",
    purpose:
      "A webhook of ClickStack that alerts are sent to. It cannot be destroyed while it is the first channel of an alert.",
    shape: objectShapeOf(webhook),
    construct: WebhookResource,
    example: { file: "webhook-resource", addTo: webhookResourceExample.addTo },
  },
  {
    name: "source-resource",
    type: "clickstack_source",
    kind: "resource",
    purpose:
      "A source of logs, traces, metrics or sessions. The server deletes one that dashboards use, and then refuses every change of those. Two sources that name each other would be a cycle: declare one direction, set the other in the UI, and let the resource ignore it (`lifecycle`, `ignore_changes`).",
    shape: shapeOf(source) as VariantsShape,
    construct: SourceResource,
    example: { file: "source-resource", addTo: sourceResourceExample.addTo },
  },
  {
    name: "connection-resource",
    type: "clickstack_connection",
    kind: "resource",
    purpose:
      "A connection to ClickHouse that sources read through. Open-source deployment only: ClickHouse runs those of the managed one.",
    shape: objectShapeOf(connection),
    construct: ConnectionResource,
    example: { file: "connection-resource", addTo: connectionResourceExample.addTo },
  },
  {
    name: "source",
    type: "clickstack_source",
    kind: "data source",
    purpose: "One source that exists in ClickStack, found by id or by name.",
    shape: objectShapeOf(sourceLookup),
    construct: Source,
    example: { file: "source", addTo: sourceExample.addTo },
  },
  {
    name: "sources",
    type: "clickstack_sources",
    kind: "data source",
    purpose: "All sources of ClickStack, or those of one kind.",
    shape: objectShapeOf(sourcesLookup),
    construct: Sources,
    example: { file: "sources", addTo: sourcesExample.addTo },
  },
  {
    name: "webhook",
    type: "clickstack_webhook",
    kind: "data source",
    purpose: "One webhook that exists in ClickStack, found by id or by name. Alerts are sent to it.",
    shape: objectShapeOf(webhookLookup),
    construct: Webhook,
    example: { file: "webhook", addTo: webhookExample.addTo },
  },
  {
    name: "webhooks",
    type: "clickstack_webhooks",
    kind: "data source",
    purpose: "All webhooks of ClickStack, or those of one service.",
    shape: objectShapeOf(webhooksLookup),
    construct: Webhooks,
    example: { file: "webhooks", addTo: webhooksExample.addTo },
  },
  {
    name: "dashboard-data-source",
    type: "clickstack_dashboard",
    kind: "data source",
    purpose: "One dashboard that exists in ClickStack, found by id or by name, with the ids of its tiles.",
    shape: objectShapeOf(dashboardLookup),
    construct: ExistingDashboard,
    example: { file: "dashboard-data-source", addTo: dashboardDataSourceExample.addTo },
  },
  {
    name: "alert-data-source",
    type: "clickstack_alert",
    kind: "data source",
    purpose: "One alert that exists in ClickStack, found by id or by name.",
    shape: objectShapeOf(alertLookup),
    construct: ExistingAlert,
    example: { file: "alert-data-source", addTo: alertDataSourceExample.addTo },
  },
  {
    name: "saved-search-data-source",
    type: "clickstack_saved_search",
    kind: "data source",
    purpose: "One saved search that exists in ClickStack, found by id or by name.",
    shape: objectShapeOf(savedSearchLookup),
    construct: ExistingSavedSearch,
    example: { file: "saved-search-data-source", addTo: savedSearchDataSourceExample.addTo },
  },
  {
    name: "connection",
    type: "clickstack_connection",
    kind: "data source",
    purpose: "One connection that sources read through, found by id or by name. Open-source deployment only.",
    shape: objectShapeOf(connectionLookup),
    construct: Connection,
    example: { file: "connection", addTo: connectionExample.addTo },
  },
  {
    name: "connections",
    type: "clickstack_connections",
    kind: "data source",
    purpose: "All connections. Open-source deployment only.",
    shape: objectShapeOf(connectionsLookup),
    construct: Connections,
    example: { file: "connections", addTo: connectionsExample.addTo },
  },
  {
    name: "api-key-data-source",
    type: "clickstack_api_key",
    kind: "data source",
    purpose:
      "One API key of the ClickHouse Cloud organization, found by id or by name, or the one that runs this. Managed deployment only.",
    shape: objectShapeOf(apiKeyLookup),
    construct: ExistingApiKey,
    example: { file: "api-key-data-source", addTo: apiKeyDataSourceExample.addTo },
  },
  {
    name: "api-keys",
    type: "clickstack_api_keys",
    kind: "data source",
    purpose: "The API keys of the ClickHouse Cloud organization, all or some of them. Managed deployment only.",
    shape: objectShapeOf(apiKeysLookup),
    construct: ApiKeys,
    example: { file: "api-keys", addTo: apiKeysExample.addTo },
  },
  {
    name: "role",
    type: "clickstack_role",
    kind: "data source",
    purpose: "One role of the ClickHouse Cloud organization, found by id or by name. API keys are given roles by id.",
    shape: objectShapeOf(roleLookup),
    construct: Role,
    example: { file: "role", addTo: roleExample.addTo },
  },
  {
    name: "roles",
    type: "clickstack_roles",
    kind: "data source",
    purpose: "All roles of the ClickHouse Cloud organization, or those of one type.",
    shape: objectShapeOf(rolesLookup),
    construct: Roles,
    example: { file: "roles", addTo: rolesExample.addTo },
  },
  {
    name: "chart-series",
    type: "clickstack_chart_series",
    kind: "data source",
    purpose:
      "The values of up to five series over time, such as for a check. They are read anew in every plan. Open-source deployment only.",
    shape: objectShapeOf(chartSeries),
    construct: ChartSeries,
    propNames: { sourceId: "source" },
    example: { file: "chart-series", addTo: chartSeriesExample.addTo },
  },
];
