import { max, sum } from "d3-array";
import { numberText } from "../../../drawing";
import { sparkline } from "../../../drawing/charts";
import type { Firing } from "../../../evaluation/evaluate";
import { peakValues } from "../../../evaluation/peaks";
import { lengthText, moment } from "../../../evaluation/time-text";
import type { Result } from "../../server/backtest/test-alert";
import type { Untestable } from "../../server/backtest/testable-alert";
import { alertOverview, tableLines } from "../../terminal/table";
import { countText, drawingWidth, plain, type TextOptions } from "../../terminal/text-options";
import { columnsOf, wrapLine } from "../../terminal/wrap";

export function summaryText({ firings, perWeek, from, to }: Result): string {
  if (from === to) {
    return "The time range contains no whole window, so no window was evaluated.";
  }
  const time = `from ${moment(from)} to ${moment(to)} UTC`;
  if (firings.length === 0) {
    return `It would not have fired ${time}.`;
  }
  const notifications = sum(firings, (firing) => firing.notifications);
  const lasted = sum(firings, ({ start, end }) => end - start);
  return `It would have fired ${countText(firings.length, "time")} ${time}: ${weekly(perWeek)}, with ${countText(notifications, "notification")}, for ${lengthText(lasted)} altogether.`;
}

/** Describes the threshold that comes closest to the target rate; undefined without a target rate. */
export function targetRateText({ targetRate, alert }: Result): string | undefined {
  if (!targetRate) {
    return undefined;
  }
  const { wanted, best } = targetRate;
  const goal = `For ${countText(wanted, "firing")} a week`;
  if (!best) {
    return `${goal}: the condition has no threshold to vary (${alert.condition.type}), or the series has no values.`;
  }
  const bounds = [best.threshold, ...(best.thresholdMax === undefined ? [] : [best.thresholdMax])];
  const threshold = bounds.map((bound) => numberText(bound, alert.format, "exact")).join(" to ");
  return `${goal}: threshold ${threshold} would have fired ${countText(best.firings, "time")}, ${weekly(best.perWeek)}.`;
}

function weekly(perWeek: number): string {
  return `${weeklyNumber(perWeek)} a week`;
}

function weeklyNumber(perWeek: number): string {
  return numberText(Math.round(perWeek * 10) / 10);
}

/** Maximum number of firings in the text. */
const MAX_ROWS = 30;

/** Columns that are reserved for the largest value of a sparkline. */
const SCALE_COLUMNS = 20;

/** Writes back-tests for a terminal: many alerts as a table, then each one. */
export function backtestText(
  results: readonly Result[],
  untestable: readonly Untestable[],
  options: TextOptions,
): string {
  const mostFirst = results.toSorted((a, b) => b.perWeek - a.perWeek);
  const rows = [
    ...mostFirst.map(({ alert, firings, perWeek }) => [
      countText(firings.length, "time"),
      weeklyNumber(perWeek),
      alert.fires,
      plain(alert.name),
    ]),
    ...untestable.map(({ name }) => ["not tested", "-", "-", plain(name)]),
  ];
  return [
    ...alertOverview(["FIRED", "A WEEK", "FIRES WHEN", "ALERT"], rows, options, [2, 3]),
    ...results.map((result) => resultText(result, options)),
    ...untestable.map((each) => untestableText(each, options)),
  ].join("\n");
}

function resultText(result: Result, options: TextOptions): string {
  const { alert, firings } = result;
  const { bold, dim, red, green, cyan, yellow } = options.colors;
  const line = (text: string) => wrapLine(text, options);
  const values = peakValues(result.windows, alert.condition);
  const highest = max(values, (value) => value);
  const targetRate = targetRateText(result);
  const scale = highest === undefined ? "" : ` up to ${numberText(highest, alert.format, "short")}`;
  return [
    ...line(`${bold(plain(alert.name))} ${dim(alert.name === alert.address ? "" : alert.address)}`.trimEnd()),
    ...line(dim(plain(alert.watches))),
    ...line(`Fires when the value is ${alert.fires}.`),
    ...result.notes.flatMap((note) => wrapLine(yellow(plain(note)), { ...options, first: `${yellow("!")} ` })),
    ...(highest === undefined
      ? []
      : [
          cyan(sparkline(values, Math.max(20, drawingWidth(options) - Math.max(SCALE_COLUMNS, columnsOf(scale))))) +
            dim(scale),
        ]),
    ...line((firings.length > 0 ? red : green)(summaryText(result))),
    ...firingTable(result, options),
    ...(targetRate === undefined ? [] : line(targetRate)),
    "",
  ].join("\n");
}

function untestableText({ name, reason }: Untestable, { colors, width }: TextOptions): string {
  const { bold, yellow } = colors;
  const problem = yellow(`Cannot be back-tested: ${plain(reason)}`);
  const lines = [...wrapLine(bold(plain(name)), { width }), ...wrapLine(problem, { width, first: `${yellow("!")} ` })];
  return `${lines.join("\n")}\n`;
}

/** Minimum columns of a table that repeats the day of a firing at its end. */
const MIN_WIDTH_OF_DATES = 80;

function firingTable({ firings, alert }: Result, { width }: TextOptions): readonly string[] {
  if (firings.length === 0) {
    return [];
  }
  const shown = firings.slice(-MAX_ROWS);
  const isGrouped = shown.some(({ group }) => group !== "");
  const isNarrow = width < MIN_WIDTH_OF_DATES;
  const rows = [
    ["Start", "End", "Lasted", "Peak", "Group"],
    ...shown.map((firing) => cells(firing, numberText(firing.peak, alert.format, "short"), isNarrow)),
  ];
  const columns = isGrouped ? rows : rows.map((row) => row.slice(0, -1));
  const lines = tableLines(columns, { width, indentation: "  ", flexible: isGrouped ? [4] : [] });
  const left = firings.length - shown.length;
  const omitted = `The first ${left} are left out. --json lists all of them.`;
  return left === 0 ? lines : [...lines, ...wrapLine(omitted, { width, first: "  " })];
}

function cells({ start, end, ongoing, group }: Firing, peak: string, isNarrow: boolean): readonly string[] {
  const [day = "", time = ""] = moment(end).split(" ");
  const isSameDay = moment(start).startsWith(day);
  return [
    moment(start),
    ongoing ? "still fires" : isNarrow && isSameDay ? time : moment(end),
    lengthText(end - start),
    peak,
    plain(group),
  ];
}
