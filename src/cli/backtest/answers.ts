import type { Point } from "../series/ask-series";
import { formulaValue } from "../series/formula-value";
import type { WindowValues } from "./evaluate";
import type { Questions } from "./questions";
import type { Watched } from "./watched";

/** The values of each window, from the answers to its questions. */
export function windowValues(
  starts: readonly number[],
  { query, schedule, columns }: Watched,
  { bucket, combine }: Questions,
  answers: readonly { readonly start: number; readonly points: readonly Point[] }[],
): readonly WindowValues[] {
  const windows = new Map(starts.map((start) => [start, new Map<string, (number | null)[]>()]));
  const windowOf = (time: number) =>
    time - ((((time - schedule.phase) % schedule.length) + schedule.length) % schedule.length);
  for (const { start, points } of answers) {
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
    if (earlier === null || value === null) return value ?? earlier;
    return combine[index]?.(earlier, value) ?? value;
  });
}

/** A group as notifications name it: `column: value`, joined by commas. */
function groupText(columns: readonly string[], group: readonly string[]): string {
  return group.map((value, index) => `${columns[index] ?? index}: ${value}`).join(", ");
}
