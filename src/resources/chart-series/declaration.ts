import * as z from "zod";
import { computed, openEnum, optional, required } from "../../declaration/field";
import { type Rule, withRules } from "../../declaration/rules";
import { instant } from "../../declaration/value-types";
import { AGGREGATE_FUNCTIONS } from "../dashboard/tiles/select-item";
import { conditionFields, metricTypeField, sourceIdField } from "../shared/query-fields";

/** The widths of a bucket (docs/internals/api-behavior.md 5). */
const GRANULARITIES = [
  ...["30s", "1m", "5m", "10m", "15m", "30m", "1h", "2h", "6h", "12h", "1d", "2d", "7d", "30d"],
  "auto",
] as const;

export const endsAfterStart: Rule = {
  reads: ["endTime", "startTime"],
  // An undeclared time becomes NaN, for which every comparison is false.
  check: ({ startTime, endTime }) =>
    Date.parse(String(endTime)) <= Date.parse(String(startTime))
      ? `Must be after the start, which is ${String(startTime)}. Exchange the two.`
      : undefined,
};

const series = z.object({
  sourceId: sourceIdField("The source to query."),
  aggFn: required("The function that aggregates rows to one value.", openEnum(AGGREGATE_FUNCTIONS)),
  level: optional("The quantile, from 0 to 1. For the aggregate function `quantile`.", z.number().min(0).max(1)),
  field: optional("The column or expression to aggregate. Required, except for `count`.", z.string(), {
    language: "sql",
  }),
  ...conditionFields("The condition of the events to aggregate.", z.string()),
  metricName: optional("The metric. For a source of the kind `metric`.", z.string()),
  metricDataType: optional("The type of the metric. For a source of the kind `metric`.", metricTypeField),
});

const row = z.object({
  time: computed("The start of the bucket.", z.string()),
  group: computed("The values of `group_by`, in its order.", z.array(z.string())),
  values: computed("The values of the series, in their order. Null for a series without a value.", z.array(z.number())),
  json: computed("The row as the server sent it, in JSON.", z.string()),
});

/** A query of up to five series (docs/internals/api-behavior.md 5). Every plan reads its values again. */
export const chartSeries = withRules(
  z.object({
    startTime: required("The start of the time range.", instant()),
    endTime: required("The end of the time range.", instant()),
    granularity: optional("The width of a bucket.", openEnum(GRANULARITIES), { serverDefault: "auto" }),
    groupBy: optional("Splits all series by these columns.", z.array(z.string()).max(10), { serverDefault: [] }),
    seriesReturnType: optional(
      "The form of the result. `column` returns one row per series, bucket and group, with the groups in `json`. With `ratio` the server does not compute a ratio.",
      z.enum(["column", "ratio"]),
    ),
    series: required("The series to query.", z.array(series).min(1).max(5)),
    rows: computed("The result: one row per bucket and group.", z.array(row)),
  }),
  endsAfterStart,
);

export type ChartSeriesDeclaration = z.input<typeof chartSeries>;
