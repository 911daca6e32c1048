import { type Condition, isRange } from "./condition";
import { type Evaluation, evaluate, type WindowValues } from "./evaluate";
import { roundest } from "./roundest";

const WEEK = 7 * 86_400_000;

/** Thresholds that are tried: the most extreme ones one by one, which is where few firings a week are, and some of the rest. */
const CLOSE = 250;
const SPREAD = 150;

/** A threshold, and how often it would have fired. */
export interface Aimed {
  readonly threshold: number;
  /** For `between` and `not_between`. */
  readonly thresholdMax?: number;
  readonly firings: number;
  readonly perWeek: number;
}

/** Firings a week, over the time that was looked at. */
export function perWeek(firings: number, milliseconds: number): number {
  return milliseconds > 0 ? firings / (milliseconds / WEEK) : 0;
}

/**
 * The threshold that would have come closest to so many firings a week; of several the one that fires less often. Ranges keep their middle and
 * become wider or narrower. Undefined for `equal` and `not_equal`, which have nothing to turn, and without values.
 */
export function aim(windows: readonly WindowValues[], evaluation: Evaluation, wanted: number): Aimed | undefined {
  const { condition, length } = evaluation;
  const time = windows.length * length;
  let best: Aimed | undefined;
  for (const candidate of candidates(windows, condition)) {
    const firings = evaluate(windows, { ...evaluation, condition: candidate }).length;
    const aimed = { ...thresholdsOf(candidate), firings, perWeek: perWeek(firings, time) };
    if (!best || Math.abs(aimed.perWeek - wanted) < Math.abs(best.perWeek - wanted)) best = aimed;
  }
  return best;
}

function thresholdsOf({ type, threshold, max }: Condition): Pick<Aimed, "threshold" | "thresholdMax"> {
  return isRange(type) ? { threshold, thresholdMax: max } : { threshold };
}

/** Conditions between the values that occurred, the strictest first. */
function candidates(windows: readonly WindowValues[], condition: Condition): readonly Condition[] {
  const values = windows.flatMap((window) =>
    window.values.length === 0 ? [0] : window.values.map(({ value }) => value),
  );
  const known = values.filter((value) => value !== null);
  const { type } = condition;
  if (isRange(type)) return rangeCandidates(known, condition);
  if (type === "equal" || type === "not_equal") return [];
  const steps = between(distinct(known));
  const strictestFirst = type.startsWith("above") ? steps.reverse() : steps;
  return sampled(strictestFirst).map((threshold) => ({ ...condition, threshold, max: threshold }));
}

function rangeCandidates(values: readonly number[], condition: Condition): readonly Condition[] {
  const middle = (condition.threshold + condition.max) / 2;
  const halves = between(distinct(values.map((value) => Math.abs(value - middle)))).filter((half) => half >= 0);
  const strictestFirst = condition.type === "not_between" ? halves.reverse() : halves;
  return sampled(strictestFirst).map((half) => ({ ...condition, threshold: middle - half, max: middle + half }));
}

function distinct(values: readonly number[]): readonly number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

/** A round number below all values, one between each two neighbours, and one above all. */
function between(sorted: readonly number[]): number[] {
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return [];
  const margin = Math.max(1, Math.abs(last - first) * 0.1);
  const edges = [first - margin, ...sorted, last + margin];
  return edges.slice(1).map((high, index) => roundest(edges[index] ?? high, high));
}

function sampled(values: readonly number[]): readonly number[] {
  const rest = values.slice(CLOSE);
  const step = Math.max(1, Math.ceil(rest.length / SPREAD));
  return [...values.slice(0, CLOSE), ...rest.filter((_, index) => index % step === 0)];
}
