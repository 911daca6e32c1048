import { greatest } from "d3-array";
import { type Condition, extremity } from "./condition";
import type { WindowValues } from "./evaluate";

/** Returns the most extreme value of each window; 0 without events, null without a value. */
export function peakValues(windows: readonly WindowValues[], condition: Condition): readonly (number | null)[] {
  return windows.map(({ values }) => {
    const known = values.map(({ value }) => value);
    return known.length === 0 ? 0 : mostExtreme(known, condition);
  });
}

/** Reduces values to a number of columns. Each column has the value of its range that comes closest to firing. */
export function thinned(
  values: readonly (number | null)[],
  condition: Condition,
  columns: number,
): readonly (number | null)[] {
  const size = Math.ceil(values.length / columns);
  if (size <= 1) {
    return values;
  }
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    mostExtreme(values.slice(index * size, (index + 1) * size), condition),
  );
}

/** Returns the value that comes closest to firing; null without a value. */
function mostExtreme(values: readonly (number | null)[], condition: Condition): number | null {
  const known = values.filter((value) => value !== null);
  return greatest(known, (value) => extremity(condition, value)) ?? null;
}
