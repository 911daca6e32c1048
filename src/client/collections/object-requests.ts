import type { NewObjects } from "../creates/created-object";
import { ApiError, ClientError } from "../http/errors";
import type { ApiRequest, ApiResponse, RequestSignals } from "../http/request";
import type { ApiRecord, JsonObject } from "../json";
import { errorOfMissing, type Listing, listAll } from "../reads/listing";
import { type ApiOperation, type Capability, decodeRecord, type ResourceApi } from "../reads/resource-api";
import type { Deployments, ResourceLocation } from "./deployments";

/**
 * An `ETag` that can be sent as `If-Match`. A weak one never matches (RFC 9110, 13.1.1), and the framework of the
 * open-source server adds weak ones to all responses (docs/internals/api-behavior.md 6.7).
 */
const VERSION = /^(?!W\/)(?!\*$)[\x21\x23-\x2b\x2d-\x7e"]{1,256}$/;

/**
 * Requests about the objects of one resource type, without a cache. A 404 may come from a gateway, so the list confirms
 * that an object was deleted.
 */
export class ObjectRequests<
  Stored extends ApiRecord,
  Body extends JsonObject,
  Patch extends JsonObject = Body,
  Created = Stored,
> {
  readonly #api: ResourceApi<Stored, Body, Patch, Created>;
  readonly #deployments: Deployments;
  readonly #new: NewObjects;
  /** Versions by id. */
  readonly #versions = new Map<string, string>();

  constructor(api: ResourceApi<Stored, Body, Patch, Created>, deployments: Deployments, newObjects: NewObjects) {
    this.#api = api;
    this.#deployments = deployments;
    this.#new = newObjects;
  }

  /** Returns the location of the objects. Throws an `UnsupportedOperationError`. */
  location(operation: ApiOperation): ResourceLocation & { readonly capability: Capability } {
    return this.#deployments.of(this.#api, operation);
  }

  /** @param id object of the request; undefined for the collection */
  request(
    location: ResourceLocation,
    method: ApiRequest["method"],
    id: string | undefined,
    { signal, afterStop }: RequestSignals,
  ): ApiRequest {
    const { notFound, segment, createSegment = segment } = this.#api;
    const collection = [...location.root, ...(method === "POST" ? createSegment : segment).split("/")];
    return {
      method,
      form: "enveloped",
      ...(id === undefined ? { segments: collection } : { segments: [...collection, id], notFound }),
      ...(signal !== undefined && { signal }),
      ...(afterStop !== undefined && { afterStop }),
    };
  }

  /** Returns all objects that the server shows. */
  async list(signals: RequestSignals): Promise<Listing<Stored>> {
    const location = this.location("list");
    const request = this.request(location, "GET", undefined, signals);
    return listAll(location.server, request, this.#api, this.#api.paged);
  }

  /** Requests one object; returns undefined if it was deleted. */
  async get(id: string, signals: RequestSignals): Promise<Stored | undefined> {
    const location = this.location("get");
    if (location.capability.lookup === "list") {
      return this.#findInList(id, signals);
    }
    try {
      return await this.#getById(location, id, signals);
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
      // ClickHouse Cloud may return the same for a missing service, and then every object would seem to be deleted.
      const mayBeTheService = location.server.deployment === "managed" && this.#api.scope === "observability";
      if (error.kind === "not_found" && !mayBeTheService) {
        return undefined;
      }
      if (error.kind === "route_missing" && location.capability.lookup === "id_else_list") {
        return this.#findInList(id, signals);
      }
      return this.#confirmInList(id, error, signals);
    }
  }

  /** Returns the version of an object in the last response for it alone. Undefined if the server sends none. */
  versionOf(id: string): string | undefined {
    return this.#versions.get(this.#api.idForm.canonical(id));
  }

  /** Sends a request whose response is the object. */
  sendFor(id: string, { server }: ResourceLocation, request: ApiRequest): Promise<Stored> {
    const decode = ({ value, headers }: ApiResponse) => {
      const record = decodeRecord(this.#api, value, request, id);
      this.#noteVersion(record.id, headers.etag);
      return record;
    };
    return this.#new.request(this.#api.idForm.canonical(id), request, () => server.perform({ request, decode }));
  }

  /** Sends a delete. Throws unless the object was deleted, now or before. */
  async delete(id: string, signals: RequestSignals): Promise<void> {
    const location = this.location("delete");
    const change = `delete the ${this.#api.name} ${id}`;
    const request: ApiRequest = { ...this.request(location, "DELETE", id, signals), form: "none", change };
    try {
      await this.#new.request(this.#api.idForm.canonical(id), request, () => location.server.call(request));
    } catch (error) {
      if (!(await this.wasDeleted(id, error, signals))) {
        throw error;
      }
      if (location.server.deployment === "managed" && (await this.#remains(id, error, signals))) {
        throw error;
      }
    }
  }

  /**
   * Returns true if a write was refused because its object was deleted. Throws the refusal if a stop prevents the list.
   */
  async wasDeleted(id: string, error: unknown, signals: RequestSignals): Promise<boolean> {
    if (!(error instanceof ApiError)) {
      return false;
    }
    if (!error.mayBeGone) {
      return error.kind === "not_found";
    }
    const record = await this.#confirmInList(id, error, signals).catch(() => {
      throw error;
    });
    return record === undefined;
  }

  /**
   * Requests an object that a complete list did not contain, because the list may be wrong. Returns undefined if the
   * response agrees with the list. A 404 that is not the server's own proves nothing, and then the list decides.
   */
  async confirmMissing(id: string): Promise<Stored | undefined> {
    const location = this.location("get");
    if (location.capability.lookup === "list") {
      return this.#findInList(id, {});
    }
    try {
      return await this.#getById(location, id, {});
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
      const listDecides = error.mayBeGone || location.capability.lookup === "id_else_list";
      if (error.kind === "not_found" || (error.kind === "route_missing" && listDecides)) {
        return undefined;
      }
      throw error;
    }
  }

  #noteVersion(id: string, etag: string | undefined): void {
    if (etag !== undefined && VERSION.test(etag)) {
      this.#versions.set(id, etag);
    } else {
      this.#versions.delete(id);
    }
  }

  #getById(location: ResourceLocation, id: string, signals: RequestSignals): Promise<Stored> {
    return this.sendFor(id, location, this.request(location, "GET", id, signals));
  }

  async #findInList(id: string, signals: RequestSignals): Promise<Stored | undefined> {
    const listing = await this.list(signals);
    return this.#recordIn(listing, id) ?? this.#absentFrom(listing, id);
  }

  /** Returns undefined if a list without the object proves its absence. */
  #absentFrom(listing: Listing<Stored>, id: string): undefined {
    const error = errorOfMissing(this.#api.plural, this.#api.idForm.canonical(id), listing);
    if (error) {
      throw error;
    }
  }

  #recordIn({ records }: Listing<Stored>, id: string): Stored | undefined {
    return records.get(this.#api.idForm.canonical(id));
  }

  /**
   * Returns the object from the list, after a 404 that a gateway may have sent. Throws the refusal if the list does not
   * decide it.
   */
  async #confirmInList(id: string, refusal: ApiError, signals: RequestSignals): Promise<Stored | undefined> {
    if (!refusal.mayBeGone && refusal.kind !== "not_found") {
      throw refusal;
    }
    const list = () =>
      this.list(signals).catch((error: unknown) => {
        throw error instanceof ClientError ? refusal : error;
      });
    let listing = await list();
    if (listing.torn && this.#recordIn(listing, id) === undefined) {
      // Objects shift between the pages while others are deleted. An object that two lists lack was deleted.
      listing = await list();
    }
    const record = this.#recordIn(listing, id);
    if (record === undefined && errorOfMissing(this.#api.plural, this.#api.idForm.canonical(id), listing)) {
      throw refusal;
    }
    return record;
  }

  /**
   * Returns true if an object still exists after a delete got a 404. A managed server also returns 404 to a delete that
   * it does not offer.
   */
  async #remains(id: string, refusal: unknown, signals: RequestSignals): Promise<boolean> {
    const record = await this.get(id, signals).catch((error: unknown) => {
      throw error instanceof ClientError ? refusal : error;
    });
    return record !== undefined;
  }
}
