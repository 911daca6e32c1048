import { createHash } from "node:crypto";
import { LONG_WAIT_MS, MAX_WAIT_MS, RateLimitWaitError } from "../http/errors";
import type { LimitSignals } from "../http/rate-limit-headers";
import { type Clock, onAbort } from "../waiting";
import type { WindowSchedule } from "./rate-limit-windows";

/** Permission to send one request. Call exactly one of the two methods when the outcome of the request is known. */
export interface Permit {
  /** Time spent in the queue, in milliseconds. */
  readonly waitedMs: number;
  onResponse(signals: LimitSignals): void;
  onFailure(): void;
}

/** Called once with the remaining milliseconds, if a request waits longer than any documented window. */
type OnLongWait = (ms: number) => void;

interface Waiter {
  readonly since: number;
  readonly admit: (permit: Permit) => void;
  readonly refuse: (reason: unknown) => void;
  /** Called once for a long wait. Undefined after the call. */
  onLongWait: OnLongWait | undefined;
}

/** Queue of one rate limit. First come, first served; repeated requests go before new ones. */
export class RateLimiter {
  readonly #queue: Waiter[] = [];
  #alarm: AbortController | undefined;

  constructor(
    private readonly schedule: WindowSchedule,
    private readonly clock: Clock,
  ) {}

  /**
   * Joins the end of the queue, or its front for a repeated request. Rejects with the signal's reason after an abort, and
   * with a `RateLimitWaitError` if the wait is too long.
   */
  enter(signal?: AbortSignal, onLongWait?: OnLongWait, isRepeated = false): Promise<Permit> {
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
        since: this.clock.now(),
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
      this.#queue.splice(isRepeated ? 0 : this.#queue.length, 0, waiter);
      this.#advance();
    });
  }

  #advance(): void {
    this.#alarm?.abort();
    this.#alarm = undefined;
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      const now = this.clock.now();
      const delay = this.schedule.delay(now);
      if (delay > 0) {
        this.#advanceAfter(delay);
        return;
      }
      this.#queue.shift();
      next.admit(this.#permit(now, now - next.since));
    }
  }

  #permit(now: number, waitedMs: number): Permit {
    const request = this.schedule.sent(now);
    return {
      waitedMs,
      onResponse: (signals) => {
        this.schedule.onResponse(request, this.clock.now(), signals);
        this.#advance();
      },
      onFailure: () => {
        this.schedule.onFailure(request, this.clock.now());
        this.#advance();
      },
    };
  }

  #advanceAfter(delay: number): void {
    if (delay === Number.POSITIVE_INFINITY) {
      return; // the next response calls #advance
    }
    if (delay > MAX_WAIT_MS) {
      for (const { refuse } of this.#queue.splice(0)) {
        refuse(new RateLimitWaitError(delay));
      }
      return;
    }
    const alarm = new AbortController();
    this.#alarm = alarm;
    this.clock.sleep(Math.ceil(delay), alarm.signal).then(
      () => this.#advance(),
      () => undefined,
    );
    // Called after the alarm is set, because a notified waiter may leave the queue.
    for (const waiter of delay > LONG_WAIT_MS ? [...this.#queue] : []) {
      const { onLongWait } = waiter;
      waiter.onLongWait = undefined;
      onLongWait?.(delay);
    }
  }
}

const rateLimitersOfClocks = new WeakMap<Clock, Map<string, RateLimiter>>();

/** Returns the limiter that all clients with a credential share in this process: the server counts by credential. */
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
