import { type Clock, systemClock } from "../client/clock";
import { type CallOptions, type Collection, RemoteCollection } from "../client/collection";
import { type DeployedResource, Deployments, type ObjectScope } from "../client/deployments";
import type { ApiRecord, JsonObject } from "../client/json";
import type { ResourceApi } from "../client/resource-api";
import type { ClientSettings, Deployment } from "../client/settings";
import { type AlertCollection, RemoteAlerts } from "./alert/api";
import { type ApiKeyBody, type ApiKeyPatch, type ApiKeyRecord, apiKeyApi, type CreatedApiKey } from "./api-key/api";
import { type Charts, RemoteCharts } from "./chart-series/api";
import { type ConnectionBody, type ConnectionRecord, connectionApi } from "./connection/api";
import { type AlertsMayBeGone, type DashboardCollection, RemoteDashboards } from "./dashboard/api";
import { type RoleBody, type RolePatch, type RoleRecord, roleApi } from "./role/api";
import { RemoteSavedSearches, type SavedSearchBody, type SavedSearchRecord } from "./saved-search/api";
import { type Events, RemoteEvents } from "./search/api";
import { type SourceBody, type SourceRecord, sourceApi } from "./source/api";
import { type TeamRoleBody, type TeamRoleRecord, teamRoleApi } from "./team-role/api";
import { type WebhookBody, type WebhookRecord, webhookApi } from "./webhook/api";

/** Both deployments as one. API keys and roles are managed; everything else lives in `observability`. */
export interface Client {
  /** Deployment of dashboards, alerts and their companions; `undefined` when only API keys can be reached. */
  readonly observability: Deployment | undefined;
  /** Base address of the user interface, where it is known. */
  readonly uiEndpoint: string | undefined;
  readonly apiKeys: Collection<ApiKeyRecord, ApiKeyBody, ApiKeyPatch, CreatedApiKey>;
  readonly roles: Collection<RoleRecord, RoleBody, RolePatch>;
  readonly dashboards: DashboardCollection;
  readonly alerts: AlertCollection;
  readonly sources: Collection<SourceRecord, SourceBody>;
  readonly webhooks: Collection<WebhookRecord, WebhookBody>;
  readonly savedSearches: Collection<SavedSearchRecord, SavedSearchBody>;
  readonly connections: Collection<ConnectionRecord, ConnectionBody>;
  readonly teamRoles: Collection<TeamRoleRecord, TeamRoleBody>;
  readonly charts: Charts;
  readonly events: Events;
  /** The objects of any resource type, also of one that has no member here. */
  collection<Stored extends ApiRecord, Body extends JsonObject, Patch extends JsonObject, Created>(
    api: ResourceApi<Stored, Body, Patch, Created>,
  ): Collection<Stored, Body, Patch, Created>;
  /** Where the objects of a resource type are. Throws an `UnsupportedOperationError` where no deployment has them. */
  scopeOf(api: DeployedResource): ObjectScope;
  /** Now, in epoch milliseconds, by the clock of ClickHouse Cloud, which is asked once. By this machine's where it does not tell. */
  organizationTime(options?: CallOptions): Promise<number>;
  /** Whether the key that signs requests to ClickHouse Cloud ends so. Several keys can (docs/internals/api-behavior.md 1.2). */
  isSignedWith(keySuffix: string): boolean;
  /** Closes the connections. Calls after it fail. */
  close(): Promise<void>;
}

/** Opens nothing yet: connections come with the first request. */
export function createClient(settings: ClientSettings, clock: Clock = systemClock): Client {
  const deployments = new Deployments(settings, clock);
  const alerts = new RemoteAlerts(deployments);
  const apiKeys = new RemoteCollection(apiKeyApi, deployments);
  const alertsMayBeGone: AlertsMayBeGone = (isConcerned) => alerts.doubtSome(isConcerned);
  return {
    observability: deployments.observability,
    uiEndpoint: settings.uiEndpoint,
    apiKeys,
    roles: new RemoteCollection(roleApi, deployments),
    dashboards: new RemoteDashboards(deployments, alertsMayBeGone),
    alerts,
    sources: new RemoteCollection(sourceApi, deployments),
    webhooks: new RemoteCollection(webhookApi, deployments),
    savedSearches: new RemoteSavedSearches(deployments, alertsMayBeGone),
    connections: new RemoteCollection(connectionApi, deployments),
    teamRoles: new RemoteCollection(teamRoleApi, deployments),
    charts: new RemoteCharts(deployments),
    events: new RemoteEvents(deployments),
    collection: (api) => new RemoteCollection(api, deployments),
    scopeOf: (api) => deployments.scopeOf(api),
    async organizationTime(options) {
      if (deployments.organizationTime === undefined) await apiKeys.readAll(options);
      return deployments.organizationTime ?? Date.now();
    },
    isSignedWith: (keySuffix) => deployments.isSignedWith(keySuffix),
    close: () => deployments.close(),
  };
}
