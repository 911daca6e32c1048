import type { Schedule, Ticket } from "../../../src/api/pacing/schedule";
import type { LimitSignals } from "../../../src/api/transport/limit-signals";

/** A server that admits by its own rule and tells what it likes. Times in milliseconds. */
export interface SimulatedServer {
  answer(arrival: number): LimitSignals;
}

/** When each request reached the server, and what it said. */
export interface Simulation {
  readonly arrivals: readonly { readonly at: number; readonly status: number }[];
  readonly endedAt: number;
}

interface Travelling {
  readonly ticket: Ticket;
  readonly arrives: number;
  readonly returns: number;
}

/** Runs requests through a schedule against a server, on a clock that is only a number. Each way takes `latency / 2`. */
export function simulate(schedule: Schedule, server: SimulatedServer, requests: number, latency: number): Simulation {
  let now = 0;
  let left = requests;
  const travelling: Travelling[] = [];
  const arrivals: { at: number; status: number }[] = [];
  while (left > 0 || travelling.length > 0) {
    const sendable = left > 0 ? now + schedule.delay(now) : Number.POSITIVE_INFINITY;
    const reply = travelling[0];
    if (sendable <= now) {
      left -= 1;
      travelling.push({ ticket: schedule.sent(now), arrives: now + latency / 2, returns: now + latency });
    } else if (reply !== undefined && reply.returns <= sendable) {
      travelling.shift();
      now = reply.returns;
      const signals = server.answer(reply.arrives);
      arrivals.push({ at: reply.arrives, status: signals.status });
      left += signals.status === 429 ? 1 : 0;
      schedule.answered(reply.ticket, now, signals);
    } else {
      now = awaited(sendable);
    }
  }
  return { arrivals, endedAt: now };
}

function awaited(time: number): number {
  if (!Number.isFinite(time)) {
    throw new Error("the schedule waits for nothing");
  }
  return time;
}
