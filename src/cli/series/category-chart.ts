import { scaleLinear } from "d3-scale";
import { arc, pie } from "d3-shape";
import { escaped, fitted } from "../../drawing";
import { numberText } from "./number-text";

/** One value of one group. */
export interface Category {
  readonly label: string;
  readonly value: number | null;
}

const ROW = 18;
const COLORS = 6;

/** One big number. */
export function numberChart(value: number | null, width: number, height: number, format?: unknown): string {
  const text = numberText(value, format);
  const size = Math.min(34, height * 0.7, (width / Math.max(1, text.length)) * 1.6);
  return `<text class="cs-number" x="0" y="${Math.round(height / 2 + size / 3)}" font-size="${Math.round(size)}">${escaped(text)}</text>`;
}

/** Bars, the longest first, with their names and values. */
export function barChart(categories: readonly Category[], width: number, height: number, format?: unknown): string {
  const shown = fitting(categories, height);
  const x = scaleLinear([0, Math.max(0, ...shown.map(({ value }) => value ?? 0)) || 1], [0, width]);
  return shown
    .map(
      ({ label, value }, index) =>
        `<rect x="0" y="${index * ROW}" width="${Math.max(1, Math.round(x(value ?? 0)))}" height="${ROW - 3}" fill="var(--cs-s0)" fill-opacity=".25"/>${row(label, numberText(value, format), index, width)}`,
    )
    .join("");
}

/** Names and values, the largest first. */
export function tableChart(categories: readonly Category[], width: number, height: number, format?: unknown): string {
  return fitting(categories, height)
    .map(({ label, value }, index) => row(label, numberText(value, format), index, width))
    .join("");
}

/** Shares of a circle, and their names where there is room. */
export function pieChart(categories: readonly Category[], width: number, height: number, format?: unknown): string {
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
  return [...categories].sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
}
