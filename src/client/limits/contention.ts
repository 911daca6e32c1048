import { MAX_WAIT_MS } from "../http/errors";

/** Milliseconds between two tries in the last second of a wait. A server rounds the wait up by up to one second. */
const ASK_EVERY = { least: 50, spread: 150 };
/** Maximum random delay. It separates two processes that wait for the same moment. */
const JITTER_MS = 5;
/** Maximum time that a place stays free for other processes. */
const YIELD_MS = 250;
/**
 * Number of windows with refusals after which a process sends requests less often, because the server may count refused
 * requests.
 */
const PATIENT_WINDOWS = 4;
const MAX_SPREAD_WINDOWS = 4;
/** Factor for this process's share after a refusal that its own requests do not explain. */
const DECREASE = 0.7;

/**
 * Shares a rate limit with other processes that use the same credential. Processes see each other only through refusals
 * that their own requests do not explain. After the first refusal a process waits as long as the server requests, and a
 * little longer. After the second one, another process probably takes every free place at once. So this process asks as
 * soon as a place becomes free. A refused process uses fewer places and leaves a random time between them, so that
 * others get their share. It uses one more place per window while no request is refused.
 */
export class Contention {
  #share: number;
  #refusals = 0;
  #firstRefusalAt = 0;
  #lastRefusalAt = Number.NEGATIVE_INFINITY;

  /**
   * @param places number of requests that the server admits in a window
   * @param windowMs length of that window; infinite if refusals do not count in it
   * @param chance returns a random number from 0 to 1
   */
  constructor(
    private readonly places: number,
    private readonly windowMs: number,
    private readonly chance: () => number = Math.random,
  ) {
    this.#share = places;
  }

  /** Number of places of a window that this process uses. */
  get share(): number {
    return Math.floor(this.#share);
  }

  /** True from a refusal until the next admitted request. In this time only one request at a time is sent. */
  get isProbing(): boolean {
    return this.#refusals > 0;
  }

  /** Returns how long to leave a free place to other processes, in milliseconds. */
  yieldMs(): number {
    return this.#share < this.places ? this.chance() * YIELD_MS : 0;
  }

  admitted(sentAt: number): void {
    if (sentAt >= this.#lastRefusalAt) {
      this.#refusals = 0;
    }
    this.#share = Math.min(this.places, this.#share + 1 / this.#share);
  }

  /**
   * Records a refused request.
   * @param requestedSeconds wait that the server requested, if any
   * @returns the wait to use instead, in milliseconds; undefined to wait as the server requested
   */
  refused(sentAt: number, now: number, requestedSeconds: number | undefined): number | undefined {
    // Requests that were sent together are refused together and count as one refusal.
    if (sentAt < this.#lastRefusalAt) {
      return undefined;
    }
    this.#lastRefusalAt = now;
    this.#share = Math.max(1, this.#share * DECREASE);
    this.#refusals += 1;
    if (this.#refusals === 1) {
      this.#firstRefusalAt = now;
    }
    if (this.#refusals === 1 || requestedSeconds === undefined) {
      return undefined;
    }
    const windows = (now - this.#firstRefusalAt) / this.windowMs;
    if (windows < PATIENT_WINDOWS || this.chance() < 0.5) {
      return this.#untilFree(requestedSeconds);
    }
    const spread = Math.min(windows - PATIENT_WINDOWS + 1, MAX_SPREAD_WINDOWS) * this.windowMs;
    const longest = Math.max(0, MAX_WAIT_MS - requestedSeconds * 1000);
    return requestedSeconds * 1000 + this.chance() * Math.min(spread, longest);
  }

  #untilFree(requestedSeconds: number): number {
    const jitter = this.chance() * JITTER_MS;
    if (!Number.isInteger(requestedSeconds)) {
      return requestedSeconds * 1000 + jitter;
    }
    if (requestedSeconds > 1) {
      return (requestedSeconds - 1) * 1000 + jitter;
    }
    return ASK_EVERY.least + this.chance() * ASK_EVERY.spread;
  }
}
