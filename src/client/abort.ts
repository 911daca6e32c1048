import { setMaxListeners } from "node:events";

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
