const BARS = "▁▂▃▄▅▆▇█";

/**
 * Values as a row of bars, the highest of each stretch where there are more values than columns. A missing value is a blank.
 * The lowest bar stands for the least value, or for 0 where all are positive.
 */
export function sparkline(values: readonly (number | null)[], width: number): string {
  const columns = peaks(values, width);
  const known = columns.filter((value) => value !== null);
  if (known.length === 0) return "";
  const low = Math.min(0, ...known);
  const span = Math.max(...known) - low || 1;
  return columns
    .map((value) => (value === null ? " " : BARS[Math.round(((value - low) / span) * (BARS.length - 1))]))
    .join("");
}

/** At most so many values, each the highest of its stretch. */
export function peaks(values: readonly (number | null)[], width: number): readonly (number | null)[] {
  if (width < 1) return [];
  const columns = Math.min(width, values.length);
  return Array.from({ length: columns }, (_, column) => {
    const stretch = values.slice(
      Math.floor((column * values.length) / columns),
      Math.floor(((column + 1) * values.length) / columns),
    );
    return stretch.reduce((peak, value) => (peak === null || (value !== null && value > peak) ? value : peak), null);
  });
}
