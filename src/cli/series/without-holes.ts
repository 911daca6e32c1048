import type { DrawnSeries } from "./tile-values";

/** The same series with a value in every bucket: the server leaves out buckets in which nothing happened. */
export function withoutHoles(series: readonly DrawnSeries[], value: number | null): readonly DrawnSeries[] {
  const times = [...new Set(series.flatMap(({ points }) => points.map(({ time }) => time)))].sort((a, b) => a - b);
  const width = Math.min(...times.slice(1).map((time, index) => time - (times[index] ?? time)));
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined || !Number.isFinite(width)) return series;
  const all = Array.from({ length: Math.round((last - first) / width) + 1 }, (_, index) => first + index * width);
  return series.map(({ label, points }) => {
    const known = new Map(points.map((point) => [point.time, point]));
    return { label, points: all.map((time) => known.get(time) ?? { time, value }) };
  });
}
