import type { Finding } from "./finding";
import type { Probe } from "./probe";

/** More than this and signatures, expiries and schedules go wrong. */
const MOST_SKEW_SECONDS = 30;

/** How far this machine's clock is from the server's. */
export function checkClock(subject: string, { headers, sentAt }: Probe, receivedAt: number): Finding {
  const base = { check: "clock", subject };
  const server = Date.parse(headers.date ?? "");
  if (Number.isNaN(server)) return { ...base, status: "skipped", message: "The server does not say its time." };
  // The header has whole seconds, and stands somewhere between question and answer.
  const late = Math.max(0, server - receivedAt, sentAt - (server + 1000));
  const seconds = Math.round(late / 1000);
  if (seconds <= MOST_SKEW_SECONDS)
    return { ...base, status: "ok", message: "This machine and the server agree on the time." };
  return {
    ...base,
    status: "warning",
    message: `This machine's clock is ${seconds} s ${server > receivedAt ? "behind" : "ahead of"} the server's.`,
    wayOut: "Let the machine take its time from a time server (NTP).",
  };
}

/** What is left of the rate limit. */
export function checkRateLimit(subject: string, { headers }: Probe, documented: string): Finding {
  const base = { check: "rate-limit", subject };
  const limit = headers["ratelimit-limit"];
  const remaining = headers["ratelimit-remaining"];
  if (limit === undefined || remaining === undefined)
    return { ...base, status: "ok", message: `The server does not say its limit; documented: ${documented}.` };
  const message = `${remaining} of ${limit} requests are left, for ${headers["ratelimit-reset"] ?? "?"} s.`;
  if (Number(remaining) > Number(limit) / 10) return { ...base, status: "ok", message };
  return {
    ...base,
    status: "warning",
    message,
    wayOut: "Others use the same key. A plan waits for the limit by itself; a key of its own makes it faster.",
  };
}
