import type { Point } from "./ask-series";
import { formulaValue } from "./formula-value";
import type { TileQuery } from "./tile-query";

/** One series as it is drawn. */
export interface DrawnSeries {
  readonly label: string;
  readonly points: readonly { readonly time: number; readonly value: number | null }[];
}

/** The series that a tile shows: one for each of its values and groups. */
export function tileValues({ outputs }: TileQuery, points: readonly Point[]): readonly DrawnSeries[] {
  const groups = new Map(points.map(({ group }) => [JSON.stringify(group), group]));
  return [...groups].flatMap(([key, group]) => {
    const own = points.filter((point) => JSON.stringify(point.group) === key);
    return outputs.map(({ label, expression }) => ({
      label: [...group, ...(group.length === 0 || outputs.length > 1 ? [label] : [])].join(" · "),
      points: own.map(({ time, values }) => ({ time, value: formulaValue(expression, values) })),
    }));
  });
}
