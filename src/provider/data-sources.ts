import type { DataSource } from "../plugin";
import { lazily } from "./lazily";
import type { Session } from "./session";

/** What the provider looks up, by type name. Each loads when a command first needs it. */
export const dataSources = lazily<Record<string, DataSource<Session>>>({
  clickstack_alert: () =>
    (require("./alert/alert-data-source") as typeof import("./alert/alert-data-source")).alertDataSource,
  clickstack_api_key: () =>
    (require("./api-key/api-key-data-source") as typeof import("./api-key/api-key-data-source")).apiKeyDataSource,
  clickstack_api_keys: () =>
    (require("./api-key/api-key-data-source") as typeof import("./api-key/api-key-data-source")).apiKeysDataSource,
  clickstack_chart_series: () =>
    (require("./chart-series-data-source") as typeof import("./chart-series-data-source")).chartSeriesDataSource,
  clickstack_connection: () =>
    (require("./connection-data-source") as typeof import("./connection-data-source")).connectionDataSource,
  clickstack_connections: () =>
    (require("./connection-data-source") as typeof import("./connection-data-source")).connectionsDataSource,
  clickstack_dashboard: () =>
    (require("./dashboard/dashboard-data-source") as typeof import("./dashboard/dashboard-data-source"))
      .dashboardDataSource,
  clickstack_role: () => (require("./role-data-source") as typeof import("./role-data-source")).roleDataSource,
  clickstack_roles: () => (require("./role-data-source") as typeof import("./role-data-source")).rolesDataSource,
  clickstack_saved_search: () =>
    (require("./saved-search-data-source") as typeof import("./saved-search-data-source")).savedSearchDataSource,
  clickstack_source: () => (require("./source-data-source") as typeof import("./source-data-source")).sourceDataSource,
  clickstack_sources: () =>
    (require("./source-data-source") as typeof import("./source-data-source")).sourcesDataSource,
  clickstack_webhook: () =>
    (require("./webhook-data-source") as typeof import("./webhook-data-source")).webhookDataSource,
  clickstack_webhooks: () =>
    (require("./webhook-data-source") as typeof import("./webhook-data-source")).webhooksDataSource,
});
