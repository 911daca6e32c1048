import type { ClientPart } from "../../client/collections/api-client";
import type { CallOptions } from "../../client/collections/collection";
import type { DeployedResource } from "../../client/collections/deployments";
import type { JsonObject } from "../../client/json";
import { FULL } from "../../client/reads/resource-api";

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

interface Events {
  search(query: EventQuery, options?: CallOptions): Promise<readonly JsonObject[]>;
}

/** A search is a POST that only reads, so it may be repeated (docs/internals/api-behavior.md 3.15). */
export const events: ClientPart<Events> = {
  open: (deployments) => ({ search: (query, options) => deployments.query(SEARCHES, ["search"], query, options) }),
};
