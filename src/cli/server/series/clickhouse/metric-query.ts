import { QueryRefusedError } from "../series-errors";
import { aggregateSql, numberSql, quantileLevel } from "./event-query";
import type { MetricType } from "./queried-source";
import { BUCKET, type SeriesSql, STEP, VALUE } from "./series-sql";

export const BOUNDS = "__cs_bounds";
export const COUNTS = "__cs_counts";

/** Identifies a time series: the data points with the same attributes. */
const POINT_SERIES = "cityHash64(ScopeAttributes, ResourceAttributes, Attributes)";

/** Data points of one time series in the order of their times. */
const IN_ORDER = "PARTITION BY __cs_series ORDER BY TimeUnix ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW";

/** AggregationTemporality of values that are increases since the data point before. */
const DELTA = 1;

/** Number of groups that the server keeps for `increase`: those with the largest values. */
const MAX_INCREASE_GROUPS = 20;

/**
 * Returns the SQL of a series of a metric. Its rows have the columns of an event query, or those of the counts of a
 * histogram if its quantile must be computed.
 */
export function metricSql(query: SeriesSql, type: MetricType): string {
  const { metricName, field, aggFn } = query.series;
  const name = typeof metricName === "string" && metricName !== "" ? metricName : field;
  if (typeof name !== "string" || name === "") {
    throw new QueryRefusedError(`A series of the source ${JSON.stringify(query.source.name)} names no metric.`);
  }
  const isMetric = `MetricName = ${query.parameters.add("String", name)}`;
  if (aggFn === "increase" && type !== "sum") {
    throw new QueryRefusedError(`The aggregate function increase requires a sum metric, not a ${type}.`);
  }
  switch (type) {
    case "gauge":
      return gaugeSql(query, isMetric);
    case "sum":
      return sumSql(query, isMetric);
    default:
      return histogramSql(query, isMetric);
  }
}

/** Returns true if the rows of a metric contain the counts of a histogram instead of a value. */
export function hasCounts({ series }: SeriesSql, type: MetricType): boolean {
  return type === "histogram" && series.aggFn === "quantile";
}

/** The last value of each time series in a step, aggregated over the time series. */
function gaugeSql(query: SeriesSql, isMetric: string): string {
  return outer(query, aggregate(query, "__cs_last"), [
    `SELECT ${columns(query, `${POINT_SERIES} AS __cs_series`, "argMax(Value, TimeUnix) AS __cs_last")}`,
    query.fromWhere(query.range, [isMetric]),
    `GROUP BY ${query.keys(STEP)}, __cs_series`,
  ]);
}

/**
 * The increase of each time series in a step, aggregated over the time series. A reset counts as no increase. For one
 * bucket, the server reads no data before the range.
 */
function sumSql(query: SeriesSql, isMetric: string): string {
  const before = "lagInFrame(toNullable(Value), 1, NULL) OVER __cs_points";
  const increase = `if(AggregationTemporality = ${DELTA}, Value, ifNull(greatest(Value - ${before}, 0), 0))`;
  const rates = [
    `SELECT ${columns(query, `${POINT_SERIES} AS __cs_series`, `${increase} AS __cs_increase`)}`,
    query.fromWhere(query.range.isOne ? query.range : widened(query), [isMetric]),
    `WINDOW __cs_points AS (${IN_ORDER})`,
  ];
  const perSeries = [
    `SELECT ${query.keys(STEP)}, __cs_series, sum(__cs_increase) AS __cs_rate`,
    `FROM (\n${rates.join("\n")}\n)`,
    `GROUP BY ${query.keys(STEP)}, __cs_series`,
  ];
  const { groupBy, aggFn } = query.series;
  if (aggFn !== "increase") {
    return outer(query, aggregate(query, "__cs_rate"), perSeries, inRange(query));
  }
  const isGrouped = Array.isArray(groupBy) && groupBy.length > 0;
  const named = query.groups().map((_, index) => `toString(__cs_group${index}) != ''`);
  const all = outer(query, "sum(__cs_rate)", perSeries, [inRange(query), ...named].join(" AND "));
  return isGrouped ? `${all}\nORDER BY ${VALUE} DESC\nLIMIT ${MAX_INCREASE_GROUPS} BY ${BUCKET}` : all;
}

function histogramSql(query: SeriesSql, isMetric: string): string {
  const { aggFn, level } = query.series;
  if (aggFn !== "count" && aggFn !== "quantile") {
    throw new QueryRefusedError(`The server computes only count and quantile of a histogram, not ${String(aggFn)}.`);
  }
  const counts = aggFn === "count" ? "toInt64(Count)" : "CAST(BucketCounts, 'Array(Int64)')";
  const before = `lagInFrame(${counts}, 1) OVER __cs_points`;
  const hasBefore = "row_number() OVER __cs_points > 1";
  const change =
    aggFn === "count"
      ? `greatest(0, ${counts} - if(${hasBefore}, ${before}, 0))`
      : `if(${hasBefore} AND NOT arrayExists((new, old) -> new < old, ${counts}, arrayResize(${before}, length(${counts}))), arrayMap((new, old) -> new - old, ${counts}, arrayResize(${before}, length(${counts}))), ${counts})`;
  const changes = [
    `SELECT ${columns(
      query,
      `cityHash64(${POINT_SERIES}, ExplicitBounds, AggregationTemporality) AS __cs_series`,
      `ExplicitBounds AS ${BOUNDS}`,
      `if(AggregationTemporality = ${DELTA}, ${counts}, ${change}) AS __cs_change`,
    )}`,
    query.fromWhere(widened(query), [isMetric]),
    `WINDOW __cs_points AS (${IN_ORDER})`,
  ];
  if (aggFn === "count") {
    return outer(query, "sum(__cs_change)", changes, inRange(query));
  }
  quantileLevel(level);
  return [
    `SELECT ${query.keys(query.bucket(STEP))}, ${BOUNDS}, sumForEach(__cs_change) AS ${COUNTS}`,
    `FROM (\n${changes.join("\n")}\n)`,
    `WHERE ${inRange(query)}`,
    `GROUP BY ${query.keys()}, ${BOUNDS}`,
  ].join("\n");
}

/** The server orders the values by the hash of their time series and by time, which decides the first and the last one. */
function aggregate({ series: { aggFn, level } }: SeriesSql, expression: string): string {
  if (aggFn === "last_value" || aggFn === "any") {
    return `${aggFn === "any" ? "argMin" : "argMax"}(${numberSql(expression)}, (__cs_series, ${STEP}))`;
  }
  return aggregateSql({ aggFn: String(aggFn), level, expression });
}

function columns(query: SeriesSql, ...more: readonly string[]): string {
  return [`${query.step()} AS ${STEP}`, ...query.groups(), ...more].join(", ");
}

function outer(query: SeriesSql, value: string, inner: readonly string[], where?: string): string {
  return [
    `SELECT ${[query.keys(query.bucket(STEP)), `${value} AS ${VALUE}`, ...query.types()].join(", ")}`,
    `FROM (\n${inner.join("\n")}\n)`,
    ...(where === undefined ? [] : [`WHERE ${where}`]),
    `GROUP BY ${query.keys()}`,
  ].join("\n");
}

/** Returns the range with one more bucket before it: an increase needs the data point before. */
function widened(query: SeriesSql): { readonly start: number; readonly end: number } {
  return { start: firstBucket(query) - query.range.width, end: query.range.end };
}

/** Returns the condition that leaves out the bucket before the range. */
function inRange(query: SeriesSql): string {
  return `${STEP} >= ${firstBucket(query)}`;
}

function firstBucket({ range: { start, width, phase } }: SeriesSql): number {
  return Math.floor((start - phase) / width) * width + phase;
}
