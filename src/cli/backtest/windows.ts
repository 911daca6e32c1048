import type { Fields } from "../../drawing";

/** The lengths of a window in milliseconds (docs/internals/api-behavior.md 2.3, 3.7). */
const MINUTE = 60_000;
const INTERVALS: ReadonlyMap<string, number> = new Map([
  ["30s", MINUTE / 2],
  ["1m", MINUTE],
  ["5m", 5 * MINUTE],
  ["15m", 15 * MINUTE],
  ["30m", 30 * MINUTE],
  ["1h", 60 * MINUTE],
  ["6h", 360 * MINUTE],
  ["12h", 720 * MINUTE],
  ["1d", 1440 * MINUTE],
]);

/** When an alert is evaluated: back-to-back windows of one length. */
export interface Schedule {
  /** Length of a window in milliseconds. */
  readonly length: number;
  /** What every window's start leaves when divided by the length. */
  readonly phase: number;
  /** No window begins before. */
  readonly notBefore: number;
}

/**
 * The schedule of an alert. Windows begin at multiples of the interval since the epoch, shifted by `scheduleOffsetMinutes`; with
 * `scheduleStartAt` they begin there and follow each other, and the offset counts for nothing. Undefined for an interval that does not exist.
 */
export function scheduleOf({ interval, scheduleOffsetMinutes, scheduleStartAt }: Fields): Schedule | undefined {
  const length = INTERVALS.get(String(interval));
  if (length === undefined) return undefined;
  const start = typeof scheduleStartAt === "string" ? Date.parse(scheduleStartAt) : Number.NaN;
  if (Number.isFinite(start)) return { length, phase: modulo(start, length), notBefore: start };
  const offset = typeof scheduleOffsetMinutes === "number" ? scheduleOffsetMinutes * MINUTE : 0;
  return { length, phase: modulo(offset, length), notBefore: Number.NEGATIVE_INFINITY };
}

/** The starts of the windows that lie wholly within a stretch of time. */
export function windowStarts({ length, phase, notBefore }: Schedule, from: number, to: number): readonly number[] {
  const first = Math.ceil((Math.max(from, notBefore) - phase) / length) * length + phase;
  const count = Math.max(0, Math.floor((to - first) / length));
  return Array.from({ length: count }, (_, index) => first + index * length);
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
