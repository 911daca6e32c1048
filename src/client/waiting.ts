import { setMaxListeners } from "node:events";

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

/**
 * Calls back once when the signal aborts, immediately if it has already aborted.
 * @returns removes the callback; call it when the work is done
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal?.aborted) {
    callback();
  }
  if (signal === undefined || signal.aborted) {
    return () => undefined;
  }
  // Hundreds of calls share the stop signal, and Node warns about more than ten listeners.
  setMaxListeners(0, signal);
  const listener = () => callback();
  signal.addEventListener("abort", listener, { once: true });
  return () => signal.removeEventListener("abort", listener);
}

/** Waits for shared work. An abort ends the waiting, not the work. */
export function abandonable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) {
    return work;
  }
  return new Promise<T>((resolve, reject) => {
    const forget = onAbort(signal, () => reject(signal.reason));
    work.then(resolve, reject).finally(forget);
  });
}

/**
 * Returns a signal that aborts with the first of the given signals. Call `forget` when the work is done.
 * `AbortSignal.any` is not used, because its signals stay registered with a long-lived signal.
 */
export function anySignal(signals: readonly (AbortSignal | undefined)[]): {
  readonly signal: AbortSignal | undefined;
  readonly forget: () => void;
} {
  const given = new Set(signals.filter((signal) => signal !== undefined));
  const [first] = given;
  if (first === undefined || given.size === 1) {
    return { signal: first, forget: () => undefined };
  }
  const either = new AbortController();
  const listeners = [...given].map((signal) => onAbort(signal, () => either.abort(signal.reason)));
  return {
    signal: either.signal,
    forget: () => {
      for (const forget of listeners) {
        forget();
      }
    },
  };
}

/** Runs work with the same key one after the other, in order. */
export class OneAtATime {
  readonly #last = new Map<string, Promise<void>>();

  async run<T>(key: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(key, signal);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Waits for earlier work with the same key. The caller calls the returned function at the end of its work. */
  async enter(key: string, signal: AbortSignal | undefined): Promise<() => void> {
    const before = this.#last.get(key) ?? Promise.resolve();
    let leave: () => void = () => undefined;
    const mine = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const tail = before.then(() => mine);
    this.#last.set(key, tail);
    // Waits for the tail, because earlier work may continue after an abort has ended the waiting.
    void tail.then(() => {
      if (this.#last.get(key) === tail) {
        this.#last.delete(key);
      }
    });
    try {
      await abandonable(before, signal);
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  }
}
