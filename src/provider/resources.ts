import type { Resource } from "../plugin";
import { lazily } from "./lazily";
import type { Session } from "./session";

/** What the provider manages, by type name. Each loads when a command first needs it. */
export const resources = lazily<Record<string, Resource<Session>>>({
  clickstack_api_key: () =>
    (require("./api-key/api-key-resource") as typeof import("./api-key/api-key-resource")).apiKeyResource,
  clickstack_dashboard: () =>
    (require("./dashboard/dashboard-resource") as typeof import("./dashboard/dashboard-resource")).dashboardResource,
  clickstack_alert: () => (require("./alert/alert-resource") as typeof import("./alert/alert-resource")).alertResource,
  clickstack_saved_search: () =>
    (require("./saved-search-resource") as typeof import("./saved-search-resource")).savedSearchResource,
  clickstack_webhook: () => (require("./webhook-resource") as typeof import("./webhook-resource")).webhookResource,
  clickstack_source: () => (require("./source-resource") as typeof import("./source-resource")).sourceResource,
  clickstack_connection: () =>
    (require("./connection-resource") as typeof import("./connection-resource")).connectionResource,
});
