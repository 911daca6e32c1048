import { AssertionError } from "node:assert";
import { numberText } from "../drawing";
import { lengthText, moment } from "../evaluation/time-text";
import { visible } from "../visible";
import { type AlertEvaluation, type AlertFiring, evaluationOf } from "./evaluate-alert";
import { type ExpectedFiring, type FiringMoment, firingMoments, isFiredAt, momentTexts } from "./moments";
import { textPlot } from "./text-plot";

/** Matchers of `alertMatchers`, for `expect` of jest and vitest. */
export interface AlertMatchers<R> {
  /**
   * Passes if the alert fires at these moments and at no other: `expect(firings).toFireAt("70m")`. An alert fires at the
   * end of the window after which the server sends the first notification. With `not` it passes if the alert fires at
   * none of them.
   * @param moments times since the start of the series such as `70m`, times in ISO 8601 or dates. Add a group as `{ at:
   * "70m", group: "checkout" }`
   */
  toFireAt(...moments: readonly ExpectedFiring[]): R;
  /** Passes if the alert never fires: `expect(firings).toStayQuiet()`. */
  toStayQuiet(): R;
}

// jest and vitest both read this interface. It has no effect in programs without them.
declare global {
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: declarations of one interface have the same type parameters.
    interface Matchers<R, T = {}> extends AlertMatchers<R> {}
  }
}

/** Result of a matcher. */
interface Matched {
  readonly pass: boolean;
  message(): string;
}

/** Part of the context of a matcher that jest and vitest share. */
interface MatcherContext {
  readonly isNot?: boolean;
}

/**
 * Matchers for jest and vitest: `expect.extend(alertMatchers)`. The compiler then knows `expect(firings).toFireAt(...)` and
 * `toStayQuiet()`.
 */
export const alertMatchers = {
  /**
   * Passes if the alert fires at these moments and at no other.
   * @param firings result of `evaluateAlert`
   * @param moments moments, or moments with groups
   */
  toFireAt(this: MatcherContext, firings: unknown, ...moments: readonly ExpectedFiring[]): Matched {
    const evaluation = requireEvaluation(firings);
    const expected = requireMoments(moments, evaluation);
    const pass = this.isNot ? expected.some((each) => isFired(evaluation, each)) : firesExactly(evaluation, expected);
    const relation = this.isNot ? "not at" : "only at";
    const text = `${relation} ${momentTexts(expected, evaluation)}${hintOf(expected, evaluation)}`;
    return { pass, message: () => failureText(evaluation, text) };
  },
  /**
   * Passes if the alert never fires.
   * @param firings result of `evaluateAlert`
   */
  toStayQuiet(this: MatcherContext, firings: unknown): Matched {
    const evaluation = requireEvaluation(firings);
    const expected = this.isNot ? "at least once" : "never";
    return { pass: evaluation.firings.length === 0, message: () => failureText(evaluation, expected) };
  },
};

/**
 * Throws an `AssertionError` unless the alert fires at these moments and at no other. For node:test and other test runners
 * without `expect`: `assertFiresAt(evaluateAlert(alert, series("5m", "0x12 120")), "70m")`.
 * @param firings result of `evaluateAlert`
 * @param moments times since the start of the series such as `70m`, times in ISO 8601 or dates. Add a group as `{ at:
 * "70m", group: "checkout" }`
 */
export function assertFiresAt(firings: readonly AlertFiring[], ...moments: readonly ExpectedFiring[]): void {
  assertPass(alertMatchers.toFireAt.call({}, firings, ...moments), "toFireAt", assertFiresAt);
}

/**
 * Throws an `AssertionError` if the alert fires: `assertStaysQuiet(evaluateAlert(alert, series("5m", "0x12 99")))`.
 * @param firings result of `evaluateAlert`
 */
export function assertStaysQuiet(firings: readonly AlertFiring[]): void {
  assertPass(alertMatchers.toStayQuiet.call({}, firings), "toStayQuiet", assertStaysQuiet);
}

function assertPass({ pass, message }: Matched, operator: string, stackStartFn: (...args: never[]) => void): void {
  if (!pass) {
    throw new AssertionError({ message: message(), operator, stackStartFn });
  }
}

function requireEvaluation(firings: unknown): AlertEvaluation {
  const evaluation = evaluationOf(firings);
  if (!evaluation) {
    throw new Error(
      "The value is not the result of evaluateAlert. Fix: Write expect(evaluateAlert(alert, series(...))).toStayQuiet().",
    );
  }
  return evaluation;
}

function requireMoments(moments: readonly ExpectedFiring[], evaluation: AlertEvaluation): readonly FiringMoment[] {
  if (moments.length === 0) {
    throw new Error('No moment is given. Fix: Give one, such as toFireAt("70m"), or use toStayQuiet.');
  }
  return firingMoments(moments, evaluation);
}

function isFired({ firings }: AlertEvaluation, expected: FiringMoment): boolean {
  return firings.some((firing) => isFiredAt(firing, expected));
}

function firesExactly(evaluation: AlertEvaluation, expected: readonly FiringMoment[]): boolean {
  const isExpected = (firing: AlertFiring) => expected.some((each) => isFiredAt(firing, each));
  return evaluation.firings.every(isExpected) && expected.every((each) => isFired(evaluation, each));
}

/** Returns a hint for a moment at which the alert can never fire, because no window ends there. */
function hintOf(expected: readonly FiringMoment[], evaluation: AlertEvaluation): string {
  const { schedule } = evaluation.alert;
  const ends = new Set(evaluation.windows.map(({ start }) => start + schedule.length));
  const never = expected.filter(({ time }) => !ends.has(time));
  return never.length === 0 ? "" : `. No window ends at ${momentTexts(never, evaluation)}`;
}

/** Maximum number of firings in a message. */
const MAX_LISTED = 10;

function failureText(evaluation: AlertEvaluation, expected: string): string {
  const { alert, firings } = evaluation;
  const fired = firings.map(({ firedAt, group }) => ({ time: firedAt.getTime(), group }));
  const rest = firings.length - MAX_LISTED;
  return visibleLines([
    `${alert.name} fires when the value is ${alert.fires}.`,
    `Expected: fires ${expected}`,
    `Received: fires ${fired.length === 0 ? "" : "at "}${momentTexts(fired.slice(0, MAX_LISTED), evaluation)}${rest > 0 ? ` and ${rest} more times` : ""}`,
    "",
    ...textPlot(evaluation).map((line) => `  ${line}`),
    ...(firings.length === 0 ? [] : ["", "Firings (UTC):"]),
    ...firings.slice(0, MAX_LISTED).map((firing) => `  ${firingText(firing, evaluation)}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ]);
}

function firingText({ group, start, end, firedAt, ongoing, value }: AlertFiring, { alert }: AlertEvaluation): string {
  const lasted = lengthText(end.getTime() - start.getTime());
  const times = `${moment(start.getTime())} to ${moment(end.getTime())} (${lasted}${ongoing ? ", still fires" : ""})`;
  const peak = `most extreme value ${numberText(value, alert.format, "exact")}`;
  return `${times}, first notification at ${moment(firedAt.getTime()).slice(11)}, ${peak}${group && `, group ${group}`}`;
}

/** Escapes control characters of names and groups. */
function visibleLines(lines: readonly string[]): string {
  return lines.map((line) => visible(line)).join("\n");
}
