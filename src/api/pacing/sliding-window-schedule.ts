import { type LimitSignals, refusalWait } from "../transport/limit-signals";
import type { Schedule, Ticket } from "./schedule";

/** Keeps a request off the very edge of the server's window. */
const MARGIN_MS = 10;
/** The official client waits this much longer than told (facts/api.md 1.6). */
const AFTER_REFUSAL_MS = 1000;

/**
 * So many requests in any window of so long (facts/api.md 1.6). The server saw a request at some time before its reply arrived,
 * so its place is free again one window after the reply.
 */
export class SlidingWindowSchedule implements Schedule {
  readonly #limit: number;
  readonly #windowMs: number;
  #inFlight = 0;
  #blockedUntil = Number.NEGATIVE_INFINITY;
  /** Times at which used places become free, ascending. */
  readonly #freeAt: number[] = [];

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  delay(now: number): number {
    while ((this.#freeAt[0] ?? Number.POSITIVE_INFINITY) <= now) {
      this.#freeAt.shift();
    }
    const untilUnblocked = Math.max(0, this.#blockedUntil - now);
    if (this.#inFlight + this.#freeAt.length < this.#limit) {
      return untilUnblocked;
    }
    const untilFree = (this.#freeAt[0] ?? Number.POSITIVE_INFINITY) - now;
    return Math.max(untilUnblocked, untilFree);
  }

  sent(now: number): Ticket {
    this.#inFlight += 1;
    return { sentAt: now };
  }

  answered(_ticket: Ticket, now: number, signals: LimitSignals): void {
    this.#release(now);
    const told = signals.status === 429 ? refusalWait(signals) : undefined;
    if (told !== undefined) {
      this.#blockedUntil = Math.max(this.#blockedUntil, now + told * 1000 + AFTER_REFUSAL_MS);
    }
  }

  failed(_ticket: Ticket, now: number): void {
    this.#release(now);
  }

  #release(now: number): void {
    this.#inFlight -= 1;
    this.#freeAt.push(now + this.#windowMs + MARGIN_MS);
  }
}
