import { secondsOf } from "../declaration/value-types";
import { evaluate, type GroupValue, type WindowValues } from "../evaluation/evaluate";
import { type Windows, windowStarts } from "../evaluation/schedule";
import { type ItemValues, windowValues } from "../evaluation/window-values";
import { isNumericGroup } from "../resources/dashboard/tiles/numeric-group";
import { splitColumns } from "../split-columns";
import { type AlertFiring, toFirings } from "./firings";
import { dateOf, requireOptions, SERIES_OPTIONS, Series, type SeriesOptions } from "./series";
import { type AlertInput, type TestedAlert, testedAlertOf } from "./tested-alert";

/**
 * Values of the watched chart: one series, or one for each select item. A ratio requires two, in the order of its select
 * items.
 */
export type SeriesInput = Series | readonly Series[];

/** Values of each group of a grouped alert, by the name of the group. */
export type GroupedSeries = Readonly<Record<string, SeriesInput>>;

/** Options of an evaluation. */
export interface EvaluationOptions extends SeriesOptions {
  /**
   * Time between an event and its arrival in the database, such as `2m`. The server evaluates each window once, at its
   * end, and never counts events that arrive later. Requires values for parts of a window. Default: no delay, as in
   * the back-test, which counts every event.
   */
  readonly delay?: string;
}

const OPTIONS = { ...SERIES_OPTIONS, delay: "2m" } satisfies Record<keyof EvaluationOptions, string>;

/**
 * Returns the firings of an alert over series, as the server evaluates it. The back-test uses the same code. Requires
 * no engine, server or network.
 *
 *     const firings = evaluateAlert(alert, series("5m", "0x12 120 130x3 0x6"));
 *     assertFiresAt(firings, "70m");
 *
 * Each value of a series is the value of a select item of the watched tile, saved search or chart for one step. Counts,
 * sums, minima and maxima of smaller steps are combined to windows. Other functions require one value for each window.
 *
 * @param alert the construct, or an alert of `synthesized`
 * @param input one series, a list with one for each select item, or an object with the series of each group
 * @param options start of the series, and delay of the events
 */
export function evaluateAlert(
  alert: AlertInput,
  input: SeriesInput | GroupedSeries,
  options: EvaluationOptions = {},
): readonly AlertFiring[] {
  requireOptions(options, OPTIONS);
  const tested = testedAlertOf(alert);
  const groups = groupsIn(tested, input);
  const all = groups.flatMap(({ items }) => items);
  const start = options.start === undefined ? undefined : dateOf(options.start).getTime();
  const startOf = (each: Series) => each.start?.getTime() ?? start ?? defaultStart(tested.schedule);
  for (const each of all) {
    requireFittingStep(tested, each, startOf(each));
  }
  const [from, to] = [Math.min(...all.map(startOf)), Math.max(...all.map((each) => startOf(each) + lengthOf(each)))];
  const count = Math.floor((to - from) / tested.schedule.length);
  if (count > MAX_WINDOWS) {
    throw new Error(
      `${tested.name}: The series last from ${new Date(from).toISOString()} to ${new Date(to).toISOString()}, which is ${count} windows of ${tested.interval}. At most ${MAX_WINDOWS} can be evaluated. Fix: Start the series at closer times.`,
    );
  }
  const starts = windowStarts(tested.schedule, from, to);
  if (starts.length === 0) {
    throw new Error(
      `${tested.name}: The series contain no whole window of ${tested.interval}, so nothing is evaluated. Fix: Give series that last longer${tested.schedule.notBefore > from ? `, or end after the start of the schedule, ${new Date(tested.schedule.notBefore).toISOString()}` : ""}.`,
    );
  }
  const arrived = arrivalFilter(tested, options.delay, all);
  const points = groups.flatMap(({ group, items }) => {
    const compared = comparedOf(tested, group);
    return pointsOf(group, items, startOf, arrived).map((point) => ({ ...point, compared }));
  });
  const step = Math.max(...all.map((each) => each.step));
  const combine = tested.combine.map((each) => (a: number, b: number) => finite(tested.name, each(a, b)));
  const values = windowValues(starts, tested.schedule, { ...tested, combine }, points, step);
  const windows = tested.isNullZero ? values.map(withZeros) : values;
  const firings = evaluate(windows, {
    condition: tested.condition,
    length: tested.schedule.length,
    inARow: tested.inARow,
    grouped: tested.isGrouped ?? groups.some(({ group }) => group !== ""),
  });
  return toFirings(firings, { alert: tested, from, windows });
}

function finite(name: string, value: number): number {
  if (Number.isFinite(value)) {
    return value;
  }
  throw new Error(
    `${name}: The combined value of a window is beyond ${Number.MAX_VALUE}, the largest number. Fix: Give smaller values.`,
  );
}

/** Maximum number of windows: one per minute for almost two years. */
const MAX_WINDOWS = 1_000_000;

const FIRST_START = Date.UTC(2026, 0, 1);

/** Returns the start of the first window of the year 2026, or the start of a later schedule. */
function defaultStart(schedule: Windows): number {
  const from = Math.max(FIRST_START, schedule.notBefore);
  return windowStarts(schedule, from, from + 2 * schedule.length)[0] ?? from;
}

const lengthOf = ({ step, values }: Series): number => step * values.length;

/** Series of one group, one for each select item. */
interface Group {
  readonly group: string;
  readonly items: readonly Series[];
}

function groupsIn(alert: TestedAlert, input: SeriesInput | GroupedSeries): readonly Group[] {
  const isSeries = (value: unknown): value is Series => value instanceof Series;
  if (isSeries(input) || Array.isArray(input)) {
    if (alert.isGrouped) {
      throw new Error(
        `${alert.name} is grouped by ${alert.groupBy}, and the series name no group. Fix: Pass an object with the series of each group, such as { checkout: series("5m", "0x6") }.`,
      );
    }
    return [{ group: "", items: itemsIn(alert, input as SeriesInput) }];
  }
  if (typeof input !== "object" || input === null || Object.keys(input).length === 0) {
    throw new Error(`${alert.name}: No series. Fix: Pass a series, such as series("5m", "0x12 120").`);
  }
  if (alert.isGrouped === false) {
    throw new Error(`${alert.name} is not grouped, and the series have groups. Fix: Pass the series without groups.`);
  }
  return Object.entries(input).map(([group, own]) => ({ group, items: itemsIn(alert, own) }));
}

/**
 * Returns the group and the value that the server compares if a column of the group is a number: the number itself
 * (docs/internals/api-behavior.md 3.16). Undefined for groups of texts.
 */
function comparedOf({ name, groupBy }: TestedAlert, group: string): GroupValue | undefined {
  const columns = splitColumns(groupBy);
  const isNumber = columns.map(isNumericGroup);
  const last = isNumber.lastIndexOf(true);
  if (last < 0 || group === "") {
    return undefined;
  }
  const values = columns.length === 1 ? [group] : group.split(", ");
  const value = Number(values[last]);
  if (values.length !== columns.length || Number.isNaN(value)) {
    throw new Error(
      `${name} is grouped by the number ${columns[last]}, which the server compares in place of the value. The group ${JSON.stringify(group)} does not contain it. Fix: Group by toString(${columns[last]}), or name groups by the values of ${groupBy}.`,
    );
  }
  return { group: values.filter((_, index) => !isNumber[index]).join(", "), value };
}

function itemsIn(alert: TestedAlert, input: SeriesInput): readonly Series[] {
  const items: readonly unknown[] = Array.isArray(input) ? input : [input];
  if (!items.every((each): each is Series => each instanceof Series)) {
    throw new Error(`${alert.name}: The series are not the results of series(). Fix: Write series("5m", "0x12 120").`);
  }
  const { name, itemCount, expression } = alert;
  if (items.length === itemCount) {
    return items;
  }
  // A list needs the other select items only if the formula uses them.
  if (items.length === 1 && /^[A-Z]$/.test(expression)) {
    return Array.from({ length: itemCount }, () => items[0] as Series);
  }
  const given = items.length === 1 ? "1 series is given" : `${items.length} series are given`;
  throw new Error(
    itemCount === 1
      ? `${name} compares 1 select item, and ${given}. Fix: Pass 1 series.`
      : `${name} compares ${expression} of ${itemCount} select items, and ${given}. Fix: Pass a list of ${itemCount} series, in the order of the select items.`,
  );
}

/** Throws an error for values that do not divide the windows, or that cannot be combined to windows. */
function requireFittingStep(alert: TestedAlert, { step }: Series, start: number): void {
  const { name, interval, schedule, fixedFunction } = alert;
  const length = schedule.length;
  if (length % step !== 0) {
    throw new Error(
      `${name}: A window of ${interval} does not consist of whole steps of ${step / 1000} s. Fix: Choose a step that divides ${interval}.`,
    );
  }
  if ((start - schedule.phase) % step !== 0) {
    const first = new Date(windowStarts(schedule, start, start + 2 * length)[0] ?? start).toISOString();
    throw new Error(
      `${name}: The series starts at ${new Date(start).toISOString()}, and no window starts there or at a later value. Fix: Start the series at ${first}, or choose a smaller step.`,
    );
  }
  const { phase } = schedule;
  const isCombined = fixedFunction === undefined;
  if (phase !== 0 && isCombined && (step === length || phase % step !== 0)) {
    throw new Error(
      `${name}: The server compares the two parts of a shifted window separately, before and after a multiple of ${interval}. Fix: Choose a step that divides both parts, such as 1m.`,
    );
  }
  if (step < length && !isCombined) {
    throw new Error(
      `${name} compares ${fixedFunction}, whose value for a window does not follow from values for its parts. Fix: Give one value for each window: series("${interval}", ...).`,
    );
  }
}

type ArrivalFilter = (time: number, step: number) => boolean;

/** Returns a filter for values whose events have all arrived at the end of their window. */
function arrivalFilter(
  { name, schedule, interval }: TestedAlert,
  delay: string | undefined,
  all: readonly Series[],
): ArrivalFilter {
  if (delay === undefined) {
    return () => true;
  }
  const late = secondsOf(String(delay)) * 1000;
  if (!(late >= 0)) {
    throw new Error(
      `The delay ${JSON.stringify(delay)} is invalid. Fix: Give a whole number with its unit, such as 30s or 2m.`,
    );
  }
  if (late > 0 && all.some(({ step }) => step >= schedule.length)) {
    throw new Error(
      `${name}: A delay requires values for parts of a window. Fix: Choose a step that is smaller than ${interval}, such as 1m.`,
    );
  }
  const { phase, length } = schedule;
  return (time, step) => {
    const end = Math.floor((time - phase) / length) * length + phase + length;
    return time + step + late <= end;
  };
}

/** Returns the values of the select items of one group, by time. */
function pointsOf(
  group: string,
  items: readonly Series[],
  startOf: (series: Series) => number,
  arrived: ArrivalFilter,
): readonly ItemValues[] {
  const points = new Map<number, (number | null)[]>();
  for (const [item, each] of items.entries()) {
    const start = startOf(each);
    for (const [index, value] of each.values.entries()) {
      const time = start + index * each.step;
      if (value !== undefined && arrived(time, each.step)) {
        const values = points.get(time) ?? items.map(() => null);
        values[item] = value;
        points.set(time, values);
      }
    }
  }
  return [...points].map(([time, values]) => ({ time, group, values }));
}

function withZeros({ start, values }: WindowValues): WindowValues {
  return { start, values: values.map(({ group, value }) => ({ group, value: value ?? 0 })) };
}
