import type { Firing, WindowValues } from "../evaluation/evaluate";
import type { TestedAlert } from "./tested-alert";

/** Firing of an alert. */
export interface AlertFiring {
  /** Group as the series name it. Empty without grouping, and for a grouped alert in windows without events. */
  readonly group: string;
  /** Start of the first window that meets the condition. */
  readonly start: Date;
  /** End of the window after which the server sends the first notification. */
  readonly firedAt: Date;
  /** End of the last window that meets the condition. */
  readonly end: Date;
  /** True if the alert still fires in the last window. */
  readonly ongoing: boolean;
  /** Most extreme value of the firing. */
  readonly value: number;
  /** Start of the window with the most extreme value. */
  readonly valueAt: Date;
  /** Number of windows that meet the condition. */
  readonly windows: number;
  /**
   * Number of notifications. The server sends one for each window from the first notification to the end of the firing.
   */
  readonly notifications: number;
}

/** Evaluated windows of an alert. */
export interface AlertEvaluation {
  readonly alert: TestedAlert;
  /** Start of the first series in epoch milliseconds. Durations such as `15m` count from here. */
  readonly from: number;
  readonly windows: readonly WindowValues[];
  readonly firings: readonly AlertFiring[];
}

type Evaluated = Omit<AlertEvaluation, "firings">;

const evaluations = new WeakMap<object, AlertEvaluation>();

/** Returns the firings of an evaluation with dates, and with their evaluation. */
export function toFirings(firings: readonly Firing[], evaluation: Evaluated): readonly AlertFiring[] {
  return withEvaluation(firings.map(withDates), evaluation);
}

/**
 * Records the evaluation of firings. A filter of them keeps the evaluation, also if no firing is left, so that matchers
 * can draw the series. The function is not enumerable, so the firings equal a plain list.
 */
function withEvaluation(firings: readonly AlertFiring[], evaluation: Evaluated): readonly AlertFiring[] {
  evaluations.set(firings, { ...evaluation, firings });
  const filter = (...args: Parameters<(typeof firings)["filter"]>) =>
    withEvaluation(Array.prototype.filter.apply(firings, args), evaluation);
  return Object.defineProperty(firings, "filter", { value: filter, configurable: true, writable: true });
}

/** Returns the evaluation that a result of `evaluateAlert`, or a filter of it, belongs to. */
export function evaluationOf(firings: unknown): AlertEvaluation | undefined {
  return typeof firings === "object" && firings !== null ? evaluations.get(firings) : undefined;
}

function withDates({ start, firedAt, end, peak, peakAt, ...rest }: Firing): AlertFiring {
  return {
    ...rest,
    start: new Date(start),
    firedAt: new Date(firedAt),
    end: new Date(end),
    value: peak,
    valueAt: new Date(peakAt),
  };
}
