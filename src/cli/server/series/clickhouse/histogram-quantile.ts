/**
 * Returns a quantile of a histogram as the server estimates it: linear between the bounds of the bucket that contains
 * it. Undefined without events, or with one bucket.
 * @param bounds upper bounds of the buckets; the last bucket has none
 * @param counts number of events in each bucket
 */
export function histogramQuantile(
  level: number,
  bounds: readonly number[],
  counts: readonly number[],
): number | undefined {
  let sum = 0;
  const upTo = counts.map((count) => {
    sum += count;
    return sum;
  });
  const total = upTo.at(-1) ?? 0;
  const rank = level * total;
  const index = upTo.findIndex((count) => count > rank);
  if (counts.length < 2 || total <= 0 || index < 0) {
    return undefined;
  }
  const [lower, upper] = [bounds[index - 1], bounds[index]];
  if (upper === undefined) {
    return lower;
  }
  if (lower === undefined && upper <= 0) {
    return bounds[0];
  }
  const from = lower ?? 0;
  // The server counts from the first bucket for a bucket that begins at 0.
  const before = from === 0 ? 0 : (upTo[index - 1] ?? 0);
  return from + (upper - from) * ((rank - before) / ((upTo[index] ?? 0) - before));
}
