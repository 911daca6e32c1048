import { TerraformDataSource, type TerraformStack } from "cdktf";
import {
  Alert,
  ApiKey,
  ClickStackProvider,
  ConnectionResource,
  Dashboard,
  KeyMaterial,
  SavedSearch,
  Source,
  SourceResource,
  Webhook,
  WebhookResource,
} from "../../src";
import { ALERT_PROP_NAMES } from "../../src/constructs/alert";
import { API_KEY_PROP_NAMES } from "../../src/constructs/api-key";
import { DASHBOARD_PROP_NAMES } from "../../src/constructs/dashboard";
import { GENERATOR_METADATA } from "../../src/constructs/provider-source";
import { SAVED_SEARCH_PROP_NAMES } from "../../src/constructs/saved-search";
import { alert, apiKey, dashboard } from "../../src/schema";
import { alertLookup } from "../../src/schema/alert-lookup";
import { chartSeries } from "../../src/schema/chart-series";
import { connection } from "../../src/schema/connection";
import { connectionLookup, connectionsLookup } from "../../src/schema/connection-lookup";
import { dashboardLookup } from "../../src/schema/dashboard-lookup";
import { keyMaterial } from "../../src/schema/key-material";
import { provider } from "../../src/schema/provider";
import { roleLookup, rolesLookup } from "../../src/schema/role-lookup";
import { savedSearch } from "../../src/schema/saved-search";
import { savedSearchLookup } from "../../src/schema/saved-search-lookup";
import { objectShapeOf, shapeOf, type VariantsShape } from "../../src/schema/shape";
import { source } from "../../src/schema/source";
import { sourceLookup, sourcesLookup } from "../../src/schema/source-lookup";
import { webhook } from "../../src/schema/webhook";
import { webhookLookup, webhooksLookup } from "../../src/schema/webhook-lookup";
import * as alertExample from "./examples/alert";
import * as apiKeyExample from "./examples/api-key";
import * as connectionResourceExample from "./examples/connection-resource";
import * as dashboardExample from "./examples/dashboard";
import * as keyMaterialExample from "./examples/key-material";
import * as providerExample from "./examples/provider";
import * as savedSearchExample from "./examples/saved-search";
import * as sourceExample from "./examples/source";
import * as sourceResourceExample from "./examples/source-resource";
import * as webhookExample from "./examples/webhook";
import * as webhookResourceExample from "./examples/webhook-resource";
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
    example: { addTo: dataSource("clickstack_sources", "logs", { kind: "log" }) },
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
    example: { addTo: dataSource("clickstack_webhooks", "slack", { service: "slack" }) },
  },
  {
    name: "dashboard-data-source",
    type: "clickstack_dashboard",
    kind: "data source",
    purpose: "One dashboard that exists in ClickStack, found by id or by name, with the ids of its tiles.",
    shape: objectShapeOf(dashboardLookup),
    example: { addTo: dataSource("clickstack_dashboard", "checkout", { name: "Checkout" }) },
  },
  {
    name: "alert-data-source",
    type: "clickstack_alert",
    kind: "data source",
    purpose: "One alert that exists in ClickStack, found by id or by name.",
    shape: objectShapeOf(alertLookup),
    example: { addTo: dataSource("clickstack_alert", "errors", { name: "Checkout errors" }) },
  },
  {
    name: "saved-search-data-source",
    type: "clickstack_saved_search",
    kind: "data source",
    purpose: "One saved search that exists in ClickStack, found by id or by name.",
    shape: objectShapeOf(savedSearchLookup),
    example: { addTo: dataSource("clickstack_saved_search", "errors", { name: "Errors of the shop" }) },
  },
  {
    name: "connection",
    type: "clickstack_connection",
    kind: "data source",
    purpose: "One connection that sources read through, found by id or by name. Open-source deployment only.",
    shape: objectShapeOf(connectionLookup),
    example: { addTo: dataSource("clickstack_connection", "clickhouse", { name: "Local ClickHouse" }) },
  },
  {
    name: "connections",
    type: "clickstack_connections",
    kind: "data source",
    purpose: "All connections. Open-source deployment only.",
    shape: objectShapeOf(connectionsLookup),
    example: { addTo: dataSource("clickstack_connections", "all", {}) },
  },
  {
    name: "role",
    type: "clickstack_role",
    kind: "data source",
    purpose: "One role of the ClickHouse Cloud organization, found by id or by name. API keys are given roles by id.",
    shape: objectShapeOf(roleLookup),
    example: { addTo: dataSource("clickstack_role", "deploy", { name: "Deploy bot" }) },
  },
  {
    name: "roles",
    type: "clickstack_roles",
    kind: "data source",
    purpose: "All roles of the ClickHouse Cloud organization, or those of one type.",
    shape: objectShapeOf(rolesLookup),
    example: { addTo: dataSource("clickstack_roles", "custom", { type: "custom" }) },
  },
  {
    name: "chart-series",
    type: "clickstack_chart_series",
    kind: "data source",
    purpose:
      "The values of up to five series over time, such as for a check. They are read anew in every plan. Open-source deployment only.",
    shape: objectShapeOf(chartSeries),
    example: {
      addTo: dataSource("clickstack_chart_series", "errors", {
        start_time: "2026-01-01T00:00:00Z",
        end_time: "2026-01-02T00:00:00Z",
        granularity: "1h",
        group_by: ["ServiceName"],
        series: [{ source_id: "0123456789abcdef01234567", agg_fn: "count", where: "level:error" }],
      }),
    },
  },
];

/** A data source without a construct of its own. */
function dataSource(terraformResourceType: string, id: string, attributes: Readonly<Record<string, unknown>>) {
  return (stack: TerraformStack) => {
    const list = new TerraformDataSource(stack, id, {
      terraformResourceType,
      terraformGeneratorMetadata: GENERATOR_METADATA,
    });
    for (const [name, value] of Object.entries(attributes)) list.addOverride(name, value);
  };
}
