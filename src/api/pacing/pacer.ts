import { onAbort } from "../abandonable";
import type { Clock } from "../clock";
import { RateLimitWaitError } from "../errors/rate-limit-wait-error";
import type { LimitSignals } from "../transport/limit-signals";
import { LONG_WAIT_MS, LONGEST_WAIT_MS } from "./long-wait";
import type { Schedule } from "./schedule";

/** Leave to send one request. Exactly one of the two must be called when its outcome is known. */
export interface Pass {
  /** Time spent in the queue, in milliseconds. */
  readonly waitedMs: number;
  answered(signals: LimitSignals): void;
  failed(): void;
}

/** Called once, when a request has to wait longer than any documented window, with the milliseconds to come. */
export type OnLongWait = (ms: number) => void;

interface Waiter {
  readonly since: number;
  readonly admit: (pass: Pass) => void;
  readonly refuse: (reason: unknown) => void;
  /** Undefined once it was called. */
  onLongWait: OnLongWait | undefined;
}

/** The queue before one rate limit. First come, first served; a repeated request goes before new ones. */
export class Pacer {
  readonly #schedule: Schedule;
  readonly #clock: Clock;
  readonly #queue: Waiter[] = [];
  #alarm: AbortController | undefined;

  constructor(schedule: Schedule, clock: Clock) {
    this.#schedule = schedule;
    this.#clock = clock;
  }

  /**
   * Joins the queue's end. Rejects with the signal's reason when that comes before the turn, and with a `RateLimitWaitError` when the turn
   * comes too late.
   */
  enter(signal?: AbortSignal, onLongWait?: OnLongWait): Promise<Pass> {
    return this.#join(signal, onLongWait, (waiter) => this.#queue.push(waiter));
  }

  /** Joins the queue's front, for a request that had its turn before. */
  reenter(signal?: AbortSignal, onLongWait?: OnLongWait): Promise<Pass> {
    return this.#join(signal, onLongWait, (waiter) => this.#queue.unshift(waiter));
  }

  #join(
    signal: AbortSignal | undefined,
    onLongWait: OnLongWait | undefined,
    place: (waiter: Waiter) => void,
  ): Promise<Pass> {
    if (signal?.aborted) {
      return Promise.reject(signal.reason);
    }
    return new Promise<Pass>((resolve, reject) => {
      const forget = onAbort(signal, () => {
        this.#queue.splice(this.#queue.indexOf(waiter), 1);
        reject(signal?.reason);
        this.#advance();
      });
      const waiter: Waiter = {
        since: this.#clock.now(),
        admit: (pass) => {
          forget();
          resolve(pass);
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
      next.admit(this.#pass(now, now - next.since));
    }
  }

  #pass(now: number, waitedMs: number): Pass {
    const ticket = this.#schedule.sent(now);
    return {
      waitedMs,
      answered: (signals) => {
        this.#schedule.answered(ticket, this.#clock.now(), signals);
        this.#advance();
      },
      failed: () => {
        this.#schedule.failed(ticket, this.#clock.now());
        this.#advance();
      },
    };
  }

  #advanceAfter(delay: number): void {
    if (delay === Number.POSITIVE_INFINITY) {
      return; // the next reply calls again
    }
    if (delay > LONGEST_WAIT_MS) {
      for (const { refuse } of this.#queue.splice(0)) refuse(new RateLimitWaitError(delay));
      return;
    }
    const alarm = new AbortController();
    this.#alarm = alarm;
    this.#clock.sleep(Math.ceil(delay), alarm.signal).then(
      () => this.#advance(),
      () => undefined,
    );
    // Last: who is told may leave the queue.
    if (delay > LONG_WAIT_MS) this.#tellWaiters(delay);
  }

  #tellWaiters(delay: number): void {
    for (const waiter of [...this.#queue]) {
      const { onLongWait } = waiter;
      waiter.onLongWait = undefined;
      onLongWait?.(delay);
    }
  }
}
