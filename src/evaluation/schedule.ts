import { secondsOf } from "../declaration/value-types";
import type { ApiFields } from "../drawing";

const MINUTE = 60_000;

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
 * an interval that is not a duration. A newer server may have further intervals.
 */
export function scheduleOf({ interval, scheduleOffsetMinutes, scheduleStartAt }: ApiFields): Windows | undefined {
  const length = secondsOf(String(interval)) * 1000;
  if (!(length > 0)) {
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

/** Returns the remainder, which is never negative. */
export function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
