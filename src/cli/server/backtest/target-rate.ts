import { extent, greatest, max, min, pairs, sort } from "d3-array";
import * as z from "zod";
import { type Condition, isRangeCondition } from "../../../evaluation/condition";
import { type Evaluation, evaluate, type WindowValues } from "../../../evaluation/evaluate";
import type { ReadonlyDocument } from "../../terminal/json-document";

const WEEK = 7 * 86_400_000;

export const targetRateResult = z.object({
  threshold: z.number(),
  thresholdMax: z.number().optional().describe("For `between` and `not_between`."),
  firings: z.int(),
  perWeek: z.number(),
});

export type TargetRateResult = ReadonlyDocument<typeof targetRateResult>;

/**
 * Number of gaps between values to try. Few firings a week require extreme thresholds, so the most extreme gaps are all
 * tried. A sample of the others is tried.
 */
const MAX_EXTREME_GAPS = 150;
const MAX_OTHER_GAPS = 100;

export function perWeek(firings: number, milliseconds: number): number {
  return milliseconds > 0 ? firings / (milliseconds / WEEK) : 0;
}

/**
 * Returns the threshold that comes closest to a number of firings a week. If several do, the result is a round number
 * in the middle of the widest range, where small changes have no effect. It is whole for whole values, such as counts.
 * Ranges keep their middle and become wider or narrower. Undefined without values, and for `equal` and `not_equal`,
 * which have no threshold to vary.
 */
export function thresholdForRate(
  windows: readonly WindowValues[],
  evaluation: Evaluation,
  wanted: number,
): TargetRateResult | undefined {
  const turn = turnOf(windows, evaluation.condition);
  if (!turn) {
    return undefined;
  }
  const time = windows.length * evaluation.length;
  const firingsAt = (value: number) => evaluate(windows, { ...evaluation, condition: turn.at(value) }).length;
  const missed = (firings: number) => Math.abs(perWeek(firings, time) - wanted);
  const tried = turn.gaps.map((gap) => ({ ...gap, firings: firingsAt(roundest(gap.low, gap.high)) }));
  const rising = whileRising(tried);
  const least = min(rising, ({ firings }) => missed(firings));
  const closest = mergeGaps(rising.filter(({ firings }) => missed(firings) === least));
  const widest = greatest(closest, ({ low, high }) => high - low);
  if (!widest) {
    return undefined;
  }
  const round = roundMiddle(widest);
  const value = turn.isWhole && !Number.isInteger(round) ? widest[turn.wholeEnd] : round;
  const firings = firingsAt(value);
  const { type, threshold, max: thresholdMax } = turn.at(value);
  return {
    ...{ threshold, ...(isRangeCondition(type) && { thresholdMax }) },
    ...{ firings, perWeek: perWeek(firings, time) },
  };
}

/** Range between two neighboring values, in which every threshold has the same firings. */
interface Gap {
  readonly low: number;
  readonly high: number;
}

interface Tried extends Gap {
  readonly firings: number;
}

/** Variable of the search: the threshold, or half the width of a range. */
interface Turn {
  readonly gaps: readonly Gap[];
  /** True if all values are whole numbers. Then the threshold is a whole number too: inside of a gap, or its end. */
  readonly isWhole: boolean;
  /**
   * The end of a gap that has the same firings as the values inside the gap. This is the high end for `above` and
   * `below`.
   */
  readonly wholeEnd: keyof Gap;
  at(value: number): Condition;
}

function turnOf(windows: readonly WindowValues[], { type, threshold, max }: Condition): Turn | undefined {
  const values = valuesOf(windows);
  if (type === "equal" || type === "not_equal" || values.length === 0) {
    return undefined;
  }
  if (!isRangeCondition(type)) {
    const gaps = gapsOf(values);
    return {
      gaps: sampled(type.startsWith("above") ? gaps.reverse() : gaps),
      isWhole: values.every(Number.isInteger),
      wholeEnd: type === "above" || type === "below" ? "high" : "low",
      at: (value) => ({ type, threshold: value, max: value }),
    };
  }
  const middle = (threshold + max) / 2;
  const gaps = gapsOf(values.map((value) => Math.abs(value - middle))).filter(({ low }) => low >= 0);
  return {
    gaps: sampled(type === "not_between" ? gaps.reverse() : gaps),
    isWhole: [middle, ...values].every(Number.isInteger),
    wholeEnd: "low",
    at: (half) => ({ type, threshold: middle - half, max: middle + half }),
  };
}

function valuesOf(windows: readonly WindowValues[]): readonly number[] {
  return windows.flatMap(({ values }) =>
    values.length === 0 ? [0] : values.flatMap(({ value }) => (value === null ? [] : [value])),
  );
}

/** Returns the gaps between values, and one below and one above all values. */
function gapsOf(values: readonly number[]): Gap[] {
  const [first = 0, last = 0] = extent(values);
  const margin = Math.max(1, (last - first) * 0.1);
  return pairs([first - margin, ...sort(new Set(values)), last + margin], (low, high) => ({ low, high }));
}

function sampled(gaps: readonly Gap[]): readonly Gap[] {
  const rest = gaps.slice(MAX_EXTREME_GAPS);
  const step = Math.max(1, Math.ceil(rest.length / MAX_OTHER_GAPS));
  return [...gaps.slice(0, MAX_EXTREME_GAPS), ...rest.filter((_, index) => index % step === 0)];
}

/**
 * Keeps the gaps from the strictest to the one with the most firings. Looser thresholds have fewer firings only because
 * the firings merge. The loosest threshold fires once, all the time.
 */
function whileRising(strictestFirst: readonly Tried[]): readonly Tried[] {
  const most = max(strictestFirst, ({ firings }) => firings);
  const top = strictestFirst.findIndex(({ firings }) => firings === most);
  const after = strictestFirst.slice(top).findIndex(({ firings }) => firings !== most);
  return after < 0 ? strictestFirst : strictestFirst.slice(0, top + after);
}

function mergeGaps(tried: readonly Tried[]): readonly Tried[] {
  const stretches: Tried[] = [];
  for (const gap of sort(tried, ({ low }) => low)) {
    const last = stretches.at(-1);
    if (last && last.high === gap.low && last.firings === gap.firings) {
      stretches.splice(-1, 1, { ...last, high: gap.high });
    } else {
      stretches.push(gap);
    }
  }
  return stretches;
}

function roundMiddle({ low, high }: Gap): number {
  const quarter = (high - low) / 4;
  return roundest(low + quarter, high - quarter);
}

/** Returns the number with the fewest digits strictly between two numbers; their middle if there is no other. */
export function roundest(low: number, high: number): number {
  if (low < 0 && high > 0) {
    return 0;
  }
  const largest = Math.ceil(Math.log10(Math.max(Math.abs(low), Math.abs(high), 1e-9)));
  for (let exponent = largest; exponent > -15; exponent -= 1) {
    // Division by a whole power keeps decimals exact: 0.3 is 3 / 10, and 3 * 0.1 is not.
    const power = 10 ** Math.abs(exponent);
    const scale = (value: number) => (exponent >= 0 ? value / power : value * power);
    const whole = Math.floor(scale(low)) + 1;
    const candidate = exponent >= 0 ? whole * power : whole / power;
    if (candidate > low && candidate < high) {
      return candidate;
    }
  }
  return (low + high) / 2;
}
