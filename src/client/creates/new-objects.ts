import { ApiError } from "../http/errors";
import type { RequestSignals } from "../http/request";
import type { Clock } from "../waiting";

/** Time for which an object counts as new. */
const NEW_MS = 10_000;

/** Pauses before a request about a new object is repeated. */
const PAUSES_MS = [250, 500, 1000, 1000, 1000, 1000] as const;

/**
 * Objects that this process created a moment ago. A server with several replicas may respond "not found" to requests
 * for them for some seconds. Requests for all other objects are never repeated here.
 */
export class NewObjects {
  readonly #createdAt = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  created(id: string): void {
    this.#createdAt.set(id, this.clock.now());
  }

  /** Accepts a 404 for this object from now on. */
  deleted(id: string): void {
    this.#createdAt.delete(id);
  }

  /**
   * Sends a request for an object, and repeats it while a new object is not found. Throws the error of the last try.
   */
  async request<T>(id: string, { signal, afterStop }: RequestSignals, send: () => Promise<T>): Promise<T> {
    for (const pause of PAUSES_MS) {
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404 && this.#isNew(id))) {
          throw error;
        }
        await this.clock.sleep(pause, afterStop ?? signal);
      }
    }
    return send();
  }

  #isNew(id: string): boolean {
    return this.clock.now() - (this.#createdAt.get(id) ?? Number.NEGATIVE_INFINITY) < NEW_MS;
  }
}
