import type { IPv4, IPv6 } from "ipaddr.js";

/** Loads the library with the first list of addresses, because most runs have no API key. */
const library = () => require("ipaddr.js") as typeof import("ipaddr.js");

/** A range as the author wrote it: its first address and the number of fixed bits. */
interface WrittenRange {
  readonly network: IPv4 | IPv6;
  readonly length: number;
}

/**
 * Reads an IP address, IPv4 with four parts, or a range in CIDR notation (docs/internals/api-behavior.md 1.2). Returns
 * undefined for other texts, and for an address with a zone such as `%eth0`, which is valid on one machine only.
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

/** Returns one spelling of a range: first address and length, or only the address. Other texts stay unchanged. */
export function canonicalizeRange(text: string): string {
  const range = parse(text);
  if (!range) {
    return text;
  }
  const { network, length } = range;
  const first = "toRFC5952String" in network ? network.toRFC5952String() : network.toString();
  return length === bitsOf(network) ? first : `${first}/${length}`;
}

/** The range of all IPv4 addresses. */
export const ANY_IP = "0.0.0.0/0";

/** First and last address of a range, as numbers. */
interface AddressRange {
  readonly first: bigint;
  readonly last: bigint;
}

function addressesOf({ network, length }: WrittenRange): AddressRange {
  const first = network.toByteArray().reduce((number, byte) => number * 256n + BigInt(byte), 0n);
  return { first, last: first + 2n ** BigInt(bitsOf(network) - length) - 1n };
}

/** Number of IPv4 addresses. */
const ALL = 2 ** 32;

/** Maximum number of addresses that usually belong to one owner: a `/8`. */
const WIDEST_OF_ONE_OWNER = 2 ** 24;

/** Size of a `/32` in IPv6. A network provider has this range for all its customers. */
const WIDEST_OF_V6 = 2n ** 96n;

/** The set of addresses that may use a key, independent of the ranges that describe it. */
export class AllowedAddresses {
  /** Number of IPv4 addresses. */
  readonly count: number;
  readonly #v4: readonly AddressRange[];
  readonly #v6: readonly AddressRange[];

  /** @param sources ranges as in `ip_access_list`; a text that is neither an address nor a range allows no address */
  constructor(sources: readonly unknown[]) {
    const written = sources.flatMap((source) => (typeof source === "string" ? (parse(source) ?? []) : []));
    const joined = (kind: "ipv4" | "ipv6") =>
      joinedRanges(written.filter(({ network }) => network.kind() === kind).map(addressesOf));
    this.#v4 = joined("ipv4");
    this.#v6 = joined("ipv6");
    this.count = this.#v4.reduce((sum, { first, last }) => sum + Number(last - first) + 1, 0);
  }

  /** True when every IPv4 address may use the key. */
  get isEverybody(): boolean {
    return this.count === ALL;
  }

  /** True when the ranges contain more addresses than one owner usually has: more than a `/8`. */
  get isWide(): boolean {
    return this.count > WIDEST_OF_ONE_OWNER || this.hasWideV6;
  }

  /** True when an IPv6 range is wider than a `/32`. */
  get hasWideV6(): boolean {
    return this.#v6.some(({ first, last }) => last - first >= WIDEST_OF_V6);
  }

  /** Percentage of IPv4 addresses that may use the key. */
  get percent(): number {
    return (this.count / ALL) * 100;
  }

  /** Returns true when this set contains all addresses of another set. */
  includes(other: AllowedAddresses): boolean {
    return isWithin(other.#v4, this.#v4) && isWithin(other.#v6, this.#v6);
  }
}

function isWithin(inner: readonly AddressRange[], outer: readonly AddressRange[]): boolean {
  return inner.every(({ first, last }) => outer.some((range) => range.first <= first && last <= range.last));
}

/** Returns the same addresses in as few ranges as possible, in order. */
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
