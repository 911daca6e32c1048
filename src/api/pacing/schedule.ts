import type { LimitSignals } from "../transport/limit-signals";

/** Marks one request from its sending to its end. */
export interface Ticket {
  readonly sentAt: number;
}

/** Decides when the next request may go. Pure: time is handed in, in milliseconds. */
export interface Schedule {
  /** Time to wait before a request may go: 0 for now, Infinity for not before a reply. */
  delay(now: number): number;
  sent(now: number): Ticket;
  /** The headers of the reply have arrived. */
  answered(ticket: Ticket, now: number, signals: LimitSignals): void;
  /** No reply came; the server may have counted the request all the same. */
  failed(ticket: Ticket, now: number): void;
}
