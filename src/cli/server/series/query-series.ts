import { extent, min, pairs, sort } from "d3-array";
import { ApiError, type JsonObject } from "../../../client";
import { minutesOf } from "../../../declaration/value-types";
import {
  type ApiFields,
  apiFieldsIn,
  type ChartValue,
  chartValuesOf,
  holdsSensitive,
  shownText,
} from "../../../drawing";
import type { DrawnSeries } from "../../../drawing/charts";
import { completed, valueWithoutRows } from "../../../evaluation/window-values";
import { canBeId } from "../../../id-forms";
import type { ChartQuery, ChartRow, Charts } from "../../../resources/chart-series/api";
import { formulaValue } from "../../../resources/dashboard/tiles/formula";
import { splitColumns } from "../../../split-columns";
import { tileKindOf } from "../../../tile-kinds";
import { DatabaseUnreachableError } from "./series-errors";

/** Maximum number of series in one request (docs/internals/api-behavior.md 5). */
const MAX_SERIES = 5;

/** Charts that series are read from: the charts of a client or of a database. */
export interface SeriesCharts extends Pick<Charts, "querySeries"> {
  /**
   * True for a database. Its buckets begin at the start of the time range and at multiples of their width. The buckets
   * of a server begin only at multiples of their width.
   */
  readonly isDatabase?: boolean;
  /** Returns the rows of a query in SQL for one window: the group as text, and the value. Absent for a server. */
  readonly querySql?: (query: SqlQuery, window: TimeRange) => Promise<readonly Point[]>;
}

/** Query of a tile in SQL. Each window is a separate query. */
export interface SqlQuery {
  readonly template: string;
  /** True for a tile with one value instead of a line. */
  readonly isNumber: boolean;
  /** Source of `$__sourceTable`. */
  readonly sourceId?: string;
}

/** Time range in epoch milliseconds, without its end. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

export interface BucketRange extends TimeRange {
  /** Length of a time bucket such as `5m`, or `auto`. For a database also `none`: the range is one bucket. */
  readonly granularity: string;
}

/** Value of a group: a number if the column is one; null for no value. */
type GroupColumn = string | number | null;

/** Values of one group in one bucket, in the order of the requested series; null for a series without a value. */
export interface Point {
  readonly time: number;
  readonly group: readonly GroupColumn[];
  readonly values: readonly (number | null)[];
}

/** Texts of Node.js for a failed connection. The database has other texts (docs/internals/api-behavior.md 5). */
const CONNECTION_FAILURE =
  /^(?:\w*Error: )?(?:(?:connect|read|write|getaddrinfo) E[A-Z_]+\b|socket hang up\b|fetch failed\b|E(?:CONN|HOST|NET|PIPE|AI_)[A-Z_]*\b)/;

async function rowsOf(charts: SeriesCharts, query: ChartQuery, signal?: AbortSignal): Promise<readonly ChartRow[]> {
  try {
    return await charts.querySeries(query, { ...(signal && { signal }) });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 500 || !CONNECTION_FAILURE.test(error.text)) {
      throw error;
    }
    throw new DatabaseUnreachableError(
      `The server cannot reach its ClickHouse database: ${error.text}. Fix: Start the database, or correct the host of its connection on the server.`,
    );
  }
}

/** Reads any number of series over one time range, in several requests if necessary. */
export async function askSeries(
  charts: SeriesCharts,
  series: readonly ApiFields[],
  { start, end, granularity }: BucketRange,
  signal?: AbortSignal,
): Promise<readonly Point[]> {
  const points = new Map<string, { time: number; group: Point["group"]; values: (number | null)[] }>();
  for (let first = 0; first < series.length; first += MAX_SERIES) {
    const asked = series.slice(first, first + MAX_SERIES) as readonly JsonObject[];
    const query: ChartQuery = { startTime: start, endTime: end, granularity, series: asked };
    for (const row of await rowsOf(charts, query, signal)) {
      const time = typeof row.bucket === "string" ? Date.parse(row.bucket) : Number(row.bucket);
      const group = row.group.map(
        (value): GroupColumn =>
          value === null || typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value),
      );
      const key = JSON.stringify([time, group]);
      const point = points.get(key) ?? { time, group, values: series.map(() => null) };
      for (const [index, value] of row.values) {
        point.values[first + index] = value === null ? null : Number(value);
      }
      points.set(key, point);
    }
  }
  return [...points.values()].sort((a, b) => a.time - b.time);
}

/** Series to request for a tile, and the expressions that compute its values. */
export interface TileQuery {
  /** Series in the form of the API (docs/internals/api-behavior.md 5). For a saved search also with `select`. */
  readonly series: readonly ApiFields[];
  readonly sql?: SqlQuery;
  readonly outputs: readonly ChartValue[];
}

/** Returns the query of a tile, or the reason why it has none; one sentence. */
export function tileQuery(config: ApiFields): TileQuery | string {
  if (holdsSensitive(config)) {
    return "Its configuration contains a sensitive value.";
  }
  if (config.configType === "sql") {
    return "The server returns no chart series for a query in SQL.";
  }
  if (!tileKindOf(config)?.values) {
    return `A ${String(config.displayType)} tile has no chart series.`;
  }
  if (!canBeId(config.sourceId)) {
    return "Its source is not known before the apply.";
  }
  const items = apiFieldsIn(config.select);
  if (items.length === 0) {
    return "It shows no values.";
  }
  if (items.some(({ periodAggFn }) => periodAggFn !== undefined)) {
    return "The server returns no chart series for an aggregate over the period (periodAggFn).";
  }
  const groupBy = splitColumns(shownText(config.groupBy) ?? "");
  return { series: items.map((item) => seriesOf(item, config, groupBy)), outputs: chartValuesOf(config) };
}

function seriesOf(item: ApiFields, { sourceId }: ApiFields, groupBy: readonly string[]): ApiFields {
  const { aggFn, level, valueExpression, where, whereLanguage, metricName, metricType } = item;
  const series = {
    sourceId,
    aggFn,
    level,
    field: shownText(valueExpression),
    where: shownText(where) ?? "",
    whereLanguage: shownText(whereLanguage) ?? "lucene",
    metricName: shownText(metricName),
    metricDataType: shownText(metricType),
    groupBy,
  };
  return Object.fromEntries(Object.entries(series).filter(([, value]) => value !== undefined && value !== null));
}

/** Converts a duration such as `30s` or `6h` to milliseconds. */
export function millisecondsOf(duration: string): number {
  return (minutesOf(duration) ?? Number.NaN) * 60_000;
}

const WIDE = ["30d", "7d", "2d", "1d", "12h", "6h"];

/**
 * Returns a granularity with one bucket for the whole time range, so that the server computes one value. Buckets begin at
 * multiples of their width. Several buckets remain if every width has a boundary within the range, such as a shared
 * midnight.
 */
export function granularityHolding(start: number, end: number): string {
  const bucketOf = (time: number, width: string) => Math.floor(time / millisecondsOf(width));
  return WIDE.find((width) => bucketOf(start, width) === bucketOf(end - 1, width)) ?? "30d";
}

/** Returns the series of a tile: one for each of its values and groups. */
export function tileValues({ series, outputs }: TileQuery, points: readonly Point[]): readonly DrawnSeries[] {
  const withoutRows = series.map(valueWithoutRows);
  const groups = new Map(points.map(({ group }) => [JSON.stringify(group), group]));
  return [...groups].flatMap(([key, group]) => {
    const own = points.filter((point) => JSON.stringify(point.group) === key);
    const names = group.map(String);
    return outputs.map(({ label, expression }, output) => ({
      ...{ group: names, name: label, output },
      label: [...names, ...(group.length === 0 || outputs.length > 1 ? [label] : [])].join(" · "),
      points: own.map(({ time, values }) => ({
        time,
        value: formulaValue(expression, completed(values, withoutRows)),
      })),
    }));
  });
}

/** Adds a value for every bucket without events, because the server leaves these buckets out. */
export function withoutHoles(series: readonly DrawnSeries[], value: number | null): readonly DrawnSeries[] {
  const times = sort(new Set(series.flatMap(({ points }) => points.map(({ time }) => time))));
  const width = min(pairs(times, (before, after) => after - before));
  const [first, last] = extent(times);
  if (first === undefined || width === undefined) {
    return series;
  }
  const all = Array.from({ length: Math.round((last - first) / width) + 1 }, (_, index) => first + index * width);
  return series.map((each) => {
    const known = new Map(each.points.map((point) => [point.time, point]));
    return { ...each, points: all.map((time) => known.get(time) ?? { time, value }) };
  });
}
