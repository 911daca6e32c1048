/** Returns a time as `2026-11-21 15:05`, in UTC. */
export function moment(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ");
}

const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000],
] as const;

/** Returns a duration in its two largest units: `2 h 35 m`. */
export function lengthText(milliseconds: number): string {
  const first = UNITS.findIndex(([, size]) => milliseconds >= size);
  if (first < 0) {
    return "0 s";
  }
  let rest = milliseconds;
  const parts = UNITS.slice(first, first + 2).map(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? "" : `${count} ${unit}`;
  });
  return parts.filter((part) => part).join(" ");
}
