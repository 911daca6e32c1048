import type { CallOptions } from "../client/collections/collection";
import { type DeployedResource, Deployments } from "../client/collections/deployments";
import type { ClientSettings } from "../client/settings";
import { type Clock, systemClock } from "../client/waiting";
import { apiKeyType } from "./api-key";
import { resourceTypes } from "./registry";
import type { Open } from "./resource-type";

type Registered = (typeof resourceTypes)[number];

/** One member for each resource type: `client.dashboards`, `client.apiKeys` and so on. */
type Members = { readonly [T in Registered as T["member"]]: ReturnType<T["open"]> };

/** Client of both deployments. API keys and roles are managed; all other resource types are in `observability`. */
export interface Client extends Members, ReturnType<typeof common> {}

/** Creates a client without opening a connection. The first request opens one. */
export function createClient(settings: ClientSettings, clock: Clock = systemClock): Client {
  const deployments = new Deployments(settings, clock);
  const opened = new Map<unknown, unknown>();
  const open: Open = (type) => {
    if (!opened.has(type.open)) {
      opened.set(type.open, type.open(deployments, open));
    }
    return opened.get(type.open) as ReturnType<typeof type.open>;
  };
  const members = Object.fromEntries(resourceTypes.map((type) => [type.member, open<object>(type)]));
  return { ...common(settings, deployments, open), ...(members as unknown as Members) };
}

function common(settings: ClientSettings, deployments: Deployments, open: Open) {
  const { uiEndpoint, openSource, managed } = settings;
  return {
    /** Address of the API server of dashboards and alerts, or of the only configured one. */
    endpoint: (deployments.observability === "open_source" ? openSource : (managed ?? openSource))?.endpoint,
    /** Deployment of dashboards, alerts and related objects; `undefined` when only API keys are configured. */
    observability: deployments.observability,
    /** Base address of the user interface, if known. */
    uiEndpoint,
    /** Returns the part of any resource type, also of one that is not registered. */
    open,
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
        await open(apiKeyType).readShownIfOffered(options);
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
