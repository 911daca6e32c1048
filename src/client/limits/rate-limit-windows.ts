import { type LimitSignals, refusalWait } from "../http/rate-limit-headers";
import { Contention } from "./contention";

/** Identifies one request from its sending to its end. */
export interface SentRequest {
  readonly sentAt: number;
}

/** Decides when the next request may be sent. Pure: callers pass the time in milliseconds. */
export interface WindowSchedule {
  /** Returns the time to wait before a request: 0 for now, Infinity to wait for a response. */
  delay(now: number): number;
  sent(now: number): SentRequest;
  onResponse(request: SentRequest, now: number, signals: LimitSignals): void;
  /** Records a request without a response; the server may have counted it. */
  onFailure(request: SentRequest, now: number): void;
}

/** Timers of the server fire a little late. A request this long after the window's end is in the next window. */
const WINDOW_MARGIN_MS = 50;

/** Knowledge about the server's current window. It ends after `endsAfter`, and at `endsBy` at the latest. */
interface Window {
  endsAfter: number;
  endsBy: number;
  /** Lowest count that any response of this window reported. */
  remaining: number;
}

/**
 * Follows `RateLimit-Remaining` and `RateLimit-Reset` of a fixed window (docs/internals/api-behavior.md 3.3). While no
 * window is known, a single request is sent to learn it. A server that reports no limit is not limited. The window's
 * end is reported in whole seconds, so a process that saw only refusals does not know the exact end.
 */
export class FixedWindowSchedule implements WindowSchedule {
  #window: Window | undefined;
  /** The single request that is sent to learn the window. Others wait for its response. */
  #scout: SentRequest | undefined;
  #unlimited = false;
  readonly #inFlight = new Set<SentRequest>();
  readonly #contention: Contention;

  constructor(chance?: () => number) {
    // At the start of the next fixed window the server admits any process. So a refused process needs neither a share
    // nor longer waits.
    this.#contention = new Contention(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, chance);
  }

  delay(now: number): number {
    const window = this.#current(now);
    if (window === undefined) {
      return this.#unlimited || this.#scout === undefined ? 0 : Number.POSITIVE_INFINITY;
    }
    // `remaining` may already count requests that were sent. Counting these twice never exceeds the limit.
    return window.remaining > this.#inFlight.size ? 0 : window.endsBy + WINDOW_MARGIN_MS - now;
  }

  sent(now: number): SentRequest {
    const request = { sentAt: now };
    this.#inFlight.add(request);
    if (this.#current(now) === undefined && !this.#unlimited) {
      this.#scout = request;
    }
    return request;
  }

  onResponse(request: SentRequest, now: number, signals: LimitSignals): void {
    this.#settle(request);
    const refused = signals.status === 429;
    const reset = refused ? refusalWait(signals) : signals.reset;
    const probeAfter = refused ? this.#contention.refused(request.sentAt, now, reset) : undefined;
    if (!refused) {
      this.#contention.admitted(request.sentAt);
    }
    if (reset !== undefined) {
      this.#unlimited = false;
      const remaining = refused ? 0 : (signals.remaining ?? Number.POSITIVE_INFINITY);
      const endsAfter = request.sentAt + (reset - 1) * 1000;
      if (probeAfter === undefined) {
        this.#learn({ endsAfter, endsBy: now + reset * 1000, remaining }, now);
      } else {
        this.#window = { endsAfter, endsBy: now + probeAfter - WINDOW_MARGIN_MS, remaining };
      }
      return;
    }
    // Error pages of a gateway have no rate limit headers and prove nothing about the limit.
    if (!refused && signals.status < 500) {
      this.#unlimited = true;
      this.#window = undefined;
    }
  }

  onFailure(request: SentRequest, now: number): void {
    this.#settle(request);
    const window = this.#current(now);
    if (window !== undefined) {
      window.remaining -= 1;
    }
  }

  #settle(request: SentRequest): void {
    this.#inFlight.delete(request);
    if (this.#scout === request) {
      this.#scout = undefined;
    }
  }

  #learn(reported: Window, now: number): void {
    const known = this.#current(now);
    if (known === undefined || reported.endsAfter >= known.endsBy) {
      this.#window = reported;
      return;
    }
    if (reported.endsBy <= known.endsAfter) {
      return; // a late response from the window before
    }
    known.endsAfter = Math.max(known.endsAfter, reported.endsAfter);
    known.endsBy = Math.min(known.endsBy, reported.endsBy);
    known.remaining = Math.min(known.remaining, reported.remaining);
  }

  #current(now: number): Window | undefined {
    if (this.#window !== undefined && now >= this.#window.endsBy + WINDOW_MARGIN_MS) {
      this.#window = undefined;
    }
    return this.#window;
  }
}

/** Extra time between requests and the end of the server's window. */
const SLIDING_MARGIN_MS = 10;
/** Additional wait after a refusal, as in the official client (docs/internals/api-behavior.md 1.6). */
const AFTER_REFUSAL_MS = 1000;

/**
 * Allows a number of requests in any window of a fixed length (docs/internals/api-behavior.md 1.6). The server saw a
 * request before its response arrived, so its place is free again one window after the response. Other processes with
 * the same credential are visible only through refusals.
 */
export class SlidingWindowSchedule implements WindowSchedule {
  readonly #contention: Contention;
  #inFlight = 0;
  #blockedUntil = Number.NEGATIVE_INFINITY;
  /** Times at which used places become free, in ascending order. */
  readonly #freeAt: number[] = [];

  constructor(
    limit: number,
    private readonly windowMs: number,
    chance?: () => number,
  ) {
    this.#contention = new Contention(limit, windowMs, chance);
  }

  delay(now: number): number {
    while ((this.#freeAt[0] ?? Number.POSITIVE_INFINITY) <= now) {
      this.#freeAt.shift();
    }
    const untilUnblocked = Math.max(0, this.#blockedUntil - now);
    if (this.#contention.isProbing) {
      return this.#inFlight === 0 ? untilUnblocked : Number.POSITIVE_INFINITY;
    }
    if (this.#inFlight + this.#freeAt.length < this.#contention.share) {
      return untilUnblocked;
    }
    const untilFree = (this.#freeAt[0] ?? Number.POSITIVE_INFINITY) - now;
    return Math.max(untilUnblocked, untilFree);
  }

  sent(now: number): SentRequest {
    this.#inFlight += 1;
    return { sentAt: now };
  }

  onResponse(request: SentRequest, now: number, signals: LimitSignals): void {
    this.#inFlight -= 1;
    if (signals.status !== 429) {
      this.#contention.admitted(request.sentAt);
      this.#occupy(now);
      return;
    }
    const reported = refusalWait(signals);
    const instead = this.#contention.refused(request.sentAt, now, reported);
    const wait = instead ?? (reported === undefined ? 0 : reported * 1000 + AFTER_REFUSAL_MS);
    this.#blockedUntil = Math.max(this.#blockedUntil, now + wait);
  }

  onFailure(_request: SentRequest, now: number): void {
    this.#inFlight -= 1;
    this.#occupy(now);
  }

  #occupy(now: number): void {
    this.#freeAt.push(now + this.windowMs + SLIDING_MARGIN_MS + this.#contention.yieldMs());
    this.#freeAt.sort((one, other) => one - other);
  }
}
