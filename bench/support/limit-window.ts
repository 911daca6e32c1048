import type { LoggedRequest } from "../../src/emulator/request-log";

/** Rate limit of the open-source server (docs/internals/api-behavior.md 3.3). */
export const LIMIT = { requests: 100, windowMs: 60_000 } as const;

/**
 * Windows of the server: one ends at `edge`, and other windows end every `period` before and after it. Milliseconds
 * since 1970.
 */
export interface Windows {
  readonly edge: number;
  readonly period: number;
}

/** Use of the rate limit by an apply. Milliseconds. */
export interface LimitUse {
  readonly requests: number;
  readonly refused: number;
  /** Time from the first request to the start of the earliest window in which the last request can be sent. */
  readonly demandedMs: number;
  readonly windows: readonly WindowUse[];
}

/** Requests in one window. */
interface WindowUse {
  readonly requests: number;
  /** Time from the window's start to its first request. In the first window it depends on the start of the command. */
  readonly firstAfterMs: number;
  /** Time from the window's start to its last request. */
  readonly lastAfterMs: number;
}

/**
 * Finds the end of the current window with a precision of a few milliseconds. `RateLimit-Reset` is rounded up to
 * seconds, so the end is found at the moment when the number decreases. The requests use a separate token with a
 * separate limit.
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

/**
 * Returns the windows between two measured ends. They are slightly longer than the server reports, because its timers
 * are late.
 */
export function windowsBetween(first: number, last: number): Windows {
  const count = Math.round((last - first) / LIMIT.windowMs);
  return { edge: first, period: count === 0 ? LIMIT.windowMs : (last - first) / count };
}

/** Compares the requests with the rate limit. Throws without requests. */
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
