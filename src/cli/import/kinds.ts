import type { ApiRecord, Client, Collection } from "../../api";
import { alert, apiKey, dashboard } from "../../schema";
import { savedSearch } from "../../schema/saved-search";
import { type ObjectShape, objectShapeOf } from "../../schema/shape";
import { webhook } from "../../schema/webhook";
import type { ImportKind } from "./kind-names";

export { IMPORT_KINDS, type ImportKind } from "./kind-names";

/** What the import knows of a kind. */
export interface KindFacts {
  /** For sentences. */
  readonly noun: string;
  readonly plural: string;
  /** The declaration that the provider's resource has. */
  readonly shape: ObjectShape;
  readonly collection: (client: Client) => Pick<Collection<ApiRecord, never>, "readAll">;
  /** Whether it is imported without being asked for. What holds secrets is looked up by name instead. */
  readonly byDefault: boolean;
  /** Whether it lives in ClickHouse Cloud, whatever the deployment of dashboards. */
  readonly inOrganization?: true;
}

export const KIND_FACTS: Readonly<Record<ImportKind, KindFacts>> = {
  dashboard: {
    noun: "dashboard",
    plural: "dashboards",
    shape: objectShapeOf(dashboard),
    collection: (client) => client.dashboards,
    byDefault: true,
  },
  alert: {
    noun: "alert",
    plural: "alerts",
    shape: objectShapeOf(alert),
    collection: (client) => client.alerts,
    byDefault: true,
  },
  saved_search: {
    noun: "saved search",
    plural: "saved searches",
    shape: objectShapeOf(savedSearch),
    collection: (client) => client.savedSearches,
    byDefault: true,
  },
  webhook: {
    noun: "webhook",
    plural: "webhooks",
    shape: objectShapeOf(webhook),
    collection: (client) => client.webhooks,
    byDefault: false,
  },
  api_key: {
    noun: "API key",
    plural: "API keys",
    shape: objectShapeOf(apiKey),
    collection: (client) => client.apiKeys,
    byDefault: true,
    inOrganization: true,
  },
};
