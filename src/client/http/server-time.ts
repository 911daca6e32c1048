import { type ClientWarning, isLoopback } from "../settings";
import type { Clock } from "../waiting";

/** Maximum difference between a `Date` header and the clock of this machine. A header that differs more is ignored. */
const MAX_DIFFERENCE_MS = 24 * 60 * 60_000;

/** `Date` has whole seconds. */
const PRECISION_MS = 1000;

/** Sent by an emulator whose clock a test sets, with the time in milliseconds since the epoch. */
const EMULATED_TIME = "x-clickstack-emulated-time";

/** A time that the server showed, and the time on the client's clock at which it arrived. */
export interface ShownTime {
  readonly time: number;
  readonly at: number;
}

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Time of one server, from its `Date` headers. A header that differs far from this machine's clock is wrong, or not
 * from the server. A wrong time must not make a key expire or rotate, so this machine's clock is used instead.
 */
export class ServerTime {
  #received: ShownTime | undefined;
  #last: ShownTime | undefined;
  #ignored: number | undefined;
  #hasWarned = false;

  /** @param origin scheme, host and port */
  constructor(
    private readonly origin: string,
    private readonly clock: Clock,
    private readonly warn: ((warning: ClientWarning) => void) | undefined,
  ) {}

  /** @param at arrival time of the headers, on the client's clock */
  listenTo(headers: Headers, at: number): void {
    const time = Date.parse(headers.date ?? "");
    if (Number.isNaN(time)) {
      return;
    }
    this.#last = { time, at };
    if (Math.abs(time - Date.now()) <= MAX_DIFFERENCE_MS || this.#isEmulated(headers, time)) {
      this.#received = { time, at };
    } else {
      this.#ignored = time;
    }
  }

  /** Returns the last date of the server, even if it is wrong; this machine's time if the server has sent none. */
  last(): ShownTime {
    return this.#last ?? { time: Date.now(), at: this.clock.now() };
  }

  /** Returns epoch milliseconds; undefined until the server has sent a date. Warns once if the date is ignored. */
  now(): number | undefined {
    if (this.#received !== undefined) {
      return this.#received.time + (this.clock.now() - this.#received.at);
    }
    if (this.#ignored === undefined) {
      return undefined;
    }
    if (!this.#hasWarned) {
      this.#hasWarned = true;
      this.#warnOfIgnored(this.#ignored);
    }
    return Date.now();
  }

  #isEmulated(headers: Headers, time: number): boolean {
    const emulated = Number(headers[EMULATED_TIME] ?? Number.NaN);
    // Only a server on this machine may be an emulator with a separate clock.
    return isLoopback(new URL(this.origin).hostname) && Math.abs(emulated - time) <= PRECISION_MS;
  }

  #warnOfIgnored(ignored: number): void {
    this.warn?.({
      summary: "The Date header of the server is ignored",
      detail:
        `${this.origin} sends the date ${new Date(ignored).toISOString()}, and the clock of this machine shows ` +
        `${new Date().toISOString()}. They differ by more than 24 hours, so rotations and expiries follow the clock of this machine.\n` +
        "Fix: correct the clock of this machine, or that of the server or proxy that sends the header.",
    });
  }
}
