import { AssertionError } from "node:assert";
import { numberText } from "../drawing";
import { exactMoment, lengthText } from "../evaluation/time-text";
import { visible } from "../visible";
import { type AlertEvaluation, type AlertFiring, evaluationOf } from "./firings";
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

/** Words for the functions of one test runner, in the hints of errors. */
interface Wording {
  /** Call that expects a firing, and the complete expression. */
  readonly firesAt: readonly [call: string, expression: string];
  /** Function that expects no firing, and the complete expression. */
  readonly staysQuiet: readonly [name: string, expression: string];
}

const EVALUATED = "evaluateAlert(alert, series(...))";

const OF_EXPECT: Wording = {
  firesAt: ['toFireAt("70m")', `expect(${EVALUATED}).toFireAt("70m")`],
  staysQuiet: ["toStayQuiet", `expect(${EVALUATED}).toStayQuiet()`],
};

const OF_ASSERTIONS: Wording = {
  firesAt: ['assertFiresAt(firings, "70m")', `assertFiresAt(${EVALUATED}, "70m")`],
  staysQuiet: ["assertStaysQuiet", `assertStaysQuiet(${EVALUATED})`],
};

/**
 * Matchers for jest and vitest: `expect.extend(alertMatchers)`. The compiler then knows `expect(firings).toFireAt(...)` and
 * `toStayQuiet()`.
 */
export const alertMatchers = {
  /**
   * Passes if the alert fires at these moments and at no other.
   * @param firings result of `evaluateAlert`, or a filter of it
   * @param moments moments, or moments with groups
   */
  toFireAt(this: MatcherContext, firings: unknown, ...moments: readonly ExpectedFiring[]): Matched {
    return matchMoments(OF_EXPECT, firings, moments, this.isNot);
  },
  /**
   * Passes if the alert never fires.
   * @param firings result of `evaluateAlert`, or a filter of it
   */
  toStayQuiet(this: MatcherContext, firings: unknown): Matched {
    return matchQuiet(OF_EXPECT, firings, this.isNot);
  },
};

/**
 * Throws an `AssertionError` unless the alert fires at these moments and at no other. For node:test and other test runners
 * without `expect`: `assertFiresAt(evaluateAlert(alert, series("5m", "0x12 120")), "70m")`.
 * @param firings result of `evaluateAlert`, or a filter of it
 * @param moments times since the start of the series such as `70m`, times in ISO 8601 or dates. Add a group as `{ at:
 * "70m", group: "checkout" }`
 */
export function assertFiresAt(firings: readonly AlertFiring[], ...moments: readonly ExpectedFiring[]): void {
  assertPass(matchMoments(OF_ASSERTIONS, firings, moments), "assertFiresAt", assertFiresAt);
}

/**
 * Throws an `AssertionError` if the alert fires: `assertStaysQuiet(evaluateAlert(alert, series("5m", "0x12 99")))`.
 * @param firings result of `evaluateAlert`, or a filter of it
 */
export function assertStaysQuiet(firings: readonly AlertFiring[]): void {
  assertPass(matchQuiet(OF_ASSERTIONS, firings), "assertStaysQuiet", assertStaysQuiet);
}

function assertPass({ pass, message }: Matched, operator: string, stackStartFn: (...args: never[]) => void): void {
  if (!pass) {
    throw new AssertionError({ message: message(), operator, stackStartFn });
  }
}

function matchMoments(wording: Wording, firings: unknown, moments: readonly ExpectedFiring[], isNot = false): Matched {
  const [call, expression] = wording.firesAt;
  const evaluation = requireEvaluation(firings, expression);
  if (moments.length === 0) {
    throw new Error(`No moment is given. Fix: Give one, such as ${call}, or use ${wording.staysQuiet[0]}.`);
  }
  const expected = firingMoments(moments, evaluation);
  const pass = isNot ? expected.some((each) => isFired(evaluation, each)) : firesExactly(evaluation, expected);
  const relation = isNot ? "does not fire at" : "fires only at";
  const text = `${relation} ${momentTexts(expected, evaluation)}${hintOf(expected, evaluation)}`;
  return { pass, message: () => failureText(evaluation, text) };
}

function matchQuiet(wording: Wording, firings: unknown, isNot = false): Matched {
  const evaluation = requireEvaluation(firings, wording.staysQuiet[1]);
  const expected = isNot ? "fires at least once" : DOES_NOT_FIRE;
  return { pass: evaluation.firings.length === 0, message: () => failureText(evaluation, expected) };
}

const DOES_NOT_FIRE = "does not fire";

function requireEvaluation(firings: unknown, expression: string): AlertEvaluation {
  const evaluation = evaluationOf(firings);
  if (!evaluation) {
    throw new Error(
      `The value is not the result of evaluateAlert, or a filter of it. Fix: Do not copy the firings. Write ${expression}.`,
    );
  }
  return evaluation;
}

function isFired({ firings }: AlertEvaluation, expected: FiringMoment): boolean {
  return firings.some((firing) => isFiredAt(firing, expected));
}

function firesExactly(evaluation: AlertEvaluation, expected: readonly FiringMoment[]): boolean {
  const isExpected = (firing: AlertFiring) => expected.some((each) => isFiredAt(firing, each));
  return evaluation.firings.every(isExpected) && expected.every((each) => isFired(evaluation, each));
}

/** Returns a hint for moments at which the alert can never fire: after the last window, or within a window. */
function hintOf(expected: readonly FiringMoment[], evaluation: AlertEvaluation): string {
  const { schedule } = evaluation.alert;
  const ends = evaluation.windows.map(({ start }) => start + schedule.length);
  const lastEnd = ends.at(-1) ?? evaluation.from;
  const late = expected.some(({ time }) => time > lastEnd);
  const within = expected.filter(({ time }) => time <= lastEnd && !ends.includes(time));
  return [
    within.length > 0 ? `. No window ends at ${momentTexts(within, evaluation)}` : "",
    late ? `. The series ends earlier: its last window ends at ${momentTexts([{ time: lastEnd }], evaluation)}` : "",
  ].join("");
}

/** Maximum number of firings in a message. */
const MAX_LISTED = 10;

function failureText(evaluation: AlertEvaluation, expected: string): string {
  const { alert, firings } = evaluation;
  const fired = firings.map(({ firedAt, group }) => ({ time: firedAt.getTime(), group }));
  const rest = firings.length - MAX_LISTED;
  const lines = [
    `${alert.name} fires when the value is ${alert.fires}.`,
    `Expected: ${expected}`,
    `Received: ${fired.length === 0 ? DOES_NOT_FIRE : `fires at ${momentTexts(fired.slice(0, MAX_LISTED), evaluation)}`}${rest > 0 ? ` and ${rest} more times` : ""}`,
    "",
    ...textPlot(evaluation).map((line) => `  ${line}`),
    ...(firings.length === 0 ? [] : ["", "Firings (UTC):"]),
    ...firings.slice(0, MAX_LISTED).map((firing) => `  ${firingText(firing, evaluation)}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
  // Names and groups can contain control characters.
  return lines.map((line) => visible(line)).join("\n");
}

function firingText({ group, start, end, firedAt, ongoing, value }: AlertFiring, { alert }: AlertEvaluation): string {
  const lasted = lengthText(end.getTime() - start.getTime());
  const times = `${exactMoment(start.getTime())} to ${exactMoment(end.getTime())} (${lasted}${ongoing ? ", still fires" : ""})`;
  const peak = `most extreme value ${numberText(value, alert.format, "exact")}`;
  return `${times}, first notification at ${exactMoment(firedAt.getTime())}, ${peak}${group && `, group ${group}`}`;
}
