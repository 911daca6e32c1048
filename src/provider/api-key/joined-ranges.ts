import type { AddressRange } from "../../schema/address-range";

/** The same addresses in as few ranges as there can be, in order. */
export function joinedRanges(ranges: readonly AddressRange[]): readonly AddressRange[] {
  const joined: AddressRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.first - b.first)) {
    const previous = joined.at(-1);
    if (previous && range.first <= previous.last + 1) {
      joined[joined.length - 1] = { first: previous.first, last: Math.max(previous.last, range.last) };
    } else {
      joined.push(range);
    }
  }
  return joined;
}
