import type { Resource } from "../plugin";
import { lazily } from "./lazily";
import { showingOtherFields } from "./other-fields";
import type { Session } from "./session";
import { failingOnStalePlans, type StalePlanCheck } from "./stale-plan";

const guarded = (resource: Resource<Session>, check: StalePlanCheck) =>
  failingOnStalePlans(showingOtherFields(resource), check);

/** What the provider manages, by type name. Each loads when a command first needs it. */
export const resources = lazily<Record<string, Resource<Session>>>({
  clickstack_api_key: () =>
    guarded((require("./api-key/api-key-resource") as typeof import("./api-key/api-key-resource")).apiKeyResource, {
      noun: "API key",
      collection: ({ apiKeys }) => apiKeys,
      updatesPartly: true,
    }),
  clickstack_dashboard: () =>
    guarded(
      (require("./dashboard/dashboard-resource") as typeof import("./dashboard/dashboard-resource")).dashboardResource,
      { noun: "dashboard", collection: ({ dashboards }) => dashboards },
    ),
  clickstack_alert: () =>
    guarded((require("./alert/alert-resource") as typeof import("./alert/alert-resource")).alertResource, {
      noun: "alert",
      collection: ({ alerts }) => alerts,
    }),
  clickstack_saved_search: () =>
    guarded((require("./saved-search-resource") as typeof import("./saved-search-resource")).savedSearchResource, {
      noun: "saved search",
      collection: ({ savedSearches }) => savedSearches,
    }),
  clickstack_webhook: () =>
    guarded((require("./webhook-resource") as typeof import("./webhook-resource")).webhookResource, {
      noun: "webhook",
      collection: ({ webhooks }) => webhooks,
    }),
  clickstack_source: () =>
    guarded((require("./source-resource") as typeof import("./source-resource")).sourceResource, {
      noun: "source",
      collection: ({ sources }) => sources,
    }),
  clickstack_connection: () =>
    guarded((require("./connection-resource") as typeof import("./connection-resource")).connectionResource, {
      noun: "connection",
      collection: ({ connections }) => connections,
    }),
});
