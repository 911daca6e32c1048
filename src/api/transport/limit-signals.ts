import type { Reply } from "./reply";

/** What a reply says about the rate limit. Times in seconds; absent means not said. */
export interface LimitSignals {
  readonly status: number;
  /** `RateLimit-Remaining`: requests left in this window. */
  readonly remaining?: number;
  /** `RateLimit-Reset`: seconds to the window's end, rounded up. */
  readonly reset?: number;
  /** `Retry-After`. */
  readonly retryAfter?: number;
  /** `X-RateLimit-Reset`: seconds to wait, may be fractional (facts/api.md 1.6). */
  readonly waitFor?: number;
}

/** Longer waits than this are not believed: some servers send an epoch time here. */
const LONGEST_WAIT = 3600;

export function limitSignals(reply: Pick<Reply, "status" | "headers">): LimitSignals {
  const { headers } = reply;
  return {
    status: reply.status,
    remaining: count(headers["ratelimit-remaining"]),
    reset: seconds(headers["ratelimit-reset"]),
    retryAfter: seconds(headers["retry-after"]),
    waitFor: seconds(headers["x-ratelimit-reset"]),
  };
}

/** A window that ends "in 0 seconds" has not ended yet. */
const SHORTEST_REFUSAL = 0.25;

/** Seconds to wait after a 429, when it says so. */
export function refusalWait(signals: LimitSignals): number | undefined {
  const told = signals.waitFor ?? signals.reset ?? signals.retryAfter;
  return told === undefined ? undefined : Math.max(told, SHORTEST_REFUSAL);
}

function count(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text.trim()) ? Number(text) : undefined;
}

function seconds(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d+(\.\d+)?$/.test(text.trim())) {
    return undefined;
  }
  const value = Number(text);
  return value <= LONGEST_WAIT ? value : undefined;
}
