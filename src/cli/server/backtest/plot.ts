import { extent } from "d3-array";
import { scaleLinear, scaleUtc } from "d3-scale";
import { line } from "d3-shape";
import {
  type ApiFields,
  type DrawingOptions,
  escaped,
  fitted,
  numberText,
  round,
  smallText,
  svgOf,
} from "../../../drawing";
import { thresholdsOf } from "../../../evaluation/condition";
import { peakValues, thinned } from "../../../evaluation/peaks";
import { moment } from "../../../evaluation/time-text";
import { countText } from "../../terminal/text-options";
import type { Result } from "./test-alert";

const WIDTH = 888;
const NARROW_WIDTH = 336;
const HEIGHT = 260;
const EDGE = { top: 46, bottom: 24, left: 56, right: 12 };

/** Draws the values of an alert over time, with its threshold and its firings, as SVG. */
export function plotSvg(result: Result, options: DrawingOptions = {}): string {
  const width = options.narrow ? NARROW_WIDTH : WIDTH;
  return svgOf(plot(result, width), { width, height: HEIGHT }, `Back-test of ${result.alert.name}`, options);
}

export function plotsSvg(results: readonly Result[]): string {
  const plots = results.map(
    (result, index) => `<g transform="translate(0 ${index * HEIGHT})">${plot(result, WIDTH)}</g>`,
  );
  return svgOf(plots.join(""), { width: WIDTH, height: Math.max(1, results.length) * HEIGHT }, "Back-tests", {});
}

function plot(result: Result, width: number): string {
  const { alert, from, to, windows, firings } = result;
  const points = thinned(peakValues(windows, alert.condition), alert.condition, width - EDGE.left - EDGE.right);
  const thresholds = thresholdsOf(alert.condition);
  const [low = 0, high = 0] = extent([...points.filter((value) => value !== null), ...thresholds, 0]);
  const x = scaleUtc([from, to], [EDGE.left, width - EDGE.right]);
  const y = scaleLinear([low, high === low ? low + 1 : high], [HEIGHT - EDGE.bottom, EDGE.top]).nice();
  const at = (index: number) => x(from + ((index + 0.5) / points.length) * (to - from));
  const curve = line<number | null>()
    .digits(1)
    .defined((value) => value !== null)
    .x((_, index) => at(index))
    .y((value) => y(value ?? 0));
  return [
    heading(result, width),
    // The opacity is that of the whole group, so overlapping firings are not darker than one firing.
    '<g opacity=".15">',
    ...firings.map(({ start, end, group, peak }) => {
      const length = Math.max(1.5, x(end) - x(start));
      const title = `${group ? `${group}, ` : ""}${moment(start)} to ${moment(end)}, peak ${numberText(peak, alert.format, "short")}`;
      return `<rect class="cs-firing" x="${round(x(start))}" y="${EDGE.top}" width="${round(length)}" height="${HEIGHT - EDGE.bottom - EDGE.top}"><title>${escaped(title)}</title></rect>`;
    }),
    "</g>",
    ...yTexts(y.ticks(4), alert.format).map(([tick, text]) => yTick(text, y(tick), width)),
    ...x
      .ticks(width / 120)
      .filter((tick) => x(tick) < width - 30)
      .map((tick) => smallText(x.tickFormat()(tick), round(x(tick)), HEIGHT - 8, "middle")),
    `<path class="cs-series" stroke="var(--cs-s0)" d="${curve(points) ?? ""}"/>`,
    ...thresholds.map((threshold) => thresholdLine(numberText(threshold, alert.format, "exact"), y(threshold), width)),
  ].join("");
}

function heading({ alert, firings }: Result, width: number): string {
  const title = fitted(`${alert.name}: fires when the value is ${alert.fires}`, width - 110, 13, true);
  return (
    `<text class="cs-title" x="8" y="18">${escaped(title)}</text>${smallText(fitted(alert.watches, width - 16, 11), 8, 35)}` +
    `<text class="cs-title" x="${width - 8}" y="18" text-anchor="end">${countText(firings.length, "firing")}</text>`
  );
}

/** Returns the texts of the axis. They are exact if rounded ones would be equal. */
function yTexts(ticks: readonly number[], format: ApiFields | undefined): readonly (readonly [number, string])[] {
  const rounded = ticks.map((tick) => numberText(tick, format, "short"));
  const isDistinct = new Set(rounded).size === ticks.length;
  return ticks.map((tick, index) => [tick, isDistinct ? (rounded[index] ?? "") : numberText(tick, format, "exact")]);
}

function yTick(text: string, y: number, width: number): string {
  return `<path class="cs-column" d="M${EDGE.left} ${round(y)}H${width - EDGE.right}"/>${smallText(fitted(text, EDGE.left - 8, 11), EDGE.left - 6, round(y + 4), "end")}`;
}

function thresholdLine(text: string, y: number, width: number): string {
  return (
    `<path class="cs-threshold" d="M${EDGE.left} ${round(y)}H${width - EDGE.right}"/>` +
    `<text class="cs-badge-text" x="${width - EDGE.right - 4}" y="${round(y - 4)}" text-anchor="end">${escaped(fitted(text, width / 4, 11))}</text>`
  );
}
