import { type ApiFields, numberText } from "../drawing";
import { thresholdsOf } from "../evaluation/condition";
import { peakValues, thinned } from "../evaluation/peaks";
import { moment } from "../evaluation/time-text";
import type { AlertEvaluation } from "./firings";

/** Columns and rows of the plot, without its labels. */
const MAX_COLUMNS = 64;
const ROWS = 8;

const BLOCKS = " ▁▂▃▄▅▆▇█";

/**
 * Draws the values of the windows as bars with lines at the thresholds, and marks the windows that fire below them. For
 * several groups, or several windows in one column, a bar shows the value that comes closest to firing.
 */
export function textPlot({ alert, windows, firings }: AlertEvaluation): readonly string[] {
  const { condition, format, schedule, interval } = alert;
  const perColumn = Math.ceil(windows.length / MAX_COLUMNS);
  const values = thinned(peakValues(windows, condition), condition, MAX_COLUMNS);
  const rows = rowsOf(values, thresholdsOf(condition), format);
  const width = Math.max("fires".length, ...rows.map(({ label }) => label.length));
  const isFiring = (start: number) =>
    firings.some((each) => each.start.getTime() <= start && start < each.end.getTime());
  const marks = values.map((_, column) =>
    windows.slice(column * perColumn, (column + 1) * perColumn).some(({ start }) => isFiring(start)) ? "▲" : " ",
  );
  const start = windows[0]?.start ?? 0;
  const end = start + windows.length * schedule.length;
  const column = perColumn === 1 ? `a window of ${interval}` : `${perColumn} windows of ${interval}`;
  return [
    ...rows.map(({ label, cells, axis }) => `${label.padStart(width)} ${axis}${cells}`),
    `${"fires".padStart(width)}  ${marks.join("")}`.trimEnd(),
    `${" ".repeat(width)}  ${moment(start)} to ${moment(end)} UTC, ${column} per column`,
  ];
}

function rowsOf(values: readonly (number | null)[], thresholds: readonly number[], format: ApiFields | undefined) {
  const known = [0, ...thresholds, ...values.filter((value) => value !== null)];
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const size = high / ROWS - low / ROWS || 1 / ROWS;
  const rowOf = (value: number) => Math.min(ROWS - 1, Math.max(0, Math.ceil((value - low) / size) - 1));
  return Array.from({ length: ROWS }, (_, index) => {
    const row = ROWS - 1 - index;
    const crossed = thresholds.filter((each) => rowOf(each) === row);
    const background = crossed.length > 0 ? "┄" : " ";
    const edge = row === ROWS - 1 ? high : row === 0 ? low : undefined;
    const labels = crossed.length > 0 ? crossed.map((each) => numberText(each, format, "exact")) : [];
    return {
      label: labels.length > 0 || edge === undefined ? labels.join(" ") : numberText(edge, format, "short"),
      axis: crossed.length > 0 ? "┼" : "┤",
      cells: values
        .map((value) => barCell(value, low + row * size, size) ?? background)
        .join("")
        .trimEnd(),
    };
  });
}

/** Returns the part of a bar in one row; undefined if the bar does not reach it. */
function barCell(value: number | null, bottom: number, size: number): string | undefined {
  if (value === null) {
    return undefined;
  }
  const eighths = Math.round(((value - bottom) / size) * 8);
  return eighths < 1 ? undefined : BLOCKS[Math.min(8, eighths)];
}
