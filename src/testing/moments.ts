import { isPlainObject } from "../declaration/field";
import { secondsOf } from "../declaration/value-types";
import { exactMoment, TIME_UNITS } from "../evaluation/time-text";
import type { AlertEvaluation, AlertFiring } from "./firings";
import { dateOf } from "./series";

/**
 * Moment at which an alert is expected to fire: the time since the start of the series such as `70m` or `1h10m`, a time in
 * ISO 8601 such as `2026-01-01T01:10:00Z`, or a date.
 */
export type Moment = string | Date;

/** Expected firing: its moment, or its moment and its group. */
export type ExpectedFiring =
  | Moment
  | {
      /** Moment of the first notification. */
      readonly at: Moment;
      /** Group as the series name it. */
      readonly group: string;
    };

/** Expected firing in epoch milliseconds. Without a group any group fits. */
export interface FiringMoment {
  readonly time: number;
  readonly group?: string;
}

/** Returns the expected firings. Throws an error for a text that is not a moment. */
export function firingMoments(expected: readonly ExpectedFiring[], { from }: AlertEvaluation): readonly FiringMoment[] {
  return expected.map((each) =>
    isPlainObject(each)
      ? { time: timeOf(each.at as Moment, from), group: each.group as string }
      : { time: timeOf(each as Moment, from) },
  );
}

const DURATIONS = /^(?:\d+[smhdw])+$/;

function timeOf(moment: Moment, from: number): number {
  if (typeof moment !== "string" || /\d{4}-\d\d-\d\dT/.test(moment)) {
    return dateOf(moment).getTime();
  }
  if (!DURATIONS.test(moment)) {
    throw new Error(
      `${JSON.stringify(moment)} is not a moment. Fix: Write the time since the start of the series, such as 70m or 1h10m, or a time such as 2026-01-01T01:10:00Z.`,
    );
  }
  const seconds = (moment.match(/(?<!\d)\d+[smhdw]/g) ?? []).map(secondsOf);
  return from + seconds.reduce((total, each) => total + each, 0) * 1000;
}

/** Returns true if the server sends the first notification of a firing at a moment. */
export function isFiredAt({ firedAt, group }: AlertFiring, expected: FiringMoment): boolean {
  return firedAt.getTime() === expected.time && (expected.group === undefined || expected.group === group);
}

/** Returns moments as texts: `70m (2026-01-01 01:10)`. */
export function momentTexts(moments: readonly FiringMoment[], { from }: AlertEvaluation): string {
  const texts = moments.map(({ time, group }) => {
    const day = exactMoment(time);
    return `${sinceText(time - from)} (${day})${group ? ` of ${JSON.stringify(group)}` : ""}`;
  });
  return [...new Set(texts)].join(", ");
}

/** Returns the time since the start in the form that a moment has: `1h10m`. */
function sinceText(milliseconds: number): string {
  let rest = Math.abs(milliseconds);
  const parts = TIME_UNITS.map(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? "" : `${count}${unit}`;
  });
  return `${milliseconds < 0 ? "-" : ""}${parts.join("") || "0s"}`;
}
