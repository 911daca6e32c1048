import type { ApiFields } from "../drawing";
import { formulaValue } from "../resources/dashboard/tiles/formula";
import type { GroupValue, WindowValues } from "./evaluate";
import { modulo, type Windows } from "./schedule";

/** Combines the values of two parts of a window. */
export type Combine = (a: number, b: number) => number;

const COMBINE: ReadonlyMap<unknown, Combine> = new Map<unknown, Combine>([
  ["count", (a, b) => a + b],
  ["sum", (a, b) => a + b],
  ["max", Math.max],
  ["min", Math.min],
]);

/** Returns how the parts of a window are combined; undefined if they do not determine the whole, as for an average. */
export function combineOf(aggFn: unknown): Combine | undefined {
  return COMBINE.get(aggFn);
}

const ZERO_WITHOUT_ROWS: ReadonlySet<unknown> = new Set([
  ...COMBINE.keys(),
  ...["count_distinct", "last_value", "any"],
]);

/**
 * Returns the value of a select item in a row that exists only because of other items. The server queries all items of
 * events together, so counts and sums are 0 in such a row, and averages and quantiles are null. Metrics are queried
 * item by item, so a metric has no value in it (docs/internals/api-behavior.md 3.16).
 */
export function valueWithoutRows({ aggFn, metricName }: ApiFields): number | null {
  return !metricName && ZERO_WITHOUT_ROWS.has(aggFn) ? 0 : null;
}

/** Values of all select items at one time, for one group; null for an item without a value. */
export interface ItemValues {
  readonly time: number;
  readonly group: string;
  readonly values: readonly (number | null)[];
  /** Group and value that the server compares instead, because it takes a number in the group for the value. */
  readonly compared?: GroupValue | undefined;
}

/** Computation of the value of a window from the values of the select items. */
export interface WindowFormula {
  /** Function of each select item. */
  readonly combine: readonly Combine[];
  /** Value of each select item in a row that exists only because of other items. */
  readonly withoutRows: readonly (number | null)[];
  /** Formula such as `A / B`, whose letters are the select items. */
  readonly expression: string;
}

/**
 * Returns the values of each window and group. Ignores values outside of the windows.
 *
 * The server groups events by multiples of the interval (docs/internals/api-behavior.md 3.16). So it compares the two
 * parts of a shifted window separately, and finds no events if a window of several hours is shifted by an hour or more.
 * @param step length of time that one point covers. A point that covers a whole window is not divided.
 */
export function windowValues(
  starts: readonly number[],
  { phase, length }: Windows,
  { combine, withoutRows, expression }: WindowFormula,
  points: Iterable<ItemValues>,
  step: number,
): readonly WindowValues[] {
  const findsEvents = length <= HOUR || phase < HOUR;
  const isSplit = phase !== 0 && step < length;
  const windows = new Map(starts.map((start) => [start, [new Map<string, Cell>(), new Map()]]));
  for (const { time, group, values, compared } of findsEvents ? points : []) {
    const inWindow = modulo(time - phase, length);
    const part = isSplit && inWindow >= length - phase ? 1 : 0;
    const groups = windows.get(time - inWindow)?.[part];
    groups?.set(group, { values: combined(groups.get(group)?.values, values, combine), compared });
  }
  return [...windows].map(([start, parts]) => ({
    start,
    values: valuesOfParts(
      (isSplit ? parts : parts.slice(0, 1)).map((groups) =>
        [...groups].map(
          ([group, { values, compared }]) =>
            compared ?? { group, value: formulaValue(expression, completed(values, withoutRows)) },
        ),
      ),
    ),
  }));
}

type Cell = Pick<ItemValues, "values" | "compared">;

const HOUR = 3_600_000;

type PartValues = WindowValues["values"];

/** A part without events counts as 0, unless the whole window has no events. */
function valuesOfParts(parts: readonly PartValues[]): PartValues {
  return parts.every((values) => values.length === 0)
    ? []
    : parts.flatMap((values) => (values.length === 0 ? [{ group: "", value: 0 }] : values));
}

/** Adds the values of items without rows, if another item has rows. */
export function completed(
  values: readonly (number | null)[],
  withoutRows: readonly (number | null)[],
): readonly (number | null)[] {
  return values.every((value) => value === null)
    ? values
    : values.map((value, index) => value ?? withoutRows[index] ?? null);
}

function combined(
  before: readonly (number | null)[] | undefined,
  values: readonly (number | null)[],
  combine: readonly Combine[],
): (number | null)[] {
  return values.map((value, index) => {
    const earlier = before?.[index] ?? null;
    if (earlier === null || value === null) {
      return value ?? earlier;
    }
    return combine[index]?.(earlier, value) ?? value;
  });
}
