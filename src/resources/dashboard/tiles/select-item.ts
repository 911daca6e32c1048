import * as z from "zod";
import {
  type DeclaredFields,
  DependentDefault,
  isPresent,
  omittedDefault,
  openEnum,
  optional,
  required,
} from "../../../declaration/field";
import { type Rule, withRules, withSynonyms } from "../../../declaration/rules";
import { METRIC_VALUE } from "../../../declaration/writable-config";
import { conditionFields, expressionField, metricTypeField } from "../../shared/query-fields";
import { AGGREGATE_SYNONYMS } from "../../synonyms";
import { numberFormatField } from "./appearance";

/** Functions that aggregate rows to one value (docs/internals/api-behavior.md 4.6). */
export const AGGREGATE_FUNCTIONS = [
  "avg",
  "count",
  "count_distinct",
  "last_value",
  "max",
  "min",
  "quantile",
  "sum",
  "any",
  "none",
  "increase",
] as const;

/** The quantiles that the server supports (docs/internals/api-behavior.md 4.6). */
export const QUANTILE_LEVELS = [0.5, 0.9, 0.95, 0.99] as const;

/** Returns true for a function whose fields are known. The server decides about the fields of other functions. */
const isKnown = (aggFn: unknown) => AGGREGATE_FUNCTIONS.some((each) => each === aggFn);

const levelNeedsQuantile: Rule = {
  reads: ["level", "aggFn"],
  check: ({ level, aggFn }) =>
    isPresent(level) && aggFn !== "quantile" && isKnown(aggFn)
      ? `Only the aggregate function "quantile" has a level; this one is "${String(aggFn)}". Leave the level out.`
      : undefined,
};

const countHasNoValue: Rule = {
  reads: ["valueExpression", "aggFn"],
  refuses: ({ valueExpression, aggFn }) => aggFn === "count" && isPresent(valueExpression) && valueExpression !== "",
  message: 'The aggregate function "count" counts rows and has no value. Leave it out.',
};

const othersNeedValue: Rule = {
  reads: ["valueExpression", "aggFn", "metricName", "metricType"],
  check: (item: DeclaredFields) =>
    item.aggFn !== "count" && !(item.valueExpression ?? defaultValueOf(item)) && isKnown(item.aggFn)
      ? `The aggregate function "${String(item.aggFn)}" requires the column or expression to aggregate.`
      : undefined,
};

const summaryHasNoQuery: Rule = {
  reads: ["metricType"],
  isWarning: true,
  refuses: ({ metricType }) => metricType === "summary",
  message: 'Newer servers refuse the metric type "summary", which has no queries. Use a metric of another type.',
};

const increaseNeedsSum: Rule = {
  reads: ["aggFn", "metricType"],
  isWarning: true,
  refuses: ({ aggFn, metricType }) => aggFn === "increase" && metricType !== "sum",
  message:
    'Newer servers accept the aggregate function "increase" only for metrics of the type "sum". Use another function.',
};

/**
 * Returns the value of a select item that declares none. Servers before 2.39 require a value for a metric too, so a
 * request contains it (docs/internals/api-behavior.md 3.13, 6.4).
 */
export function defaultValueOf({ aggFn, metricName, metricType }: DeclaredFields): string {
  return aggFn !== "count" && metricName && metricType ? METRIC_VALUE : "";
}

/** One aggregated value of a chart (docs/internals/api-behavior.md 4.6). */
export const selectItemField = withRules(
  z.object({
    aggFn: required("The function that aggregates rows to one value.", openEnum(AGGREGATE_FUNCTIONS)),
    valueExpression: optional(
      "The column or expression to aggregate, such as `Duration`. Not for `count`. Default for a metric with `metric_name` and `metric_type`: `Value`.",
      expressionField,
      { serverDefault: new DependentDefault(["aggFn", "metricName", "metricType"], defaultValueOf), language: "sql" },
    ),
    level: optional("The quantile: 0.5, 0.9, 0.95 or 0.99. Only for `quantile`.", openEnum(QUANTILE_LEVELS), {
      suggest: (percent) => QUANTILE_LEVELS.find((level) => level * 100 === percent),
    }),
    ...conditionFields("The condition of the rows to aggregate, such as `level:error`. Empty selects all rows."),
    alias: optional(
      "The name of the value in legends and column headers, such as `p95`.",
      expressionField,
      omittedDefault(""),
    ),
    numberFormat: optional("The format of this value.", numberFormatField, { textMap: true }),
    metricType: optional("The type of the metric. For metric sources.", metricTypeField),
    metricName: optional("The name of the metric, such as `http.server.duration`. For metric sources.", z.string()),
    periodAggFn: optional("Aggregation over the period. For gauge metrics.", openEnum(["delta"])),
  }),
  levelNeedsQuantile,
  countHasNoValue,
  othersNeedValue,
  summaryHasNoQuery,
  increaseNeedsSum,
);

withSynonyms(selectItemField, AGGREGATE_SYNONYMS);

export type SelectItem = z.input<typeof selectItemField>;
