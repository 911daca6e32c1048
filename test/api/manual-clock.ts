import type { Clock } from "../../src/api/clock";

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

  #next(end: number) {
    return [...this.#sleepers].filter(({ until }) => until <= end).sort((one, other) => one.until - other.until)[0];
  }
}

/** Lets every promise that can go on do so. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
