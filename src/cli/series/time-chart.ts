import { scaleLinear, scaleUtc } from "d3-scale";
import { area, curveLinear, line } from "d3-shape";
import { escaped, fitted } from "../../drawing";
import { extent } from "./extent";
import { numberText } from "./number-text";
import type { DrawnSeries } from "./tile-values";

/** More lines than this cannot be told apart. */
const MOST = 6;
const LABEL = 13;

/** Series over time, as lines or as bars on top of each other, with the largest value and both ends of the time written at the edges. */
export function timeChart(
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
  const [low, high] = extent(points.map(({ value }) => value));
  const [first, last] = extent(points.map(({ time }) => time));
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
  if (width < 140) return "";
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

/** Each series begins where the one below it ends. */
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
  const sum = ({ points }: DrawnSeries) => points.reduce((total, { value }) => total + Math.abs(value ?? 0), 0);
  return [...series].sort((a, b) => sum(b) - sum(a)).slice(0, MOST);
}

const r = (value: number): number => Math.round(value * 10) / 10;
