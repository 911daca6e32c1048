import type { Stretch } from "../series/ask-series";
import type { TileQuery } from "../series/tile-query";
import { granularityHolding } from "../series/whole-stretch";
import type { Schedule } from "./windows";

/** Windows in one question: an answer stays small, and little is lost when one fails. */
const MOST_BUCKETS = 500;

const MINUTE = 60_000;
const GRANULARITIES: readonly (readonly [string, number])[] = [
  ["12h", 720 * MINUTE],
  ["6h", 360 * MINUTE],
  ["2h", 120 * MINUTE],
  ["1h", 60 * MINUTE],
  ["30m", 30 * MINUTE],
  ["15m", 15 * MINUTE],
  ["10m", 10 * MINUTE],
  ["5m", 5 * MINUTE],
  ["1m", MINUTE],
  ["30s", MINUTE / 2],
];
const DAY: readonly [string, number] = ["1d", 1440 * MINUTE];

/** Functions whose value for a whole follows from those of its parts. */
const COMBINE: ReadonlyMap<string, (a: number, b: number) => number> = new Map([
  ["count", (a: number, b: number) => a + b],
  ["sum", (a: number, b: number) => a + b],
  ["max", Math.max],
  ["min", Math.min],
]);

/** How windows are asked for. */
export interface Questions {
  readonly stretches: readonly Stretch[];
  /** Width of the buckets in the answers, or undefined where each answer is one window. */
  readonly bucket: number | undefined;
  /** For each series, how the buckets of a window become one value. */
  readonly combine: readonly ((a: number, b: number) => number)[];
}

/**
 * What to ask for the windows of an alert. Buckets begin at multiples of their width, so windows that do too are asked for as buckets.
 * Shifted windows are put together of finer buckets where the function allows it, else each is a question of its own.
 */
export function questionsFor(starts: readonly number[], schedule: Schedule, { series }: TileQuery): Questions {
  const combine = series.map(({ aggFn }) => COMBINE.get(String(aggFn)));
  const canCombine = combine.every((each) => each !== undefined);
  const bucket = bucketFor(schedule, canCombine);
  const known = combine.map((each) => each ?? ((_: number, b: number) => b));
  if (!bucket)
    return { stretches: starts.map((start) => oneWindow(start, schedule)), bucket: undefined, combine: known };
  const [granularity, width] = bucket;
  return { stretches: chunks(starts, schedule.length, width, granularity), bucket: width, combine: known };
}

function bucketFor({ length, phase }: Schedule, canCombine: boolean): readonly [string, number] | undefined {
  const widths = [DAY, ...GRANULARITIES];
  if (phase === 0) return widths.find(([, width]) => width === length);
  if (!canCombine) return undefined;
  return GRANULARITIES.find(([, width]) => length % width === 0 && phase % width === 0);
}

function oneWindow(start: number, { length }: Schedule): Stretch {
  return { start, end: start + length, granularity: granularityHolding(start, start + length) ?? "30d" };
}

/** Stretches that end at multiples of their length, so that another run asks for the same ones. */
function chunks(starts: readonly number[], length: number, width: number, granularity: string): readonly Stretch[] {
  const [first, last] = [starts[0], starts.at(-1)];
  if (first === undefined || last === undefined) return [];
  const size = Math.max(1, Math.floor((MOST_BUCKETS * width) / length)) * length;
  const phase = first % length;
  const stretches: Stretch[] = [];
  for (let start = first; start < last + length; ) {
    const end = Math.min(Math.floor((start - phase) / size + 1) * size + phase, last + length);
    stretches.push({ start, end, granularity });
    start = end;
  }
  return stretches;
}
