import type { Resource } from "../plugin";
import { lookingForExistingNames, type NameCheck } from "./existing-names";
import { importingById } from "./import-id";
import { lazily } from "./lazily";
import { notingManaged } from "./managed-objects";
import { showingOtherFields } from "./other-fields";
import type { Session } from "./session";
import { failingOnStalePlans, type StalePlanCheck } from "./stale-plan";

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
    const { apiKeyResource } = require("./api-key/api-key-resource") as typeof import("./api-key/api-key-resource");
    const check = {
      noun: "API key",
      collection: ({ apiKeys }) => apiKeys,
      updatesPartly: true,
    } as const satisfies StalePlanCheck;
    const careful = failingOnStalePlans(apiKeyResource, check);
    return notingManaged("clickstack_api_key", importingById("uuid", check.noun, careful));
  },
  clickstack_dashboard: () => {
    const { dashboardResource } =
      require("./dashboard/dashboard-resource") as typeof import("./dashboard/dashboard-resource");
    return checked("clickstack_dashboard", dashboardResource, {
      noun: "dashboard",
      collection: ({ dashboards }) => dashboards,
    });
  },
  clickstack_alert: () => {
    const { alertResource } = require("./alert/alert-resource") as typeof import("./alert/alert-resource");
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
    const { savedSearchResource } = require("./saved-search-resource") as typeof import("./saved-search-resource");
    return checked("clickstack_saved_search", savedSearchResource, {
      noun: "saved search",
      collection: ({ savedSearches }) => savedSearches,
    });
  },
  clickstack_webhook: () => {
    const { webhookResource } = require("./webhook-resource") as typeof import("./webhook-resource");
    return checked("clickstack_webhook", webhookResource, {
      noun: "webhook",
      collection: ({ webhooks }) => webhooks,
      alsoBy: { service: "service" },
    });
  },
  clickstack_source: () => {
    const { sourceResource } = require("./source-resource") as typeof import("./source-resource");
    return checked("clickstack_source", sourceResource, {
      noun: "source",
      collection: ({ sources }) => sources,
      alsoBy: { kind: "kind" },
    });
  },
  clickstack_connection: () => {
    const { connectionResource } = require("./connection-resource") as typeof import("./connection-resource");
    return checked("clickstack_connection", connectionResource, {
      noun: "connection",
      collection: ({ connections }) => connections,
    });
  },
});
