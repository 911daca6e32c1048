import type { NewObjects } from "../creates/created-object";
import { ApiError, clientErrorOf } from "../http/errors";
import type { ApiRequest, ApiResponse, RequestSignals } from "../http/request";
import type { ApiRecord } from "../json";
import { errorOfMissing, type Listing, listAll } from "../reads/listing";
import { type ApiOperation, decodeRecord, type ResourceApi } from "../reads/resource-api";
import type { Deployments, ResourceLocation } from "./deployments";

/**
 * An `ETag` that can be sent as `If-Match`. A weak `ETag` never matches (RFC 9110, 13.1.1), and the framework of the
 * open-source server adds a weak one to all responses (docs/internals/api-behavior.md 6.7).
 */
const VERSION = /^(?!W\/)(?!\*$)[\x21\x23-\x2b\x2d-\x7e"]{1,256}$/;

/** Requests for objects, without a cache. A 404 may come from a gateway, so the list confirms a deletion. */
export class ObjectRequests<Stored extends ApiRecord> {
  readonly #versions = new Map<string, string>();

  constructor(
    private readonly api: ResourceApi<Stored, never, never, unknown>,
    private readonly deployments: Deployments,
    private readonly newObjects: NewObjects,
  ) {}

  /** Throws an `UnsupportedOperationError` if no deployment offers the operation. */
  location(operation: ApiOperation): ResourceLocation {
    return this.deployments.of(this.api, operation);
  }

  /** @param id object of the request; undefined for the collection */
  request(
    { root }: ResourceLocation,
    method: ApiRequest["method"],
    id: string | undefined,
    { signal, afterStop }: RequestSignals,
  ): ApiRequest {
    const { notFound, segment, createSegment = segment } = this.api;
    const collection = [...root, ...(method === "POST" ? createSegment : segment).split("/")];
    const place = id === undefined ? { segments: collection } : { segments: [...collection, id], notFound };
    return { ...place, method, form: "enveloped", signal, afterStop };
  }

  async list(signals: RequestSignals): Promise<Listing<Stored>> {
    const location = this.location("list");
    const request = this.request(location, "GET", undefined, signals);
    return listAll(location.server, request, this.api, this.api.paged);
  }

  /**
   * Requests one object; returns undefined if it was deleted.
   * @param isUnlisted true if a complete list did not contain the object. The object is requested, because the list may
   * be wrong. If the response is a 404 that proves nothing, the list decides.
   */
  async get(id: string, signals: RequestSignals, isUnlisted = false): Promise<Stored | undefined> {
    const location = this.location("get");
    const { lookup } = location.capability;
    if (lookup === "list") {
      return this.#findInList(id, signals);
    }
    try {
      return await this.sendFor(id, location, this.request(location, "GET", id, signals));
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
      const isOnlyListed = error.kind === "route_missing" && lookup === "id_else_list";
      if (!isOnlyListed && !error.mayBeGone && error.kind !== "not_found") {
        throw error;
      }
      // ClickHouse Cloud may return the same 404 for a missing service. Every object would then seem to be deleted.
      const mayBeMissingService = location.server.sender.deployment === "managed" && this.api.scope === "observability";
      if (isUnlisted || (error.kind === "not_found" && !mayBeMissingService)) {
        return undefined;
      }
      const found = this.#findInList(id, signals);
      return isOnlyListed ? found : found.catch(throwInstead(error));
    }
  }

  /** Returns the version of an object in the last response for it alone. Undefined if the server sends none. */
  versionOf(id: string): string | undefined {
    return this.#versions.get(this.api.idForm.canonical(id));
  }

  /** Sends a request whose response is the object. */
  sendFor(id: string, { server }: ResourceLocation, request: ApiRequest): Promise<Stored> {
    const decode = ({ value, headers: { etag } }: ApiResponse) => {
      const record = decodeRecord(this.api, value, request, id);
      if (etag !== undefined && VERSION.test(etag)) {
        this.#versions.set(record.id, etag);
      } else {
        this.#versions.delete(record.id);
      }
      return record;
    };
    return this.newObjects.request(this.api.idForm.canonical(id), request, () => server.perform({ request, decode }));
  }

  /** Sends a delete. Throws unless the object was deleted, now or before. */
  async delete(id: string, signals: RequestSignals): Promise<void> {
    const location = this.location("delete");
    const { server } = location;
    const change = `delete the ${this.api.name} ${id}`;
    const request: ApiRequest = { ...this.request(location, "DELETE", id, signals), form: "none", change };
    try {
      await this.newObjects.request(this.api.idForm.canonical(id), request, () => server.call(request));
    } catch (error) {
      if (!(await this.wasDeleted(id, error, signals))) {
        throw error;
      }
      // A managed server also returns 404 to a delete that it does not offer.
      const isManaged = server.sender.deployment === "managed";
      if (isManaged && (await this.get(id, signals).catch(throwInstead(error))) !== undefined) {
        throw error;
      }
    }
  }

  /** Returns true if a write failed because its object was deleted. Throws `error` if the list cannot be requested. */
  async wasDeleted(id: string, error: unknown, signals: RequestSignals): Promise<boolean> {
    if (!(error instanceof ApiError)) {
      return false;
    }
    if (!error.mayBeGone) {
      return error.kind === "not_found";
    }
    const record = await this.#findInList(id, signals).catch(() => {
      throw error;
    });
    return record === undefined;
  }

  /** Returns the object in the list. Throws an `IncompleteListError` if a list without it does not prove its absence. */
  async #findInList(id: string, signals: RequestSignals): Promise<Stored | undefined> {
    const known = this.api.idForm.canonical(id);
    let listing = await this.list(signals);
    if (listing.torn && !listing.records.has(known)) {
      // Objects shift between pages when others are deleted. An object that two lists lack was deleted.
      listing = await this.list(signals);
    }
    const record = listing.records.get(known);
    const incomplete = record ? undefined : errorOfMissing(this.api.plural, known, listing);
    if (incomplete) {
      throw incomplete;
    }
    return record;
  }
}

/**
 * Returns a handler for errors of another request, which should show if the object was deleted. The handler throws the
 * first error, `refusal`.
 */
function throwInstead(refusal: unknown): (error: unknown) => never {
  return (error) => {
    clientErrorOf(error);
    throw refusal;
  };
}
