import { type Clock, onAbort } from "../../../../src/client/waiting";

/** Time that advances at once during a wait, so that an hour's wait takes no time. */
export class LeapingClock implements Clock {
  #now = 0;

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const forget = onAbort(signal, () => reject(signal?.reason));
      setImmediate(() => {
        forget();
        if (!signal?.aborted) {
          this.#now += ms;
        }
        resolve();
      });
    });
  }
}
