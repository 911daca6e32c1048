import type { QuantileLevel, SelectItem } from "../schema/select-item";

/** What every aggregate takes beside the value: a where clause, an alias, a format. */
export type AggregateOptions = Omit<SelectItem, "aggFn" | "valueExpression" | "level">;

/** Counts rows: `count({ where: "level:error" })`. */
export function count(options: AggregateOptions = {}): SelectItem {
  return { aggFn: "count", ...options };
}

/** Counts distinct values of a column or expression. */
export function countDistinct(valueExpression: string, options: AggregateOptions = {}): SelectItem {
  return { aggFn: "count_distinct", valueExpression, ...options };
}

/** Adds up a column or expression. */
export function sum(valueExpression: string, options: AggregateOptions = {}): SelectItem {
  return { aggFn: "sum", valueExpression, ...options };
}

/** The mean of a column or expression. */
export function avg(valueExpression: string, options: AggregateOptions = {}): SelectItem {
  return { aggFn: "avg", valueExpression, ...options };
}

/** The smallest value of a column or expression. */
export function min(valueExpression: string, options: AggregateOptions = {}): SelectItem {
  return { aggFn: "min", valueExpression, ...options };
}

/** The largest value of a column or expression. */
export function max(valueExpression: string, options: AggregateOptions = {}): SelectItem {
  return { aggFn: "max", valueExpression, ...options };
}

/** A quantile of a column or expression: `quantile(0.95, "Duration")`. The server computes 0.5, 0.9, 0.95 and 0.99. */
export function quantile(level: QuantileLevel, valueExpression: string, options: AggregateOptions = {}): SelectItem {
  return { aggFn: "quantile", level, valueExpression, ...options };
}

/** The most recent value of a column or expression. */
export function lastValue(valueExpression: string, options: AggregateOptions = {}): SelectItem {
  return { aggFn: "last_value", valueExpression, ...options };
}

/** Some value of a column or expression, whichever comes first. */
export function any(valueExpression: string, options: AggregateOptions = {}): SelectItem {
  return { aggFn: "any", valueExpression, ...options };
}
