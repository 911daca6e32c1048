import type { ResourceType } from "../resource-type";
import { webhookApi } from "./api";

export const webhookType = {
  type: "clickstack_webhook",
  api: webhookApi,
  collection: ({ webhooks }) => webhooks,
  declaration: () => (require("./declaration") as typeof import("./declaration")).webhook,
  resource: () => (require("./resource") as typeof import("./resource")).webhookResource,
  dataSources: {
    clickstack_webhook: () => (require("./data-source") as typeof import("./data-source")).webhookDataSource,
    clickstack_webhooks: () => (require("./data-source") as typeof import("./data-source")).webhooksDataSource,
  },
  alsoBy: { service: "service" },
  importedByDefault: false,
} as const satisfies ResourceType;
