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

/** Client of both deployments. API keys and roles are managed; all other resource types are in `observability`. */
export type Client = ReturnType<typeof createClient>;

/** Creates a client without opening a connection. The first request opens one. */
export function createClient(settings: ClientSettings, clock: Clock = systemClock) {
  const deployments = new Deployments(settings, clock);
  const alerts = new AlertCollection(deployments);
  const apiKeys = new KeyCollection(deployments);
  return {
    /** Deployment of dashboards, alerts and related objects; `undefined` when only API keys are configured. */
    observability: deployments.observability,
    /** Base address of the user interface, if known. */
    uiEndpoint: settings.uiEndpoint,
    apiKeys,
    roles: new Collection(roleApi, deployments),
    dashboards: new DashboardCollection(deployments, alerts),
    alerts,
    sources: new Collection(sourceApi, deployments),
    webhooks: new Collection(webhookApi, deployments),
    /** The server deletes their alerts with them (docs/internals/api-behavior.md 3.10). */
    savedSearches: new Collection(savedSearchApi, deployments, (id) =>
      alerts.doubtSome(({ savedSearchId }) => savedSearchId === id),
    ),
    connections: new Collection(connectionApi, deployments),
    teamRoles: new Collection(teamRoleApi, deployments),
    charts: new Charts(deployments),
    events: new Events(deployments),
    /** Returns the objects of any resource type, also of one without a member here. */
    collection: <Stored extends ApiRecord, Body extends JsonObject, Patch extends JsonObject, Created>(
      api: ResourceApi<Stored, Body, Patch, Created>,
    ) => new Collection(api, deployments),
    /**
     * Returns the location of a resource type's objects. Throws an `UnsupportedOperationError` where no deployment has
     * them.
     */
    scopeOf: (api: DeployedResource) => deployments.scopeOf(api),
    /**
     * Returns the current time in epoch milliseconds, by the clock of ClickHouse Cloud, which is requested once. Falls
     * back to the local clock where the response has no time.
     */
    async organizationTime(options?: CallOptions) {
      if (deployments.organizationTime() === undefined) {
        await apiKeys.readShownIfOffered(options);
      }
      return deployments.organizationTime() ?? Date.now();
    },
    /**
     * Returns true when the suffix matches the key that signs requests to ClickHouse Cloud. Several keys can share a
     * suffix (docs/internals/api-behavior.md 1.2).
     */
    isSignedWith: (keySuffix: string) => deployments.isSignedWith(keySuffix),
    /** Closes the connections. Later calls fail. */
    close: () => deployments.close(),
  };
}
