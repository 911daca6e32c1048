import type { ThresholdType } from "../resources/declarations";

type RangeType = Extract<ThresholdType, "between" | "not_between">;

/** When an alert fires. Made by `above`, `below` and their companions. */
export type Threshold =
  | { readonly thresholdType: RangeType; readonly threshold: number; readonly thresholdMax: number }
  | {
      readonly thresholdType: Exclude<ThresholdType, RangeType>;
      readonly threshold: number;
      readonly thresholdMax?: undefined;
    };

/**
 * Fires when the value of a window is at or over the threshold: what the server calls "above"
 * (docs/internals/api-behavior.md 3.7). Reads as `atLeast` does.
 */
export const above = (threshold: number): Threshold => ({ thresholdType: "above", threshold });

/** Fires when the value of a window is the threshold or more. The server's "above". */
export const atLeast = above;

/** Fires when the value of a window is more than the threshold. The server's "above_exclusive". */
export const moreThan = (threshold: number): Threshold => ({ thresholdType: "above_exclusive", threshold });

/** Fires when the value of a window is less than the threshold. */
export const below = (threshold: number): Threshold => ({ thresholdType: "below", threshold });

/** Fires when the value of a window is the threshold or less. The server's "below_or_equal". */
export const atMost = (threshold: number): Threshold => ({ thresholdType: "below_or_equal", threshold });

/** Fires when the value of a window is exactly this. */
export const equalTo = (threshold: number): Threshold => ({ thresholdType: "equal", threshold });

/** Fires when the value of a window is anything but this. */
export const notEqualTo = (threshold: number): Threshold => ({ thresholdType: "not_equal", threshold });

/** Fires when the value of a window lies between the bounds, or is one of them. The lower bound comes first. */
export const between = (lower: number, upper: number): Threshold => ({
  thresholdType: "between",
  threshold: lower,
  thresholdMax: upper,
});

/** Fires when the value of a window is under the lower or over the upper bound. The server's "not_between". */
export const outside = (lower: number, upper: number): Threshold => ({
  thresholdType: "not_between",
  threshold: lower,
  thresholdMax: upper,
});
