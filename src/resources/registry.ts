import type { DataSource, Resource } from "../plugin";
import { lookingForExistingNames, type NameCheck } from "./handlers/existing-names";
import { importingById } from "./handlers/import-id";
import { notingManaged } from "./handlers/managed-objects";
import { showingOtherFields } from "./handlers/other-fields";
import type { Session } from "./handlers/session";
import { failingOnStalePlans, type StalePlanCheck } from "./handlers/stale-plan";

/** An object whose members are made when they are first read: a command needs few of a provider's types, and each takes time to declare. */
export function lazily<T extends object>(makers: { readonly [Name in keyof T]: () => T[Name] }): T {
  const object = {};
  for (const [name, make] of Object.entries<() => unknown>(makers)) {
    Object.defineProperty(object, name, {
      configurable: true,
      enumerable: true,
      get: () => {
        const value = make();
        Object.defineProperty(object, name, { enumerable: true, value });
        return value;
      },
    });
  }
  return object as T;
}

/** What the checks that all resources share need to know of a resource type. */
interface Checks extends StalePlanCheck, NameCheck {
  readonly collection: StalePlanCheck["collection"] & NameCheck["collection"];
}

/** The resource with the checks that all resources share. */
function checked(type: string, resource: Resource<Session>, checks: Checks): Resource<Session> {
  const careful = failingOnStalePlans(showingOtherFields(resource), checks);
  const imported = importingById("objectId", checks.noun, lookingForExistingNames(type, careful, checks));
  return notingManaged(type, imported);
}

/** What the provider manages, by type name. Each loads when a command first needs it. */
export const resources = lazily<Record<string, Resource<Session>>>({
  clickstack_api_key: () => {
    const { apiKeyResource } = require("./api-key/resource") as typeof import("./api-key/resource");
    const check = {
      noun: "API key",
      collection: ({ apiKeys }) => apiKeys,
      updatesPartly: true,
    } as const satisfies StalePlanCheck;
    const careful = failingOnStalePlans(apiKeyResource, check);
    return notingManaged("clickstack_api_key", importingById("uuid", check.noun, careful));
  },
  clickstack_dashboard: () => {
    const { dashboardResource } = require("./dashboard/resource") as typeof import("./dashboard/resource");
    return checked("clickstack_dashboard", dashboardResource, {
      noun: "dashboard",
      collection: ({ dashboards }) => dashboards,
    });
  },
  clickstack_alert: () => {
    const { alertResource } = require("./alert/resource") as typeof import("./alert/resource");
    return checked("clickstack_alert", alertResource, {
      noun: "alert",
      collection: ({ alerts }) => alerts,
      // Alerts on several dashboards often share a name.
      alsoBy: {
        dashboard_id: "dashboardId",
        tile_id: "tileId",
        saved_search_id: "savedSearchId",
        interval: "interval",
        threshold: "threshold",
        threshold_type: "thresholdType",
      },
    });
  },
  clickstack_saved_search: () => {
    const { savedSearchResource } = require("./saved-search/resource") as typeof import("./saved-search/resource");
    return checked("clickstack_saved_search", savedSearchResource, {
      noun: "saved search",
      collection: ({ savedSearches }) => savedSearches,
    });
  },
  clickstack_webhook: () => {
    const { webhookResource } = require("./webhook/resource") as typeof import("./webhook/resource");
    return checked("clickstack_webhook", webhookResource, {
      noun: "webhook",
      collection: ({ webhooks }) => webhooks,
      alsoBy: { service: "service" },
    });
  },
  clickstack_source: () => {
    const { sourceResource } = require("./source/resource") as typeof import("./source/resource");
    return checked("clickstack_source", sourceResource, {
      noun: "source",
      collection: ({ sources }) => sources,
      alsoBy: { kind: "kind" },
    });
  },
  clickstack_connection: () => {
    const { connectionResource } = require("./connection/resource") as typeof import("./connection/resource");
    return checked("clickstack_connection", connectionResource, {
      noun: "connection",
      collection: ({ connections }) => connections,
    });
  },
});

/** What the provider looks up, by type name. Each loads when a command first needs it. */
export const dataSources = lazily<Record<string, DataSource<Session>>>({
  clickstack_alert: () => (require("./alert/data-source") as typeof import("./alert/data-source")).alertDataSource,
  clickstack_api_key: () =>
    (require("./api-key/data-source") as typeof import("./api-key/data-source")).apiKeyDataSource,
  clickstack_api_keys: () =>
    (require("./api-key/data-source") as typeof import("./api-key/data-source")).apiKeysDataSource,
  clickstack_chart_series: () =>
    (require("./chart-series/data-source") as typeof import("./chart-series/data-source")).chartSeriesDataSource,
  clickstack_connection: () =>
    (require("./connection/data-source") as typeof import("./connection/data-source")).connectionDataSource,
  clickstack_connections: () =>
    (require("./connection/data-source") as typeof import("./connection/data-source")).connectionsDataSource,
  clickstack_dashboard: () =>
    (require("./dashboard/data-source") as typeof import("./dashboard/data-source")).dashboardDataSource,
  clickstack_role: () => (require("./role/data-source") as typeof import("./role/data-source")).roleDataSource,
  clickstack_roles: () => (require("./role/data-source") as typeof import("./role/data-source")).rolesDataSource,
  clickstack_saved_search: () =>
    (require("./saved-search/data-source") as typeof import("./saved-search/data-source")).savedSearchDataSource,
  clickstack_source: () => (require("./source/data-source") as typeof import("./source/data-source")).sourceDataSource,
  clickstack_sources: () =>
    (require("./source/data-source") as typeof import("./source/data-source")).sourcesDataSource,
  clickstack_webhook: () =>
    (require("./webhook/data-source") as typeof import("./webhook/data-source")).webhookDataSource,
  clickstack_webhooks: () =>
    (require("./webhook/data-source") as typeof import("./webhook/data-source")).webhooksDataSource,
});
