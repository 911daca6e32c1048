import { type CreateOptions, CreateRecovery } from "../creates/create-recovery";
import { NewObjects } from "../creates/created-object";
import { ApiError, ConnectionError, UnsupportedOperationError } from "../http/errors";
import type { ApiRequest, RequestSignals } from "../http/request";
import type { ApiRecord, JsonObject } from "../json";
import { ListCache } from "../reads/list-cache";
import { allObjects, type ShownObjects, shownObjects } from "../reads/listing";
import { type ApiOperation, type ResourceApi, without } from "../reads/resource-api";
import type { Deployments } from "./deployments";
import { ObjectRequests } from "./object-requests";

/** Options of every call. An abort rejects with the signal's reason and does not cancel shared requests. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/**
 * Operations on one resource type, as its `ResourceApi` describes them. Throws the errors of `errors.ts`. An operation
 * that the deployment does not offer is refused before any request.
 */
export class Collection<
  Stored extends ApiRecord,
  Body extends JsonObject,
  Patch extends JsonObject = Body,
  Created = Stored,
> {
  readonly #requests: ObjectRequests<Stored>;
  readonly #shared: ListCache<Stored>;
  readonly #creates: CreateRecovery<Stored, Body, Patch, Created>;
  readonly #new: NewObjects;
  /** Versions that updates require, by id. */
  readonly #required = new Map<string, string>();

  /** @param afterDelete called after every delete, whether it succeeded or not */
  constructor(
    private readonly api: ResourceApi<Stored, Body, Patch, Created>,
    protected readonly deployments: Deployments,
    private readonly afterDelete?: (id: string) => void,
  ) {
    this.#new = new NewObjects(deployments.clock);
    this.#requests = new ObjectRequests(api, deployments, this.#new);
    const creating = {
      list: (signals: RequestSignals) => this.#requests.list(signals),
      discard: (id: string, signals: RequestSignals) => this.#discard(id, signals),
      complete: (id: string, body: Body, signals: RequestSignals) => this.update(id, body as unknown as Patch, signals),
    };
    this.#creates = new CreateRecovery(api, creating, this.#new, deployments.journal);
    // Callers share these reads, so the signal of one caller must not end them.
    this.#shared = new ListCache<Stored>({
      plural: api.plural,
      isPart: api.isPart,
      list: () => this.#requests.list({}),
      get: (id) => this.get(id),
      confirmMissing: (id) => this.#requests.get(id, {}, true),
      byId: () => this.#requests.location("get").capability.lookup !== "list",
    });
  }

  /** Returns why the deployment in use does not offer an operation; `undefined` if it does. Sends no request. */
  unsupported(operation: ApiOperation): string | undefined {
    try {
      this.#requests.location(operation);
      return undefined;
    } catch (error) {
      if (error instanceof UnsupportedOperationError) {
        return error.message;
      }
      throw error;
    }
  }

  /** Requests all pages of objects. Throws an `IncompleteListError` if the server does not show all objects. */
  async list(options: CallOptions = {}): Promise<readonly Stored[]> {
    return allObjects(await this.listShown(options));
  }

  /** Requests the objects of this type that the server shows, over all pages. */
  async listShown(options: CallOptions = {}): Promise<ShownObjects<Stored>> {
    const listing = await this.#requests.list(options);
    return shownObjects(this.api.plural, listing.records, listing);
  }

  /** Requests one object; returns `undefined` if it was deleted. */
  async get(id: string, options: CallOptions = {}): Promise<Stored | undefined> {
    return this.#requests.get(id, options);
  }

  /**
   * Reads one object and shares requests with other reads of this client. A single read is a get; several expected
   * reads are one list. Do not modify the result.
   */
  async read(id: string, options: CallOptions = {}): Promise<Stored | undefined> {
    this.#requests.location("get");
    return this.#shared.read(this.#known(id), options.signal);
  }

  /** Returns the version of an object, if the server sends an `ETag` for it. */
  versionOf(id: string): string | undefined {
    return this.#requests.versionOf(id);
  }

  /** Makes the next read of this object a request by its id. */
  readAgain(id: string): void {
    this.#shared.doubt(this.#known(id));
  }

  /** Restricts the next updates of this object to the version that was last read. */
  requireVersion(id: string): void {
    const version = this.versionOf(id);
    if (version !== undefined) {
      this.#required.set(this.#known(id), version);
    }
  }

  /** Returns the version that the next update of this object requires. */
  requiredVersionOf(id: string): string | undefined {
    return this.#required.get(this.#known(id));
  }

  /** Announces a probable `read` of this object, so that it can share its request with others. Sends no request. */
  expectRead(id: string): void {
    this.#shared.expect(this.#known(id));
  }

  /** Returns all objects, requested once per client. Throws an `IncompleteListError` if the list is incomplete. */
  async readAll(options: CallOptions = {}): Promise<readonly Stored[]> {
    return allObjects(await this.readShown(options));
  }

  /** Returns the objects of this type that the server shows, from the list cache. */
  async readShown(options: CallOptions = {}): Promise<ShownObjects<Stored>> {
    this.#requests.location("list");
    return this.#shared.readShown(options.signal);
  }

  /** Fills the list cache, so that the following reads need no requests. */
  async holdAll(options: CallOptions = {}): Promise<void> {
    this.#requests.location("list");
    await this.#shared.hold(options.signal);
  }

  /** Creates one object. If the response is lost, the client searches for the object before it repeats the request. */
  async create(body: Body, options: CreateOptions<Stored> = {}): Promise<Created> {
    const location = this.#requests.location("create");
    const { name } = this.api;
    const request: ApiRequest = {
      ...this.#requests.request(location, "POST", undefined, options),
      body: without(this.api.createBody(body), "id"),
      secrets: this.api.secrets(body),
      change: typeof body.name === "string" ? `create the ${name} ${JSON.stringify(body.name)}` : `create the ${name}`,
    };
    const { record, created } = await this.#creates.create({ server: location.server, request, body, options });
    this.#shared.wrote(record);
    return created;
  }

  /** Changes one object. Throws an `ApiError` of kind `not_found` if it was deleted. */
  async update(id: string, patch: Patch, options: CallOptions = {}): Promise<Stored> {
    const location = this.#requests.location("update");
    const ifMatch = this.requiredVersionOf(id);
    const request: ApiRequest = {
      ...(ifMatch !== undefined && { ifMatch }),
      ...this.#requests.request(location, this.api.updateMethod, id, options),
      body: without(this.api.updateBody(patch), "id"),
      secrets: this.api.secrets(patch),
      change: `update the ${this.api.name} ${id}`,
    };
    return this.#writing(id, async () => {
      try {
        const record = await this.#requests.sendFor(id, location, request);
        this.#required.delete(this.#known(id));
        this.#shared.wrote(record);
        return record;
      } catch (error) {
        const wasDeleted = error instanceof ApiError && error.mayBeGone;
        throw wasDeleted && (await this.#requests.wasDeleted(id, error, options)) ? error.confirmedNotFound() : error;
      }
    });
  }

  /** Deletes one object. Succeeds if it was already deleted. */
  async delete(id: string, signals: RequestSignals = {}): Promise<void> {
    try {
      await this.#discard(id, signals);
    } finally {
      this.afterDelete?.(id);
    }
  }

  /** Marks cached objects that may have been deleted together with an object of another resource type. */
  doubtSome(isInDoubt: (record: Stored) => boolean): void {
    this.#shared.doubtSome(isInDoubt);
  }

  async #discard(id: string, signals: RequestSignals): Promise<void> {
    await this.#writing(id, async () => {
      await this.#requests.delete(id, signals);
      this.#shared.removed(this.#known(id));
      this.#new.deleted(this.#known(id));
      this.deployments.journal?.forget(id);
    });
  }

  /** Marks the cached object as uncertain if a write fails without a clear refusal. */
  async #writing<T>(id: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const refused = error instanceof ApiError && error.kind !== "server_error";
      const unsent = error instanceof ConnectionError && error.reached === "never";
      if (!refused && !unsent) {
        this.#shared.doubt(this.#known(id));
      }
      if (error instanceof ApiError && error.kind === "not_found") {
        this.#shared.removed(this.#known(id));
      }
      throw error;
    }
  }

  /** Returns the id in the spelling that caches use. */
  #known(id: string): string {
    return this.api.idForm.canonical(id);
  }
}
