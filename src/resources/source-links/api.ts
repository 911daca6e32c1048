import type { ClientPart } from "../../client/collections/api-client";
import { type CallOptions, Collection } from "../../client/collections/collection";
import type { Deployments } from "../../client/collections/deployments";
import { ApiError } from "../../client/http/errors";
import type { JsonObject } from "../../client/json";
import { type ResourceApi, without } from "../../client/reads/resource-api";
import { type SourceBody, type SourceRecord, sourceApi } from "../source/api";

/** The links of a source have the id of the source. */
export const sourceLinksApi: ResourceApi<SourceRecord, SourceBody, SourceBody, SourceRecord> = {
  ...sourceApi,
  name: "source links",
  plural: "source links",
};

/** Sources whose links are written without a change of other fields. */
class SourceLinkCollection extends Collection<SourceRecord, SourceBody> {
  /** @param afterWrite called with the id of a source that was written */
  constructor(
    deployments: Deployments,
    private readonly afterWrite: (id: string) => void,
  ) {
    super(sourceLinksApi, deployments);
  }

  /**
   * Sets links, and clears those that are null. An update replaces the whole source, so the body is the source on the
   * server (docs/internals/api-behavior.md 3.13). Returns undefined if the source was deleted.
   */
  async link(
    id: string,
    links: Readonly<Record<string, string | null>>,
    options: CallOptions,
  ): Promise<SourceRecord | undefined> {
    const record = await this.get(id, options);
    if (!record) {
      return undefined;
    }
    // Managed servers return "" for absent texts, and refuse "" in some requests (docs/internals/api-behavior.md 3.13).
    const cleared = Object.keys(record).filter((name) => record[name] === "" || links[name] === null);
    const set = Object.fromEntries(Object.entries(links).filter(([, value]) => value !== null)) as JsonObject;
    try {
      return await this.update(id, { ...without(record, "id", ...cleared), ...set } as SourceBody, options);
    } catch (error) {
      if (error instanceof ApiError && error.kind === "not_found") {
        return undefined;
      }
      throw error;
    } finally {
      this.afterWrite(id);
    }
  }
}

export const linkedSources: ClientPart<SourceLinkCollection> = {
  open: (deployments, client) =>
    new SourceLinkCollection(deployments, (id) => client.collection(sourceApi).doubtSome((source) => source.id === id)),
};
