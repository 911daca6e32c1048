/** Everything that waits for one signal, behind one listener: hundreds of calls share the stop signal. */
class AbortWatch {
  static readonly #watches = new WeakMap<AbortSignal, AbortWatch>();
  readonly #callbacks = new Set<{ readonly call: () => void }>();

  private constructor(private readonly signal: AbortSignal) {
    signal.addEventListener("abort", this.#run);
  }

  static of(signal: AbortSignal): AbortWatch {
    const watch = AbortWatch.#watches.get(signal) ?? new AbortWatch(signal);
    AbortWatch.#watches.set(signal, watch);
    return watch;
  }

  /** @returns takes the callback back. */
  add(call: () => void): () => void {
    const entry = { call };
    this.#callbacks.add(entry);
    return () => {
      if (this.#callbacks.delete(entry) && this.#callbacks.size === 0) this.#end();
    };
  }

  readonly #run = (): void => {
    const entries = [...this.#callbacks];
    this.#callbacks.clear();
    this.#end();
    for (const { call } of entries) call();
  };

  #end(): void {
    this.signal.removeEventListener("abort", this.#run);
    AbortWatch.#watches.delete(this.signal);
  }
}

/**
 * Calls back once when the signal aborts, at once where it has aborted already.
 * @returns takes the callback back; call it when the work is done.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal?.aborted) callback();
  return signal === undefined || signal.aborted ? () => undefined : AbortWatch.of(signal).add(callback);
}

/** Waits for work that others share: an abort ends the waiting, not the work. */
export function abandonable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise<T>((resolve, reject) => {
    const forget = onAbort(signal, () => reject(signal.reason));
    work.then(resolve, reject).finally(forget);
  });
}

/**
 * Works under a signal that aborts with the first of those given, and takes its listeners away again when the work has ended.
 * Not `AbortSignal.any`: signals that it makes stay registered with a long-lived signal.
 */
export async function withEither<T>(
  signals: readonly (AbortSignal | undefined)[],
  work: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  const given = new Set(signals.filter((signal) => signal !== undefined));
  const [first] = given;
  if (first === undefined || given.size === 1) return work(first);
  const either = new AbortController();
  const forget = [...given].map((signal) => onAbort(signal, () => either.abort(signal.reason)));
  try {
    return await work(either.signal);
  } finally {
    for (const each of forget) each();
  }
}
