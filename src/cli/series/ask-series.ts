import type { ChartQuery, ChartRow, Charts, JsonObject } from "../../api";
import type { Fields } from "../../drawing";

/** The most series in one question (docs/internals/api-behavior.md 5). */
const MOST_SERIES = 5;

/** A stretch of time in epoch milliseconds, the end not included, and the width of its buckets. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  /** Such as `5m`, or `auto`. */
  readonly granularity: string;
}

/** The values of one group in one bucket, in the order of the series asked for; null where one has none. */
export interface Point {
  readonly time: number;
  readonly group: readonly string[];
  readonly values: readonly (number | null)[];
}

/** Asks for any number of series over one stretch; more than five are asked in several questions. */
export async function askSeries(
  charts: Charts,
  series: readonly Fields[],
  { start, end, granularity }: Stretch,
  signal?: AbortSignal,
): Promise<readonly Point[]> {
  const points = new Map<string, { time: number; group: readonly string[]; values: (number | null)[] }>();
  for (let first = 0; first < series.length; first += MOST_SERIES) {
    const asked = series.slice(first, first + MOST_SERIES) as readonly JsonObject[];
    const query: ChartQuery = { startTime: start, endTime: end, granularity, series: asked };
    for (const row of await charts.querySeries(query, { ...(signal && { signal }) })) {
      const { time, group, key } = placeOf(row);
      const point = points.get(key) ?? { time, group, values: series.map(() => null) };
      for (const [index, value] of row.values) point.values[first + index] = value === null ? null : Number(value);
      points.set(key, point);
    }
  }
  return [...points.values()].sort((a, b) => a.time - b.time);
}

function placeOf({ bucket, group }: ChartRow): { time: number; group: readonly string[]; key: string } {
  const time = typeof bucket === "string" ? Date.parse(bucket) : Number(bucket);
  const names = group.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  return { time, group: names, key: JSON.stringify([time, names]) };
}
