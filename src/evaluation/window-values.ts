import { formulaValue } from "../resources/dashboard/tiles/formula";
import type { WindowValues } from "./evaluate";
import type { Windows } from "./schedule";

/** Combines the values of two parts of a window. */
export type Combine = (a: number, b: number) => number;

const COMBINE: ReadonlyMap<unknown, Combine> = new Map<unknown, Combine>([
  ["count", (a, b) => a + b],
  ["sum", (a, b) => a + b],
  ["max", Math.max],
  ["min", Math.min],
]);

/**
 * Returns the function that combines the values of the parts of a window; undefined for an aggregate whose parts do not
 * determine the whole, such as an average.
 */
export function combineOf(aggFn: unknown): Combine | undefined {
  return COMBINE.get(aggFn);
}

/** Values of all select items at one time, for one group; null for an item without a value. */
export interface ItemValues {
  readonly time: number;
  readonly group: string;
  readonly values: readonly (number | null)[];
}

/** Computation of the value of a window from the values of the select items. */
interface WindowFormula {
  /** Function of each select item. */
  readonly combine: readonly Combine[];
  /** Formula such as `A / B`, whose letters are the select items. */
  readonly expression: string;
}

/** Returns the value of each window and group. Ignores values outside of the windows. */
export function windowValues(
  starts: readonly number[],
  { phase, length }: Windows,
  { combine, expression }: WindowFormula,
  points: Iterable<ItemValues>,
): readonly WindowValues[] {
  const windows = new Map(starts.map((start) => [start, new Map<string, (number | null)[]>()]));
  for (const { time, group, values } of points) {
    const window = windows.get(time - ((((time - phase) % length) + length) % length));
    window?.set(group, combined(window.get(group), values, combine));
  }
  return [...windows].map(([start, groups]) => ({
    start,
    values: [...groups].map(([group, values]) => ({ group, value: formulaValue(expression, values) })),
  }));
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
