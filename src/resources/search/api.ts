import type { CallOptions } from "../../client/collection";
import type { DeployedResource, Deployments } from "../../client/deployments";
import { isJsonObject, type JsonObject } from "../../client/json";
import { unexpectedValue } from "../../client/listing";
import { FULL } from "../../client/resource-api";

/** Searches for events; open source only. */
export interface Events {
  search(query: EventQuery, options?: CallOptions): Promise<readonly JsonObject[]>;
}

/** See docs/internals/api-behavior.md 3.15. */
interface EventQuery extends JsonObject {
  readonly sourceId: string;
}

/** Only the open-source server searches (docs/internals/api-behavior.md 2.1). */
const SEARCHES: DeployedResource = {
  plural: "searches for events",
  scope: "observability",
  capabilities: { open_source: FULL },
};

/** Searches for events (docs/internals/api-behavior.md 3.15). A search is a POST that only reads, so it may be repeated. */
export class RemoteEvents implements Events {
  constructor(private readonly deployments: Deployments) {}

  async search(query: EventQuery, { signal }: CallOptions = {}): Promise<readonly JsonObject[]> {
    const { server, root } = this.deployments.of(SEARCHES, "list");
    const request = {
      method: "POST",
      segments: [...root, "search"],
      body: query,
      form: "enveloped",
      ...(signal !== undefined && { signal }),
    } as const;
    const { value } = await server.call(request);
    if (Array.isArray(value) && value.every((event) => isJsonObject(event))) return value;
    throw unexpectedValue(request, "no list of events where one is due");
  }
}
