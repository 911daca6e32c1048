import { sort } from "d3-array";
import { chartValuesOf, type DrawnTile, numberText } from "../../../drawing";
import { type DrawnSeries, seriesChart, sparkline } from "../../../drawing/charts";
import { isOverTime } from "../../../tile-kinds";
import {
  askSeries,
  granularityHolding,
  type SeriesCharts,
  type TimeRange,
  tileQuery,
  tileValues,
  withoutHoles,
} from "./query-series";

/** Reads the series of a tile and draws them. Without series, the tile stays unchanged, and the reason is returned. */
export async function chartedTile(
  tile: DrawnTile,
  charts: SeriesCharts,
  { start, end }: TimeRange,
): Promise<{ readonly tile: DrawnTile; readonly problem?: string }> {
  const query = tileQuery(tile.config);
  if (typeof query === "string") {
    return { tile, problem: query };
  }
  const hasTime = isOverTime(tile.config);
  const one = charts.isDatabase ? "none" : granularityHolding(start, end);
  const granularity = hasTime ? "auto" : one;
  const values = tileValues(query, await askSeries(charts, query.series, { start, end, granularity }));
  const series = hasTime ? withoutHoles(values, tile.config.fillNulls === false ? null : 0) : values;
  if (series.length === 0) {
    return { tile, problem: "No data in this time range." };
  }
  return {
    tile: {
      ...tile,
      chart: (width, height) => seriesChart(tile.config, series, width, height),
      sparkline: (width) => (hasTime ? sparkline(totals(series), width) : valuesText(tile, series)),
    },
  };
}

function valuesText({ config }: DrawnTile, series: readonly DrawnSeries[]): string {
  const values = chartValuesOf(config);
  const text = (each: DrawnSeries) => numberText(each.points.at(-1)?.value ?? null, values[each.output]?.format);
  return config.displayType === "number"
    ? series.map(text).join(", ")
    : series.map((each) => `${each.label} ${text(each)}`).join(", ");
}

function totals(series: readonly DrawnSeries[]): readonly number[] {
  const totals = new Map<number, number>();
  for (const { time, value } of series.flatMap(({ points }) => points)) {
    totals.set(time, (totals.get(time) ?? 0) + (value ?? 0));
  }
  return sort(totals, ([time]) => time).map(([, total]) => total);
}
