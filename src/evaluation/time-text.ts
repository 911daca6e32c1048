/** Returns a time as `2026-11-21 15:05`, in UTC. */
export function moment(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ");
}

/** Returns a time as `2026-11-21 15:05`, with the seconds if it has some, in UTC. */
export function exactMoment(milliseconds: number): string {
  return milliseconds % 60_000 === 0
    ? moment(milliseconds)
    : new Date(milliseconds).toISOString().slice(0, 19).replace("T", " ");
}

/** Units of a duration with their milliseconds, from the largest. */
export const TIME_UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000],
] as const;

/** Returns a duration in its two largest units: `2 h 35 m`. */
export function lengthText(milliseconds: number): string {
  const first = TIME_UNITS.findIndex(([, size]) => milliseconds >= size);
  if (first < 0) {
    return "0 s";
  }
  let rest = milliseconds;
  const parts = TIME_UNITS.slice(first, first + 2).map(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? "" : `${count} ${unit}`;
  });
  return parts.filter((part) => part).join(" ");
}
