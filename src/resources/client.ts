import { type Clock, systemClock } from "../client/clock";
import { type CallOptions, Collection } from "../client/collections/collection";
import { type DeployedResource, Deployments } from "../client/collections/deployments";
import type { ResourceApi } from "../client/collections/resource-api";
import type { ApiRecord, JsonObject } from "../client/json";
import type { ClientSettings } from "../client/settings";
import { AlertCollection } from "./alert/api";
import { KeyCollection } from "./api-key/key-collection";
import { Charts } from "./chart-series/api";
import { connectionApi } from "./connection/api";
import { DashboardCollection } from "./dashboard/api";
import { roleApi } from "./role/api";
import { savedSearchApi } from "./saved-search/api";
import { Events } from "./search/api";
import { sourceApi } from "./source/api";
import { teamRoleApi } from "./team-role/api";
import { webhookApi } from "./webhook/api";

/** Both deployments as one. API keys and roles are managed; everything else lives in `observability`. */
export type Client = ReturnType<typeof createClient>;

/** Opens nothing yet: connections come with the first request. */
export function createClient(settings: ClientSettings, clock: Clock = systemClock) {
  const deployments = new Deployments(settings, clock);
  const alerts = new AlertCollection(deployments);
  const apiKeys = new KeyCollection(deployments);
  return {
    /** Deployment of dashboards, alerts and their companions; `undefined` when only API keys can be reached. */
    observability: deployments.observability,
    /** Base address of the user interface, where it is known. */
    uiEndpoint: settings.uiEndpoint,
    apiKeys,
    roles: new Collection(roleApi, deployments),
    dashboards: new DashboardCollection(deployments, alerts),
    alerts,
    sources: new Collection(sourceApi, deployments),
    webhooks: new Collection(webhookApi, deployments),
    /** They take their alerts with them when they go (docs/internals/api-behavior.md 3.10). */
    savedSearches: new Collection(savedSearchApi, deployments, (id) =>
      alerts.doubtSome(({ savedSearchId }) => savedSearchId === id),
    ),
    connections: new Collection(connectionApi, deployments),
    teamRoles: new Collection(teamRoleApi, deployments),
    charts: new Charts(deployments),
    events: new Events(deployments),
    /** The objects of any resource type, also of one that has no member here. */
    collection: <Stored extends ApiRecord, Body extends JsonObject, Patch extends JsonObject, Created>(
      api: ResourceApi<Stored, Body, Patch, Created>,
    ) => new Collection(api, deployments),
    /** Where the objects of a resource type are. Throws an `UnsupportedOperationError` where no deployment has them. */
    scopeOf: (api: DeployedResource) => deployments.scopeOf(api),
    /**
     * Now, in epoch milliseconds, by the clock of ClickHouse Cloud, which is asked once. By this machine's where it
     * does not tell.
     */
    async organizationTime(options?: CallOptions) {
      if (deployments.organizationTime() === undefined) {
        await apiKeys.readAllIfOffered(options);
      }
      return deployments.organizationTime() ?? Date.now();
    },
    /**
     * Whether the key that signs requests to ClickHouse Cloud ends so. Several keys can
     * (docs/internals/api-behavior.md 1.2).
     */
    isSignedWith: (keySuffix: string) => deployments.isSignedWith(keySuffix),
    /** Closes the connections. Calls after it fail. */
    close: () => deployments.close(),
  };
}
