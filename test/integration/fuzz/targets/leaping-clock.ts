import { type Clock, onAbort } from "../../../../src/client/waiting";

/** Time that leaps on when somebody waits, so that an hour's wait takes none. */
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
