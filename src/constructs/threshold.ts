import type { ThresholdType } from "../resources/declarations";

type RangeType = Extract<ThresholdType, "between" | "not_between">;

/** Condition that makes an alert fire. Create it with `above`, `below` and the other functions. */
export type Threshold =
  | { readonly thresholdType: RangeType; readonly threshold: number; readonly thresholdMax: number }
  | {
      readonly thresholdType: Exclude<ThresholdType, RangeType>;
      readonly threshold: number;
      readonly thresholdMax?: undefined;
    };

/**
 * Fires if the value of a window is greater than or equal to the threshold (docs/internals/api-behavior.md 3.7). The
 * server's "above". Same as `atLeast`.
 */
export const above = (threshold: number): Threshold => ({ thresholdType: "above", threshold });

/** Fires if the value of a window is greater than or equal to the threshold. The server's "above". */
export const atLeast = above;

/** Fires if the value of a window is greater than the threshold. The server's "above_exclusive". */
export const moreThan = (threshold: number): Threshold => ({ thresholdType: "above_exclusive", threshold });

/** Fires if the value of a window is less than the threshold. */
export const below = (threshold: number): Threshold => ({ thresholdType: "below", threshold });

/** Fires if the value of a window is less than or equal to the threshold. The server's "below_or_equal". */
export const atMost = (threshold: number): Threshold => ({ thresholdType: "below_or_equal", threshold });

/** Fires if the value of a window is equal to the threshold. */
export const equalTo = (threshold: number): Threshold => ({ thresholdType: "equal", threshold });

/** Fires if the value of a window is not equal to the threshold. */
export const notEqualTo = (threshold: number): Threshold => ({ thresholdType: "not_equal", threshold });

/** Fires if the value of a window is between the bounds or equal to one of them. */
export const between = (lower: number, upper: number): Threshold => ({
  thresholdType: "between",
  threshold: lower,
  thresholdMax: upper,
});

/**
 * Fires if the value of a window is less than the lower or greater than the upper bound. The server's "not_between".
 */
export const outside = (lower: number, upper: number): Threshold => ({
  thresholdType: "not_between",
  threshold: lower,
  thresholdMax: upper,
});
