import { MAX_WAIT_MS } from "../http/errors";

/**
 * A whole number of seconds may be rounded up by almost one. In that second a process asks this often, in milliseconds.
 */
const ASK_EVERY = { least: 50, spread: 150 };
/** Keeps two processes that wait for the same moment apart. */
const JITTER_MS = 5;
/** A place that is used again is offered to others for up to this long, while there are others. */
const YIELD_MS = 250;
/** After so many windows of refusals the server may well count them: then asking less often is what helps. */
const PATIENT_WINDOWS = 4;
const MAX_SPREAD_WINDOWS = 4;
/** The part of this process's share that is left after a refusal that its own requests do not explain. */
const DECREASE = 0.7;

/**
 * What several processes with one credential do about each other. None sees the others, only refusals that its own
 * requests do not explain.
 *
 * Whoever is refused once waits as the server says, and a little longer. Whoever is refused again competes with a
 * process that takes every place the moment it is free: it asks at that moment as well. Whoever was refused takes fewer
 * places afterwards and leaves a random time between them, so that others get theirs, and takes more again, one place a
 * window, while nobody is refused.
 */
export class Contention {
  readonly #places: number;
  readonly #windowMs: number;
  readonly #chance: () => number;
  #share: number;
  #refusals = 0;
  #firstRefusalAt = 0;
  #lastRefusalAt = Number.NEGATIVE_INFINITY;

  /**
   * @param places how many requests the server admits in a window
   * @param windowMs how long that window is; infinite where refusals do not count in it
   * @param chance a random number from 0 to 1
   */
  constructor(places: number, windowMs: number, chance: () => number = Math.random) {
    this.#places = places;
    this.#share = places;
    this.#windowMs = windowMs;
    this.#chance = chance;
  }

  /** How many places of a window this process takes. */
  get share(): number {
    return Math.floor(this.#share);
  }

  /** True from a refusal until the next request is admitted: one request at a time finds out whether there is room. */
  get isProbing(): boolean {
    return this.#refusals > 0;
  }

  /** How much longer than needed a place is left free, in milliseconds. */
  yieldMs(): number {
    return this.#share < this.#places ? this.#chance() * YIELD_MS : 0;
  }

  /** A request was admitted. @param sentAt when it was sent */
  admitted(sentAt: number): void {
    if (sentAt >= this.#lastRefusalAt) {
      this.#refusals = 0;
    }
    this.#share = Math.min(this.#places, this.#share + 1 / this.#share);
  }

  /**
   * A request was refused.
   * @param toldSeconds what the server asked to wait, if it did
   * @returns how long to wait instead, in milliseconds; undefined where the server's own request is enough
   */
  refused(sentAt: number, now: number, requestedSeconds: number | undefined): number | undefined {
    // Requests that were on their way together are refused together: that is one refusal.
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
    const windows = (now - this.#firstRefusalAt) / this.#windowMs;
    if (windows < PATIENT_WINDOWS || this.#chance() < 0.5) {
      return this.#untilFree(requestedSeconds);
    }
    const spread = Math.min(windows - PATIENT_WINDOWS + 1, MAX_SPREAD_WINDOWS) * this.#windowMs;
    const longest = Math.max(0, MAX_WAIT_MS - requestedSeconds * 1000);
    return requestedSeconds * 1000 + this.#chance() * Math.min(spread, longest);
  }

  #untilFree(requestedSeconds: number): number {
    const jitter = this.#chance() * JITTER_MS;
    if (!Number.isInteger(requestedSeconds)) {
      return requestedSeconds * 1000 + jitter;
    }
    if (requestedSeconds > 1) {
      return (requestedSeconds - 1) * 1000 + jitter;
    }
    return ASK_EVERY.least + this.#chance() * ASK_EVERY.spread;
  }
}
