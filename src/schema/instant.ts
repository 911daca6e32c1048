import * as z from "zod";

/** A moment in ISO 8601 with its zone, such as `2026-12-31T23:59:59Z` or `2026-12-31T23:59:59+01:00`. */
export const instant = () =>
  z.iso.datetime({
    offset: true,
    error: "Must be a date and time with its zone, such as 2026-12-31T23:59:59Z",
  });

/** The same moment in UTC, as the servers store it. */
export function inUtc(moment: string): string {
  return new Date(moment).toISOString();
}
