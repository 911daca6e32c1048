import { data, type EmulatorOperation, operation, withoutTeam } from "../operation";
import { Refusal } from "../refusal";
import type { Scope } from "../runtime";
import { InventedEvents, stepFor } from "./invented-events";
import {
  aggregated,
  bucketsOf,
  columnNameOf,
  findWhereProblem,
  groupValue,
  hasBareText,
  inventedGroups,
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
      for (const [index, series] of body.series.entries()) {
        check(scope, series, index);
      }
      return data(body.seriesReturnType === "column" ? rawRows(scope, body) : mergeRows(scope, body));
    },
  }),
];

function check({ store, switches }: Scope, series: QueriedSeries, index: number): void {
  const missing = (what: string) => new Refusal(404, `${what} not found for series ${index}`, "error");
  const source = store.sources.find(series.sourceId, missing("Source"));
  store.connections.find(source.connection, missing("Connection"));
  const bareText = hasBareText(series) ? "Can not search bare text without an implicit column set." : undefined;
  const problem = findWhereProblem(series.where) ?? bareText;
  if (switches.databaseUnreachable) {
    throw new Refusal(500, "connect ECONNREFUSED 127.0.0.1:8123", "error");
  }
  if (problem) {
    throw new Refusal(500, problem, "error");
  }
}

/** Computes the values of one series per group and bucket. A value is undefined if there are no events. */
export function valuesOf(
  { store }: Pick<Scope, "store">,
  { startTime, endTime, granularity }: Pick<SeriesQuery, "startTime" | "endTime" | "granularity">,
  series: QueriedSeries,
) {
  const step = stepFor(endTime - startTime);
  // A series of a metric source without a metric name uses its `field` (docs/internals/api-behavior.md 5).
  const field = store.sources.get(series.sourceId)?.kind === "metric" ? series.field : undefined;
  const metric = series.metricName ?? field ?? "";
  const groups = inventedGroups(series.groupBy).map((group) => ({
    group,
    events: new InventedEvents(series.sourceId, series.where, metric, ...group),
  }));
  return bucketsOf(startTime, endTime, granularity ?? "auto").flatMap(({ start, from, to }) =>
    groups.map(({ group, events }) => ({
      group,
      bucket: start,
      value: aggregated(series, [...events.between(from, to, step)]),
    })),
  );
}

/**
 * Returns one row per bucket and group, with the values of all series that have one. The server looks up each group by the
 * text of its expression, so a group is null if ClickHouse names the column differently, and rows with equal groups merge.
 */
function mergeRows(scope: Scope, query: SeriesQuery): ChartRow[] {
  const rows = new Map<string, ChartRow>();
  for (const [index, series] of query.series.entries()) {
    for (const { bucket, columns, value } of rowsOf(scope, query, series)) {
      const group = series.groupBy.map((expression) => columns[expression] ?? null);
      const key = JSON.stringify([bucket, group]);
      rows.set(key, { ts_bucket: bucket, group, ...rows.get(key), [`series_${index}.data`]: value });
    }
  }
  return [...rows.values()];
}

/** Returns raw rows, the rows of each series in turn, with the bucket as text. */
function rawRows(scope: Scope, query: SeriesQuery): ChartRow[] {
  return query.series.flatMap((series, index) =>
    rowsOf(scope, query, series).map(({ bucket, columns, value }) => ({
      [`series_${index}`]: value,
      ...columns,
      __hdx_time_bucket: new Date(bucket).toISOString().replace(/\.\d+Z$/, "Z"),
    })),
  );
}

/** Returns the rows of one series as ClickHouse names their columns. Histograms have all groups in one column. */
function rowsOf(scope: Scope, query: SeriesQuery, series: QueriedSeries) {
  const { groupBy, metricDataType } = series;
  return valuesOf(scope, query, series).flatMap(({ bucket, group, value }) => {
    const named = group.map((text, index) => [columnNameOf(groupBy[index] ?? ""), groupValue(groupBy[index], text)]);
    const columns = metricDataType === "histogram" && group.length > 0 ? { group } : Object.fromEntries(named);
    return value === undefined ? [] : [{ bucket, columns: columns as Readonly<Record<string, unknown>>, value }];
  });
}
