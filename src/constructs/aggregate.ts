import type { AggregateFunction, QuantileLevel, SelectItem } from "../resources/dashboard/tiles/select-item";

/** Options of every aggregate in addition to its value: a where clause, an alias, a format. */
export type AggregateOptions = Omit<SelectItem, "aggFn" | "valueExpression" | "level">;

/**
 * One value of a chart. Create it with `count`, `avg` and the other functions, or write it out:
 * `{ aggFn: "sum", valueExpression: "Bytes" }`. `count` aggregates no value, and only `quantile` has a level
 * (docs/internals/api-behavior.md 4.6).
 */
export type Aggregate =
  | (AggregateOptions & { readonly aggFn: "count"; readonly valueExpression?: never; readonly level?: never })
  | (AggregateOptions & {
      readonly aggFn: "quantile";
      readonly valueExpression: string;
      readonly level?: QuantileLevel;
    })
  | (AggregateOptions & {
      readonly aggFn: Exclude<AggregateFunction, "count" | "quantile">;
      readonly valueExpression: string;
      readonly level?: never;
    });

/** Counts rows: `count({ where: "level:error" })`. */
export function count(options: AggregateOptions = {}): Aggregate {
  return { aggFn: "count", ...options };
}

/** Returns a function that aggregates a column or expression. */
function aggregate(aggFn: Exclude<AggregateFunction, "count" | "quantile">) {
  return (valueExpression: string, options: AggregateOptions = {}): Aggregate => ({
    aggFn,
    valueExpression,
    ...options,
  });
}

/** Counts distinct values of a column or expression. */
export const countDistinct = aggregate("count_distinct");

/** Adds up a column or expression. */
export const sum = aggregate("sum");

/** Computes the mean of a column or expression. */
export const avg = aggregate("avg");

/** Returns the smallest value of a column or expression. */
export const min = aggregate("min");

/** Returns the largest value of a column or expression. */
export const max = aggregate("max");

/**
 * Computes a quantile of a column or expression: `quantile(0.95, "Duration")`. The server supports the levels 0.5, 0.9,
 * 0.95 and 0.99.
 */
export function quantile(level: QuantileLevel, valueExpression: string, options: AggregateOptions = {}): Aggregate {
  return { aggFn: "quantile", level, valueExpression, ...options };
}

/** Returns the most recent value of a column or expression. */
export const lastValue = aggregate("last_value");

/** Returns any one value of a column or expression. */
export const any = aggregate("any");

/**
 * Computes the growth of a counter in each time bucket. Resets of the counter are ignored. Only for metrics of the type
 * `sum`.
 */
export const increase = aggregate("increase");

/** Uses an expression that already aggregates: `expression("quantile(0.75)(Duration)")`. The API calls it `none`. */
export const expression = aggregate("none");
