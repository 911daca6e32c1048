import { type Condition, meets } from "../../../../evaluation/condition";
import { anyFieldAt, type Json, objectAt, textAt } from "../input/value";
import { LeftOutError } from "../migrated";

/** A comparison of Grafana, such as `gt` or `within_range`, with its numbers. */
export interface Evaluator {
  readonly type: string;
  readonly params: readonly number[];
}

/** SQL of each comparison of a value v with a and b, and the same threshold type of alerts, if there is one. */
export const COMPARISONS: ReadonlyMap<string, readonly [sql: string, thresholdType?: string]> = new Map([
  ["gt", ["v > a", "above_exclusive"]],
  ["gte", ["v >= a", "above"]],
  ["lt", ["v < a", "below"]],
  ["lte", ["v <= a", "below_or_equal"]],
  ["eq", ["v = a", "equal"]],
  ["ne", ["v != a", "not_equal"]],
  ["within_range", ["v > a AND v < b"]],
  ["within_range_included", ["v >= a AND v <= b", "between"]],
  ["outside_range", ["v < a OR v > b", "not_between"]],
  ["outside_range_included", ["v <= a OR v >= b"]],
  ["no_value", ["isNull(v)"]],
]);

export function evaluatorIn(condition: Json): Evaluator {
  const evaluator = objectAt(condition, "evaluator");
  const type = textAt(evaluator, "type");
  const [sql] = COMPARISONS.get(type) ?? [];
  const params = [anyFieldAt(evaluator, "params")]
    .flat()
    .map(Number)
    .slice(0, new Set(sql?.match(/\b[ab]\b/g)).size);
  if (sql === undefined || !params.every(Number.isFinite)) {
    throw new LeftOutError(`The condition ${JSON.stringify(evaluator)} has no equivalent.`);
  }
  return { type, params };
}

/** Returns a comparison as SQL, which is NULL without a value. */
export function evaluatorSql({ type, params: [a, b] }: Evaluator, value: string): string {
  const [sql = ""] = COMPARISONS.get(type) ?? [];
  return sql.replace(/\b[vab]\b/g, (name) => (name === "v" ? value : String(name === "a" ? a : b)));
}

/** Returns the condition of an alert with the same meaning; undefined if alerts have none. */
export function alertCondition({ type, params: [threshold = 0, max = threshold] }: Evaluator): Condition | undefined {
  const [, thresholdType] = COMPARISONS.get(type) ?? [];
  return thresholdType === undefined || max < threshold ? undefined : { type: thresholdType, threshold, max };
}

/** Returns a number that meets the condition, or one that does not. */
export function numberThat(condition: Condition, isMet: boolean): number {
  const { threshold, max } = condition;
  return [0, threshold, max + 1, threshold - 1, 1e300, -1e300].find((each) => meets(condition, each) === isMet) ?? 0;
}
