import type { ResourceType } from "../resource-type";
import { webhookApi } from "./api";
import { webhook, webhookLookup, webhooksLookup } from "./declaration";
import { webhookLookUps, webhookResource } from "./resource";

export const webhookType = {
  type: "clickstack_webhook",
  api: webhookApi,
  member: "webhooks",
  declaration: () => webhook,
  resource: () => webhookResource,
  construct: "Webhook",
  dataSources: {
    clickstack_webhook: { construct: "ExistingWebhook", declaration: () => webhookLookup },
    clickstack_webhooks: { construct: "Webhooks", declaration: () => webhooksLookup },
  },
  lookUps: () => webhookLookUps,
  alsoBy: { service: "service" },
  refusesSameName: true,
  importedByDefault: false,
  subcategory: "Sources and webhooks",
  details: "A webhook cannot be destroyed while it is the first channel of an alert.",
  importNote:
    "The server returns neither headers nor query parameters. It keeps them until the provider sends them again: see `headers_version`.",
} as const satisfies ResourceType;
