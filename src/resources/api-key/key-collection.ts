import type { ClientPart } from "../../client/collections/api-client";
import { type CallOptions, Collection } from "../../client/collections/collection";
import { ApiError } from "../../client/http/errors";
import type { RequestSignals } from "../../client/http/request";
import type { ShownObjects } from "../../client/reads/listing";
import { abandonable } from "../../client/waiting";
import type { Call } from "../shared/session";
import { type ApiKeyBody, type ApiKeyPatch, type ApiKeyRecord, apiKeyApi, type CreatedApiKey } from "./api";

/** Statuses if the server, a gateway or the role does not allow an operation (docs/internals/api-behavior.md 1.7). */
const REFUSING_STATUSES: readonly number[] = [400, 403, 404, 405];

const LIST_PATH = /\/organizations\/[^/]+\/keys$/;

/** Returns true if the server may not offer an operation. Then a retry or another object does not help. */
export function isRefusedOperation(error: unknown, method: "GET" | "DELETE"): error is ApiError {
  return error instanceof ApiError && error.method === method && REFUSING_STATUSES.includes(error.status);
}

/** Returns true if the server refuses the list of keys. It may still return single keys. */
export function isRefusedKeyList(error: unknown): error is ApiError {
  return isRefusedOperation(error, "GET") && LIST_PATH.test(error.path);
}

/** Error of a server that does not list API keys. Get and update of one key may still work. */
export class KeyListRefusedError extends ApiError {
  constructor(refusal: ApiError) {
    const { hint = "Fix: use a key with a role that may list API keys, such as Admin." } = refusal;
    // Findings would replace the message, and they refer to a request body, which a list does not have.
    super({ ...refusal, findings: [], hint: `${NEEDS_LIST}\n${hint}` }, { cause: refusal });
  }
}

const NEEDS_LIST =
  "This operation needs the list of API keys, and the server refuses that list. " +
  "Without the list, an existing key can be adopted by its id.";

/**
 * API keys of the organization. Reads share one list, or read each key by its id if the server refuses the list. A key
 * that the list lacks is read by its id before it counts as deleted. Ids are compared without case.
 */
class KeyCollection extends Collection<ApiKeyRecord, ApiKeyBody, ApiKeyPatch, CreatedApiKey> {
  #refusal: KeyListRefusedError | undefined;
  /** Results of single reads, by id. */
  readonly #single = new Map<string, Promise<ApiKeyRecord | undefined>>();

  /**
   * Returns the current time in epoch milliseconds, by the clock of ClickHouse Cloud, which is requested once. Falls
   * back to the local clock where the response has no time.
   */
  async organizationTime(options?: CallOptions): Promise<number> {
    if (this.deployments.organizationTime() === undefined) {
      await this.readShownIfOffered(options);
    }
    return this.deployments.organizationTime() ?? Date.now();
  }

  /** Lists the keys that the server returns, without a cache. Throws a `KeyListRefusedError` if it refuses the list. */
  async listForLookUp(options: CallOptions = {}): Promise<ShownObjects<ApiKeyRecord>> {
    return this.#required(await this.#ifOffered(() => super.listShown(options)));
  }

  override async readShown(options: CallOptions = {}): Promise<ShownObjects<ApiKeyRecord>> {
    return this.#required(await this.readShownIfOffered(options));
  }

  /** Returns the listed keys from the list cache, or undefined if the server refuses the list. */
  readShownIfOffered(options: CallOptions = {}): Promise<ShownObjects<ApiKeyRecord> | undefined> {
    return this.#ifOffered(() => super.readShown(options));
  }

  /** Lists all keys once unless the server refuses the list. */
  override holdAll(options: CallOptions = {}): Promise<void> {
    return this.#ifOffered(() => super.holdAll(options));
  }

  override async get(id: string, options: CallOptions = {}): Promise<ApiKeyRecord | undefined> {
    const known = id.toLowerCase();
    const record = await super.get(known, options);
    this.#single.set(known, Promise.resolve(record));
    return record;
  }

  override async read(id: string, options: CallOptions = {}): Promise<ApiKeyRecord | undefined> {
    const known = id.toLowerCase();
    const listed = await this.#ifOffered(() => super.read(known, options));
    // `super.read` requests a key by its id if the list lacks it, so its result is final.
    return this.#refusal ? abandonable(this.#readSingle(known), options.signal) : listed;
  }

  override expectRead(id: string): void {
    super.expectRead(id.toLowerCase());
  }

  override readAgain(id: string): void {
    this.#single.delete(id.toLowerCase());
    super.readAgain(id);
  }

  override update(id: string, patch: ApiKeyPatch, options: CallOptions = {}): Promise<ApiKeyRecord> {
    return this.#writing(id.toLowerCase(), (known) => super.update(known, patch, options));
  }

  override delete(id: string, signals: RequestSignals = {}): Promise<void> {
    return this.#writing(id.toLowerCase(), (known) => super.delete(known, signals));
  }

  /** Reads one key for all callers, so it ignores their abort signals. */
  #readSingle(id: string): Promise<ApiKeyRecord | undefined> {
    const asked = this.#single.get(id) ?? this.get(id);
    this.#single.set(id, asked);
    asked.catch(() => this.#single.delete(id));
    return asked;
  }

  async #writing<T>(id: string, write: (id: string) => Promise<T>): Promise<T> {
    this.#single.delete(id);
    try {
      return await write(id);
    } finally {
      this.#single.delete(id);
    }
  }

  /** Runs a request that needs the list. Returns undefined if the server refuses the list, and notes the refusal. */
  async #ifOffered<T>(list: () => Promise<T>): Promise<T | undefined> {
    if (this.#refusal) {
      return undefined;
    }
    try {
      return await list();
    } catch (error) {
      if (!isRefusedKeyList(error)) {
        throw error;
      }
      this.#refusal = new KeyListRefusedError(error);
      return undefined;
    }
  }

  #required<T>(listed: T | undefined): T {
    if (listed === undefined) {
      throw this.#refusal;
    }
    return listed;
  }
}

export const apiKeys: ClientPart<KeyCollection> = {
  open: (deployments) => new KeyCollection(apiKeyApi, deployments),
};

/** Returns the requests of one handler call for API keys. The abort of the call ends them. */
export function serverKeys({ session: { client }, signal }: Call) {
  const keys = client.collection(apiKeys);
  return {
    /** Returns the server's time in epoch milliseconds. */
    now: () => keys.organizationTime({ signal }),
    all: () => keys.readAll({ signal }),
    shown: () => keys.readShown({ signal }),
    shownIfOffered: () => keys.readShownIfOffered({ signal }),
    get: (id: string) => keys.get(id, { signal }),
    read: (id: string) => keys.read(id, { signal }),
    update: (id: string, patch: ApiKeyPatch) => keys.update(id, patch, { signal }),
    delete: (id: string) => keys.delete(id, { signal }),
  };
}
