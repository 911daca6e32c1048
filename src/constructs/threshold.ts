import type { AlertDeclaration } from "../schema";

/** When an alert fires. Made by `above`, `below` and their companions. */
export type Threshold = Pick<AlertDeclaration, "thresholdType" | "threshold" | "thresholdMax">;

/** Fires when the value is at or over the threshold, as the server reads "above" (facts/api.md 3.7). */
export const above = (threshold: number): Threshold => ({ thresholdType: "above", threshold });

/** Fires when the value is over the threshold. */
export const aboveExclusive = (threshold: number): Threshold => ({ thresholdType: "above_exclusive", threshold });

/** Fires when the value is under the threshold. */
export const below = (threshold: number): Threshold => ({ thresholdType: "below", threshold });

/** Fires when the value is at or under the threshold. */
export const belowOrEqual = (threshold: number): Threshold => ({ thresholdType: "below_or_equal", threshold });

/** Fires when the value is exactly this. */
export const equalTo = (threshold: number): Threshold => ({ thresholdType: "equal", threshold });

/** Fires when the value is anything but this. */
export const notEqualTo = (threshold: number): Threshold => ({ thresholdType: "not_equal", threshold });

/** Fires when the value lies within the bounds, which count as within. */
export const between = (threshold: number, thresholdMax: number): Threshold => ({
  thresholdType: "between",
  threshold,
  thresholdMax,
});

/** Fires when the value lies outside the bounds. */
export const notBetween = (threshold: number, thresholdMax: number): Threshold => ({
  thresholdType: "not_between",
  threshold,
  thresholdMax,
});
