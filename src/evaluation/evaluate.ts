import { type Condition, extremity, meets } from "./condition";

/** Value of one group in one window; null if the server computes none, as for 0 / 0. */
export interface GroupValue {
  readonly group: string;
  readonly value: number | null;
}

/**
 * Values of one window: one for each group. Empty without events. The server compares the two parts of a shifted window
 * separately, so a group can have two values, in the order of the parts.
 */
export interface WindowValues {
  /** Epoch milliseconds. */
  readonly start: number;
  readonly values: readonly GroupValue[];
}

/** Condition of an alert, and the form of its windows. */
export interface Evaluation {
  readonly condition: Condition;
  /** Length of a window in milliseconds. */
  readonly length: number;
  /** Windows in a row that must meet the condition. */
  readonly inARow: number;
  readonly grouped: boolean;
}

/** Firing of an alert, from the first window that meets the condition to the last. Times are epoch milliseconds. */
export interface Firing {
  readonly group: string;
  /** Start of the first window that meets the condition. */
  readonly start: number;
  /** End of the window after which it fires. */
  readonly firedAt: number;
  /** End of the last window that meets the condition. */
  readonly end: number;
  /** True if it still fired in the last window. */
  readonly ongoing: boolean;
  /** Number of windows that met the condition. */
  readonly windows: number;
  readonly notifications: number;
  /** The most extreme value. */
  readonly peak: number;
  /** Start of the window with the peak. */
  readonly peakAt: number;
}

/**
 * Evaluates windows in their order, as the server does:
 * - A window without any event counts as 0, for the alert as a whole.
 * - A missing group is not evaluated, and does not count as 0. Its firing ends.
 * - A window without a value (null) does not meet the condition.
 * - A group with several values fires if one of them meets the condition. The last value decides if the firing ends.
 * - The alert is pending until the required number of windows in a row meets the condition.
 */
export function evaluate(windows: readonly WindowValues[], evaluation: Evaluation): readonly Firing[] {
  const states = new Map<string, GroupState>();
  const firings: Firing[] = [];
  for (const window of windows) {
    const groups = valuesByGroup(window, evaluation);
    for (const [group, values] of groups) {
      const state = states.get(group) ?? new GroupState(group, evaluation, firings);
      states.set(group, state);
      state.observe(window.start, values);
    }
    for (const [group, state] of states) {
      if (!groups.has(group)) {
        state.close(false);
      }
    }
  }
  for (const state of states.values()) {
    state.close(true);
  }
  return firings.sort((a, b) => a.start - b.start || (a.group < b.group ? -1 : 1));
}

function valuesByGroup(
  { values }: WindowValues,
  { grouped, condition }: Evaluation,
): ReadonlyMap<string, readonly (number | null)[]> {
  if (values.length === 0) {
    // Without events a grouped alert has no group. The alert as a whole is evaluated only if 0 meets the condition.
    return new Map(!grouped || meets(condition, 0) ? [["", [0]]] : []);
  }
  const groups = new Map<string, (number | null)[]>();
  for (const { group, value } of values) {
    groups.set(group, [...(groups.get(group) ?? []), value]);
  }
  return groups;
}

/** State of one group between windows. */
class GroupState {
  #run: { start: number; last: number; windows: number; peak: number; peakAt: number; firedAt?: number } | undefined;

  constructor(
    private readonly group: string,
    private readonly evaluation: Evaluation,
    private readonly firings: Firing[],
  ) {}

  observe(start: number, values: readonly (number | null)[]): void {
    const { condition, length, inARow } = this.evaluation;
    const known = values.filter((value) => value !== null);
    const met = known.filter((value) => meets(condition, value));
    const [first] = met;
    if (first === undefined) {
      this.close(false);
      return;
    }
    const run = this.#run ?? { start, last: start, windows: 0, peak: first, peakAt: start };
    run.windows += 1;
    run.last = start;
    for (const value of met.filter((each) => extremity(condition, each) > extremity(condition, run.peak))) {
      Object.assign(run, { peak: value, peakAt: start });
    }
    if (run.windows >= inARow) {
      run.firedAt ??= start + length;
    }
    this.#run = run;
    if (known.at(-1) !== met.at(-1)) {
      this.close(false);
    }
  }

  /** Ends the run of windows that meet the condition. A run that was long enough is a firing. */
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
