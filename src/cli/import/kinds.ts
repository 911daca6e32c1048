import type { ApiRecord, Client, Collection } from "../../client";
import { type ObjectShape, objectShapeOf, shapeOf, type VariantsShape } from "../../declaration/shape";
import { connection } from "../../resources/connection/declaration";
import { alert, apiKey, dashboard } from "../../resources/declarations";
import { savedSearch } from "../../resources/saved-search/declaration";
import { source } from "../../resources/source/declaration";
import { webhook } from "../../resources/webhook/declaration";

/** The kinds of object that can be imported, as the command line names them. Each is a resource `clickstack_<kind>`. */
export const IMPORT_KINDS = [
  "dashboard",
  "alert",
  "saved_search",
  "webhook",
  "source",
  "connection",
  "api_key",
] as const;

export type ImportKind = (typeof IMPORT_KINDS)[number];

/** What the import knows of a kind. */
export interface KindFacts {
  /** For sentences. */
  readonly noun: string;
  readonly plural: string;
  /** The declaration that the provider's resource has. */
  readonly shape: ObjectShape | VariantsShape;
  readonly collection: (client: Client) => Pick<Collection<ApiRecord, never>, "readAll">;
  /** Whether it is imported without being asked for. What others are made with is looked up by name instead. */
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
  source: {
    noun: "source",
    plural: "sources",
    shape: shapeOf(source) as VariantsShape,
    collection: (client) => client.sources,
    byDefault: false,
  },
  connection: {
    noun: "connection",
    plural: "connections",
    shape: objectShapeOf(connection),
    collection: (client) => client.connections,
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
