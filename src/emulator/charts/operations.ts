import { data, type Operation, operation, withoutTeam } from "../operation";
import { Refusal } from "../refusal";
import type { Scope } from "../scope";
import { type ChartSeries, type SeriesQuery, seriesQuery } from "./body";
import { bucketStarts } from "./buckets";
import { groupsOf, inventedValue } from "./values";
import { whereProblem } from "./where";

type Row = Record<string, unknown>;

/** `POST /charts/series`: invented but repeatable values in the shapes of facts/api.md section 5. */
export const chartOperations: Operation[] = [
  operation({
    method: "post",
    path: "/charts/series",
    forbidden: withoutTeam.charts,
    body: () => seriesQuery,
    run: (scope, { body }) => {
      body.series.forEach((series, index) => {
        check(scope, series, index);
      });
      return data(body.seriesReturnType === "column" ? columns(body) : merged(body));
    },
  }),
];

function check({ store }: Scope, series: ChartSeries, index: number): void {
  const source = store.sources.get(series.sourceId);
  if (!source) throw new Refusal(404, `Source not found for series ${index}`, "error");
  if (!store.connections.get(source.connection)) {
    throw new Refusal(404, `Connection not found for series ${index}`, "error");
  }
  const problem = whereProblem(series.where);
  if (problem) throw new Refusal(500, problem, "error");
}

const buckets = ({ startTime, endTime, granularity }: SeriesQuery): number[] =>
  bucketStarts(startTime, endTime, granularity ?? "auto");

/** One row per bucket and group with the values of all series. */
function merged(query: SeriesQuery): Row[] {
  const groups = groupsOf(query.series[0]?.groupBy ?? []);
  return buckets(query).flatMap((bucket) =>
    groups.map((group) => ({
      ts_bucket: bucket,
      group,
      ...Object.fromEntries(
        query.series.map((series, index) => [`series_${index}.data`, inventedValue(series, bucket, group)]),
      ),
    })),
  );
}

/** Raw rows, one block per series after another, with the bucket as text. */
function columns(query: SeriesQuery): Row[] {
  return query.series.flatMap((series) =>
    buckets(query).flatMap((bucket) =>
      groupsOf(series.groupBy).map((group) => ({
        __hdx_time_bucket: new Date(bucket).toISOString().replace(/\.\d+Z$/, "Z"),
        series_0: inventedValue(series, bucket, group),
        ...Object.fromEntries(series.groupBy.map((column, index) => [column, group[index]])),
      })),
    ),
  );
}
