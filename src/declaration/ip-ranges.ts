import type { IPv4, IPv6 } from "ipaddr.js";

/** Most runs have no key: the library is read with the first list of addresses. */
const library = () => require("ipaddr.js") as typeof import("ipaddr.js");

/** A range as it is written: its first address, and how many bits of it are fixed. */
interface WrittenRange {
  readonly network: IPv4 | IPv6;
  readonly length: number;
}

/**
 * Reads an IP address, IPv4 with four parts, or a range in CIDR notation (docs/internals/api-behavior.md 1.2).
 * Undefined for other texts, and for an address with a zone such as `%eth0`, which means something to one machine
 * alone.
 */
function parse(text: string): WrittenRange | undefined {
  const { IPv4, IPv6 } = library();
  const isRange = text.includes("/");
  const length = (bits: number) => (isRange ? Number(text.split("/")[1]) : bits);
  const cidr = (bits: number) => (isRange ? text : `${text}/${bits}`);
  if (isRange ? IPv4.isValidCIDRFourPartDecimal(text) : IPv4.isValidFourPartDecimal(text)) {
    return { network: IPv4.networkAddressFromCIDR(cidr(32)), length: length(32) };
  }
  if (!text.includes("%") && (isRange ? IPv6.isValidCIDR(text) : IPv6.isValid(text))) {
    return { network: IPv6.networkAddressFromCIDR(cidr(128)), length: length(128) };
  }
  return undefined;
}

function bitsOf(network: IPv4 | IPv6): number {
  return network.kind() === "ipv4" ? 32 : 128;
}

export function isAddressOrRange(text: string): boolean {
  return parse(text) !== undefined;
}

/** One spelling of every range: its first address and its length; a single address stands alone. Other texts stay. */
export function canonicalRange(text: string): string {
  const range = parse(text);
  if (!range) {
    return text;
  }
  const { network, length } = range;
  const first = "toRFC5952String" in network ? network.toRFC5952String() : network.toString();
  return length === bitsOf(network) ? first : `${first}/${length}`;
}

/** The range that every address is in. */
export const ANY_IP = "0.0.0.0/0";

/** The addresses of a range, first and last, as numbers. */
interface AddressRange {
  readonly first: bigint;
  readonly last: bigint;
}

function addressesOf({ network, length }: WrittenRange): AddressRange {
  const first = network.toByteArray().reduce((number, byte) => number * 256n + BigInt(byte), 0n);
  return { first, last: first + 2n ** BigInt(bitsOf(network) - length) - 1n };
}

/** All addresses of IPv4. */
const ALL = 2 ** 32;

/** More addresses than a range of this size holds: whoever lists so many means hardly anybody in particular. */
const WIDEST_OF_ONE_OWNER = 2 ** 24;

/** As many of IPv6 as a provider of networks has for all its customers. */
const WIDEST_OF_V6 = 2n ** 96n;

/** Which addresses may use a key, whatever the ranges are that say so. */
export class AllowedAddresses {
  /** How many of IPv4. */
  readonly count: number;
  readonly #v4: readonly AddressRange[];
  readonly #v6: readonly AddressRange[];

  /** @param sources as in `ip_access_list`; a text that is neither an address nor a range allows nobody */
  constructor(sources: readonly unknown[]) {
    const written = sources.flatMap((source) => (typeof source === "string" ? (parse(source) ?? []) : []));
    const joined = (kind: "ipv4" | "ipv6") =>
      joinedRanges(written.filter(({ network }) => network.kind() === kind).map(addressesOf));
    this.#v4 = joined("ipv4");
    this.#v6 = joined("ipv6");
    this.count = this.#v4.reduce((sum, { first, last }) => sum + Number(last - first) + 1, 0);
  }

  /** Whether every address may use it. */
  get isEverybody(): boolean {
    return this.count === ALL;
  }

  /** Whether more addresses may use it than a single owner has: more than a `/8`. */
  get isWide(): boolean {
    return this.count > WIDEST_OF_ONE_OWNER || this.hasWideV6;
  }

  /** Whether a range of IPv6 is wider than a `/32`. */
  get hasWideV6(): boolean {
    return this.#v6.some(({ first, last }) => last - first >= WIDEST_OF_V6);
  }

  /** How many of a hundred addresses may use it. */
  get percent(): number {
    return (this.count / ALL) * 100;
  }

  /** Whether all addresses of another list are among these. */
  includes(other: AllowedAddresses): boolean {
    return isWithin(other.#v4, this.#v4) && isWithin(other.#v6, this.#v6);
  }
}

function isWithin(inner: readonly AddressRange[], outer: readonly AddressRange[]): boolean {
  return inner.every(({ first, last }) => outer.some((range) => range.first <= first && last <= range.last));
}

/** The same addresses in as few ranges as there can be, in order. */
function joinedRanges(ranges: readonly AddressRange[]): readonly AddressRange[] {
  const joined: AddressRange[] = [];
  for (const range of ranges.toSorted((a, b) => (a.first < b.first ? -1 : 1))) {
    const previous = joined.at(-1);
    if (previous && range.first <= previous.last + 1n) {
      const last = previous.last > range.last ? previous.last : range.last;
      joined[joined.length - 1] = { first: previous.first, last };
    } else {
      joined.push(range);
    }
  }
  return joined;
}
