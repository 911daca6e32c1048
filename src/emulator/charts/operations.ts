import { data, type EmulatorOperation, operation, withoutTeam } from "../operation";
import { Refusal } from "../refusal";
import type { Scope } from "../runtime";
import { stepFor } from "./invented-events";
import {
  aggregated,
  bucketsOf,
  eventsOf,
  findWhereProblem,
  inventedGroups,
  metricOf,
  type QueriedSeries,
  type SeriesQuery,
  seriesQuery,
} from "./query";

type ChartRow = Record<string, unknown>;

/** `POST /charts/series`: generated but repeatable values in the format of docs/internals/api-behavior.md 5. */
export const chartOperations: EmulatorOperation[] = [
  operation({
    method: "post",
    path: "/charts/series",
    forbidden: withoutTeam.charts,
    body: () => seriesQuery,
    run: (scope, { body }) => {
      body.series.forEach((series, index) => {
        check(scope, series, index);
      });
      return data(body.seriesReturnType === "column" ? columns(scope, body) : mergeRows(scope, body));
    },
  }),
];

function check({ store, switches }: Scope, series: QueriedSeries, index: number): void {
  const missing = (what: string) => new Refusal(404, `${what} not found for series ${index}`, "error");
  const source = store.sources.find(series.sourceId, missing("Source"));
  store.connections.find(source.connection, missing("Connection"));
  const problem = findWhereProblem(series.where);
  if (switches.databaseUnreachable) {
    throw new Refusal(500, "connect ECONNREFUSED 127.0.0.1:8123", "error");
  }
  if (problem) {
    throw new Refusal(500, problem, "error");
  }
}

/** Value of one series in one group and bucket. Undefined without events. */
type ChartValue = string | number | undefined;

/** Computes the values of one series per group and bucket. */
export function valuesOf(
  { store }: Pick<Scope, "store">,
  { startTime, endTime, granularity }: Pick<SeriesQuery, "startTime" | "endTime" | "granularity">,
  series: QueriedSeries,
): { group: string[]; bucket: number; value: ChartValue }[] {
  const step = stepFor(endTime - startTime);
  const metric = metricOf(series, store.sources.get(series.sourceId)?.kind);
  const groups = inventedGroups(series.groupBy).map((group) => ({ group, events: eventsOf(series, metric, group) }));
  return bucketsOf(startTime, endTime, granularity ?? "auto").flatMap(({ start, from, to }) =>
    groups.map(({ group, events }) => ({
      group,
      bucket: start,
      value: aggregated(series, [...events.between(from, to, step)]),
    })),
  );
}

/** Returns one row per bucket and group in which a series has a value, with the values of all series that have one. */
function mergeRows(scope: Scope, query: SeriesQuery): ChartRow[] {
  const series = query.series.map((one) => valuesOf(scope, query, one));
  return (series[0] ?? []).flatMap(({ bucket, group }, place) => {
    const values = series.flatMap((one, index) => {
      const value = one[place]?.value;
      return value === undefined ? [] : [[`series_${index}.data`, value] as const];
    });
    return values.length === 0 ? [] : [{ ts_bucket: bucket, group, ...Object.fromEntries(values) }];
  });
}

/** Returns raw rows, one block per series, with the bucket as text. */
function columns(scope: Scope, query: SeriesQuery): ChartRow[] {
  return query.series.flatMap((series) =>
    valuesOf(scope, query, series).flatMap(({ bucket, group, value }) =>
      value === undefined
        ? []
        : [
            {
              __hdx_time_bucket: new Date(bucket).toISOString().replace(/\.\d+Z$/, "Z"),
              series_0: value,
              ...Object.fromEntries(series.groupBy.map((column, index) => [column, group[index]])),
            },
          ],
    ),
  );
}
