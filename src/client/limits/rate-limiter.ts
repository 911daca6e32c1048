import { createHash } from "node:crypto";
import { onAbort } from "../abort";
import type { Clock } from "../clock";
import { LONG_WAIT_MS, MAX_WAIT_MS, RateLimitWaitError } from "../http/errors";
import type { LimitSignals } from "../http/rate-limit-headers";
import type { WindowSchedule } from "./rate-limit-windows";

/** Permission to send one request. Exactly one of the two must be called when its outcome is known. */
export interface Permit {
  /** Time spent in the queue, in milliseconds. */
  readonly waitedMs: number;
  onResponse(signals: LimitSignals): void;
  onFailure(): void;
}

/** Called once, when a request has to wait longer than any documented window, with the milliseconds to come. */
type OnLongWait = (ms: number) => void;

interface Waiter {
  readonly since: number;
  readonly admit: (permit: Permit) => void;
  readonly refuse: (reason: unknown) => void;
  /** Undefined once it was called. */
  onLongWait: OnLongWait | undefined;
}

/** The queue before one rate limit. First come, first served; a repeated request goes before new ones. */
export class RateLimiter {
  readonly #schedule: WindowSchedule;
  readonly #clock: Clock;
  readonly #queue: Waiter[] = [];
  #alarm: AbortController | undefined;

  constructor(schedule: WindowSchedule, clock: Clock) {
    this.#schedule = schedule;
    this.#clock = clock;
  }

  /**
   * Joins the queue's end. Rejects with the signal's reason when that comes before the turn, and with a
   * `RateLimitWaitError` when the turn comes too late.
   */
  enter(signal?: AbortSignal, onLongWait?: OnLongWait): Promise<Permit> {
    return this.#join(signal, onLongWait, (waiter) => this.#queue.push(waiter));
  }

  /** Joins the queue's front, for a request that had its turn before. */
  reenter(signal?: AbortSignal, onLongWait?: OnLongWait): Promise<Permit> {
    return this.#join(signal, onLongWait, (waiter) => this.#queue.unshift(waiter));
  }

  #join(
    signal: AbortSignal | undefined,
    onLongWait: OnLongWait | undefined,
    place: (waiter: Waiter) => void,
  ): Promise<Permit> {
    if (signal?.aborted) {
      return Promise.reject(signal.reason);
    }
    return new Promise<Permit>((resolve, reject) => {
      const forget = onAbort(signal, () => {
        this.#queue.splice(this.#queue.indexOf(waiter), 1);
        reject(signal?.reason);
        this.#advance();
      });
      const waiter: Waiter = {
        since: this.#clock.now(),
        admit: (permit) => {
          forget();
          resolve(permit);
        },
        refuse: (reason) => {
          forget();
          reject(reason);
        },
        onLongWait,
      };
      place(waiter);
      this.#advance();
    });
  }

  #advance(): void {
    this.#alarm?.abort();
    this.#alarm = undefined;
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      const now = this.#clock.now();
      const delay = this.#schedule.delay(now);
      if (delay > 0) {
        this.#advanceAfter(delay);
        return;
      }
      this.#queue.shift();
      next.admit(this.#permit(now, now - next.since));
    }
  }

  #permit(now: number, waitedMs: number): Permit {
    const request = this.#schedule.sent(now);
    return {
      waitedMs,
      onResponse: (signals) => {
        this.#schedule.onResponse(request, this.#clock.now(), signals);
        this.#advance();
      },
      onFailure: () => {
        this.#schedule.onFailure(request, this.#clock.now());
        this.#advance();
      },
    };
  }

  #advanceAfter(delay: number): void {
    if (delay === Number.POSITIVE_INFINITY) {
      return; // the next response calls again
    }
    if (delay > MAX_WAIT_MS) {
      for (const { refuse } of this.#queue.splice(0)) {
        refuse(new RateLimitWaitError(delay));
      }
      return;
    }
    const alarm = new AbortController();
    this.#alarm = alarm;
    this.#clock.sleep(Math.ceil(delay), alarm.signal).then(
      () => this.#advance(),
      () => undefined,
    );
    // Last: a waiter that is notified may leave the queue.
    if (delay > LONG_WAIT_MS) {
      this.#notifyWaiters(delay);
    }
  }

  #notifyWaiters(delay: number): void {
    for (const waiter of [...this.#queue]) {
      const { onLongWait } = waiter;
      waiter.onLongWait = undefined;
      onLongWait?.(delay);
    }
  }
}

const rateLimitersOfClocks = new WeakMap<Clock, Map<string, RateLimiter>>();

/**
 * The process-wide rate limiter of one credential at one server: the server counts by credential, however many clients
 * there are.
 */
export function sharedRateLimiter(
  origin: string,
  credential: string,
  clock: Clock,
  makeSchedule: () => WindowSchedule,
): RateLimiter {
  const rateLimiters = rateLimitersOfClocks.get(clock) ?? new Map<string, RateLimiter>();
  rateLimitersOfClocks.set(clock, rateLimiters);
  const key = createHash("sha256").update(`${origin}\n${credential}`).digest("base64");
  const rateLimiter = rateLimiters.get(key) ?? new RateLimiter(makeSchedule(), clock);
  rateLimiters.set(key, rateLimiter);
  return rateLimiter;
}

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
