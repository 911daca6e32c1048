import { visible } from "../../visible";
import type { Colors } from "../frame/colors";
import { numberText } from "../series/number-text";
import { sparkline } from "../series/sparkline";
import type { Firing } from "./evaluate";
import { lengthText, moment } from "./moment";
import { peakValues } from "./peak-values";
import { aimText, summaryText } from "./summary";
import type { Result } from "./test-alert";
import type { Untestable } from "./watched";

/** More than this nobody reads in a terminal. */
const MOST_ROWS = 30;

export interface TextOptions {
  readonly colors: Colors;
  /** Letters in a line. */
  readonly width: number;
}

/** One back-test for a terminal. */
export function resultText(result: Result, { colors, width }: TextOptions): string {
  const { alert, firings } = result;
  const { bold, dim, red, green, cyan } = colors;
  const values = peakValues(result);
  const known = values.filter((value) => value !== null);
  const highest = known.reduce((high, value) => Math.max(high, value), Number.NEGATIVE_INFINITY);
  const aim = aimText(result);
  return [
    `${bold(plain(alert.name))} ${dim(alert.name === alert.address ? "" : alert.address)}`.trimEnd(),
    dim(plain(alert.watches)),
    `Fires when the value is ${alert.fires}.`,
    ...(known.length > 0
      ? [`${cyan(sparkline(values, Math.max(20, width - 20)))} ${dim(`up to ${numberText(highest)}`)}`]
      : []),
    (firings.length > 0 ? red : green)(summaryText(result)),
    ...firingTable(firings),
    ...(aim === undefined ? [] : [aim]),
    "",
  ].join("\n");
}

export function untestableText({ name, reason }: Untestable, { colors }: TextOptions): string {
  return `${colors.bold(plain(name))}\n${colors.yellow(`! Cannot be back-tested: ${plain(reason)}`)}\n`;
}

function firingTable(firings: readonly Firing[]): readonly string[] {
  if (firings.length === 0) return [];
  const shown = firings.slice(-MOST_ROWS);
  const rows = [["Start", "End", "Lasted", "Peak", "Group"], ...shown.map(cells)];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const lines = rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd(),
  );
  const left = firings.length - shown.length;
  return left === 0 ? lines : [...lines, `  The first ${left} are left out; --json has them.`];
}

function cells({ start, end, ongoing, peak, group }: Firing): readonly string[] {
  return [
    moment(start),
    ongoing ? "fires still" : moment(end),
    lengthText(end - start),
    numberText(peak),
    plain(group),
  ];
}

/** A text of somebody else on one line. */
function plain(text: string): string {
  return visible(text.replace(/[\t\n]/g, " "));
}
