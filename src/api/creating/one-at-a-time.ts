import { abandonable } from "../abandonable";

/** Lets work with the same key wait for each other, in order. */
export class OneAtATime {
  readonly #last = new Map<string, Promise<void>>();

  async run<T>(key: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = deferred();
    const tail = before.then(() => mine.promise);
    this.#last.set(key, tail);
    try {
      await abandonable(before, signal);
      return await work();
    } finally {
      mine.resolve();
      if (this.#last.get(key) === tail) {
        this.#last.delete(key);
      }
    }
  }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
