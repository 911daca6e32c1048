import { minutesOf } from "../../declaration/value-types";
import { SERVER_INTERVALS } from "../../resources/alert/declaration";
import type { AlertInterval } from "../alert";

/** Length of a window: minutes, hours or days, such as `5m`, `6h` or `3d`. */
export type SloDuration = `${number}${"m" | "h" | "d"}`;

/** Limit for the consumption of an error budget. */
export interface BurnRateLimit {
  /** Share of the budget, such as 0.02. At this limit, one long window has consumed this share. */
  readonly budget?: number | undefined;
  /** Multiple of the consumption that exhausts the budget exactly at the end of the objective's window. */
  readonly factor?: number | undefined;
  readonly long: SloDuration;
  readonly short?: SloDuration | undefined;
}

/**
 * Limits that the Google SRE workbook recommends for 30 days (chapter 5, "Multiwindow, Multi-Burn-Rate Alerts"): factors
 * 14.4, 6 and 1, with short windows of 5 minutes, 30 minutes and 6 hours.
 */
export const PUBLISHED_LIMITS = {
  fast: { budget: 0.02, long: "1h" },
  medium: { budget: 0.05, long: "6h" },
  slow: { budget: 0.1, long: "3d" },
} as const satisfies Readonly<Record<string, BurnRateLimit>>;

/** A long window divided by its short window, as the workbook recommends. */
const SHORT_WINDOW_DIVISOR = 12;

/** A pair of windows with its burn rate. */
export interface BurnRate {
  readonly longMinutes: number;
  readonly shortMinutes: number;
  readonly factor: number;
  /** Share of the budget that the factor consumes in one long window. */
  readonly budget: number;
}

/** Returns the burn rate of a limit; a sentence for a limit that contradicts itself or the objective's window. */
export function burnRateOf(limit: BurnRateLimit, objective: number, windowMinutes: number): BurnRate | string {
  const windows = windowsOf(limit, windowMinutes);
  if (typeof windows === "string") {
    return windows;
  }
  if ((limit.budget === undefined) === (limit.factor === undefined)) {
    return "budget: Set either budget, such as 0.02, or factor, such as 14.4.";
  }
  const maxFactor = windowMinutes / windows.longMinutes;
  const budget = limit.budget ?? Number(limit.factor) / maxFactor;
  const factor = rounded(limit.factor ?? budget * maxFactor);
  if (!(factor > 0) || !(budget <= 1)) {
    return limit.budget === undefined
      ? `factor: Must be more than 0 and at most ${rounded(maxFactor)}, which consumes the whole budget in the long window; it is ${limit.factor}.`
      : `budget: Must be a share of the error budget of more than 0 and at most 1, such as 0.02 for 2 %; it is ${limit.budget}.`;
  }
  const errors = rounded(factor * budgetOf(objective));
  if (errors > 1) {
    return `factor: The alert can never fire. A burn rate of ${factor} means that ${percentText(errors)} of the events are bad. Set a factor of at most ${rounded(1 / budgetOf(objective))}, or remove the alert with false.`;
  }
  return { ...windows, factor, budget: rounded(budget) };
}

/** Returns the two windows of a limit in minutes, or a sentence about the problem of one window. */
function windowsOf(
  { long, short }: BurnRateLimit,
  windowMinutes: number,
): Pick<BurnRate, "longMinutes" | "shortMinutes"> | string {
  const longMinutes = minutesOf(String(long));
  if (!longMinutes) {
    return `long: ${notDuration(long)}`;
  }
  if (longMinutes > windowMinutes) {
    return `long: The window of the alert (${durationText(longMinutes)}) is longer than the window of the objective (${durationText(windowMinutes)}). Set a shorter long, or remove the alert with false.`;
  }
  if (!Number.isInteger(longMinutes)) {
    return `long: Must have whole minutes; it is ${JSON.stringify(long)}.`;
  }
  const shortMinutes = short === undefined ? longMinutes / SHORT_WINDOW_DIVISOR : minutesOf(String(short));
  if (!shortMinutes) {
    return `short: ${notDuration(short)}`;
  }
  if (!Number.isInteger(shortMinutes)) {
    return short === undefined
      ? `short: Must have whole minutes; a twelfth of ${long} is not a whole number of minutes. Set short, such as 5m.`
      : `short: Must have whole minutes; it is ${JSON.stringify(short)}.`;
  }
  if (shortMinutes >= longMinutes) {
    return `short: Must be shorter than long, which is ${long}. Set it to about a twelfth of long.`;
  }
  return { longMinutes, shortMinutes };
}

function notDuration(text: unknown): string {
  return `Must be a duration such as 5m, 6h or 3d; it is ${JSON.stringify(text)}.`;
}

/** Returns the share of events that may be bad. */
export function budgetOf(objective: number): number {
  return rounded(1 - objective);
}

/** Removes the last digits, which binary fractions add to products such as 0.07 * 100. */
function rounded(value: number): number {
  return Number(value.toPrecision(10));
}

/** Returns the interval that is at most a fifth of the short window, so that an alert ends soon after its cause. */
export function evaluationInterval({ shortMinutes }: BurnRate): AlertInterval {
  const fits = INTERVALS.filter(({ minutes }) => minutes <= shortMinutes / 5);
  return fits.at(-1)?.interval ?? "1m";
}

/** Returns the interval of an alert whose window is the short window; undefined if the API has none. */
export function shortInterval({ shortMinutes }: BurnRate): AlertInterval | undefined {
  return INTERVALS.find(({ minutes }) => minutes === shortMinutes)?.interval;
}

const INTERVALS = SERVER_INTERVALS.map((interval) => ({ interval, minutes: minutesOf(interval) ?? 0 }));

/** Returns minutes in the largest unit that divides them: `3d`, `6h`, `90m`. */
export function durationText(minutes: number): string {
  if (minutes % 1440 === 0) {
    return `${minutes / 1440}d`;
  }
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`;
}

/** Returns a share in percent: `99.9 %`. */
export function percentText(share: number): string {
  return `${rounded(share * 100)} %`;
}

/** Returns a number without an exponent, which neither SQL of every dialect nor a formula of the server accepts. */
export function decimalText(value: number): string {
  return value.toFixed(12).replace(/\.?0+$/, "");
}
