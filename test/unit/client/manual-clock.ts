import type { Clock } from "../../../src/client/waiting";

/** Maximum duration of work in milliseconds of this clock. Longer work means an endless loop. */
const MAX_WORK_MS = 86_400_000;

/** Maximum number of turns of the event loop without a waiting timer. */
const MAX_TURNS = 2_000_000;

/** Clock that a test moves. */
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

  /** Moves the clock, wakes each waiting timer at its time, and lets the timer's work run. */
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

  /** Number of waiting timers. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  /** Moves the clock in steps until the work has ended. Work in real time continues between the steps. */
  async advanceUntil(work: Promise<unknown>, step: number): Promise<void> {
    let ended = false;
    const end = () => {
      ended = true;
    };
    work.then(end, end);
    const latest = this.#now + MAX_WORK_MS;
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

/** Lets all resolved promises continue. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
