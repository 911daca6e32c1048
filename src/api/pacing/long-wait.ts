/** A request is held back no longer than this for the server's rate limit. Who is asked to wait longer hears of it at once. */
export const LONGEST_WAIT_MS = 5 * 60_000;

/** Longer than any window of either server (docs/internals/api-behavior.md 0): a wait that somebody watching an apply wonders about. */
export const LONG_WAIT_MS = 75_000;

/** How long a wait is, and until when: `60 minutes (until 2026-09-01T12:00:00Z)`. */
export function waitText(ms: number, now: number = Date.now()): string {
  const seconds = Math.round(ms / 1000);
  const length = seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
  const until = new Date(now + ms);
  if (Number.isNaN(until.getTime())) return length;
  return `${length} (until ${until.toISOString().replace(/\.\d+Z$/, "Z")})`;
}

/** What to do about a wait that is too long. */
export const LONG_WAIT_FIX =
  "Fix: run again after that. The limit is counted per key, so everything else that uses the same key shares it.";
