import { type ApiFields, apiFieldsIn, chartValuesOf } from "../../drawing";
import type { DrawnSeries } from "../../drawing/charts";
import { splitColumns } from "../../split-columns";
import { tileKindOf } from "../../tile-kinds";
import { formulaResult } from "../dashboards/formula";
import { notFound } from "../refusal";
import type { StoredTile } from "../state";
import type { Store } from "../store";
import { valuesOf } from "./operations";
import { bucketsOf, type QueriedSeries, type SeriesQuery } from "./query";

const MINUTE_MS = 60_000;
/** Length of the time range, as the UI shows it first. */
const RANGE_MS = 60 * MINUTE_MS;

type HourRange = Pick<SeriesQuery, "startTime" | "endTime">;

/** Returns the generated series of the tiles of a dashboard in the hour before `now`, by the id of the tile. */
export function tileSeriesOf(store: Store, id: string, now: number): Record<string, readonly DrawnSeries[]> {
  const { tiles } = store.dashboards.find(id, notFound("Not found"));
  const endTime = now - (now % MINUTE_MS);
  const range = { startTime: endTime - RANGE_MS, endTime };
  return Object.fromEntries(tiles.map((tile) => [tile.id, seriesOfTile(store, tile, range)]));
}

/** A tile without a time axis has one point. */
function seriesOfTile(store: Store, { config }: StoredTile, range: HourRange): readonly DrawnSeries[] {
  const shown = tileKindOf(config)?.values;
  const items = apiFieldsIn(config.select);
  if (!shown || typeof config.sourceId !== "string" || items.length === 0) {
    return [];
  }
  const hasTime = shown === "over time";
  const query = { ...range, granularity: hasTime ? ("1m" as const) : oneBucket(range) };
  const outputs = chartValuesOf(config);
  // The UI draws 0 for a time without events, unless the tile disables this.
  const withoutEvents = hasTime && config.fillNulls !== false ? 0 : null;
  const valueAt = (expression: string, { values }: Row) =>
    values.some((value) => value !== undefined) ? formulaResult(expression, values) : withoutEvents;
  const columns = items.map((item) => valuesOf({ store }, query, queriedSeries(item, config)));
  return [...rowsByGroup(columns)].flatMap(([group, rows]) =>
    outputs.map(({ label, expression }, output) => ({
      ...{ group: group === "" ? [] : [group], name: label, output },
      label: [group, ...(group === "" || outputs.length > 1 ? [label] : [])].filter(Boolean).join(" · "),
      points: rows.map((row) => ({ time: row.time, value: valueAt(expression, row) })),
    })),
  );
}

/** Returns a width of buckets with one bucket for the whole range. Buckets begin at multiples of their width. */
function oneBucket({ startTime, endTime }: HourRange) {
  const widths = ["30d", "7d", "2d", "1d", "12h", "6h"] as const;
  return widths.find((width) => bucketsOf(startTime, endTime, width).length === 1) ?? "6h";
}

interface Row {
  readonly time: number;
  /** Values in the order of the select items. */
  readonly values: readonly (number | undefined)[];
}

/** Returns the values of all select items per time, by the text of their group. */
function rowsByGroup(columns: readonly ReturnType<typeof valuesOf>[]): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const [place, { group, bucket }] of (columns[0] ?? []).entries()) {
    const name = group.join(", ");
    const values = columns.map((column) => column[place]?.value);
    const row = { time: bucket, values: values.map((value) => (value === undefined ? value : Number(value))) };
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return groups;
}

function queriedSeries(item: ApiFields, { sourceId, groupBy }: ApiFields): QueriedSeries {
  const { aggFn, level, valueExpression, where, metricName } = item;
  return {
    sourceId: String(sourceId),
    aggFn: String(aggFn) as QueriedSeries["aggFn"],
    where: textOf(where) ?? "",
    whereLanguage: "lucene",
    groupBy: [...splitColumns(textOf(groupBy) ?? "")],
    level: typeof level === "number" ? level : undefined,
    field: textOf(valueExpression),
    metricName: textOf(metricName),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
