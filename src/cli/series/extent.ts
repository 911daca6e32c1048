/** The least and the largest of some numbers, null counting for none; 0 and 0 where there is none. For lists of any length. */
export function extent(values: readonly (number | null)[]): readonly [number, number] {
  const known = values.filter((value) => value !== null);
  const [first = 0] = known;
  return known.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [first, first],
  );
}
