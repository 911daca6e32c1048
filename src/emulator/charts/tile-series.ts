import { tileKindOf } from "../../tile-kinds";
import { formulaResult } from "../dashboards/formula";
import { notFound } from "../refusal";
import type { StoredConfig, StoredTile } from "../state";
import type { Store } from "../store";
import { valuesOf } from "./operations";
import { bucketsOf, type QueriedSeries } from "./query";

/** Length of the time range, as the UI shows it first. */
const RANGE_MS = 60 * 60_000;

const MINUTE_MS = 60_000;

/** A line, a bar or a number of a tile. A tile without a time axis has one point. */
interface TileSeries {
  readonly label: string;
  readonly group: readonly string[];
  /** Name of its value, and its position among the values of the tile. */
  readonly name: string;
  readonly output: number;
  readonly points: readonly { readonly time: number; readonly value: number | null }[];
}

interface HourRange {
  readonly startTime: number;
  readonly endTime: number;
}

/** Returns the generated series of the tiles of a dashboard in the hour before `now`, by the id of the tile. */
export function tileSeriesOf(store: Store, id: string, now: number): Record<string, readonly TileSeries[]> {
  const { tiles } = store.dashboards.find(id, notFound("Not found"));
  const endTime = now - (now % MINUTE_MS);
  const range = { startTime: endTime - RANGE_MS, endTime };
  return Object.fromEntries(tiles.map((tile) => [tile.id, seriesOfTile(store, tile, range)]));
}

function seriesOfTile(store: Store, { config }: StoredTile, range: HourRange): readonly TileSeries[] {
  const shown = tileKindOf(config)?.values;
  const items = fieldsIn(config.select);
  if (!shown || typeof config.sourceId !== "string" || items.length === 0) {
    return [];
  }
  const hasTime = shown === "over time";
  const query = { ...range, granularity: hasTime ? ("1m" as const) : oneBucket(range) };
  const series = items.map((item) => queriedSeries(item, config));
  const outputs = outputsOf(config, items);
  // The UI draws 0 for a time without events, unless the tile turns it off.
  const withoutEvents = hasTime && config.fillNulls !== false ? 0 : null;
  const valueAt = (expression: string, { values }: Row) =>
    values.some((value) => value !== undefined) ? formulaResult(expression, values) : withoutEvents;
  return [...rowsByGroup(store, series, query)].flatMap(([group, rows]) =>
    outputs.map(({ label, expression }, output) => ({
      ...{ group: group === "" ? [] : [group], name: label, output },
      label: [group, ...(group === "" || outputs.length > 1 ? [label] : [])].filter(Boolean).join(" · "),
      points: rows.map((row) => ({ time: row.time, value: valueAt(expression, row) })),
    })),
  );
}

const LONG_WIDTHS = ["30d", "7d", "2d", "1d", "12h", "6h"] as const;

/** Returns a width of buckets with one bucket for the whole range. Buckets begin at multiples of their width. */
function oneBucket({ startTime, endTime }: HourRange): (typeof LONG_WIDTHS)[number] {
  return LONG_WIDTHS.find((width) => bucketsOf(startTime, endTime, width).length === 1) ?? "6h";
}

interface Row {
  readonly time: number;
  /** Values in the order of the select items. */
  readonly values: readonly (number | undefined)[];
}

/** Returns the values of all select items per time, by the text of their group. */
function rowsByGroup(
  store: Store,
  series: readonly QueriedSeries[],
  query: Parameters<typeof valuesOf>[1],
): ReadonlyMap<string, readonly Row[]> {
  const columns = series.map((one) => valuesOf({ store }, query, one));
  const groups = new Map<string, Row[]>();
  for (const [place, { group, bucket }] of (columns[0] ?? []).entries()) {
    const name = group.join(", ");
    const values = columns.map((column) => numberOf(column[place]?.value));
    groups.set(name, [...(groups.get(name) ?? []), { time: bucket, values }]);
  }
  return groups;
}

function numberOf(value: string | number | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

function queriedSeries(item: StoredConfig, { sourceId, groupBy }: StoredConfig): QueriedSeries {
  const { aggFn, level, valueExpression, where, metricName } = item;
  const columns = typeof groupBy === "string" ? groupBy.split(/,(?![^(]*\))/).map((column) => column.trim()) : [];
  return {
    sourceId: String(sourceId),
    aggFn: String(aggFn) as QueriedSeries["aggFn"],
    where: textOf(where) ?? "",
    whereLanguage: "lucene",
    groupBy: columns.filter((column) => column !== ""),
    ...(typeof level === "number" && { level }),
    ...(textOf(valueExpression) && { field: textOf(valueExpression) }),
    ...(textOf(metricName) && { metricName: textOf(metricName) }),
  };
}

/** Returns the shown values: the formulas, the ratio, or the select items. */
function outputsOf(
  config: StoredConfig,
  items: readonly StoredConfig[],
): readonly { readonly label: string; readonly expression: string }[] {
  const values = items.map((item, index) => ({ label: labelOf(item), expression: String.fromCharCode(65 + index) }));
  const formulas = fieldsIn(config.formulas).map(({ alias, expression }) => ({
    label: textOf(alias) ?? String(expression),
    expression: String(expression),
  }));
  if (formulas.length > 0) {
    return config.showOperandSeries === true ? [...values, ...formulas] : formulas;
  }
  const isRatio = config.asRatio === true && values.length === 2;
  return isRatio ? [{ label: values.map(({ label }) => label).join(" / "), expression: "A / B" }] : values;
}

function labelOf({ alias, aggFn, valueExpression, metricName }: StoredConfig): string {
  const value = textOf(metricName) ?? textOf(valueExpression);
  return textOf(alias) ?? (value ? `${String(aggFn)}(${value})` : String(aggFn));
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function fieldsIn(value: unknown): readonly StoredConfig[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "object" && each !== null) : [];
}
