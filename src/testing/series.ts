import { isPlainObject } from "../declaration/field";
import { secondsOf } from "../declaration/value-types";
import { didYouMean } from "../resources/declarations";
import { visible } from "../visible";

/** Value of a series: a number, null for events without a value (0 / 0), or undefined without events. */
export type SeriesValue = number | null | undefined;

/** Start of a series, if it is known. */
export interface SeriesOptions {
  /**
   * Time of the first value: a date, or a text in ISO 8601 such as `2026-06-01T00:00:00Z`. Default: the start of the
   * first window of the alert on or after 2026-01-01 00:00 UTC.
   */
  readonly start?: string | Date;
}

/** Values of a select item at regular times. `series` creates it. */
export class Series {
  /** @internal */
  constructor(
    /** Milliseconds between two values. */
    readonly step: number,
    /** Values in their order. The first one is the value of the time from the start to the start plus one step. */
    readonly values: readonly SeriesValue[],
    /** Time of the first value. */
    readonly start: Date | undefined,
  ) {}
}

/** Maximum number of values: one per minute for almost two years. */
const MAX_VALUES = 1_000_000;

/**
 * Creates a series from the notation of promtool: `series("5m", "0x12 120 130x3 0x6")`.
 *
 * | Notation | Values |
 * |---|---|
 * | `120` | 120 |
 * | `0x12` | 0, thirteen times: the value and 12 repetitions |
 * | `0+10x3` | 0 10 20 30: the value and 3 increments |
 * | `100-10x3` | 100 90 80 70: the value and 3 decrements |
 * | `_` | no events |
 * | `_x3` | no events, three times |
 * | `stale` | no events |
 * | `NaN`, `Inf`, `-Inf` | events without a value, as for 0 / 0 |
 *
 * @param step time between two values, such as `30s`, `1m` or `5m`
 * @param values values in the notation of promtool, or a list: numbers, null for events without a value, undefined
 * without events
 * @param options start of the series
 */
export function series(step: string, values: string | readonly SeriesValue[], options: SeriesOptions = {}): Series {
  requireOptions(options, SERIES_OPTIONS);
  const { start } = options;
  const milliseconds = secondsOf(String(step)) * 1000;
  if (!(milliseconds > 0)) {
    throw new Error(
      `The step ${JSON.stringify(step)} of a series is invalid. Fix: Give a whole number with its unit, such as 30s, 1m or 5m.`,
    );
  }
  if (typeof values !== "string" && !Array.isArray(values)) {
    throw new Error(
      `The values of the series are ${JSON.stringify(values)}. Fix: Give a text such as "0x12 120", or a list of numbers.`,
    );
  }
  const list = typeof values === "string" ? valuesIn(values) : values.map(checkedValue);
  const tooLarge = list.findIndex((value) => value === Infinity || value === -Infinity);
  if (tooLarge >= 0) {
    throw new Error(
      `Value ${tooLarge + 1} of the series is beyond ${Number.MAX_VALUE}, the largest number. Fix: Give smaller values.`,
    );
  }
  if (list.length === 0) {
    throw new Error("The series is empty. Fix: Give at least one value, such as 0x12 for 13 zeros.");
  }
  return new Series(milliseconds, list, start === undefined ? undefined : dateOf(start));
}

/** Options of `series`, each with an example. The compiler checks that none is missing. */
export const SERIES_OPTIONS = { start: "2026-06-01T00:00:00Z" } satisfies Record<keyof SeriesOptions, string>;

/**
 * Throws an error for options that do not exist. The compiler refuses most of them, and JavaScript does not.
 * @param known an example for each option
 */
export function requireOptions(options: unknown, known: Readonly<Record<string, string>>): void {
  const names = Object.keys(known);
  const examples = Object.entries(known).map(([name, example]) => `{ ${name}: ${JSON.stringify(example)} }`);
  if (!isPlainObject(options)) {
    throw new Error(
      `The options are not an object. Fix: Pass options such as ${examples.join(" or ")}, or remove the argument.`,
    );
  }
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new Error(
      `The option ${JSON.stringify(unknown)} does not exist.${didYouMean(unknown, names)} Fix: Use ${names.join(" or ")}.`,
    );
  }
}

/** Returns a date. Throws for a text that is not a date and time with its zone. */
export function dateOf(moment: string | Date): Date {
  const isText = typeof moment === "string";
  const date = isText ? new Date(moment) : moment;
  if (!(date instanceof Date) || Number.isNaN(date.getTime()) || (isText && !/(?:Z|[+-]\d\d:?\d\d)$/i.test(moment))) {
    throw new Error(
      `${JSON.stringify(moment)} is not a date and time with its zone. Fix: Write it as 2026-06-01T00:00:00Z.`,
    );
  }
  return date;
}

function checkedValue(value: SeriesValue, index: number): SeriesValue {
  if (value === null || value === undefined) {
    return value;
  }
  if (typeof value !== "number") {
    throw new Error(
      `Value ${index + 1} of the series is ${JSON.stringify(value)}. Fix: Give a number, null for events without a value, or undefined without events.`,
    );
  }
  return Number.isFinite(value) ? value : null;
}

const NUMBER = String.raw`[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|inf|nan)`;
const INCREMENT = String.raw`[+-](?:(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)`;
const SAMPLES = new RegExp(`^(${NUMBER})(?:(${INCREMENT})?x(\\d+))?$`, "i");
const MISSING = /^_(?:x(\d+))?$/;

function valuesIn(text: string): readonly SeriesValue[] {
  const values: SeriesValue[] = [];
  for (const { 0: item, index } of text.matchAll(/\S+/g)) {
    const count = addValues(item, values);
    if (count === undefined) {
      throw new Error(unreadable(text, item, index));
    }
    if (count > MAX_VALUES) {
      throw new Error(
        `The series has more than ${MAX_VALUES} values at ${JSON.stringify(item)} (position ${index + 1}). Fix: Give a larger step, or fewer repetitions.`,
      );
    }
  }
  return values;
}

/** Adds the values of one item. Returns the number of values, or undefined for an item that is not in the notation. */
function addValues(item: string, values: SeriesValue[]): number | undefined {
  const [, missing] = MISSING.exec(item) ?? [];
  if (item === "stale" || MISSING.test(item)) {
    return repeat(values, Number(missing ?? 1), () => undefined);
  }
  const [, first, increment = "0", repetitions = "0"] = SAMPLES.exec(item) ?? [];
  if (first === undefined) {
    return undefined;
  }
  const [start, step] = [numberOf(first), Number(increment)];
  // The first value is not one of the repetitions: 0x2 has three values.
  return repeat(values, Number(repetitions) + 1, (index) => (start === null ? null : start + index * step));
}

function repeat(values: SeriesValue[], count: number, valueAt: (index: number) => SeriesValue): number {
  const total = values.length + count;
  for (let index = 0; index < count && total <= MAX_VALUES; index += 1) {
    values.push(valueAt(index));
  }
  return total;
}

/** The server returns null for `inf` and `nan`. */
function numberOf(text: string): number | null {
  return /[a-df-z]/i.test(text) ? null : Number(text);
}

/** Columns before and after an item in a message. */
const CONTEXT = 30;

function unreadable(text: string, item: string, index: number): string {
  const from = Math.max(0, index - CONTEXT);
  const before = visible(text.slice(from, index).replace(/\s/g, " "));
  const shown = visible(item);
  const after = visible(text.slice(index + item.length, index + item.length + CONTEXT).replace(/\s/g, " "));
  return [
    `The series contains ${JSON.stringify(item)} at position ${index + 1}, which is not in the notation of promtool.${reasonFor(item)}`,
    `  ${before}${shown}${after}`,
    `  ${" ".repeat(before.length)}${"^".repeat(shown.length)}`,
    "Fix: Write a number (120), repetitions (0x12), a line (0+10x3 or 100-10x3), _ or _x3 without events, or stale.",
  ].join("\n");
}

function reasonFor(item: string): string {
  if (item.startsWith("{{")) {
    return " Native histograms are not supported.";
  }
  if (/^[\d.]+[*,;]/.test(item)) {
    return " Spaces separate values, and x repeats them.";
  }
  return "";
}
