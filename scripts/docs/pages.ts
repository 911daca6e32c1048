import { TerraformDataSource, type TerraformStack } from "cdktf";
import { Alert, ApiKey, ClickStackProvider, Dashboard, SavedSearch, Source, Webhook, WebhookResource } from "../../src";
import { ALERT_PROP_NAMES } from "../../src/constructs/alert";
import { API_KEY_PROP_NAMES } from "../../src/constructs/api-key";
import { DASHBOARD_PROP_NAMES } from "../../src/constructs/dashboard";
import { GENERATOR_METADATA } from "../../src/constructs/provider-source";
import { SAVED_SEARCH_PROP_NAMES } from "../../src/constructs/saved-search";
import { alert, apiKey, dashboard } from "../../src/schema";
import { provider } from "../../src/schema/provider";
import { savedSearch } from "../../src/schema/saved-search";
import { objectShapeOf } from "../../src/schema/shape";
import { sourceLookup, sourcesLookup } from "../../src/schema/source-lookup";
import { webhook } from "../../src/schema/webhook";
import { webhookLookup, webhooksLookup } from "../../src/schema/webhook-lookup";
import * as alertExample from "./examples/alert";
import * as apiKeyExample from "./examples/api-key";
import * as dashboardExample from "./examples/dashboard";
import * as providerExample from "./examples/provider";
import * as savedSearchExample from "./examples/saved-search";
import * as sourceExample from "./examples/source";
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
    name: "dashboard",
    type: "clickstack_dashboard",
    kind: "resource",
    purpose:
      "A dashboard of ClickStack. Every tile has a key of your choice, by which alerts refer to it; rename, move or reorder tiles as you like.",
    shape: objectShapeOf(dashboard),
    construct: Dashboard,
    propNames: DASHBOARD_PROP_NAMES,
    inTypeScript: { displayType: "the helper of the kind, such as `tile.line`" },
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
    example: { addTo: listOf("clickstack_sources", "logs", { kind: "log" }) },
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
    example: { addTo: listOf("clickstack_webhooks", "slack", { service: "slack" }) },
  },
];

/** A list has no construct: a program in TypeScript has lists of its own. */
function listOf(terraformResourceType: string, id: string, attributes: Readonly<Record<string, string>>) {
  return (stack: TerraformStack) => {
    const list = new TerraformDataSource(stack, id, {
      terraformResourceType,
      terraformGeneratorMetadata: GENERATOR_METADATA,
    });
    for (const [name, value] of Object.entries(attributes)) list.addOverride(name, value);
  };
}
