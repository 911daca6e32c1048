import { setTimeout as wait } from "node:timers/promises";

/** Time as the pacer and the retries see it, so that their decisions can be tested without waiting. */
export interface Clock {
  /** Milliseconds on a scale that never jumps. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when that comes first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  async sleep(ms, signal) {
    signal?.throwIfAborted();
    try {
      await wait(ms, undefined, { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
};
