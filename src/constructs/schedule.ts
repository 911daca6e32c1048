import type { AlertDeclaration } from "../resources/declarations";

/**
 * Start of the evaluation windows of an alert: aligned to a time or shifted by minutes, not both
 * (docs/internals/api-behavior.md 3.8).
 */
export type Schedule =
  | (Required<Pick<AlertDeclaration, "scheduleStartAt">> & { readonly scheduleOffsetMinutes?: undefined })
  | (Required<Pick<AlertDeclaration, "scheduleOffsetMinutes">> & { readonly scheduleStartAt?: undefined });

/** Aligns the windows to a time, at most ten years ago or one year ahead. A text must be in ISO 8601. */
export const startingAt = (moment: string | Date): Schedule => ({
  scheduleStartAt: typeof moment === "string" ? moment : moment.toISOString(),
});

/**
 * Shifts the windows by whole minutes, fewer than the interval contains. With `every: "1h"`, `offsetBy(5)` evaluates at
 * five past each hour.
 */
export const offsetBy = (minutes: number): Schedule => ({ scheduleOffsetMinutes: minutes });
