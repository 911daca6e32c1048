import type { LimitSignals } from "../../../../src/client/http/rate-limit-headers";
import {
  FixedWindowSchedule,
  SlidingWindowSchedule,
  type WindowSchedule,
} from "../../../../src/client/limits/rate-limit-windows";
import { seededRandom } from "../../../support/seeded-random";
import { type SimulatedServer, simulateSeveral } from "./simulate";

const WINDOW = 10_000;
const LIMIT = 10;

/**
 * A server that allows ten requests in any ten seconds (docs/internals/api-behavior.md 1.6). It reports the limit in
 * one of several forms.
 */
class SlidingWindowServer implements SimulatedServer {
  #times: number[] = [];

  constructor(
    private readonly tell: (seconds: number) => number | undefined,
    private readonly countsRefused: boolean,
  ) {}

  respond(arrival: number): LimitSignals {
    this.#times = this.#times.filter((time) => time > arrival - WINDOW);
    const free = this.#times.length < LIMIT;
    const oldest = this.#times.at(-LIMIT) ?? arrival;
    if (free || this.countsRefused) {
      this.#times.push(arrival);
    }
    if (free) {
      return { status: 200 };
    }
    const waitFor = this.tell((oldest + WINDOW - arrival) / 1000);
    return { status: 429, ...(waitFor !== undefined && { waitFor }) };
  }
}

/**
 * A server that allows a hundred requests in each window of a minute. It reports the end of the window in whole seconds
 * (docs/internals/api-behavior.md 3.3).
 */
class FixedWindowServer implements SimulatedServer {
  #window = Number.NaN;
  #used = 0;

  respond(arrival: number): LimitSignals {
    const window = Math.floor(arrival / 60_000);
    if (window !== this.#window) {
      this.#used = 0;
    }
    this.#window = window;
    this.#used += 1;
    const reset = Math.ceil(((window + 1) * 60_000 - arrival) / 1000);
    return this.#used > 100
      ? { status: 429, remaining: 0, reset, retryAfter: 60 }
      : { status: 200, remaining: 100 - this.#used, reset };
  }
}

const SEEDS = [1, 2, 3, 4, 5];

function run(
  make: (chance: () => number) => WindowSchedule,
  server: SimulatedServer,
  starts: readonly number[],
  requests: number,
  seed: number,
) {
  const chance = seededRandom(seed);
  const processes = starts.map((startsAt) => ({ schedule: make(chance), startsAt, requests }));
  return simulateSeveral(server, processes, 20, chance);
}

const STARTS = [
  [0, 1000],
  [0, 0],
  [0, 5000, 5000],
  [0, 500, 3000, 6000],
];

describe.each(SEEDS)("with random seed %d", (seed) => {
  test.each([
    ["to the millisecond", (seconds: number) => seconds],
    ["in whole seconds rounded up", Math.ceil],
    ["in whole seconds rounded down", Math.floor],
  ])("processes with one key share a sliding window if its end is reported %s", (_name, tell) => {
    for (const starts of STARTS) {
      const sliding = (chance: () => number) => new SlidingWindowSchedule(LIMIT, WINDOW, chance);
      const shares = run(sliding, new SlidingWindowServer(tell, false), starts, 100, seed);
      const least = starts.length * 100_000;
      for (const { endedAt, longestWait } of shares) {
        // The processes do not know each other. This reduces the used limit by up to a fifth.
        expect(endedAt).toBeLessThan(least * 1.4);
        expect(longestWait).toBeLessThan(15 * WINDOW);
      }
    }
  });

  test("all processes finish at a server that counts refused requests, because they send requests less often", () => {
    for (const starts of STARTS) {
      const sliding = (chance: () => number) => new SlidingWindowSchedule(LIMIT, WINDOW, chance);
      for (const { endedAt } of run(sliding, new SlidingWindowServer((seconds) => seconds, true), starts, 100, seed)) {
        expect(endedAt).toBeLessThan(3_000_000);
      }
    }
  });

  test("processes with one key share fixed windows without lost capacity", () => {
    for (const starts of STARTS) {
      const shares = run((chance) => new FixedWindowSchedule(chance), new FixedWindowServer(), starts, 1000, seed);
      for (const { endedAt, longestWait } of shares) {
        expect(endedAt).toBeLessThan(starts.length * 10 * 60_000 * 1.02);
        expect(longestWait).toBeLessThan(4 * 60_000);
      }
    }
  });
});
