import type { AlertDeclaration } from "../resources/declared-types";
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

/**
 * Fires if the value of a window is greater than or equal to the threshold. The server's "above". Same as `atLeast`.
 * @param threshold number to compare with, in the unit of the watched value
 */
export function above(threshold: number): Threshold {
  return { thresholdType: "above", threshold };
}

/**
 * Fires if the value of a window is greater than or equal to the threshold. The server's "above". Same as `above`.
 * @param threshold number to compare with, in the unit of the watched value
 */
export function atLeast(threshold: number): Threshold {
  return above(threshold);
}

/**
 * Fires if the value of a window is greater than the threshold. The server's "above_exclusive".
 * @param threshold number to compare with, in the unit of the watched value
 */
export function moreThan(threshold: number): Threshold {
  return { thresholdType: "above_exclusive", threshold };
}

/**
 * Fires if the value of a window is less than the threshold.
 * @param threshold number to compare with, in the unit of the watched value
 */
export function below(threshold: number): Threshold {
  return { thresholdType: "below", threshold };
}

/**
 * Fires if the value of a window is less than or equal to the threshold. The server's "below_or_equal".
 * @param threshold number to compare with, in the unit of the watched value
 */
export function atMost(threshold: number): Threshold {
  return { thresholdType: "below_or_equal", threshold };
}

/**
 * Fires if the value of a window is equal to the threshold.
 * @param threshold number to compare with, in the unit of the watched value
 */
export function equalTo(threshold: number): Threshold {
  return { thresholdType: "equal", threshold };
}

/**
 * Fires if the value of a window is not equal to the threshold.
 * @param threshold number to compare with, in the unit of the watched value
 */
export function notEqualTo(threshold: number): Threshold {
  return { thresholdType: "not_equal", threshold };
}

/**
 * Fires if the value of a window is between the bounds or equal to one of them.
 * @param lower lower bound, in the unit of the watched value
 * @param upper upper bound, in the unit of the watched value
 */
export function between(lower: number, upper: number): Threshold {
  return { thresholdType: "between", threshold: lower, thresholdMax: upper };
}

/**
 * Fires if the value of a window is less than the lower or greater than the upper bound. The server's "not_between".
 * @param lower lower bound, in the unit of the watched value
 * @param upper upper bound, in the unit of the watched value
 */
export function outside(lower: number, upper: number): Threshold {
  return { thresholdType: "not_between", threshold: lower, thresholdMax: upper };
}
