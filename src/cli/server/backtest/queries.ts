import { createHash } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import { jsonIn } from "../../../client/json";
import { ConfinedFolder } from "../../../confined-folder";
import type { ApiFields } from "../../../drawing";
import type { WindowValues } from "../../../evaluation/evaluate";
import type { Windows } from "../../../evaluation/schedule";
import { type Combine, combineOf, valueWithoutRows, windowValues } from "../../../evaluation/window-values";
import { expectedFileProblem } from "../../terminal/exit";
import {
  type BucketRange,
  granularityHolding,
  millisecondsOf,
  type Point,
  type TileQuery,
} from "../series/query-series";
import type { TestableAlert } from "./testable-alert";

/** Maximum number of buckets in one request. Responses stay small, and a failed request loses little. */
const MAX_BUCKETS = 500;

const widthOf = (granularity: string): readonly [string, number] => [granularity, millisecondsOf(granularity)];
const GRANULARITIES = ["12h", "6h", "2h", "1h", "30m", "15m", "10m", "5m", "1m", "30s"].map(widthOf);
const DAY = widthOf("1d");

export interface Questions {
  readonly ranges: readonly BucketRange[];
  /** Width of the buckets in the results; undefined if each response is one window. */
  readonly bucket: number | undefined;
  /** Function of each series that combines the buckets of a window into one value. */
  readonly combine: readonly Combine[];
}

/** Widths of the two parts of a shifted window, or of a whole window. */
const partWidth = ({ length, phase }: Windows) => (phase === 0 ? length : Math.min(phase, length - phase));

/**
 * Returns the requests for the windows of an alert. Buckets begin at multiples of their width, so a window that also
 * begins there is one bucket. Shifted windows are combined from finer buckets if the function allows it. Otherwise each
 * window is a separate request.
 * @param splitsWindows true if the response contains the two parts of each shifted window
 */
export function questionsFor(
  starts: readonly number[],
  schedule: Windows,
  { series, sql }: TileQuery,
  splitsWindows = false,
): Questions {
  if (sql) {
    const ranges = starts.map((start) => ({ ...oneWindow(start, schedule), granularity: "window" }));
    return { ranges, bucket: sql.isNumber ? schedule.length : partWidth(schedule), combine: [] };
  }
  const combine = series.map(({ aggFn }) => combineOf(aggFn));
  const canCombine = combine.every((each) => each !== undefined);
  const bucket = splitsWindows ? partOf(schedule) : bucketFor(schedule, canCombine);
  const known = combine.map((each) => each ?? ((_: number, b: number) => b));
  if (!bucket) {
    return { ranges: starts.map((start) => oneWindow(start, schedule)), bucket: undefined, combine: known };
  }
  const [granularity, width] = bucket;
  const perWindow = splitsWindows ? schedule.length : width;
  return { ranges: chunks(starts, schedule.length, perWindow, granularity), bucket: width, combine: known };
}

function bucketFor({ length, phase }: Windows, canCombine: boolean): readonly [string, number] | undefined {
  if (phase === 0) {
    return [DAY, ...GRANULARITIES].find(([, width]) => width === length);
  }
  const fits = ([, width]: readonly [string, number]) => length % width === 0 && phase % width === 0;
  return canCombine ? GRANULARITIES.find(fits) : undefined;
}

/** Returns the granularity of windows, and the width of their shorter part. */
function partOf(schedule: Windows): readonly [string, number] | undefined {
  const [granularity] = bucketFor({ ...schedule, phase: 0 }, false) ?? [];
  return granularity === undefined ? undefined : [granularity, partWidth(schedule)];
}

function oneWindow(start: number, { length }: Windows): BucketRange {
  return { start, end: start + length, granularity: granularityHolding(start, start + length) };
}

/** Splits the time into ranges that end at multiples of their length, so that later runs request the same ones. */
function chunks(starts: readonly number[], length: number, width: number, granularity: string): readonly BucketRange[] {
  const [first, last] = [starts[0], starts.at(-1)];
  if (first === undefined || last === undefined) {
    return [];
  }
  const size = Math.max(1, Math.floor((MAX_BUCKETS * width) / length)) * length;
  const phase = first % length;
  const ranges: BucketRange[] = [];
  for (let start = first; start < last + length; ) {
    const end = Math.min(Math.floor((start - phase) / size + 1) * size + phase, last + length);
    ranges.push({ start, end, granularity });
    start = end;
  }
  return ranges;
}

export interface Response {
  readonly range: BucketRange;
  readonly points: readonly Point[];
}

/** Returns true for each column of the groups that is a number. */
export function numericColumns({ columns }: TestableAlert, responses: readonly Response[]): readonly boolean[] {
  const points = responses.flatMap((response) => response.points);
  return columns.map((_, index) => points.some(({ group }) => typeof group[index] === "number"));
}

export function valuesOfResponses(
  starts: readonly number[],
  alert: TestableAlert,
  { bucket, combine }: Questions,
  responses: readonly Response[],
): readonly WindowValues[] {
  const inside = responses.flatMap(({ range, points }) => {
    const own = points.filter((point) => isInside(point, range, bucket));
    return bucket === undefined ? own.map((point) => ({ ...point, time: range.start })) : own;
  });
  const { query, schedule, columns } = alert;
  const numbers = query.sql ? [false, true] : numericColumns(alert, responses);
  const points = inside.map(({ time, group, values }, index) => {
    const compared = comparedOf(columns, group, numbers);
    // The server compares each row separately.
    return compared
      ? { time, group: `${index}`, values, compared }
      : { time, group: groupText(columns, group), values };
  });
  const withoutRows = query.series.map(valueWithoutRows);
  const formula = { combine, withoutRows, expression: query.outputs[0]?.expression ?? "A" };
  return windowValues(starts, schedule, formula, points, bucket ?? schedule.length);
}

/**
 * Returns true if the bucket of a point belongs to the request. A server also returns events at the end of the range, and
 * the buckets next to the range for some metrics.
 */
function isInside({ time }: Point, { start, end, granularity }: BucketRange, bucket: number | undefined): boolean {
  return bucket === undefined
    ? time <= start && start < time + millisecondsOf(granularity)
    : time >= start && time < end;
}

/** Returns the name of a group in notifications: `column: value`, joined by commas. */
function groupText(columns: readonly string[], group: Point["group"]): string {
  return group.flatMap((value, index) => (columns[index] ? [`${columns[index]}: ${value}`] : [value])).join(", ");
}

/** Returns the group and the value that the server compares if a column of the group is a number; else undefined. */
function comparedOf(columns: readonly string[], group: Point["group"], isNumber: readonly boolean[]) {
  const last = isNumber.lastIndexOf(true);
  const left = columns.filter((_, index) => !isNumber[index]);
  const names = group.filter((_, index) => !isNumber[index]);
  return last < 0 ? undefined : { group: groupText(left, names), value: group[last] as number | null };
}

const OWN_FOLDER = ".cdk-clickstack";

/** Maximum size of a cache file. No back-test needs more. */
const MAX_CACHE_BYTES = 256 * 1024 * 1024;

/** Minimum age of a cached result. Younger results can still change, because some events arrive late. */
const SETTLED_MS = 15 * 60_000;

const point = z.object({
  time: z.number(),
  group: z.array(z.union([z.string(), z.number(), z.null()])),
  values: z.array(z.number().nullable()),
});

const line = z.object({ start: z.number(), end: z.number(), points: z.array(point) });

/**
 * Cache of results of chart queries, in a file. An interrupted back-test continues, and a back-test with another
 * threshold repeats no request. The file has one line per result. Incomplete lines are ignored.
 */
export class ResultCache {
  readonly #responses = new Map<string, readonly Point[]>();
  readonly #folder: ConfinedFolder;
  readonly #file: string;

  /**
   * @param folder folder that contains `.cdk-clickstack`
   * @param query key of all results: server, series and granularity
   * @param refused receives the reason if a response cannot be cached
   */
  constructor(
    folder: string,
    query: ApiFields,
    private readonly refused: (problem: string) => void,
  ) {
    const name = createHash("sha256").update(JSON.stringify(query)).digest("hex").slice(0, 20);
    this.#folder = new ConfinedFolder(folder);
    this.#file = join(OWN_FOLDER, `backtest-${name}.jsonl`);
    for (const text of (this.#folder.read(this.#file, MAX_CACHE_BYTES) ?? "").split("\n")) {
      const { data } = line.safeParse(jsonIn(text));
      if (data) {
        this.#responses.set(`${data.start}-${data.end}`, data.points);
      }
    }
  }

  find({ start, end }: BucketRange): readonly Point[] | undefined {
    return this.#responses.get(`${start}-${end}`);
  }

  keep({ start, end }: BucketRange, points: readonly Point[], now: number): void {
    if (end > now - SETTLED_MS) {
      return;
    }
    try {
      // Keeps the folder out of version control.
      if (this.#folder.makeFolder(OWN_FOLDER).length > 0) {
        this.#folder.write(join(OWN_FOLDER, ".gitignore"), "*\n");
      }
      this.#folder.append(this.#file, `${JSON.stringify({ start, end, points })}\n`);
    } catch (error) {
      this.refused(expectedFileProblem(error));
    }
  }
}
