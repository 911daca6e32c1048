import type { Limit } from "../options";

/** Counts requests per key in a window that slides: at most `max` in any `windowMs` (docs/internals/api-behavior.md 1.6). */
export class SlidingWindow {
  private readonly times = new Map<string, number[]>();

  constructor(private readonly limit: Limit) {}

  /** Takes a place for one request; otherwise gives the milliseconds until one is free. */
  take(key: string, now: number): number {
    const recent = (this.times.get(key) ?? []).filter((time) => time > now - this.limit.windowMs);
    this.times.set(key, recent);
    if (recent.length < this.limit.max) {
      recent.push(now);
      return 0;
    }
    return (recent[recent.length - this.limit.max] ?? now) + this.limit.windowMs - now;
  }
}
