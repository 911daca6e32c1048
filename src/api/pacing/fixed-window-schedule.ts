import { type LimitSignals, refusalWait } from "../transport/limit-signals";
import { Contention } from "./contention";
import type { Schedule, Ticket } from "./schedule";

/** Timers of the server fire a little late; asking this much after the window's end meets the new one. */
const MARGIN_MS = 50;

/** What is known about the server's present window. The true end lies after `endsAfter` and not after `endsBy`. */
interface Window {
  endsAfter: number;
  endsBy: number;
  /** Lowest count any reply of this window told. */
  remaining: number;
}

/**
 * Follows `RateLimit-Remaining` and `RateLimit-Reset` of a fixed window (docs/internals/api-behavior.md 3.3).
 * While no window is known one request goes alone and brings it. A server that tells no limit is not paced.
 * The window's end is told in whole seconds, so a process that saw only refusals knows it worse than one that uses the window up.
 */
export class FixedWindowSchedule implements Schedule {
  #window: Window | undefined;
  #scout: Ticket | undefined;
  #unlimited = false;
  readonly #inFlight = new Set<Ticket>();
  readonly #contention: Contention;

  constructor(chance?: () => number) {
    // Whoever is refused in a fixed window gets in when the next one begins, however often it asks: there is no share, and no patience.
    this.#contention = new Contention(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, chance);
  }

  delay(now: number): number {
    const window = this.#current(now);
    if (window === undefined) {
      return this.#unlimited || this.#scout === undefined ? 0 : Number.POSITIVE_INFINITY;
    }
    // Requests on their way may or may not be in `remaining` already; counting all of them is never too many.
    return window.remaining > this.#inFlight.size ? 0 : window.endsBy + MARGIN_MS - now;
  }

  sent(now: number): Ticket {
    const ticket = { sentAt: now };
    this.#inFlight.add(ticket);
    if (this.#current(now) === undefined && !this.#unlimited) {
      this.#scout = ticket;
    }
    return ticket;
  }

  answered(ticket: Ticket, now: number, signals: LimitSignals): void {
    this.#settle(ticket);
    const refused = signals.status === 429;
    const reset = refused ? refusalWait(signals) : signals.reset;
    const probeAfter = refused ? this.#contention.refused(ticket.sentAt, now, reset) : undefined;
    if (!refused) {
      this.#contention.admitted(ticket.sentAt);
    }
    if (reset !== undefined) {
      this.#unlimited = false;
      const remaining = refused ? 0 : (signals.remaining ?? Number.POSITIVE_INFINITY);
      const endsAfter = ticket.sentAt + (reset - 1) * 1000;
      if (probeAfter === undefined) this.#learn({ endsAfter, endsBy: now + reset * 1000, remaining }, now);
      else this.#window = { endsAfter, endsBy: now + probeAfter - MARGIN_MS, remaining };
      return;
    }
    // A gateway's own error page comes without the limiter's headers and says nothing about it.
    if (!refused && signals.status < 500) {
      this.#unlimited = true;
      this.#window = undefined;
    }
  }

  failed(ticket: Ticket, now: number): void {
    this.#settle(ticket);
    const window = this.#current(now);
    if (window !== undefined) {
      window.remaining -= 1;
    }
  }

  #settle(ticket: Ticket): void {
    this.#inFlight.delete(ticket);
    if (this.#scout === ticket) {
      this.#scout = undefined;
    }
  }

  #learn(told: Window, now: number): void {
    const known = this.#current(now);
    if (known === undefined || told.endsAfter >= known.endsBy) {
      this.#window = told;
      return;
    }
    if (told.endsBy <= known.endsAfter) {
      return; // a late reply out of the window before
    }
    known.endsAfter = Math.max(known.endsAfter, told.endsAfter);
    known.endsBy = Math.min(known.endsBy, told.endsBy);
    known.remaining = Math.min(known.remaining, told.remaining);
  }

  #current(now: number): Window | undefined {
    if (this.#window !== undefined && now >= this.#window.endsBy + MARGIN_MS) {
      this.#window = undefined;
    }
    return this.#window;
  }
}
