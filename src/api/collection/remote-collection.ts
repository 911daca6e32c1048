import type { CallOptions, Collection, CreateOptions } from "../client";
import { CarefulCreate } from "../creating/careful-create";
import { ApiError, ConnectionError, IncompleteListError, UnsupportedOperationError } from "../errors";
import type { JsonObject } from "../json";
import type { Kind, Offer, Operation } from "../kinds/kind";
import { SharedReads } from "../reading/shared-reads";
import type { ApiRecord } from "../records";
import type { ApiRequest } from "../server/api-request";
import { decodeRecord } from "./decode-record";
import type { Home, Homes } from "./home";
import { type Listing, listPages, listWhole } from "./listing";

/** The operations of one kind, as its declaration describes them. */
export class RemoteCollection<Stored extends ApiRecord, Body extends JsonObject, Patch extends JsonObject, Created>
  implements Collection<Stored, Body, Patch, Created>
{
  readonly #kind: Kind<Stored, Body, Patch, Created>;
  readonly #homes: Homes;
  readonly #shared: SharedReads<Stored>;
  readonly #creates: CarefulCreate<Stored, Created>;

  constructor(kind: Kind<Stored, Body, Patch, Created>, homes: Homes) {
    this.#kind = kind;
    this.#homes = homes;
    this.#creates = new CarefulCreate(kind.plural);
    // What readers share must not end with one reader's abort: no caller's signal goes in here.
    this.#shared = new SharedReads<Stored>(
      {
        plural: kind.plural,
        list: () => this.#listing(undefined),
        get: (id) => this.get(id),
        byId: () => this.#home("get").offer.lookup !== "list",
      },
      homes.clock,
    );
  }

  unsupported(operation: Operation): string | undefined {
    try {
      this.#home(operation);
      return undefined;
    } catch (error) {
      if (error instanceof UnsupportedOperationError) return error.message;
      throw error;
    }
  }

  async list(options: CallOptions = {}): Promise<readonly Stored[]> {
    const { records } = await this.#listing(options.signal);
    return [...records.values()];
  }

  async get(id: string, options: CallOptions = {}): Promise<Stored | undefined> {
    const home = this.#home("get");
    if (home.offer.lookup === "list") {
      return this.#findInList(id, options.signal);
    }
    const request = this.#request(home, "GET", [id], options);
    try {
      const { value } = await home.server.call(request);
      return decodeRecord<Stored>(value, request);
    } catch (error) {
      if (error instanceof ApiError && error.isNotFound) {
        return undefined;
      }
      if (error instanceof ApiError && error.isRouteMissing && home.offer.lookup === "id_else_list") {
        return this.#findInList(id, options.signal);
      }
      throw error;
    }
  }

  async read(id: string, options: CallOptions = {}): Promise<Stored | undefined> {
    this.#home("get");
    return this.#shared.read(id, options.signal);
  }

  expectRead(id: string): void {
    this.#shared.expect(id);
  }

  async readAll(options: CallOptions = {}): Promise<readonly Stored[]> {
    this.#home("list");
    return this.#shared.readAll(options.signal);
  }

  async holdAll(options: CallOptions = {}): Promise<void> {
    this.#home("list");
    await this.#shared.hold(options.signal);
  }

  async create(body: Body, options: CreateOptions<Stored> = {}): Promise<Created> {
    const home = this.#home("create");
    const wire = this.#kind.createBody(body);
    const request: ApiRequest = {
      ...this.#request(home, "POST", [], options),
      body: wire,
      secrets: this.#kind.secrets(body),
      finishOnceSent: true,
    };
    const { record, created } = await this.#creates.run({
      server: home.server,
      request,
      list: () => this.#listing(options.signal),
      matches: (candidate) => this.#kind.matches(candidate, body),
      ...(options.takeOver && { takeOver: options.takeOver }),
      decode: ({ value }) => {
        const parts = this.#kind.created(value);
        const decoded = decodeRecord<Stored>(parts.record, request);
        return { record: decoded, created: parts.answer(decoded) };
      },
      recovered: (found) => this.#kind.recovered(found, body),
      discard: (orphan) => this.delete(orphan.id, options),
    });
    this.#shared.wrote(record);
    return created;
  }

  async update(id: string, patch: Patch, options: CallOptions = {}): Promise<Stored> {
    const home = this.#home("update");
    const request: ApiRequest = {
      ...this.#request(home, this.#kind.updateMethod, [id], options),
      body: this.#kind.updateBody(patch),
      secrets: this.#kind.secrets(patch),
    };
    return this.#writing(id, async () => {
      const { value } = await home.server.call(request);
      const record = decodeRecord<Stored>(value, request);
      this.#shared.wrote(record);
      return record;
    });
  }

  async delete(id: string, options: CallOptions = {}): Promise<void> {
    const home = this.#home("delete");
    const request: ApiRequest = { ...this.#request(home, "DELETE", [id], options), form: "none" };
    await this.#writing(id, async () => {
      try {
        await home.server.call(request);
      } catch (error) {
        if (!(error instanceof ApiError && error.isNotFound)) {
          throw error;
        }
      }
      this.#shared.removed(id);
    });
  }

  /** Some of what is held may be gone with an object of another kind. */
  doubtSome(isInDoubt: (record: Stored) => boolean): void {
    this.#shared.doubtSome(isInDoubt);
  }

  #home(operation: Operation): Home & { readonly offer: Offer } {
    return this.#homes.of(this.#kind, operation);
  }

  #request(home: Home, method: ApiRequest["method"], item: readonly string[], options: CallOptions): ApiRequest {
    const segments = [...home.root, this.#kind.segment, ...item];
    return { method, segments, form: "enveloped", ...(options.signal !== undefined && { signal: options.signal }) };
  }

  async #listing(signal: AbortSignal | undefined): Promise<Listing<Stored>> {
    const home = this.#home("list");
    const request = this.#request(home, "GET", [], signal === undefined ? {} : { signal });
    return this.#kind.paged ? listPages<Stored>(home.server, request) : listWhole<Stored>(home.server, request);
  }

  async #findInList(id: string, signal: AbortSignal | undefined): Promise<Stored | undefined> {
    const { records, hidesSome } = await this.#listing(signal);
    const record = records.get(id);
    if (record === undefined && hidesSome) {
      throw new IncompleteListError(this.#kind.plural, id);
    }
    return record;
  }

  /** A write that fails without a clear refusal leaves what is held in doubt. */
  async #writing<T>(id: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const refused = error instanceof ApiError && !error.isServerError;
      const unsent = error instanceof ConnectionError && error.reached === "never";
      if (!refused && !unsent) {
        this.#shared.doubt(id);
      }
      if (error instanceof ApiError && error.isNotFound) {
        this.#shared.removed(id);
      }
      throw error;
    }
  }
}
