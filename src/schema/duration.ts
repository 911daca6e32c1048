import * as z from "zod";

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 } as const;

/** A hundred years: what ends later has no date. */
const LONGEST_DAYS = 36_500;

/** A span of time as a whole number and its unit: `90s`, `30m`, `72h`, `7d`, `2w`. */
export const duration = () =>
  z
    .string()
    .regex(
      /^\d+[smhdw]$/,
      "Must be a whole number with its unit, such as 30m, 72h or 7d (s, m, h, d and w are seconds to weeks)",
    )
    .refine((text) => !(secondsOf(text) > LONGEST_DAYS * SECONDS.d), `Must be no longer than ${LONGEST_DAYS}d`);

/** Seconds of a duration; NaN for any other text. */
export function secondsOf(text: string): number {
  const [, count, unit] = /^(\d+)\s*([smhdw])$/.exec(text.trim().toLowerCase()) ?? [];
  return count && unit ? Number(count) * SECONDS[unit as keyof typeof SECONDS] : Number.NaN;
}

/** Minutes of a duration such as `5m`, `24h` or `1d`; undefined for any other text. */
export function minutesOf(text: string): number | undefined {
  const seconds = secondsOf(text);
  return Number.isNaN(seconds) ? undefined : seconds / 60;
}

/** The allowed duration that lasts as long as what was written: `24h` is `1d`. */
export function sameDuration(allowed: readonly string[]): (refused: unknown) => string | undefined {
  return (refused) => {
    const minutes = typeof refused === "string" ? minutesOf(refused) : undefined;
    return minutes === undefined ? undefined : allowed.find((each) => minutesOf(each) === minutes);
  };
}
