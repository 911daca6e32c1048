import type { Clock } from "../../../src/client/waiting";

/** No work of a test takes so long on its clock, in milliseconds: what does goes round in circles. */
const LONGEST = 86_400_000;

/** Nor does a request to this process take so many turns of its event loop. */
const MAX_TURNS = 2_000_000;

/** A clock that only moves when told. */
export class ManualClock implements Clock {
  #now = 0;
  readonly #sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleeper = { until: this.#now + ms, wake: resolve };
      this.#sleepers.add(sleeper);
      signal?.addEventListener("abort", () => {
        this.#sleepers.delete(sleeper);
        reject(signal.reason);
      });
    });
  }

  /** Moves on, waking each sleeper at its time and letting what follows from it run. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settled();
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#now = next.until;
      this.#sleepers.delete(next);
      next.wake();
      await settled();
    }
    this.#now = end;
  }

  /** How many wait for a time to come. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  /** Moves on in steps until some work has ended; what the work does in real time goes on between the steps. */
  async advanceUntil(work: Promise<unknown>, step: number): Promise<void> {
    let ended = false;
    const end = () => {
      ended = true;
    };
    work.then(end, end);
    const latest = this.#now + LONGEST;
    for (let idle = 0; !ended; idle = this.#sleepers.size > 0 ? 0 : idle + 1) {
      if (this.#now > latest || idle > MAX_TURNS) {
        throw new Error("the work does not end");
      }
      await settled();
      if (this.#sleepers.size > 0) {
        await this.advance(step);
      }
    }
  }

  #next(end: number) {
    return [...this.#sleepers].filter(({ until }) => until <= end).sort((one, other) => one.until - other.until)[0];
  }
}

/** Lets every promise that can go on do so. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
