import { type Clock, onAbort } from "../../../../src/client/waiting";

/** A clock that advances immediately during a wait, so that a wait of an hour takes no real time. */
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
