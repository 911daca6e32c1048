const second = 1000;
const units: Record<string, number> = { s: second, m: 60 * second, h: 3600 * second, d: 86_400 * second };
const steps = ["30s", "1m", "5m", "10m", "15m", "30m", "1h", "2h", "6h", "12h", "1d", "2d", "7d", "30d"];
const autoBuckets = 60;
const mostBuckets = 2000;

function milliseconds(step: string): number {
  return Number.parseInt(step, 10) * (units[step.slice(-1)] ?? second);
}

/** The starts of the time buckets of a range, at most 2000. `auto` takes the finest step that needs at most 60. */
export function bucketStarts(start: number, end: number, granularity: string): number[] {
  const step = granularity === "auto" ? autoStep(end - start) : milliseconds(granularity);
  const first = Math.floor(start / step) * step;
  const count = Math.min(mostBuckets, Math.max(0, Math.ceil((end - first) / step)));
  return end <= start ? [] : Array.from({ length: count }, (_, index) => first + index * step);
}

function autoStep(range: number): number {
  const widths = steps.map(milliseconds);
  return widths.find((width) => range / width <= autoBuckets) ?? widths[widths.length - 1] ?? second;
}
