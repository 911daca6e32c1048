import type { ClientPart } from "../../client/collections/api-client";
import { Collection } from "../../client/collections/collection";
import { noContradiction, sameTexts, showsAll, trimmed } from "../../client/creates/matching";
import type { ApiRecord, JsonObject } from "../../client/json";
import { resourceApi, without, wrongField } from "../../client/reads/resource-api";
import { alertApi } from "../alert/api";

/** See docs/internals/api-behavior.md 3.12. */
export interface SavedSearchRecord extends ApiRecord {
  readonly name: string;
}

export interface SavedSearchBody extends JsonObject {
  readonly name: string;
  readonly sourceId: string;
}

export const savedSearchApi = resourceApi<SavedSearchRecord, SavedSearchBody>({
  name: "saved search",
  plural: "saved searches",
  segment: "saved-searches",
  notFound: { message: "Saved search not found" },
  paged: true,
  wrongInside: (record) => wrongField(record, { name: "text", tags: "texts" }),
  matches: (record, body) =>
    record.name === trimmed(body.name) &&
    showsAll(record.sourceId, body.sourceId) &&
    ["select", "where", "orderBy"].every((field) => showsAll(record[field], body[field])) &&
    sameTexts(record.tags, body.tags) &&
    noContradiction(record, without(body, "id", "name", "tags")),
});

export const savedSearches: ClientPart<Collection<SavedSearchRecord, SavedSearchBody>> = {
  open: (deployments, client) =>
    new Collection(savedSearchApi, deployments, (id) =>
      client.collection(alertApi).doubtSome(({ savedSearchId }) => savedSearchId === id),
    ),
};
