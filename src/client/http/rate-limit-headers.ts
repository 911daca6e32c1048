import type { RawResponse } from "./http-exchange";

/** Rate limit headers of a response. Times are in seconds after the response; absent headers are undefined. */
export interface LimitSignals {
  readonly status: number;
  /** `RateLimit-Remaining`: requests left in this window. */
  readonly remaining?: number;
  /** `RateLimit-Reset`: seconds to the window's end, rounded up. */
  readonly reset?: number;
  readonly retryAfter?: number;
  /** `X-RateLimit-Reset`: seconds to wait, may be fractional (docs/internals/api-behavior.md 1.6). */
  readonly waitFor?: number;
}

/** @param now this machine's time in epoch milliseconds, for responses without a `Date` header */
export function limitSignals(
  response: Pick<RawResponse, "status" | "headers">,
  now: number = Date.now(),
): LimitSignals {
  const { headers } = response;
  const respondedAt = Date.parse(headers.date ?? "");
  const seconds = (name: string) => secondsUntil(headers[name], Number.isNaN(respondedAt) ? now : respondedAt);
  return {
    status: response.status,
    remaining: count(headers["ratelimit-remaining"]),
    reset: seconds("ratelimit-reset"),
    retryAfter: seconds("retry-after"),
    waitFor: seconds("x-ratelimit-reset"),
  };
}

/** Minimum wait, because a window that ends "in 0 seconds" has not ended yet. */
const MIN_REFUSAL_SECONDS = 0.25;
/** The longest window of either server (docs/internals/api-behavior.md 3.3). */
const MAX_WINDOW_SECONDS = 60;

/**
 * Returns the seconds to wait after a 429, if it contains them. The open-source server's `Retry-After` is always its
 * whole window, so the window's end is more exact. A longer `Retry-After` comes from a gateway and applies.
 */
export function refusalWait({ waitFor, reset, retryAfter }: LimitSignals): number | undefined {
  const reported = waitFor ?? reset ?? retryAfter;
  if (reported === undefined) {
    return undefined;
  }
  const own = retryAfter ?? 0;
  const longer = own > MAX_WINDOW_SECONDS ? own : 0;
  return Math.max(reported, longer, MIN_REFUSAL_SECONDS);
}

function count(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text.trim()) ? Number(text) : undefined;
}

/** Larger numbers are moments and not durations, in seconds or milliseconds since 1970. */
const EPOCH_SECONDS = 1e9;
const EPOCH_MILLISECONDS = 1e12;

/** Parses a duration in seconds, or a moment as seconds or milliseconds since 1970 or as an HTTP date. */
function secondsUntil(text: string | undefined, respondedAt: number): number | undefined {
  const trimmed = text?.trim() ?? "";
  if (!/^\d+(\.\d+)?$/.test(trimmed)) {
    const moment = /^[A-Za-z]{3,9},? /.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
    return Number.isNaN(moment) ? undefined : Math.max(0, (moment - respondedAt) / 1000);
  }
  const value = Number(trimmed);
  if (value < EPOCH_SECONDS) {
    return value;
  }
  const moment = value < EPOCH_MILLISECONDS ? value * 1000 : value;
  return Math.max(0, (moment - respondedAt) / 1000);
}
