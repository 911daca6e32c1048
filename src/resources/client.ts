import { type ApiClient, type ClientPart, openClient } from "../client/collections/api-client";
import type { Collection } from "../client/collections/collection";
import type { ResourceApi } from "../client/reads/resource-api";
import type { ClientSettings } from "../client/settings";
import type { Clock } from "../client/waiting";
import { resourceTypes } from "./registry";
import { clientPartOf } from "./resource-type";

type Registered = (typeof resourceTypes)[number];

type PartOf<T> = T extends { readonly part: () => ClientPart<infer C> }
  ? C
  : T extends { readonly api: ResourceApi<infer Stored, infer Body, infer Patch, infer Created> }
    ? Collection<Stored, Body, Patch, Created>
    : never;

/** One member for each resource type: `client.dashboards`, `client.apiKeys` and so on. */
type Members = { readonly [T in Registered as T["member"]]: PartOf<T> };

/** Client of both deployments. API keys and roles are managed; all other resource types are in `observability`. */
export interface Client extends ApiClient, Members {}

/** Creates a client without opening a connection. The first request opens one. */
export function createClient(settings: ClientSettings, clock?: Clock): Client {
  const client = openClient(settings, clock);
  const members = Object.fromEntries(resourceTypes.map((type) => [type.member, client.collection(clientPartOf(type))]));
  return { ...client, ...(members as unknown as Members) };
}
