import type { ApiFields } from "../drawing";

/** Condition on the value of a window. */
export interface Condition {
  readonly type: string;
  readonly threshold: number;
  /** The upper bound of `between` and `not_between`. */
  readonly max: number;
}

/** Returns the condition of an alert; undefined if its threshold is unknown. */
export function conditionOf({ thresholdType, threshold, thresholdMax }: ApiFields): Condition | undefined {
  if (typeof threshold !== "number") {
    return undefined;
  }
  const type = String(thresholdType ?? "above");
  if (isRangeCondition(type) && typeof thresholdMax !== "number") {
    return undefined;
  }
  return { type, threshold, max: typeof thresholdMax === "number" ? thresholdMax : threshold };
}

export function isRangeCondition(type: string): boolean {
  return type === "between" || type === "not_between";
}

export function thresholdsOf({ type, threshold, max }: Condition): readonly number[] {
  return isRangeCondition(type) ? [threshold, max] : [threshold];
}

type Test = (value: number, condition: Condition) => boolean;

const TESTS: ReadonlyMap<string, Test> = new Map(
  Object.entries<Test>({
    above: (value, { threshold }) => value >= threshold,
    above_exclusive: (value, { threshold }) => value > threshold,
    below: (value, { threshold }) => value < threshold,
    below_or_equal: (value, { threshold }) => value <= threshold,
    equal: (value, { threshold }) => value === threshold,
    not_equal: (value, { threshold }) => value !== threshold,
    between: (value, { threshold, max }) => value >= threshold && value <= max,
    not_between: (value, { threshold, max }) => value < threshold || value > max,
  }),
);

export function isComparison(type: unknown): type is string {
  return typeof type === "string" && TESTS.has(type);
}

/** Returns true if a value meets a condition (docs/internals/api-behavior.md 3.7). */
export function meets(condition: Condition, value: number): boolean {
  return TESTS.get(condition.type)?.(value, condition) ?? false;
}

/**
 * Returns a number to compare values by. It is largest for the peak of a firing, such as the lowest value of an alert
 * below a threshold.
 */
export function extremity({ type, threshold, max }: Condition, value: number): number {
  if (type === "below" || type === "below_or_equal") {
    return -value;
  }
  if (type === "not_between") {
    return Math.max(threshold - value, value - max);
  }
  if (type === "not_equal") {
    return Math.abs(value - threshold);
  }
  return value;
}
