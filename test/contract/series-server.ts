import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/**
 * The values of all series at one time: a single value, one value for each series, or one for each group. Null means
 * that this series has no event.
 */
type SeriesValues = number | readonly (number | null)[];

/** Events at one time. For a count, a value is the number of events. */
export interface Row {
  time: number;
  values: SeriesValues | Readonly<Record<string, SeriesValues>>;
}

interface Query {
  startTime: number;
  endTime: number;
  granularity: string;
  series: readonly { aggFn: string; groupBy: readonly string[] }[];
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const AGGREGATES: Readonly<Record<string, (values: readonly number[]) => number | string>> = {
  // The server writes 64-bit integers as texts.
  count: (values) => String(sum(values)),
  sum,
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
  avg: (values) => sum(values) / values.length,
};

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** A server that answers chart queries with given events (docs/internals/api-behavior.md 5). */
export class SeriesServer {
  private constructor(private readonly server: Server) {}

  static async start(rows: readonly Row[]): Promise<SeriesServer> {
    const server = createServer(async (request, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ data: answer(await queryIn(request), rows) }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new SeriesServer(server);
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

async function queryIn(request: IncomingMessage): Promise<Query> {
  if (request.method !== "POST" || request.url !== "/api/v2/charts/series") {
    throw new Error(String(request.url));
  }
  return (await json(request)) as Query;
}

/** One row for each bucket and group. A series without events in a bucket has no property in the row. */
function answer({ startTime, endTime, granularity, series }: Query, rows: readonly Row[]): object[] {
  const width = widthOf(granularity);
  const buckets = new Map<string, { ts_bucket: number; group: string[]; values: number[][] }>();
  for (const { time, values } of rows.filter(({ time }) => time >= startTime && time < endTime)) {
    for (const [name, all] of groupsIn(values)) {
      const group = series[0]?.groupBy.length ? name : [];
      const ts_bucket = Math.floor(time / width) * width;
      const key = JSON.stringify([ts_bucket, group]);
      const bucket = buckets.get(key) ?? { ts_bucket, group, values: series.map(() => []) };
      buckets.set(key, bucket);
      all.forEach((value, index) => {
        if (value !== null) {
          bucket.values[index]?.push(value);
        }
      });
    }
  }
  return [...buckets.values()].map(({ values, ...bucket }) => ({
    ...bucket,
    ...Object.fromEntries(
      series.flatMap(({ aggFn }, index) => {
        const own = values[index] ?? [];
        return own.length > 0 ? [[`series_${index}.data`, AGGREGATES[aggFn]?.(own)]] : [];
      }),
    ),
  }));
}

function widthOf(granularity: string): number {
  const [, count = "", unit = ""] = /^(\d+)([smhd])$/.exec(granularity) ?? [];
  return Number(count) * (UNITS[unit] ?? Number.NaN);
}

function groupsIn(values: Row["values"]): [group: string[], values: readonly (number | null)[]][] {
  if (typeof values === "number") {
    return [[[], [values]]];
  }
  if (isList(values)) {
    return [[[], values]];
  }
  return Object.entries(values).map(([group, own]) => [[group], typeof own === "number" ? [own] : own]);
}

const isList = (values: Row["values"]): values is readonly (number | null)[] => Array.isArray(values);
