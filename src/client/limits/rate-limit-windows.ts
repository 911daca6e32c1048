import { type LimitSignals, refusalWait } from "../http/rate-limit-headers";
import { Contention } from "./contention";

/** Marks one request from its sending to its end. */
export interface SentRequest {
  readonly sentAt: number;
}

/** Decides when the next request may go. Pure: time is handed in, in milliseconds. */
export interface WindowSchedule {
  /** Time to wait before a request may go: 0 for now, Infinity for not before a response. */
  delay(now: number): number;
  sent(now: number): SentRequest;
  /** The headers of the response have arrived. */
  onResponse(request: SentRequest, now: number, signals: LimitSignals): void;
  /** No response came; the server may have counted the request all the same. */
  onFailure(request: SentRequest, now: number): void;
}

/** Timers of the server fire a little late; asking this much after the window's end meets the new one. */
const WINDOW_MARGIN_MS = 50;

/** What is known about the server's present window. The true end lies after `endsAfter` and not after `endsBy`. */
interface Window {
  endsAfter: number;
  endsBy: number;
  /** Lowest count any response of this window reported. */
  remaining: number;
}

/**
 * Follows `RateLimit-Remaining` and `RateLimit-Reset` of a fixed window (docs/internals/api-behavior.md 3.3). While no
 * window is known one request goes alone and brings it. A server that reports no limit is not limited. The window's end
 * is reported in whole seconds, so a process that saw only refusals knows it worse than one that uses the window up.
 */
export class FixedWindowSchedule implements WindowSchedule {
  #window: Window | undefined;
  #scout: SentRequest | undefined;
  #unlimited = false;
  readonly #inFlight = new Set<SentRequest>();
  readonly #contention: Contention;

  constructor(chance?: () => number) {
    // Whoever is refused in a fixed window gets in when the next one begins, however often it asks: there is no share,
    // and no patience.
    this.#contention = new Contention(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, chance);
  }

  delay(now: number): number {
    const window = this.#current(now);
    if (window === undefined) {
      return this.#unlimited || this.#scout === undefined ? 0 : Number.POSITIVE_INFINITY;
    }
    // Requests on their way may or may not be in `remaining` already; counting all of them is never too many.
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
    // A gateway's own error page comes without the limiter's headers and says nothing about it.
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
      return; // a late response out of the window before
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

/** Keeps a request off the very edge of the server's window. */
const SLIDING_MARGIN_MS = 10;
/** The official client waits this much longer than the server asks (docs/internals/api-behavior.md 1.6). */
const AFTER_REFUSAL_MS = 1000;

/**
 * So many requests in any window of so long (docs/internals/api-behavior.md 1.6). The server saw a request at some time
 * before its response arrived, so its place is free again one window after the response. Other processes with the same
 * credential show in refusals alone.
 */
export class SlidingWindowSchedule implements WindowSchedule {
  readonly #windowMs: number;
  readonly #contention: Contention;
  #inFlight = 0;
  #blockedUntil = Number.NEGATIVE_INFINITY;
  /** Times at which used places become free, ascending. */
  readonly #freeAt: number[] = [];

  constructor(limit: number, windowMs: number, chance?: () => number) {
    this.#windowMs = windowMs;
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
    if (signals.status === 429) {
      this.#refused(request, now, signals);
      return;
    }
    this.#contention.admitted(request.sentAt);
    this.#occupy(now);
  }

  onFailure(_request: SentRequest, now: number): void {
    this.#inFlight -= 1;
    this.#occupy(now);
  }

  #refused(request: SentRequest, now: number, signals: LimitSignals): void {
    const reported = refusalWait(signals);
    const instead = this.#contention.refused(request.sentAt, now, reported);
    const wait = instead ?? (reported === undefined ? undefined : reported * 1000 + AFTER_REFUSAL_MS);
    if (wait === undefined) {
      return;
    }
    this.#blockedUntil = Math.max(this.#blockedUntil, now + wait);
  }

  #occupy(now: number): void {
    this.#freeAt.push(now + this.#windowMs + SLIDING_MARGIN_MS + this.#contention.yieldMs());
    this.#freeAt.sort((one, other) => one - other);
  }
}
