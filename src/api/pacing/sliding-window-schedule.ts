import { type LimitSignals, refusalWait } from "../transport/limit-signals";
import { Contention } from "./contention";
import type { Schedule, Ticket } from "./schedule";

/** Keeps a request off the very edge of the server's window. */
const MARGIN_MS = 10;
/** The official client waits this much longer than told (docs/internals/api-behavior.md 1.6). */
const AFTER_REFUSAL_MS = 1000;

/**
 * So many requests in any window of so long (docs/internals/api-behavior.md 1.6). The server saw a request at some time before its reply
 * arrived, so its place is free again one window after the reply. Other processes with the same credential show in refusals alone.
 */
export class SlidingWindowSchedule implements Schedule {
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

  sent(now: number): Ticket {
    this.#inFlight += 1;
    return { sentAt: now };
  }

  answered(ticket: Ticket, now: number, signals: LimitSignals): void {
    this.#inFlight -= 1;
    if (signals.status === 429) {
      this.#refused(ticket, now, signals);
      return;
    }
    this.#contention.admitted(ticket.sentAt);
    this.#occupy(now);
  }

  failed(_ticket: Ticket, now: number): void {
    this.#inFlight -= 1;
    this.#occupy(now);
  }

  #refused(ticket: Ticket, now: number, signals: LimitSignals): void {
    const told = refusalWait(signals);
    const instead = this.#contention.refused(ticket.sentAt, now, told);
    const wait = instead ?? (told === undefined ? undefined : told * 1000 + AFTER_REFUSAL_MS);
    if (wait === undefined) {
      return;
    }
    // What an earlier refusal asked for is over, or this request would not have been sent.
    const until = now + wait;
    this.#blockedUntil = instead === undefined ? Math.max(this.#blockedUntil, until) : until;
  }

  #occupy(now: number): void {
    this.#freeAt.push(now + this.#windowMs + MARGIN_MS + this.#contention.yieldMs());
    this.#freeAt.sort((one, other) => one - other);
  }
}
