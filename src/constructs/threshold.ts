import type { AlertDeclaration } from "../generated/declared-types";
import type { Retyped } from "./declared";

/** Comparison of an alert with its threshold. */
export type ThresholdType = AlertDeclaration["thresholdType"];

type RangeType = Extract<ThresholdType, "between" | "not_between">;

/** Condition that makes an alert fire. Create it with `above`, `below` and the other functions. */
export type Threshold =
  | (Bounds<RangeType> & Readonly<Required<Pick<AlertDeclaration, "thresholdMax">>>)
  | (Bounds<Exclude<ThresholdType, RangeType>> & Retyped<AlertDeclaration, "thresholdMax", undefined>);

type Bounds<T extends ThresholdType> = Retyped<AlertDeclaration, "thresholdType", T> &
  Readonly<Pick<AlertDeclaration, "threshold">>;

/** Compares the value of a window with one number. */
interface ComparisonHelper {
  /** @param threshold number to compare with, in the unit of the watched value */
  (threshold: number): Threshold;
}

function comparison(thresholdType: Exclude<ThresholdType, RangeType>): ComparisonHelper {
  return (threshold) => ({ thresholdType, threshold });
}

/** Compares the value of a window with two numbers. */
interface RangeHelper {
  /**
   * @param lower lower bound, in the unit of the watched value
   * @param upper upper bound, in the unit of the watched value
   */
  (lower: number, upper: number): Threshold;
}

function range(thresholdType: RangeType): RangeHelper {
  return (threshold, thresholdMax) => ({ thresholdType, threshold, thresholdMax });
}

/**
 * Fires if the value of a window is greater than or equal to the threshold. The server's "above". Same as `atLeast`.
 */
export const above = comparison("above");

/** Fires if the value of a window is greater than or equal to the threshold. The server's "above". Same as `above`. */
export const atLeast = above;

/** Fires if the value of a window is greater than the threshold. The server's "above_exclusive". */
export const moreThan = comparison("above_exclusive");

/** Fires if the value of a window is less than the threshold. */
export const below = comparison("below");

/** Fires if the value of a window is less than or equal to the threshold. The server's "below_or_equal". */
export const atMost = comparison("below_or_equal");

/** Fires if the value of a window is equal to the threshold. */
export const equalTo = comparison("equal");

/** Fires if the value of a window is not equal to the threshold. */
export const notEqualTo = comparison("not_equal");

/** Fires if the value of a window is between the bounds or equal to one of them. */
export const between = range("between");

/**
 * Fires if the value of a window is less than the lower or greater than the upper bound. The server's "not_between".
 */
export const outside = range("not_between");
