import type { RequestHandler } from "express";
import rateLimit, { type Store } from "express-rate-limit";
import type { Limit } from "../options";

/** One bucket per bearer token over all resources, counted before authentication (docs/internals/api-behavior.md 3.3). */
export function openSourceLimiter({ max, windowMs }: Limit): RequestHandler {
  return rateLimit({
    max,
    windowMs,
    store: new WindowStore(windowMs),
    standardHeaders: true,
    legacyHeaders: false,
    keyGenerator: (req) => req.headers.authorization ?? req.ip ?? "unknown",
  });
}

/**
 * Counts in windows that follow each other from the start, as the library's own store does. That one ends a window with a timer, which is late
 * on a busy machine, so that a client that waits for the end that it was told is refused all the same.
 */
class WindowStore implements Store {
  readonly #hits = new Map<string, number>();
  #startedAt = Date.now();

  constructor(private readonly windowMs: number) {}

  increment(key: string) {
    const windows = Math.floor((Date.now() - this.#startedAt) / this.windowMs);
    if (windows > 0) this.#hits.clear();
    this.#startedAt += windows * this.windowMs;
    const totalHits = (this.#hits.get(key) ?? 0) + 1;
    this.#hits.set(key, totalHits);
    return { totalHits, resetTime: new Date(this.#startedAt + this.windowMs) };
  }

  decrement(key: string): void {
    this.#hits.set(key, Math.max(0, (this.#hits.get(key) ?? 0) - 1));
  }

  resetKey(key: string): void {
    this.#hits.delete(key);
  }
}
