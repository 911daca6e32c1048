import type { LimitSignals } from "../../../../src/client/http/rate-limit-headers";
import type { SentRequest, WindowSchedule } from "../../../../src/client/limits/rate-limit-windows";

/** Server with any rule of admission and any rate limit headers. Times in milliseconds. */
export interface SimulatedServer {
  respond(arrival: number): LimitSignals;
}

/** Arrival time and response of each request. */
interface Simulation {
  readonly arrivals: readonly { readonly at: number; readonly status: number }[];
  readonly endedAt: number;
}

interface Travelling {
  readonly request: SentRequest;
  readonly arrives: number;
  readonly returns: number;
}

/** Maximum number of steps. The longest simulation has 12,000 steps. */
const MAX_STEPS = 50_000;

/**
 * Sends requests through a schedule to a server, with a simulated clock. Requests and responses each take `latency /
 * 2`.
 */
export function simulate(
  schedule: WindowSchedule,
  server: SimulatedServer,
  requests: number,
  latency: number,
): Simulation {
  let now = 0;
  let left = requests;
  const travelling: Travelling[] = [];
  const arrivals: { at: number; status: number }[] = [];
  for (let step = 0; left > 0 || travelling.length > 0; step += 1) {
    if (step > MAX_STEPS) {
      throw new Error("the simulation does not end");
    }
    const sendable = left > 0 ? now + schedule.delay(now) : Number.POSITIVE_INFINITY;
    const response = travelling[0];
    if (sendable <= now) {
      left -= 1;
      travelling.push({ request: schedule.sent(now), arrives: now + latency / 2, returns: now + latency });
    } else if (response !== undefined && response.returns <= sendable) {
      travelling.shift();
      now = response.returns;
      const signals = server.respond(response.arrives);
      arrivals.push({ at: response.arrives, status: signals.status });
      left += signals.status === 429 ? 1 : 0;
      schedule.onResponse(response.request, now, signals);
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

/** One process among several with the same credential. Times in milliseconds. */
interface SimulatedProcess {
  readonly schedule: WindowSchedule;
  readonly startsAt: number;
  readonly requests: number;
}

/** Results of one process. */
export interface Share {
  readonly endedAt: number;
  /** The longest time without an accepted request, from the start of the process to its end. */
  readonly longestWait: number;
  readonly refusals: number;
}

/** Number of requests that one process sends at the same time, as the engine does. */
const PARALLEL = 10;

/**
 * Runs several processes with one server. Requests and responses each take half of `latency`, and up to 3 random
 * milliseconds more.
 */
export function simulateSeveral(
  server: SimulatedServer,
  processes: readonly SimulatedProcess[],
  latency: number,
  chance: () => number,
): readonly Share[] {
  const running = processes.map(({ schedule, startsAt, requests }) => new Running(schedule, startsAt, requests));
  let events = running.map((process): Happening => ({ at: process.lastAdmitted, does: () => pump(process) }));
  let now = 0;
  const happens = (at: number, does: () => void) => {
    events.push({ at, does });
  };
  const pump = (process: Running) => {
    while (process.left > 0 && process.travelling < PARALLEL) {
      const delay = process.schedule.delay(now);
      if (delay > 0) {
        if (Number.isFinite(delay)) {
          happens(now + delay, () => pump(process));
        }
        return;
      }
      send(process);
    }
  };
  const send = (process: Running) => {
    const request = process.schedule.sent(now);
    process.left -= 1;
    process.travelling += 1;
    happens(now + latency / 2 + 3 * chance(), () => {
      const signals = server.respond(now);
      happens(now + latency / 2, () => {
        process.heard(now, signals);
        process.schedule.onResponse(request, now, signals);
        pump(process);
      });
    });
  };
  for (let step = 0; events.length > 0; step += 1) {
    if (step > MAX_STEPS) {
      throw new Error("the simulation does not end");
    }
    const next = events.reduce((first, event) => (event.at < first.at ? event : first));
    events = events.filter((event) => event !== next);
    now = next.at;
    next.does();
  }
  return running;
}

interface Happening {
  readonly at: number;
  readonly does: () => void;
}

class Running implements Share {
  travelling = 0;
  refusals = 0;
  longestWait = 0;
  endedAt = Number.NaN;

  constructor(
    readonly schedule: WindowSchedule,
    public lastAdmitted: number,
    public left: number,
  ) {}

  heard(now: number, { status }: LimitSignals): void {
    this.travelling -= 1;
    if (status === 429) {
      this.left += 1;
      this.refusals += 1;
      return;
    }
    this.longestWait = Math.max(this.longestWait, now - this.lastAdmitted);
    this.lastAdmitted = now;
    if (this.left === 0 && this.travelling === 0) {
      this.endedAt = now;
    }
  }
}
