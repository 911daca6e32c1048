import { extent, groups, max, sort, sum } from "d3-array";
import { scaleLinear, scaleUtc } from "d3-scale";
import { arc, area, pie } from "d3-shape";
import { splitColumns } from "../split-columns";
import { isOverTime } from "../tile-kinds";
import { chartValuesOf, comparedFormat } from "./chart-values";
import { type ApiFields, shownText } from "./dashboard-fields";
import { numberText } from "./number-text";
import { round } from "./sketch";
import { ROW, rowTextY, type TableContent, tableChart } from "./table-chart";
import { escaped, fitted, smallText } from "./tile-svg";

/** A line, a bar or a number of a chart. */
export interface DrawnSeries {
  readonly label: string;
  /** Values of the group columns. */
  readonly group: readonly string[];
  /** Name of the value, and its position among the values of the chart. */
  readonly name: string;
  readonly output: number;
  readonly points: readonly { readonly time: number; readonly value: number | null }[];
}

/** Size of a chart in pixels, and the number format of its values. */
interface Frame {
  readonly width: number;
  readonly height: number;
  readonly format: ApiFields | undefined;
}

/** Draws the series of a chart into a box, in the form of its tile kind. */
export function seriesChart(config: ApiFields, series: readonly DrawnSeries[], width: number, height: number): string {
  const frame = { width, height, format: comparedFormat(config) };
  if (isOverTime(config)) {
    return timeChart(series, config.displayType === "stacked_bar", frame);
  }
  if (config.displayType === "table") {
    return tableChart(tableContent(config, series), width, height);
  }
  const categories = series.map((each) => ({ label: each.label, value: lastValue(each) }));
  if (config.displayType === "number") {
    return numberChart(categories[0]?.value ?? null, frame);
  }
  const sorted = sort(categories, ({ value }) => -(value ?? 0));
  return config.displayType === "pie" ? pieChart(sorted, frame) : barChart(sorted, frame);
}

/** Maximum number of lines or slices that readers can distinguish. */
const MAX_COLORS = 6;
const LABEL = 13;

/** Draws lines or stacked bars. Labels at the edges show the largest value and both ends of the time. */
function timeChart(series: readonly DrawnSeries[], isStacked: boolean, { width, height, format }: Frame): string {
  const size = ({ points }: DrawnSeries) => sum(points, ({ value }) => Math.abs(value ?? 0));
  const layers = layersOf(sort(series, (each) => -size(each)).slice(0, MAX_COLORS), isStacked);
  const points = layers.flatMap((layer) => layer.points);
  const [low = 0, high = 0] = extent(points, ({ value }) => value);
  const [first = 0, last = 0] = extent(points, ({ time }) => time);
  const x = scaleUtc([first, last === first ? first + 1 : last], [0, width]);
  const y = scaleLinear([Math.min(0, low), high || 1], [height - LABEL, LABEL]);
  const bar = Math.max(1, (width / Math.max(1, new Set(points.map(({ time }) => time)).size)) * 0.8);
  const drawn = layers.map((layer, index) => (isStacked ? bars(layer, index, x, y, bar) : lines(layer, index, x, y)));
  return (
    `<path class="cs-axis" d="M0 ${height - LABEL + 0.5}H${width}"/>${drawn.join("")}` +
    `${smallText(fitted(numberText(high, format, "short"), width / 2, 10), 0, 9)}${timeLabels(first, last, width, height)}`
  );
}

function timeLabels(first: number, last: number, width: number, height: number): string {
  if (width < 140) {
    return "";
  }
  const long = last - first > 86_400_000;
  const text = (time: number) => {
    const iso = new Date(time).toISOString();
    return long ? iso.slice(5, 16).replace("T", " ") : iso.slice(11, 16);
  };
  return smallText(text(first), 0, height - 1) + smallText(`${text(last)} UTC`, width, height - 1, "end");
}

type Layer = ReturnType<typeof layersOf>[number];

/** Returns the drawn points of each series. A stacked series begins at the end of the series below it. */
function layersOf(series: readonly DrawnSeries[], isStacked: boolean) {
  const tops = new Map<number, number>();
  return series.map(({ label, points }) => ({
    label,
    points: points.map(({ time, value }) => {
      const base = tops.get(time) ?? 0;
      const top = base + (value ?? 0);
      if (isStacked) {
        tops.set(time, top);
      }
      return { time, base, value: isStacked ? top : value };
    }),
  }));
}

type Scale = (value: number) => number;

function lines({ label, points }: Layer, index: number, x: Scale, y: Scale): string {
  const ground = area<Layer["points"][number]>()
    .digits(1)
    .defined(({ value }) => value !== null)
    .x(({ time }) => x(time))
    .y0(y(0))
    .y1(({ value }) => y(value ?? 0));
  const stroke = ground.lineY1().digits(1);
  return (
    `<g><title>${escaped(label)}</title><path class="cs-area" fill="var(--cs-s${index})" fill-opacity=".12" d="${ground(points) ?? ""}"/>` +
    `<path class="cs-series" stroke="var(--cs-s${index})" d="${stroke(points) ?? ""}"/></g>`
  );
}

function bars({ label, points }: Layer, index: number, x: Scale, y: Scale, bar: number): string {
  const rectangles = points.flatMap(({ time, value, base }) =>
    value === null || value === base
      ? []
      : [`M${round(x(time))} ${round(y(base))}V${round(y(value))}h${round(bar)}V${round(y(base))}z`],
  );
  return `<path fill="var(--cs-s${index})" d="${rectangles.join("")}"><title>${escaped(label)}</title></path>`;
}

/** One value of one group. Charts show the largest first. */
interface Category {
  readonly label: string;
  readonly value: number | null;
}

function numberChart(value: number | null, { width, height, format }: Frame): string {
  const text = numberText(value, format);
  const size = Math.min(34, height * 0.7, (width / Math.max(1, text.length)) * 1.6);
  return `<text class="cs-number" x="0" y="${Math.round(height / 2 + size / 3)}" font-size="${Math.round(size)}">${escaped(text)}</text>`;
}

function barChart(categories: readonly Category[], { width, height, format }: Frame): string {
  const shown = categories.slice(0, Math.max(1, Math.floor(height / ROW)));
  const x = scaleLinear([0, Math.max(0, ...shown.map(({ value }) => value ?? 0)) || 1], [0, width]);
  return shown
    .map(({ label, value }, index) => {
      const y = rowTextY(index);
      return (
        `<rect x="0" y="${index * ROW}" width="${Math.max(1, Math.round(x(value ?? 0)))}" height="${ROW - 3}" fill="var(--cs-s0)" fill-opacity=".25"/>` +
        smallText(fitted(label, width - 70, 11), 4, y) +
        smallText(numberText(value, format), width - 4, y, "end")
      );
    })
    .join("");
}

/** Returns a row for each group, with a column for each of its values. */
function tableContent(config: ApiFields, series: readonly DrawnSeries[]): TableContent {
  const values = chartValuesOf(config);
  const rows = groups(series, ({ group }) => JSON.stringify(group)).map(([, row]) => row);
  const groupBy = shownText(config.groupBy) ?? "";
  const columns = splitColumns(groupBy);
  const isSplit = series.every(({ group }) => group.length === columns.length);
  return {
    groupColumns: isSplit ? columns.map((each) => splitColumns(each, "AS").at(-1) ?? each) : [groupBy],
    valueColumns: (rows[0] ?? []).map(({ name }) => name),
    areGroupsLeft: config.groupByColumnsOnLeft === true,
    rows: rows.map((row) => ({
      group: row[0]?.group ?? [],
      values: row.map((each) => numberText(lastValue(each), values[each.output]?.format)),
      rank: row[0] ? lastValue(row[0]) : null,
    })),
  };
}

function lastValue({ points }: DrawnSeries): number | null {
  return points.at(-1)?.value ?? null;
}

/** Draws shares of a circle, with their names if there is space. */
function pieChart(categories: readonly Category[], { width, height, format }: Frame): string {
  const radius = Math.min(width, height) / 2 - 1;
  const slices = pie<Category>().value(({ value }) => Math.max(0, value ?? 0))(categories.slice(0, MAX_COLORS));
  const shape = arc<(typeof slices)[number]>().innerRadius(0).outerRadius(radius).digits(1);
  const paths = slices.map(
    (slice, index) =>
      `<path fill="var(--cs-s${index})" d="${shape(slice) ?? ""}"><title>${escaped(slice.data.label)}</title></path>`,
  );
  const left = 2 * radius + 12;
  const names = slices.map(({ data: { label, value } }, index) => {
    const y = rowTextY(index);
    const text = fitted(`${label} ${numberText(value, format)}`, width - left - 14, 11);
    return `<rect x="${left}" y="${y - 9}" width="9" height="9" fill="var(--cs-s${index})"/>${smallText(text, left + 14, y)}`;
  });
  const circle = `<g transform="translate(${Math.round(radius + 1)} ${Math.round(height / 2)})">${paths.join("")}</g>`;
  return width - left < 60 ? circle : circle + names.join("");
}

const BARS = "▁▂▃▄▅▆▇█";

/**
 * Draws values as a row of bars. If there are more values than columns, each bar shows the highest value of its range.
 * A space replaces a missing value. The lowest bar is the minimum, or 0 if all values are positive.
 */
export function sparkline(values: readonly (number | null)[], width: number): string {
  const length = Math.max(0, Math.min(width, values.length));
  const startOf = (column: number) => Math.floor((column * values.length) / length);
  const columns = Array.from({ length }, (_, column) => {
    return max(values.slice(startOf(column), startOf(column + 1)), (value) => value) ?? null;
  });
  const known = columns.filter((value) => value !== null);
  if (known.length === 0) {
    return "";
  }
  const low = Math.min(0, ...known);
  const span = Math.max(...known) - low || 1;
  return columns
    .map((value) => (value === null ? " " : BARS[Math.round(((value - low) / span) * (BARS.length - 1))]))
    .join("");
}
