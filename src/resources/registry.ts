import { alertApi } from "./alert/api";
import { apiKeyApi } from "./api-key/api";
import { connectionApi } from "./connection/api";
import { dashboardApi } from "./dashboard/api";
import type { ResourceType } from "./resource-type";
import { roleApi } from "./role/api";
import { savedSearchApi } from "./saved-search/api";
import { sourceApi } from "./source/api";
import { teamRoleApi } from "./team-role/api";
import { webhookApi } from "./webhook/api";

/**
 * Every resource type, in the order of reports. All other lists of resource types are derived from this one. The
 * functions load their results on demand, so that a command loads only what it uses.
 */
export const resourceTypes = [
  {
    type: "clickstack_dashboard",
    api: dashboardApi,
    collection: ({ dashboards }) => dashboards,
    declaration: () => (require("./dashboard/declaration") as typeof import("./dashboard/declaration")).dashboard,
    resource: () => (require("./dashboard/resource") as typeof import("./dashboard/resource")).dashboardResource,
    dataSources: {
      clickstack_dashboard: () =>
        (require("./dashboard/data-source") as typeof import("./dashboard/data-source")).dashboardDataSource,
      clickstack_dashboards: () =>
        (require("./dashboard/data-source") as typeof import("./dashboard/data-source")).dashboardsDataSource,
    },
    importedByDefault: true,
  },
  {
    type: "clickstack_alert",
    api: alertApi,
    collection: ({ alerts }) => alerts,
    declaration: () => (require("./alert/declaration") as typeof import("./alert/declaration")).alert,
    resource: () => (require("./alert/resource") as typeof import("./alert/resource")).alertResource,
    dataSources: {
      clickstack_alert: () => (require("./alert/data-source") as typeof import("./alert/data-source")).alertDataSource,
      clickstack_alerts: () =>
        (require("./alert/data-source") as typeof import("./alert/data-source")).alertsDataSource,
    },
    titleOf: (...state) => (require("./alert/title") as typeof import("./alert/title")).titleOfAlert(...state),
    // Alerts on several dashboards often share a name.
    alsoBy: {
      dashboard_id: "dashboardId",
      tile_id: "tileId",
      saved_search_id: "savedSearchId",
      interval: "interval",
      threshold: "threshold",
      threshold_type: "thresholdType",
    },
    importedByDefault: true,
  },
  {
    type: "clickstack_api_key",
    api: apiKeyApi,
    collection: ({ apiKeys }) => apiKeys,
    declaration: () => (require("./api-key/declaration") as typeof import("./api-key/declaration")).apiKey,
    resource: () => (require("./api-key/resource") as typeof import("./api-key/resource")).apiKeyResource,
    dataSources: {
      clickstack_api_key: () =>
        (require("./api-key/data-source") as typeof import("./api-key/data-source")).apiKeyDataSource,
      clickstack_api_keys: () =>
        (require("./api-key/data-source") as typeof import("./api-key/data-source")).apiKeysDataSource,
    },
    movedState: (source) => (require("./api-key/mapping") as typeof import("./api-key/mapping")).movedKey(source),
    ephemeralResources: {
      clickstack_api_key: () =>
        (require("./api-key/data-source") as typeof import("./api-key/data-source")).temporaryKeyEphemeral,
      clickstack_key_material: () =>
        (require("./api-key/data-source") as typeof import("./api-key/data-source")).keyMaterialEphemeral,
    },
    shortNoun: "key",
    hasUniqueNames: true,
    importedByDefault: true,
  },
  {
    type: "clickstack_saved_search",
    api: savedSearchApi,
    collection: ({ savedSearches }) => savedSearches,
    declaration: () =>
      (require("./saved-search/declaration") as typeof import("./saved-search/declaration")).savedSearch,
    resource: () =>
      (require("./saved-search/resource") as typeof import("./saved-search/resource")).savedSearchResource,
    dataSources: {
      clickstack_saved_search: () =>
        (require("./saved-search/data-source") as typeof import("./saved-search/data-source")).savedSearchDataSource,
      clickstack_saved_searches: () =>
        (require("./saved-search/data-source") as typeof import("./saved-search/data-source")).savedSearchesDataSource,
    },
    importedByDefault: true,
  },
  {
    type: "clickstack_webhook",
    api: webhookApi,
    collection: ({ webhooks }) => webhooks,
    declaration: () => (require("./webhook/declaration") as typeof import("./webhook/declaration")).webhook,
    resource: () => (require("./webhook/resource") as typeof import("./webhook/resource")).webhookResource,
    dataSources: {
      clickstack_webhook: () =>
        (require("./webhook/data-source") as typeof import("./webhook/data-source")).webhookDataSource,
      clickstack_webhooks: () =>
        (require("./webhook/data-source") as typeof import("./webhook/data-source")).webhooksDataSource,
    },
    alsoBy: { service: "service" },
    refusesSameName: true,
    importedByDefault: false,
  },
  {
    type: "clickstack_source",
    api: sourceApi,
    collection: ({ sources }) => sources,
    declaration: () => (require("./source/declaration") as typeof import("./source/declaration")).sourceDeclaration,
    resource: () => (require("./source/resource") as typeof import("./source/resource")).sourceResource,
    dataSources: {
      clickstack_source: () =>
        (require("./source/data-source") as typeof import("./source/data-source")).sourceDataSource,
      clickstack_sources: () =>
        (require("./source/data-source") as typeof import("./source/data-source")).sourcesDataSource,
    },
    alsoBy: { kind: "kind" },
    importedByDefault: false,
    madeByServers: true,
  },
  {
    type: "clickstack_connection",
    api: connectionApi,
    collection: ({ connections }) => connections,
    declaration: () => (require("./connection/declaration") as typeof import("./connection/declaration")).connection,
    resource: () => (require("./connection/resource") as typeof import("./connection/resource")).connectionResource,
    dataSources: {
      clickstack_connection: () =>
        (require("./connection/data-source") as typeof import("./connection/data-source")).connectionDataSource,
      clickstack_connections: () =>
        (require("./connection/data-source") as typeof import("./connection/data-source")).connectionsDataSource,
    },
    importedByDefault: false,
    madeByServers: true,
  },
  {
    type: "clickstack_organization_role",
    api: roleApi,
    collection: ({ roles }) => roles,
    declaration: () => (require("./role/declaration") as typeof import("./role/declaration")).organizationRole,
    resource: () => (require("./role/resource") as typeof import("./role/resource")).organizationRoleResource,
    dataSources: {
      clickstack_organization_role: () =>
        (require("./role/data-source") as typeof import("./role/data-source")).roleDataSource,
      clickstack_organization_roles: () =>
        (require("./role/data-source") as typeof import("./role/data-source")).rolesDataSource,
    },
    madeByServers: true,
  },
  {
    type: "clickstack_team_role",
    api: teamRoleApi,
    collection: ({ teamRoles }) => teamRoles,
    declaration: () => (require("./team-role/declaration") as typeof import("./team-role/declaration")).teamRole,
    resource: () => (require("./team-role/resource") as typeof import("./team-role/resource")).teamRoleResource,
    dataSources: {
      clickstack_team_role: () =>
        (require("./team-role/data-source") as typeof import("./team-role/data-source")).teamRoleDataSource,
      clickstack_team_roles: () =>
        (require("./team-role/data-source") as typeof import("./team-role/data-source")).teamRolesDataSource,
    },
    refusesSameName: true,
    madeByServers: true,
  },
  {
    type: "clickstack_chart_series",
    dataSources: {
      clickstack_chart_series: () =>
        (require("./chart-series/data-source") as typeof import("./chart-series/data-source")).chartSeriesDataSource,
    },
  },
  {
    type: "clickstack_search",
    dataSources: {
      clickstack_search: () =>
        (require("./search/data-source") as typeof import("./search/data-source")).searchDataSource,
    },
  },
] as const satisfies readonly ResourceType[];
