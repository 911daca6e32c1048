import type { ApiRecord, JsonObject } from "../json";
import type { ResourceApi } from "../reads/resource-api";
import type { ClientSettings } from "../settings";
import { type Clock, systemClock } from "../waiting";
import { Collection } from "./collection";
import { type DeployedResource, Deployments } from "./deployments";

/** A part of a client for requests that are not about the objects of one resource type. */
export interface ClientPart<C> {
  readonly open: (deployments: Deployments, client: Collections) => C;
}

interface Collections {
  /** Returns the collection of a resource type, or another part of the client. Each client opens each of them once. */
  collection<C>(part: ClientPart<C>): C;
  collection<Stored extends ApiRecord, Body extends JsonObject, Patch extends JsonObject, Created>(
    api: ResourceApi<Stored, Body, Patch, Created>,
  ): Collection<Stored, Body, Patch, Created>;
}

/** Client of both deployments, without a list of resource types. */
export interface ApiClient extends Collections, ReturnType<typeof common> {}

type AnyApi = ResourceApi<ApiRecord, JsonObject, JsonObject, unknown>;

/** Creates a client without opening a connection. The first request opens it. */
export function openClient(settings: ClientSettings, clock: Clock = systemClock): ApiClient {
  const deployments = new Deployments(settings, clock);
  const opened = new Map<unknown, unknown>();
  const client = {
    ...common(settings, deployments),
    collection(described: ClientPart<unknown> | AnyApi) {
      if (!opened.has(described)) {
        const part = "open" in described ? described.open(deployments, client) : new Collection(described, deployments);
        opened.set(described, part);
      }
      return opened.get(described);
    },
  } as ApiClient;
  return client;
}

function common({ uiEndpoint, openSource, managed }: ClientSettings, deployments: Deployments) {
  return {
    /** Address of the API server of dashboards and alerts, or of the only configured one. */
    endpoint: (deployments.observability === "open_source" ? openSource : (managed ?? openSource))?.endpoint,
    /** Deployment of dashboards, alerts and related objects; `undefined` when only API keys are configured. */
    observability: deployments.observability,
    uiEndpoint,
    /** Returns where the objects of a type are. Throws an `UnsupportedOperationError` if no deployment has them. */
    scopeOf: (api: DeployedResource) => deployments.scopeOf(api),
    /** True if the ID of the key in use ends with the suffix (docs/internals/api-behavior.md 1.2). */
    isSignedWith: (keySuffix: string) => deployments.isSignedWith(keySuffix),
    /** Closes the connections. Later calls fail. */
    close: () => deployments.close(),
  };
}
