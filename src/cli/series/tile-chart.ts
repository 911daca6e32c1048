import { rollups, sort, sum } from "d3-array";
import { comparedFormat, type DrawnTile, numberText } from "../../drawing";
import { barChart, numberChart, pieChart, sparkline, tableChart, timeChart } from "./charts";
import {
  askSeries,
  type DrawnSeries,
  granularityHolding,
  type SeriesCharts,
  type TimeRange,
  tileQuery,
  tileValues,
  withoutHoles,
} from "./query-series";

const OVER_TIME = new Set(["line", "stacked_bar"]);

/** A tile with its real series, or the reason why it has none. */
interface ChartedTile {
  readonly tile: DrawnTile;
  readonly problem?: string;
}

/** Reads the series of a tile and draws them. A tile without series stays unchanged. */
export async function chartedTile(
  tile: DrawnTile,
  charts: SeriesCharts,
  { start, end }: TimeRange,
): Promise<ChartedTile> {
  const query = tileQuery(tile.config);
  if (typeof query === "string") {
    return { tile, problem: query };
  }
  const isOverTime = OVER_TIME.has(String(tile.config.displayType));
  const granularity = isOverTime ? "auto" : (granularityHolding(start, end) ?? "30d");
  const values = tileValues(query, await askSeries(charts, query.series, { start, end, granularity }));
  const series = isOverTime ? withoutHoles(values, tile.config.fillNulls === false ? null : 0) : values;
  if (series.length === 0) {
    return { tile, problem: "No data in this time range." };
  }
  return {
    tile: {
      ...tile,
      chart: (width, height) => draw(tile, series, width, height),
      sparkline: (width) => (isOverTime ? sparkline(totals(series), width) : valuesText(tile, series)),
    },
  };
}

function draw({ config }: DrawnTile, series: readonly DrawnSeries[], width: number, height: number): string {
  const numberFormat = comparedFormat(config);
  const kind = String(config.displayType);
  if (OVER_TIME.has(kind)) {
    return timeChart(series, kind, width, height, numberFormat);
  }
  const categories = series.map(({ label, points }) => ({ label, value: points.at(-1)?.value ?? null }));
  if (kind === "number") {
    return numberChart(categories[0]?.value ?? null, width, height, numberFormat);
  }
  const chart = { pie: pieChart, bar: barChart }[kind] ?? tableChart;
  return chart(categories, width, height, numberFormat);
}

function valuesText({ config }: DrawnTile, series: readonly DrawnSeries[]): string {
  const text = ({ points }: DrawnSeries) => numberText(points.at(-1)?.value ?? null, comparedFormat(config));
  return config.displayType === "number"
    ? series.map(text).join(", ")
    : series.map((each) => `${each.label} ${text(each)}`).join(", ");
}

/** Returns the sum of all series at each time. */
function totals(series: readonly DrawnSeries[]): readonly number[] {
  const points = series.flatMap((each) => each.points);
  const sums = rollups(
    points,
    (atTime) => sum(atTime, ({ value }) => value),
    ({ time }) => time,
  );
  return sort(sums, ([time]) => time).map(([, total]) => total);
}
