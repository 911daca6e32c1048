import type { Clock } from "../../../src/client/waiting";

/** Maximum total of all pauses, in milliseconds. A longer total means an endless loop. */
const MAX_TOTAL_MS = 86_400_000;

/** A real clock whose pauses are only recorded. */
export class ImpatientClock implements Clock {
  readonly pauses: number[] = [];
  #sum = 0;

  now(): number {
    return performance.now();
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.pauses.push(ms);
    this.#sum += ms;
    if (this.#sum > MAX_TOTAL_MS) {
      throw new Error("the pauses do not end");
    }
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  }
}
