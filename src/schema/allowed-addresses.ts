import { type AddressRange, isAddressOrRange, rangeOf } from "./address-range";

/** All addresses of IPv4. */
const ALL = 2 ** 32;

/** More addresses than a range of this size holds: whoever lists so many means hardly anybody in particular. */
const WIDEST_OF_ONE_OWNER = 2 ** 24;

/** Which addresses may use a key, whatever the ranges are that say so. */
export class AllowedAddresses {
  /** In as few ranges as there can be, in order. */
  readonly ranges: readonly AddressRange[];
  readonly count: number;

  /** @param sources as in `ip_access_list`; a text that is neither an address nor a range allows nobody */
  constructor(sources: readonly unknown[]) {
    this.ranges = joinedRanges(sources.filter(isSource).map(rangeOf));
    this.count = this.ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  }

  /** Whether every address may use it. */
  get isEverybody(): boolean {
    return this.count === ALL;
  }

  /** Whether more addresses may use it than a single owner has: more than a `/8`. */
  get isWide(): boolean {
    return this.count > WIDEST_OF_ONE_OWNER;
  }

  /** How many of a hundred addresses may use it. */
  get percent(): number {
    return (this.count / ALL) * 100;
  }

  /** Whether all addresses of another list are among these. */
  includes(other: AllowedAddresses): boolean {
    return other.ranges.every(({ first, last }) =>
      this.ranges.some((range) => range.first <= first && last <= range.last),
    );
  }
}

function isSource(source: unknown): source is string {
  return typeof source === "string" && isAddressOrRange(source);
}

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
