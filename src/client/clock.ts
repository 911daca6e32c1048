import { onAbort } from "./abort";

/** Clock of the rate limiter and the retries, so that tests need not wait. */
export interface Clock {
  /** Milliseconds on a scale that never jumps. */
  now(): number;
  /** Resolves after `ms`. Rejects with the signal's reason if the signal aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const wake = () => {
        forget();
        resolve();
      };
      const timer = setTimeout(wake, ms);
      const forget = onAbort(signal, () => {
        clearTimeout(timer);
        reject(signal?.reason);
      });
    }),
};
