import { onAbort } from "./abort";

/** Time as the rate limiter and the retries see it, so that their decisions can be tested without waiting. */
export interface Clock {
  /** Milliseconds on a scale that never jumps. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when that comes first. */
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
