import type { Clock } from "../../../src/client/clock";

/** Nothing waits for so long in all, in milliseconds: what does goes round in circles. */
const LONGEST = 86_400_000;

/** Time runs as ever, but pauses are only written down. */
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
    if (this.#sum > LONGEST) {
      throw new Error("the pauses do not end");
    }
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  }
}
