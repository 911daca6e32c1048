import { extent, groups, max, sort, sum } from "d3-array";
import { scaleLinear, scaleUtc } from "d3-scale";
import { arc, area, curveLinear, line, pie } from "d3-shape";
import { splitColumns } from "../split-columns";
import { isOverTime } from "../tile-kinds";
import { type ApiFields, shownText } from "./dashboard-fields";
import { comparedFormat, numberText, valueFormats } from "./number-text";
import { type TableContent, tableChart } from "./table-chart";
import { escaped, fitted } from "./tile-svg";

/** A line, a bar or a number of a chart. */
export interface DrawnSeries {
  readonly label: string;
  /** Values of the columns of the grouping. */
  readonly group: readonly string[];
  /** Name of its value, and its position among the values of the chart. */
  readonly name: string;
  readonly output: number;
  readonly points: readonly { readonly time: number; readonly value: number | null }[];
}

/** Draws the series of a chart into a box, in the form of its kind. */
export function seriesChart(config: ApiFields, series: readonly DrawnSeries[], width: number, height: number): string {
  const numberFormat = comparedFormat(config);
  const kind = String(config.displayType);
  if (isOverTime(config)) {
    return timeChart(series, kind, width, height, numberFormat);
  }
  if (kind === "table") {
    return tableChart(tableContent(config, series), width, height);
  }
  const categories = series.map((each) => ({ label: each.label, value: lastValue(each) }));
  if (kind === "number") {
    return numberChart(categories[0]?.value ?? null, width, height, numberFormat);
  }
  return (kind === "pie" ? pieChart : barChart)(categories, width, height, numberFormat);
}

/** Maximum number of lines that readers can distinguish. */
const MAX_LINES = 6;
const LABEL = 13;

/**
 * Draws series over time as lines or stacked bars. Labels at the edges show the largest value and both ends of the time.
 */
function timeChart(
  series: readonly DrawnSeries[],
  kind: string,
  width: number,
  height: number,
  format?: unknown,
): string {
  const shown = largest(series);
  const stacked = kind === "stacked_bar";
  const layers = stacked
    ? stack(shown)
    : shown.map((each) => ({ ...each, points: each.points.map((point) => ({ ...point, base: 0 })) }));
  const points = layers.flatMap((layer) => layer.points);
  const [low = 0, high = 0] = extent(points, ({ value }) => value);
  const [first = 0, last = 0] = extent(points, ({ time }) => time);
  const x = scaleUtc([first, last === first ? first + 1 : last], [0, width]);
  const y = scaleLinear([Math.min(0, low), high || 1], [height - LABEL, LABEL]);
  const bar = Math.max(1, (width / Math.max(1, new Set(points.map(({ time }) => time)).size)) * 0.8);
  const drawn = layers.map((layer, index) =>
    stacked ? bars(layer, index, { x, y, bar }) : lines(layer, index, { x, y }),
  );
  const top = fitted(numberText(high, format), width / 2, 10);
  return (
    `<path class="cs-axis" d="M0 ${height - LABEL + 0.5}H${width}"/>${drawn.join("")}` +
    `<text class="cs-small" x="0" y="9">${escaped(top)}</text>${timeLabels(first, last, width, height)}`
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
  return (
    `<text class="cs-small" x="0" y="${height - 1}">${text(first)}</text>` +
    `<text class="cs-small" x="${width}" y="${height - 1}" text-anchor="end">${text(last)} UTC</text>`
  );
}

interface Layer {
  readonly label: string;
  readonly points: readonly { readonly time: number; readonly value: number | null; readonly base: number }[];
}

type Scale = (value: number) => number;

function lines({ label, points }: Layer, index: number, { x, y }: { readonly x: Scale; readonly y: Scale }): string {
  const defined = ({ value }: Layer["points"][number]) => value !== null;
  const stroke = line<Layer["points"][number]>()
    .digits(1)
    .defined(defined)
    .curve(curveLinear)
    .x(({ time }) => x(time))
    .y(({ value }) => y(value ?? 0));
  const ground = area<Layer["points"][number]>()
    .digits(1)
    .defined(defined)
    .x(({ time }) => x(time))
    .y0(y(0))
    .y1(({ value }) => y(value ?? 0));
  return (
    `<g><title>${escaped(label)}</title><path class="cs-area" fill="var(--cs-s${index})" fill-opacity=".12" d="${ground(points) ?? ""}"/>` +
    `<path class="cs-series" stroke="var(--cs-s${index})" d="${stroke(points) ?? ""}"/></g>`
  );
}

function bars(
  { label, points }: Layer,
  index: number,
  { x, y, bar }: { readonly x: Scale; readonly y: Scale; readonly bar: number },
): string {
  const rectangles = points.flatMap(({ time, value, base }) =>
    value === null || value === base ? [] : [`M${r(x(time))} ${r(y(base))}V${r(y(value))}h${r(bar)}V${r(y(base))}z`],
  );
  return `<path fill="var(--cs-s${index})" d="${rectangles.join("")}"><title>${escaped(label)}</title></path>`;
}

/** Stacks series: each begins at the end of the one below it. */
function stack(series: readonly DrawnSeries[]): readonly Layer[] {
  const tops = new Map<number, number>();
  return series.map(({ label, points }) => ({
    label,
    points: points.map(({ time, value }) => {
      const base = tops.get(time) ?? 0;
      tops.set(time, base + (value ?? 0));
      return { time, base, value: base + (value ?? 0) };
    }),
  }));
}

function largest(series: readonly DrawnSeries[]): readonly DrawnSeries[] {
  const size = ({ points }: DrawnSeries) => sum(points, ({ value }) => Math.abs(value ?? 0));
  return sort(series, (each) => -size(each)).slice(0, MAX_LINES);
}

const r = (value: number): number => Math.round(value * 10) / 10;

/** One value of one group. */
interface Category {
  readonly label: string;
  readonly value: number | null;
}

const ROW = 18;
const COLORS = 6;

function numberChart(value: number | null, width: number, height: number, format?: unknown): string {
  const text = numberText(value, format);
  const size = Math.min(34, height * 0.7, (width / Math.max(1, text.length)) * 1.6);
  return `<text class="cs-number" x="0" y="${Math.round(height / 2 + size / 3)}" font-size="${Math.round(size)}">${escaped(text)}</text>`;
}

/** Draws bars with names and values, the longest first. */
function barChart(categories: readonly Category[], width: number, height: number, format?: unknown): string {
  const shown = fitting(categories, height);
  const x = scaleLinear([0, Math.max(0, ...shown.map(({ value }) => value ?? 0)) || 1], [0, width]);
  return shown
    .map(
      ({ label, value }, index) =>
        `<rect x="0" y="${index * ROW}" width="${Math.max(1, Math.round(x(value ?? 0)))}" height="${ROW - 3}" fill="var(--cs-s0)" fill-opacity=".25"/>${row(label, numberText(value, format), index, width)}`,
    )
    .join("");
}

/** Returns a row for each group, with a column for each of its values. */
function tableContent(config: ApiFields, series: readonly DrawnSeries[]): TableContent {
  const formats = valueFormats(config);
  const rows = groups(series, ({ group }) => JSON.stringify(group)).map(([, row]) => row);
  const groupBy = shownText(config.groupBy) ?? "";
  const columns = splitColumns(groupBy);
  const isSplit = series.every(({ group }) => group.length === columns.length);
  return {
    groupColumns: isSplit ? columns : [groupBy],
    valueColumns: (rows[0] ?? []).map(({ name }) => name),
    areGroupsLeft: config.groupByColumnsOnLeft === true,
    rows: rows.map((row) => ({
      group: row[0]?.group ?? [],
      values: row.map((each) => numberText(lastValue(each), formats[each.output])),
      rank: row[0] ? lastValue(row[0]) : null,
    })),
  };
}

function lastValue({ points }: DrawnSeries): number | null {
  return points.at(-1)?.value ?? null;
}

/** Draws shares of a circle, with their names if there is space. */
function pieChart(categories: readonly Category[], width: number, height: number, format?: unknown): string {
  const shown = sorted(categories).slice(0, COLORS);
  const radius = Math.min(width, height) / 2 - 1;
  const slices = pie<Category>().value(({ value }) => Math.max(0, value ?? 0))([...shown]);
  const shape = arc<(typeof slices)[number]>().innerRadius(0).outerRadius(radius).digits(1);
  const paths = slices.map(
    (slice, index) =>
      `<path fill="var(--cs-s${index})" d="${shape(slice) ?? ""}"><title>${escaped(slice.data.label)}</title></path>`,
  );
  const left = 2 * radius + 12;
  const names =
    width - left < 60
      ? ""
      : shown.map(({ label, value }, index) => legend(label, numberText(value, format), index, left, width)).join("");
  return `<g transform="translate(${Math.round(radius + 1)} ${Math.round(height / 2)})">${paths.join("")}</g>${names}`;
}

function legend(label: string, value: string, index: number, left: number, width: number): string {
  const y = 12 + index * ROW;
  return `<rect x="${left}" y="${y - 9}" width="9" height="9" fill="var(--cs-s${index})"/><text class="cs-small" x="${left + 14}" y="${y}">${escaped(fitted(`${label} ${value}`, width - left - 14, 11))}</text>`;
}

function row(label: string, value: string, index: number, width: number): string {
  const y = index * ROW + 12;
  return (
    `<text class="cs-small" x="4" y="${y}">${escaped(fitted(label, width - 70, 11))}</text>` +
    `<text class="cs-small" x="${width - 4}" y="${y}" text-anchor="end">${escaped(value)}</text>`
  );
}

function fitting(categories: readonly Category[], height: number): readonly Category[] {
  return sorted(categories).slice(0, Math.max(1, Math.floor(height / ROW)));
}

function sorted(categories: readonly Category[]): readonly Category[] {
  return sort(categories, ({ value }) => -(value ?? 0));
}

const BARS = "▁▂▃▄▅▆▇█";

/**
 * Draws values as a row of bars. If there are more values than columns, each bar shows the highest of its stretch. A
 * missing value is a space. The lowest bar is the minimum, or 0 if all values are positive.
 */
export function sparkline(values: readonly (number | null)[], width: number): string {
  const columns = peaks(values, width);
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

/** Reduces values to a number of columns. Each is the highest value of its stretch. */
function peaks(values: readonly (number | null)[], width: number): readonly (number | null)[] {
  if (width < 1) {
    return [];
  }
  const columns = Math.min(width, values.length);
  return Array.from({ length: columns }, (_, column) => {
    const stretch = values.slice(
      Math.floor((column * values.length) / columns),
      Math.floor(((column + 1) * values.length) / columns),
    );
    return max(stretch, (value) => value) ?? null;
  });
}
