const second = 1000;
const units: Record<string, number> = { s: second, m: 60 * second, h: 3600 * second, d: 86_400 * second };
const steps = ["30s", "1m", "5m", "10m", "15m", "30m", "1h", "2h", "6h", "12h", "1d", "2d", "7d", "30d"];
const autoBuckets = 60;
const mostBuckets = 2000;

/** One time bucket, and the part of it that lies within the range asked for. */
export interface Bucket {
  /** Where the bucket begins: a multiple of its width. */
  readonly start: number;
  readonly from: number;
  readonly to: number;
}

function milliseconds(step: string): number {
  return Number.parseInt(step, 10) * (units[step.slice(-1)] ?? second);
}

/** The time buckets of a range, at most 2000. `auto` takes the finest width that needs at most 60. */
export function bucketsOf(start: number, end: number, granularity: string): Bucket[] {
  const width = granularity === "auto" ? autoWidth(end - start) : milliseconds(granularity);
  const first = Math.floor(start / width) * width;
  const count = Math.min(mostBuckets, Math.max(0, Math.ceil((end - first) / width)));
  if (end <= start) return [];
  return Array.from({ length: count }, (_, index) => {
    const begin = first + index * width;
    return { start: begin, from: Math.max(begin, start), to: Math.min(begin + width, end) };
  });
}

function autoWidth(range: number): number {
  const widths = steps.map(milliseconds);
  return widths.find((width) => range / width <= autoBuckets) ?? widths[widths.length - 1] ?? second;
}
