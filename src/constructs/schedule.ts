import type { AlertDeclaration } from "../resources/declarations";

/**
 * How the windows of an alert lie in time: aligned to a moment or shifted, not both
 * (docs/internals/api-behavior.md 3.8).
 */
export type Schedule =
  | (Required<Pick<AlertDeclaration, "scheduleStartAt">> & { readonly scheduleOffsetMinutes?: undefined })
  | (Required<Pick<AlertDeclaration, "scheduleOffsetMinutes">> & { readonly scheduleStartAt?: undefined });

/** Aligns the windows to a moment, which lies within the last ten years or the next one. A text is in ISO 8601. */
export const startingAt = (moment: string | Date): Schedule => ({
  scheduleStartAt: typeof moment === "string" ? moment : moment.toISOString(),
});

/**
 * Shifts the windows by whole minutes, fewer than the interval has: with `every: "1h"`, `offsetBy(5)` evaluates at five
 * past.
 */
export const offsetBy = (minutes: number): Schedule => ({ scheduleOffsetMinutes: minutes });
