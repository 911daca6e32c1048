import type { AggregateFunction, QuantileLevel, SelectItem } from "../resources/dashboard/tiles/select-item";

/** What every aggregate takes beside the value: a where clause, an alias, a format. */
export type AggregateOptions = Omit<SelectItem, "aggFn" | "valueExpression" | "level">;

/**
 * One value of a chart, made by `count`, `avg` and their companions or written out: `{ aggFn: "sum", valueExpression:
 * "Bytes" }`. A count has no value to aggregate, and only a quantile has a level (docs/internals/api-behavior.md 4.6).
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

/** A function that aggregates a column or expression. */
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

/** The mean of a column or expression. */
export const avg = aggregate("avg");

/** The smallest value of a column or expression. */
export const min = aggregate("min");

/** The largest value of a column or expression. */
export const max = aggregate("max");

/** A quantile of a column or expression: `quantile(0.95, "Duration")`. The server computes 0.5, 0.9, 0.95 and 0.99. */
export function quantile(level: QuantileLevel, valueExpression: string, options: AggregateOptions = {}): Aggregate {
  return { aggFn: "quantile", level, valueExpression, ...options };
}

/** The most recent value of a column or expression. */
export const lastValue = aggregate("last_value");

/** Some value of a column or expression, whichever comes first. */
export const any = aggregate("any");

/** How much a counter grew in each bucket, resets apart. For metrics of the type `sum`. */
export const increase = aggregate("increase");

/** An expression that aggregates by itself: `expression("quantile(0.75)(Duration)")`. The API's `none`. */
export const expression = aggregate("none");
