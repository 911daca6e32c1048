import { createHash } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import { jsonIn } from "../../client/json";
import { ConfinedFolder } from "../../confined-folder";
import type { ApiFields } from "../../drawing";
import { formulaValue } from "../../resources/dashboard/tiles/formula";
import { fileProblem } from "../frame/exit";
import { granularityHolding, millisecondsOf, type Point, type Stretch, type TileQuery } from "../series/query-series";
import type { Windows, WindowValues } from "./evaluate";
import type { Watched } from "./watched";

/** Windows in one question: a response stays small, and little is lost when one fails. */
const MAX_BUCKETS = 500;

const widthOf = (granularity: string): readonly [string, number] => [granularity, millisecondsOf(granularity)];
const GRANULARITIES = ["12h", "6h", "2h", "1h", "30m", "15m", "10m", "5m", "1m", "30s"].map(widthOf);
const DAY = widthOf("1d");

/** Functions whose value for a whole follows from those of its parts. */
const COMBINE: ReadonlyMap<string, (a: number, b: number) => number> = new Map([
  ["count", (a: number, b: number) => a + b],
  ["sum", (a: number, b: number) => a + b],
  ["max", Math.max],
  ["min", Math.min],
]);

/** How windows are asked for. */
interface Questions {
  readonly stretches: readonly Stretch[];
  /** Width of the buckets in the results, or undefined where each response is one window. */
  readonly bucket: number | undefined;
  /** For each series, how the buckets of a window become one value. */
  readonly combine: readonly ((a: number, b: number) => number)[];
}

/**
 * What to ask for the windows of an alert. Buckets begin at multiples of their width, so windows that do too are asked
 * for as buckets. Shifted windows are put together of finer buckets where the function allows it, else each is a
 * question of its own.
 */
export function questionsFor(starts: readonly number[], schedule: Windows, { series }: TileQuery): Questions {
  const combine = series.map(({ aggFn }) => COMBINE.get(String(aggFn)));
  const canCombine = combine.every((each) => each !== undefined);
  const bucket = bucketFor(schedule, canCombine);
  const known = combine.map((each) => each ?? ((_: number, b: number) => b));
  if (!bucket) {
    return { stretches: starts.map((start) => oneWindow(start, schedule)), bucket: undefined, combine: known };
  }
  const [granularity, width] = bucket;
  return { stretches: chunks(starts, schedule.length, width, granularity), bucket: width, combine: known };
}

function bucketFor({ length, phase }: Windows, canCombine: boolean): readonly [string, number] | undefined {
  const widths = [DAY, ...GRANULARITIES];
  if (phase === 0) {
    return widths.find(([, width]) => width === length);
  }
  if (!canCombine) {
    return undefined;
  }
  return GRANULARITIES.find(([, width]) => length % width === 0 && phase % width === 0);
}

function oneWindow(start: number, { length }: Windows): Stretch {
  return { start, end: start + length, granularity: granularityHolding(start, start + length) ?? "30d" };
}

/** Stretches that end at multiples of their length, so that another run asks for the same ones. */
function chunks(starts: readonly number[], length: number, width: number, granularity: string): readonly Stretch[] {
  const [first, last] = [starts[0], starts.at(-1)];
  if (first === undefined || last === undefined) {
    return [];
  }
  const size = Math.max(1, Math.floor((MAX_BUCKETS * width) / length)) * length;
  const phase = first % length;
  const stretches: Stretch[] = [];
  for (let start = first; start < last + length; ) {
    const end = Math.min(Math.floor((start - phase) / size + 1) * size + phase, last + length);
    stretches.push({ start, end, granularity });
    start = end;
  }
  return stretches;
}

/** The values of each window, from the responses to its questions. */
export function windowValues(
  starts: readonly number[],
  { query, schedule, columns }: Watched,
  { bucket, combine }: Questions,
  responses: readonly { readonly start: number; readonly points: readonly Point[] }[],
): readonly WindowValues[] {
  const windows = new Map(starts.map((start) => [start, new Map<string, (number | null)[]>()]));
  const windowOf = (time: number) =>
    time - ((((time - schedule.phase) % schedule.length) + schedule.length) % schedule.length);
  for (const { start, points } of responses) {
    for (const { time, group, values } of points) {
      const window = windows.get(bucket === undefined ? start : windowOf(time));
      const key = groupText(columns, group);
      window?.set(key, combined(window.get(key), values, combine));
    }
  }
  const expression = query.outputs[0]?.expression ?? "A";
  return [...windows].map(([start, groups]) => ({
    start,
    values: [...groups].map(([group, values]) => ({ group, value: formulaValue(expression, values) })),
  }));
}

function combined(
  before: readonly (number | null)[] | undefined,
  values: readonly (number | null)[],
  combine: Questions["combine"],
): (number | null)[] {
  return values.map((value, index) => {
    const earlier = before?.[index] ?? null;
    if (earlier === null || value === null) {
      return value ?? earlier;
    }
    return combine[index]?.(earlier, value) ?? value;
  });
}

/** A group as notifications name it: `column: value`, joined by commas. */
function groupText(columns: readonly string[], group: readonly string[]): string {
  return group.map((value, index) => `${columns[index] ?? index}: ${value}`).join(", ");
}

const OWN_FOLDER = ".cdk-clickstack";

/** More results than any back-test asks for. */
const MAX_CACHE_BYTES = 256 * 1024 * 1024;

/** Events arrive late. What is younger are asked for again. */
const SETTLED_MS = 15 * 60_000;

const line = z.object({
  start: z.number(),
  end: z.number(),
  points: z.array(z.object({ time: z.number(), group: z.array(z.string()), values: z.array(z.number().nullable()) })),
});

/**
 * Results of chart queries, kept in a file so that an interrupted back-test goes on where it was, and one with another
 * threshold asks for nothing twice. One line per result; a line that was not written to its end counts for nothing.
 */
export class ResultCache {
  readonly #responses = new Map<string, readonly Point[]>();
  readonly #folder: ConfinedFolder;
  readonly #file: string;

  /**
   * @param folder below this one a folder `.cdk-clickstack` is made
   * @param query what all results have in common: server, series and granularity
   * @param refused told why a response could not be kept; nobody needs it but for the next run
   */
  constructor(
    folder: string,
    query: ApiFields,
    private readonly refused: (problem: string) => void,
  ) {
    const name = createHash("sha256").update(JSON.stringify(query)).digest("hex").slice(0, 20);
    this.#folder = new ConfinedFolder(folder);
    this.#file = join(OWN_FOLDER, `backtest-${name}.jsonl`);
    const text = this.#folder.read(this.#file, MAX_CACHE_BYTES) ?? "";
    for (const { start, end, points } of linesOf(text)) {
      this.#responses.set(`${start}-${end}`, points);
    }
  }

  find({ start, end }: Stretch): readonly Point[] | undefined {
    return this.#responses.get(`${start}-${end}`);
  }

  keep(stretch: Stretch, points: readonly Point[], now: number): void {
    if (stretch.end > now - SETTLED_MS) {
      return;
    }
    try {
      this.#append(stretch, points);
    } catch (error) {
      const problem = fileProblem(error);
      if (problem === undefined) {
        throw error;
      }
      this.refused(problem);
    }
  }

  #append({ start, end }: Stretch, points: readonly Point[]): void {
    const isNew = this.#folder.makeFolder(OWN_FOLDER).length > 0;
    // The folder keeps itself out of version control.
    if (isNew) {
      this.#folder.write(join(OWN_FOLDER, ".gitignore"), "*\n");
    }
    this.#folder.append(this.#file, `${JSON.stringify({ start, end, points })}\n`);
  }
}

function linesOf(text: string): readonly z.infer<typeof line>[] {
  return text.split("\n").flatMap((each) => {
    const parsed = line.safeParse(jsonIn(each));
    return parsed.success ? [parsed.data] : [];
  });
}
