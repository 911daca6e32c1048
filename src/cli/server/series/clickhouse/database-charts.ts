import type { CallOptions } from "../../../../client/collections/collection";
import type { JsonObject, JsonValue } from "../../../../client/json";
import type { ChartQuery, ChartRow } from "../../../../resources/chart-series/api";
import { millisecondsOf, type Point, type SqlQuery, type TimeRange } from "../query-series";
import { QueryRefusedError } from "../series-errors";
import { bareType, isNumericType } from "./columns";
import type { Database, DatabaseRow } from "./database";
import { eventSql } from "./event-query";
import { BOUNDS, COUNTS, hasCounts, metricSql } from "./metric-query";
import { type MetricType, QueriedSource } from "./queried-source";
import { BUCKET, GROUP, SeriesSql, type SqlBuckets, TYPE, VALUE } from "./series-sql";
import { QueryParameters, quotedIdentifier } from "./sql-text";
import { tileSql } from "./tile-sql";

/** Widths of buckets for `auto`, and the maximum number of buckets (docs/internals/api-behavior.md 5). */
const AUTO_WIDTHS = ["1m", "5m", "10m", "15m", "30m", "1h", "2h", "6h", "12h", "1d", "2d", "7d", "30d"];
const MAX_AUTO_BUCKETS = 60;

/**
 * Charts whose series are queried in ClickHouse, with the results of the server's own queries. Buckets of a given width
 * begin at the start of the time range and at multiples of the width, because the server divides shifted windows there
 * (docs/internals/api-behavior.md 3.16).
 */
export class DatabaseCharts {
  #sources: Promise<ReadonlyMap<unknown, QueriedSource>> | undefined;

  constructor(
    private readonly database: Database,
    private readonly readSources: () => Promise<readonly JsonObject[]>,
  ) {}

  /** Returns the rows of all series: one row for each bucket and group in which a series has a value. */
  async querySeries(query: ChartQuery, { signal }: CallOptions = {}): Promise<readonly ChartRow[]> {
    const range = rangeOf(query);
    const all = await Promise.all(query.series.map((series) => this.#seriesRows(series, range, signal)));
    return all.flatMap((rows, index) => rows.map((row) => chartRow(row, index)));
  }

  /**
   * Returns the rows of a query in SQL for one window as the alert task reads them: the value is the last number of a row,
   * and the first time its bucket. The other columns are the group. A number tile has the value of the first row
   * (docs/internals/api-behavior.md 3.16).
   */
  async querySql({ template, isNumber, sourceId }: SqlQuery, { start, end }: TimeRange): Promise<readonly Point[]> {
    const source = sourceId === undefined ? undefined : await this.#source(sourceId);
    const table = source?.isMetric === false ? source.eventTable() : undefined;
    const name = table && [table.database, table.name].map(quotedIdentifier).join(".");
    const parameters = new QueryParameters({
      ...{ startDateMilliseconds: start, endDateMilliseconds: end },
      ...{ intervalSeconds: (end - start) / 1000, intervalMilliseconds: end - start },
    });
    const sql = `SELECT * FROM (\n${tileSql(template, name)}\n)`;
    const form = { format: "JSONCompactEachRowWithNamesAndTypes" } as const;
    const all = await this.database.rows<readonly unknown[]>(sql, parameters, source?.settings, form);
    const [names = [], types = [], ...rows] = all;
    const valueColumn = types.findLastIndex((type) => isNumericType(String(type)));
    const timeColumn = isNumber ? -1 : types.findIndex((type) => /^Date/.test(bareType(String(type))));
    if (valueColumn < 0 || (!isNumber && timeColumn < 0)) {
      throw new QueryRefusedError(`The query returns no column with ${valueColumn < 0 ? "a number" : "a time"}.`);
    }
    const isGroup = types.map((type, index) => index !== timeColumn && !isNumericType(String(type)));
    const points = rows.map((row) => {
      const group = names.flatMap((each, index) => (isGroup[index] ? [`${String(each)}: ${String(row[index])}`] : []));
      const value = row[valueColumn];
      return {
        time: isNumber ? start : Math.max(start, instantOf(row[timeColumn])),
        group: [isNumber ? "" : group.join(", "), value === null ? null : Number(value)],
        values: [],
      };
    });
    const length = end - start;
    return isNumber
      ? [points[0] ?? { time: start, group: ["", 0], values: [] }].map(zeroWithoutValue)
      : points.filter(({ time }) => time < end && (time === start || time % length === 0));
  }

  close(): Promise<void> {
    return this.database.close();
  }

  async #seriesRows(series: JsonObject, range: SqlBuckets, signal?: AbortSignal): Promise<readonly DatabaseRow[]> {
    const source = await this.#source(series.sourceId);
    const table = source.isMetric ? source.metricTable(series.metricDataType) : source.eventTable();
    const query = new SeriesSql(series, source, table, await this.database.columns(table), range);
    const type = series.metricDataType as MetricType;
    const sql = source.isMetric ? metricSql(query, type) : eventSql(query);
    const rows = await this.database.rows(sql, query.parameters, source.settings, { signal });
    return source.isMetric && hasCounts(query, type) ? quantileRows(rows, Number(series.level)) : rows;
  }

  async #source(id: JsonValue | undefined): Promise<QueriedSource> {
    this.#sources ??= this.readSources().then(
      (sources) => new Map(sources.map((source) => [source.id, new QueriedSource(source)])),
      (error: unknown) => {
        this.#sources = undefined;
        throw error;
      },
    );
    const source = (await this.#sources).get(id);
    if (source === undefined) {
      throw new QueryRefusedError(`The source ${JSON.stringify(id)} does not exist on the server.`);
    }
    return source;
  }
}

function rangeOf({ startTime: start, endTime: end, granularity = "auto" }: ChartQuery): SqlBuckets {
  const isOne = granularity === "none";
  const isAuto = isOne || granularity === "auto";
  const width = isAuto
    ? (AUTO_WIDTHS.map(millisecondsOf).find((each) => (end - start) / each <= MAX_AUTO_BUCKETS) ??
      millisecondsOf("30d"))
    : millisecondsOf(granularity);
  return { start, end, width, phase: isAuto ? 0 : start % width, isOne };
}

function chartRow(row: DatabaseRow, index: number): ChartRow {
  const groups = Object.keys(row).filter((name) => name.startsWith(GROUP));
  return {
    bucket: Number(row[BUCKET]),
    group: groups.map((name, index) => groupValue(row[name], row[`${TYPE}${index}`])),
    values: new Map([[index, row[VALUE] as number | string | null]]),
    raw: row as JsonObject,
  };
}

function zeroWithoutValue({ group: [name = "", value], ...point }: Point): Point {
  return { ...point, group: [name, value ?? 0] };
}

/** Returns a time of the database in UTC; a number for a time as a number of seconds. */
function instantOf(value: unknown): number {
  const text = String(value);
  return Date.parse(text.length > 10 ? `${text.replace(" ", "T")}Z` : text);
}

function groupValue(value: unknown, type: unknown): JsonValue {
  if (type !== undefined && isNumericType(String(type))) {
    return value === null ? null : Number(value);
  }
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/** Computes the quantile of each row. Of several rows of a bucket and group, the one with the most events remains. */
function quantileRows(rows: readonly DatabaseRow[], level: number): readonly DatabaseRow[] {
  const best = new Map<string, { readonly total: number; readonly row: DatabaseRow }>();
  for (const { [BOUNDS]: bounds, [COUNTS]: counts, ...place } of rows) {
    const numbers = numbersIn(counts);
    const value = histogramQuantile(level, numbersIn(bounds), numbers);
    const total = numbers.reduce((sum, each) => sum + each, 0);
    const key = JSON.stringify(place);
    if (value !== undefined && total > (best.get(key)?.total ?? 0)) {
      best.set(key, { total, row: { ...place, [VALUE]: value } });
    }
  }
  return [...best.values()].map(({ row }) => row);
}

function numbersIn(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.map(Number) : [];
}

/**
 * Returns a quantile of a histogram as the server estimates it: linear between the bounds of the bucket that contains
 * it. Undefined without events, or with one bucket.
 * @param bounds upper bounds of the buckets; the last bucket has none
 * @param counts number of events in each bucket
 */
export function histogramQuantile(
  level: number,
  bounds: readonly number[],
  counts: readonly number[],
): number | undefined {
  let sum = 0;
  const upTo = counts.map((count) => {
    sum += count;
    return sum;
  });
  const total = upTo.at(-1) ?? 0;
  const rank = level * total;
  const index = upTo.findIndex((count) => count > rank);
  if (counts.length < 2 || total <= 0 || index < 0) {
    return undefined;
  }
  const [lower, upper] = [bounds[index - 1], bounds[index]];
  if (upper === undefined) {
    return lower;
  }
  if (lower === undefined && upper <= 0) {
    return bounds[0];
  }
  const from = lower ?? 0;
  // The server counts from the first bucket for a bucket that begins at 0.
  const before = from === 0 ? 0 : (upTo[index - 1] ?? 0);
  return from + (upper - from) * ((rank - before) / ((upTo[index] ?? 0) - before));
}
