import type { LoggedRequest } from "../../src/emulator/request-log";

/** The open-source server's limit (docs/internals/api-behavior.md 3.3). */
export const LIMIT = { requests: 100, windowMs: 60_000 } as const;

/** Windows of the server: one ends at `edge`, and others every `period` before and after. Milliseconds since 1970. */
export interface Windows {
  readonly edge: number;
  readonly period: number;
}

/** What an apply made of the limit. Milliseconds. */
export interface LimitUse {
  readonly requests: number;
  readonly refused: number;
  /** From the first request to the opening of the window that the last of so many requests can go out in. */
  readonly demandedMs: number;
  readonly windows: readonly WindowUse[];
}

/** What was sent in one window. */
interface WindowUse {
  readonly requests: number;
  /** From the window's opening to its first request; for the first window that is only when the command came. */
  readonly firstAfterMs: number;
  /** From the window's opening to its last request. */
  readonly lastAfterMs: number;
}

/**
 * Finds the end of the present window to a few milliseconds: `RateLimit-Reset` says it in seconds rounded up, so it is
 * known at the moment that the number drops. Asks with a token of its own, which has a bucket of its own.
 */
export async function windowEnd(endpoint: string): Promise<number> {
  let before: number | undefined;
  for (;;) {
    const response = await fetch(`${endpoint}/api/v2/webhooks`, { headers: { authorization: "Bearer bench" } });
    await response.arrayBuffer();
    const now = Date.now();
    const reset = Number(response.headers.get("ratelimit-reset") ?? Number.NaN);
    if (Number.isNaN(reset)) {
      throw new Error("The server tells no RateLimit-Reset.");
    }
    if (before !== undefined && reset !== before) {
      return now + reset * 1000;
    }
    before = reset;
  }
}

/** The windows between two measured ends. They are a little longer than told: a server's timers fire late. */
export function windowsBetween(first: number, last: number): Windows {
  const count = Math.round((last - first) / LIMIT.windowMs);
  return { edge: first, period: count === 0 ? LIMIT.windowMs : (last - first) / count };
}

/** Compares what was sent with what the limit allows. Throws when nothing was sent. */
export function limitUse(requests: readonly LoggedRequest[], { edge, period }: Windows): LimitUse {
  const times = requests.map(({ at }) => Date.parse(at));
  const [first] = times;
  if (first === undefined) {
    throw new Error("No request was made.");
  }
  const indexOf = (time: number) => Math.floor((time - edge) / period) + 1;
  const openingOf = (index: number) => edge + (index - 1) * period;
  const windows = new Map<number, number[]>();
  for (const time of times) {
    windows.set(indexOf(time), [...(windows.get(indexOf(time)) ?? []), time]);
  }
  const lastWindow = indexOf(first) + Math.ceil(times.length / LIMIT.requests) - 1;
  return {
    requests: times.length,
    refused: requests.filter(({ status }) => status === 429).length,
    demandedMs: Math.max(0, openingOf(lastWindow) - first),
    windows: [...windows].map(([index, sent]) => ({
      requests: sent.length,
      firstAfterMs: Math.min(...sent) - openingOf(index),
      lastAfterMs: Math.max(...sent) - openingOf(index),
    })),
  };
}
