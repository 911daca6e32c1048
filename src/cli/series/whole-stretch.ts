const DAY = 86_400_000;
const WIDE: readonly (readonly [name: string, width: number])[] = [
  ["30d", 30 * DAY],
  ["7d", 7 * DAY],
  ["2d", 2 * DAY],
  ["1d", DAY],
  ["12h", DAY / 2],
  ["6h", DAY / 4],
];

/**
 * A granularity of which one bucket holds the whole stretch, so that the server computes one value for it. Buckets begin at multiples of
 * their width. Undefined where every width has a boundary within, as at a midnight that all of them share.
 */
export function granularityHolding(start: number, end: number): string | undefined {
  return WIDE.find(([, width]) => Math.floor(start / width) === Math.floor((end - 1) / width))?.[0];
}
