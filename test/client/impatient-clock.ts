import type { Clock } from "../../src/client/clock";

/** Time runs as ever, but pauses are only written down. */
export class ImpatientClock implements Clock {
  readonly pauses: number[] = [];

  now(): number {
    return performance.now();
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.pauses.push(ms);
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  }
}
