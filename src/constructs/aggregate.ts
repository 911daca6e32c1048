import { isPlainObject } from "../declaration/field";
import type { AGGREGATE_SYNONYMS, QUANTILE_LEVELS } from "../resources/declarations";
import type { SelectItem } from "../resources/declared-types";
import type { Synonyms, Use } from "./compiler-hint";
import type { Retyped } from "./declared";
import { codeOf, describeValue } from "./prop-forms";
import { SynthesisError } from "./synthesis-error";

type AggregateFunction = SelectItem["aggFn"];
type QuantileLevel = (typeof QUANTILE_LEVELS)[number];

/** Options of every aggregate in addition to its value: a where clause, an alias, a format. */
export type AggregateOptions = Omit<SelectItem, "aggFn" | "valueExpression" | "level"> &
  Synonyms<typeof AGGREGATE_SYNONYMS>;

/** Returns the options of an aggregate. Throws for any other value, which JavaScript can pass. */
function optionsOf(options: AggregateOptions | Use<"{ where: CONDITION }">): AggregateOptions {
  if (!isPlainObject(options)) {
    throw SynthesisError.atCall(
      `The options of a value must be an object, not ${describeValue(options)}. Use ${`{ where: ${codeOf(options, "level:error")} }`}.`,
    );
  }
  return options as AggregateOptions;
}

/**
 * One value of a chart. Create it with `count`, `avg` and the other functions, or write it out:
 * `{ aggFn: "sum", valueExpression: "Bytes" }`. `count` aggregates no value, and only `quantile` has a level
 * (docs/internals/api-behavior.md 4.6).
 */
export type Aggregate =
  | (AggregateOptions & Aggregating<"count"> & Retyped<SelectItem, "valueExpression" | "level", undefined>)
  | (AggregateOptions & Aggregating<"quantile"> & Valued & Readonly<Pick<SelectItem, "level">>)
  | (AggregateOptions &
      Aggregating<Exclude<AggregateFunction, "count" | "quantile">> &
      Valued &
      Retyped<SelectItem, "level", undefined>);

type Aggregating<F extends AggregateFunction> = Retyped<SelectItem, "aggFn", F>;

/** A column or expression. A metric with a name and a type needs none. */
type Valued = Readonly<
  | Required<Pick<SelectItem, "valueExpression">>
  | (Pick<SelectItem, "valueExpression"> & Required<Pick<SelectItem, "metricName" | "metricType">>)
>;

/**
 * Counts rows: `count({ where: "level:error" })`.
 * @param options condition, alias and format of the value. Default: all rows
 */
export function count(options: AggregateOptions | Use<"{ where: CONDITION }"> = {}): Aggregate {
  return { aggFn: "count", ...optionsOf(options) };
}

/** Aggregates a column or expression. */
interface AggregateHelper {
  /**
   * @param valueExpression the column or expression to aggregate, such as `Duration`
   * @param options condition, alias and format of the value. Default: all rows
   */
  (valueExpression: string, options?: AggregateOptions | Use<"{ where: CONDITION }">): Aggregate;
}

function aggregate(aggFn: Exclude<AggregateFunction, "count" | "quantile">): AggregateHelper {
  return (valueExpression, options = {}) => ({ aggFn, valueExpression, ...optionsOf(options) });
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
 * @param level share of the rows whose values are smaller: 0.95 is the 95th percentile
 * @param valueExpression the column or expression to aggregate, such as `Duration`
 * @param options condition, alias and format of the value. Default: all rows
 */
export function quantile(
  level: QuantileLevel,
  valueExpression: string,
  options: AggregateOptions | Use<"{ where: CONDITION }"> = {},
): Aggregate {
  return { aggFn: "quantile", level, valueExpression, ...optionsOf(options) };
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
