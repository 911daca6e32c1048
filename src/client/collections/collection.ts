import { CreateRecovery } from "../creates/create-recovery";
import { NewObjects } from "../creates/new-objects";
import { ApiError, ClientError, ConnectionError, IncompleteListError, UnsupportedOperationError } from "../http/errors";
import { type ApiRequest, type ApiResponse, unexpectedValue } from "../http/request";
import type { ApiRecord, JsonObject } from "../json";
import { ListCache } from "../reads/list-cache";
import { allObjects, type Listing, listAll, type ShownObjects, shownObjects } from "../reads/listing";
import { decodeRecord } from "../reads/record-form";
import type { Deployments, ResourceLocation } from "./deployments";
import { type ApiOperation, type Capability, type ResourceApi, without } from "./resource-api";

/** Options of every call. An abort rejects with the signal's reason and does not cancel shared requests. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

interface CreateOptions<Stored> extends CallOptions {
  /** Called for each deleted object that an interrupted create left behind. */
  readonly onDiscard?: (record: Stored) => void;
  /** True to use the one stored object that equals the body, and create none. Default false. */
  readonly takeOver?: boolean;
  /** Called when the create uses an existing object. */
  readonly tookOver?: () => void;
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
  readonly #api: ResourceApi<Stored, Body, Patch, Created>;
  readonly #deployments: Deployments;
  readonly #shared: ListCache<Stored>;
  readonly #creates: CreateRecovery<Stored, Created>;
  readonly #new: NewObjects;
  readonly #afterDelete: ((id: string) => void) | undefined;

  /** @param afterDelete called after every delete, whether it succeeded or not */
  constructor(
    api: ResourceApi<Stored, Body, Patch, Created>,
    deployments: Deployments,
    afterDelete?: (id: string) => void,
  ) {
    this.#api = api;
    this.#deployments = deployments;
    this.#afterDelete = afterDelete;
    this.#creates = new CreateRecovery(api.plural);
    this.#new = new NewObjects(deployments.clock);
    // Callers share these reads, so the signal of one caller must not end them.
    this.#shared = new ListCache<Stored>({
      plural: api.plural,
      list: () => this.#listing({}),
      get: (id) => this.get(id),
      confirmMissing: (id) => this.#confirmMissing(id),
      ...(api.isPart && { isPart: api.isPart }),
      byId: () => this.#location("get").capability.lookup !== "list",
    });
  }

  /** Returns why the deployment in use does not offer an operation; `undefined` if it does. Sends no request. */
  unsupported(operation: ApiOperation): string | undefined {
    try {
      this.#location(operation);
      return undefined;
    } catch (error) {
      if (error instanceof UnsupportedOperationError) {
        return error.message;
      }
      throw error;
    }
  }

  /**
   * Every object of this type, asked afresh, over all pages. Throws an `IncompleteListError` where the server does not
   * show all of them.
   */
  async list(options: CallOptions = {}): Promise<readonly Stored[]> {
    return allObjects(await this.listShown(options));
  }

  /** The objects of this type that the server shows, asked afresh, over all pages. */
  async listShown(options: CallOptions = {}): Promise<ShownObjects<Stored>> {
    const listing = await this.#listing(options);
    return shownObjects(this.#api.plural, listing.records, listing);
  }

  /** Requests one object; returns `undefined` if it was deleted. */
  async get(id: string, options: CallOptions = {}): Promise<Stored | undefined> {
    const location = this.#location("get");
    if (location.capability.lookup === "list") {
      return this.#findInList(id, options);
    }
    try {
      return await this.#getById(location, id, options);
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
        return this.#findInList(id, options);
      }
      return this.#confirmInList(id, error, options);
    }
  }

  /**
   * Reads one object and shares requests with other reads of this client. A single read is a get; several expected
   * reads are one list. Do not modify the result.
   */
  async read(id: string, options: CallOptions = {}): Promise<Stored | undefined> {
    this.#location("get");
    return this.#shared.read(this.#api.idForm.canonical(id), options.signal);
  }

  /** Announces a probable `read` of this object, so that it can share its request with others. Sends no request. */
  expectRead(id: string): void {
    this.#shared.expect(this.#api.idForm.canonical(id));
  }

  /**
   * Every object of this type, from the list cache, requested once per client. Throws an `IncompleteListError` where the
   * server does not show all of them.
   */
  async readAll(options: CallOptions = {}): Promise<readonly Stored[]> {
    return allObjects(await this.readShown(options));
  }

  /** The objects of this type that the server shows, from the list cache, requested once per client. */
  async readShown(options: CallOptions = {}): Promise<ShownObjects<Stored>> {
    this.#location("list");
    return this.#shared.readShown(options.signal);
  }

  /** Fills the list cache, so that the following reads need no requests. */
  async holdAll(options: CallOptions = {}): Promise<void> {
    this.#location("list");
    await this.#shared.hold(options.signal);
  }

  /** Creates one object. If the response is lost, the client searches for the object before it repeats the request. */
  async create(body: Body, options: CreateOptions<Stored> = {}): Promise<Created> {
    const location = this.#location("create");
    const { name } = this.#api;
    const request: ApiRequest = {
      ...this.#request(location, "POST", undefined, options),
      body: withoutId(this.#api.createBody(body)),
      secrets: this.#api.secrets(body),
      change: typeof body.name === "string" ? `create the ${name} ${JSON.stringify(body.name)}` : `create the ${name}`,
    };
    const within = (afterStop?: AbortSignal): Within => (afterStop === undefined ? options : { afterStop });
    const { record, created } = await this.#creates.create({
      server: location.server,
      request,
      list: (afterStop) => this.#listing(within(afterStop)),
      matches: (candidate) => this.#api.matches(candidate, body),
      matchesUnnamed: (candidate) => (this.#api.matchesUnnamed ?? this.#api.matches)(candidate, body),
      ...(this.#deployments.journal && { journal: this.#deployments.journal }),
      content: JSON.stringify([location.server.origin, request.segments, this.#contentOf(body)]),
      takeOver: options.takeOver ?? false,
      ...(options.tookOver && { tookOver: options.tookOver }),
      decode: ({ value }) => this.#decodeCreated(value, request),
      recovered: (found) => this.#api.recovered(found, body),
      discard: async (orphan, afterStop) => {
        await this.#delete(orphan.id, within(afterStop));
        options.onDiscard?.(orphan);
      },
      ...(this.#api.unseen.some((field) => body[field] !== undefined) && {
        complete: ({ id }) => this.update(id, body as unknown as Patch, options),
      }),
    });
    this.#shared.wrote(record);
    return created;
  }

  /** Changes one object. Throws an `ApiError` of kind `not_found` if it was deleted. */
  async update(id: string, patch: Patch, options: CallOptions = {}): Promise<Stored> {
    const location = this.#location("update");
    const request: ApiRequest = {
      ...this.#request(location, this.#api.updateMethod, id, options),
      body: withoutId(this.#api.updateBody(patch)),
      secrets: this.#api.secrets(patch),
      change: `update the ${this.#api.name} ${id}`,
    };
    return this.#writing(id, async () => {
      try {
        const record = await this.#performOn(id, location, request);
        this.#shared.wrote(record);
        return record;
      } catch (error) {
        const confirmed = error instanceof ApiError && error.mayBeGone && (await this.#isGone(id, error, options));
        throw confirmed ? error.confirmedNotFound() : error;
      }
    });
  }

  /** Deletes one object. Succeeds if it was already deleted. */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    try {
      await this.#delete(id, options);
    } finally {
      this.#afterDelete?.(id);
    }
  }

  /** Marks cached objects that may have been deleted together with an object of another resource type. */
  doubtSome(isInDoubt: (record: Stored) => boolean): void {
    this.#shared.doubtSome(isInDoubt);
  }

  #location(operation: ApiOperation): ResourceLocation & { readonly capability: Capability } {
    return this.#deployments.of(this.#api, operation);
  }

  /** Returns the content that identifies a create across runs, without the fields that no record contains. */
  #contentOf(body: Body): JsonObject {
    const { content, unseen, createBody } = this.#api;
    return content?.(body) ?? without(withoutId(createBody(body)), ...unseen);
  }

  /** @param id object of the request; undefined for the collection */
  #request(
    location: ResourceLocation,
    method: ApiRequest["method"],
    id: string | undefined,
    { signal, afterStop }: Within,
  ): ApiRequest {
    const collection = [...location.root, this.#api.segment];
    const { notFound } = this.#api;
    return {
      method,
      form: "enveloped",
      ...(id === undefined ? { segments: collection } : { segments: [...collection, id], notFound }),
      ...(signal !== undefined && { signal }),
      ...(afterStop !== undefined && { afterStop }),
    };
  }

  #getById(location: ResourceLocation, id: string, within: Within): Promise<Stored> {
    return this.#performOn(id, location, this.#request(location, "GET", id, within));
  }

  /** Sends a request whose response is the object. */
  #performOn(id: string, { server }: ResourceLocation, request: ApiRequest): Promise<Stored> {
    const decode = ({ value }: ApiResponse) => decodeRecord(this.#api, value, request, id);
    return this.#new.request(this.#api.idForm.canonical(id), signalOf(request), () =>
      server.perform({ request, decode }),
    );
  }

  async #delete(id: string, within: Within): Promise<void> {
    const location = this.#location("delete");
    const change = `delete the ${this.#api.name} ${id}`;
    const request: ApiRequest = { ...this.#request(location, "DELETE", id, within), form: "none", change };
    await this.#writing(id, async () => {
      try {
        await this.#new.request(this.#api.idForm.canonical(id), signalOf(request), () => location.server.call(request));
      } catch (error) {
        if (!(await this.#isGone(id, error, within))) {
          throw error;
        }
        if (location.server.deployment === "managed" && (await this.#remains(id, error, within))) {
          throw error;
        }
      }
      this.#shared.removed(this.#api.idForm.canonical(id));
      this.#new.deleted(this.#api.idForm.canonical(id));
      this.#deployments.journal?.forget(id);
    });
  }

  #decodeCreated(value: unknown, request: ApiRequest): { readonly record: Stored; readonly created: Created } {
    const parts = this.#api.created(value);
    const record = decodeRecord(this.#api, parts.record, request);
    this.#new.created(record.id);
    if (parts.wrong !== undefined) {
      throw unexpectedValue(request, parts.wrong);
    }
    return { record, created: parts.response(record) };
  }

  async #listing(within: Within): Promise<Listing<Stored>> {
    const location = this.#location("list");
    const request = this.#request(location, "GET", undefined, within);
    return listAll(location.server, request, this.#api, this.#api.paged);
  }

  async #findInList(id: string, within: Within): Promise<Stored | undefined> {
    const listing = await this.#listing(within);
    const record = this.#recordIn(listing, id);
    if (record === undefined && listing.hidesSome) {
      throw new IncompleteListError(this.#api.plural, id);
    }
    return record;
  }

  #recordIn({ records }: Listing<Stored>, id: string): Stored | undefined {
    return records.get(this.#api.idForm.canonical(id));
  }

  /**
   * Requests an object that a complete list did not contain, because the list may be wrong. Returns undefined if the
   * response agrees with the list. A 404 that is not the server's own proves nothing, and then the list decides.
   */
  async #confirmMissing(id: string): Promise<Stored | undefined> {
    const location = this.#location("get");
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

  /**
   * Returns the object from the list, after a 404 that a gateway may have sent. Throws the refusal if the list does not
   * decide it.
   */
  async #confirmInList(id: string, refusal: ApiError, within: Within): Promise<Stored | undefined> {
    if (!refusal.mayBeGone && refusal.kind !== "not_found") {
      throw refusal;
    }
    const list = () =>
      this.#listing(within).catch((error: unknown) => {
        throw error instanceof ClientError ? refusal : error;
      });
    let listing = await list();
    if (listing.torn && this.#recordIn(listing, id) === undefined) {
      // Objects shift between the pages while others are deleted. An object that two lists lack was deleted.
      listing = await list();
    }
    const record = this.#recordIn(listing, id);
    if (record === undefined && listing.hidesSome) {
      throw refusal;
    }
    return record;
  }

  /**
   * Returns true if a write was refused because its object was deleted. Throws the refusal if a stop prevents the list.
   */
  async #isGone(id: string, error: unknown, within: Within): Promise<boolean> {
    if (!(error instanceof ApiError)) {
      return false;
    }
    if (!error.mayBeGone) {
      return error.kind === "not_found";
    }
    const record = await this.#confirmInList(id, error, within).catch(() => {
      throw error;
    });
    return record === undefined;
  }

  /**
   * Returns true if an object still exists after a delete got a 404. A managed server also returns 404 to a delete that
   * it does not offer.
   */
  async #remains(id: string, refusal: unknown, within: Within): Promise<boolean> {
    const record = await this.get(id, within).catch((error: unknown) => {
      throw error instanceof ClientError ? refusal : error;
    });
    return record !== undefined;
  }

  /** Marks the cached object as uncertain if a write fails without a clear refusal. */
  async #writing<T>(id: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const refused = error instanceof ApiError && error.kind !== "server_error";
      const unsent = error instanceof ConnectionError && error.reached === "never";
      if (!refused && !unsent) {
        this.#shared.doubt(this.#api.idForm.canonical(id));
      }
      if (error instanceof ApiError && error.kind === "not_found") {
        this.#shared.removed(this.#api.idForm.canonical(id));
      }
      throw error;
    }
  }
}

/** Signals of a request: the caller's, or the rest of the time after a stop. */
type Within = Pick<ApiRequest, "signal" | "afterStop">;

function signalOf({ signal, afterStop }: Within): AbortSignal | undefined {
  return afterStop ?? signal;
}

/** Removes the id: the path identifies the object, and both APIs refuse or ignore an id in a body. */
function withoutId(body: JsonObject): JsonObject {
  return without(body, "id");
}
