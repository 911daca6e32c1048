import type { ApiFields } from "../../drawing";
import { ALERT_INTERVALS } from "../../resources/alert/declaration";
import { millisecondsOf } from "../series/query-series";
import { type Condition, extremity, meets } from "./condition";
import type { Firing } from "./document";

/** Value of one group in one window; null if the server computes none, as for 0 / 0. */
interface GroupValue {
  readonly group: string;
  readonly value: number | null;
}

/** Values of one window, one for each group. Empty without events. */
export interface WindowValues {
  /** Epoch milliseconds. */
  readonly start: number;
  readonly values: readonly GroupValue[];
}

export interface Evaluation {
  readonly condition: Condition;
  /** Length of a window in milliseconds. */
  readonly length: number;
  /** Windows in a row that must meet the condition. */
  readonly inARow: number;
  readonly grouped: boolean;
}

/**
 * Evaluates windows in their order, as the server does:
 * - A window without any event counts as 0, for the alert as a whole.
 * - A missing group is not evaluated, and does not count as 0. Its firing ends.
 * - A window without a value (null) does not meet the condition.
 * - The alert is pending until the required number of windows in a row meets the condition.
 */
export function evaluate(windows: readonly WindowValues[], evaluation: Evaluation): readonly Firing[] {
  const states = new Map<string, GroupState>();
  const firings: Firing[] = [];
  for (const window of windows) {
    for (const { group, value } of valuesIn(window, evaluation)) {
      const state = states.get(group) ?? new GroupState(group, evaluation, firings);
      states.set(group, state);
      state.observe(window.start, value);
    }
    for (const state of states.values()) {
      state.closeUnlessSeen(window.start);
    }
  }
  for (const state of states.values()) {
    state.close(true);
  }
  return firings.sort((a, b) => a.start - b.start || (a.group < b.group ? -1 : 1));
}

function valuesIn({ values }: WindowValues, { grouped, condition }: Evaluation): readonly GroupValue[] {
  if (values.length > 0) {
    return values;
  }
  // Without events a grouped alert has no group. It is evaluated only if 0 meets the condition.
  return !grouped || meets(condition, 0) ? [{ group: "", value: 0 }] : [];
}

/** State of one group between windows. */
class GroupState {
  #run: { start: number; last: number; windows: number; peak: number; peakAt: number; firedAt?: number } | undefined;

  #seen: number | undefined;

  constructor(
    private readonly group: string,
    private readonly evaluation: Evaluation,
    private readonly firings: Firing[],
  ) {}

  observe(start: number, value: number | null): void {
    this.#seen = start;
    const { condition, length, inARow } = this.evaluation;
    if (value === null || !meets(condition, value)) {
      this.close(false);
      return;
    }
    const run = this.#run ?? { start, last: start, windows: 0, peak: value, peakAt: start };
    run.windows += 1;
    run.last = start;
    if (extremity(condition, value) > extremity(condition, run.peak)) {
      Object.assign(run, { peak: value, peakAt: start });
    }
    if (run.windows >= inARow) {
      run.firedAt ??= start + length;
    }
    this.#run = run;
  }

  /** Ends the firing if the group was missing in a window. */
  closeUnlessSeen(start: number): void {
    if (this.#run && this.#seen !== start) {
      this.close(false);
    }
  }

  close(ongoing: boolean): void {
    const run = this.#run;
    this.#run = undefined;
    if (run?.firedAt === undefined) {
      return;
    }
    const { start, windows, firedAt, peak, peakAt } = run;
    this.firings.push({
      ...{ group: this.group, start, firedAt, ongoing, windows, peak, peakAt },
      end: run.last + this.evaluation.length,
      notifications: windows - this.evaluation.inARow + 1,
    });
  }
}

const MINUTE = 60_000;

/** The lengths of a window in milliseconds (docs/internals/api-behavior.md 2.3, 3.7). */
const INTERVALS = new Map<string, number>(ALERT_INTERVALS.map((each) => [each, millisecondsOf(each)]));

/** Schedule of an alert: consecutive windows of one length. */
export interface Windows {
  /** Length of a window in milliseconds. */
  readonly length: number;
  /** Remainder of the start of every window, divided by the length. */
  readonly phase: number;
  /** Earliest start of a window. */
  readonly notBefore: number;
}

/**
 * Returns the schedule of an alert. Windows begin at multiples of the interval since the epoch, shifted by
 * `scheduleOffsetMinutes`. With `scheduleStartAt` the first window begins there, and the offset is ignored. Undefined for
 * an interval that does not exist.
 */
export function scheduleOf({ interval, scheduleOffsetMinutes, scheduleStartAt }: ApiFields): Windows | undefined {
  const length = INTERVALS.get(String(interval));
  if (length === undefined) {
    return undefined;
  }
  const start = typeof scheduleStartAt === "string" ? Date.parse(scheduleStartAt) : Number.NaN;
  if (Number.isFinite(start)) {
    return { length, phase: modulo(start, length), notBefore: start };
  }
  const offset = typeof scheduleOffsetMinutes === "number" ? scheduleOffsetMinutes * MINUTE : 0;
  return { length, phase: modulo(offset, length), notBefore: Number.NEGATIVE_INFINITY };
}

/** Returns the starts of the windows that are completely inside a time range. */
export function windowStarts({ length, phase, notBefore }: Windows, from: number, to: number): readonly number[] {
  const first = Math.ceil((Math.max(from, notBefore) - phase) / length) * length + phase;
  const count = Math.max(0, Math.floor((to - first) / length));
  return Array.from({ length: count }, (_, index) => first + index * length);
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}

/** Returns a time as `2026-11-21 15:05`, in UTC. */
export function moment(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ");
}

const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000],
] as const;

/** Returns a duration in its two largest units: `2 h 35 m`. */
export function lengthText(milliseconds: number): string {
  const first = UNITS.findIndex(([, size]) => milliseconds >= size);
  if (first < 0) {
    return "0 s";
  }
  let rest = milliseconds;
  const parts = UNITS.slice(first, first + 2).map(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? "" : `${count} ${unit}`;
  });
  return parts.filter((part) => part).join(" ");
}
