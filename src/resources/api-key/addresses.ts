import * as z from "zod";
import { isPresent, optional, required } from "../../declaration/field";
import { type Rule, repeatedIndex } from "../../declaration/rules";
import { isAdopted, unlessAdopted } from "./ownership";

/** The addresses of a range, first and last, as numbers: of IPv4 plain ones, of IPv6 bigints. */
interface AddressRange<N extends number | bigint = number> {
  readonly first: N;
  readonly last: N;
}

const BITS = 32;
const BITS_OF_V6 = 128;

/** Most runs have no key: the library is read with the first list of addresses. */
const library = () => require("ipaddr.js") as typeof import("ipaddr.js");

/** Whether a text is an IP address, IPv4 with four parts, or a range in CIDR notation (docs/internals/api-behavior.md 1.2). */
export function isAddressOrRange(text: string): boolean {
  return isV4(text) || isV6(text);
}

function isV4(text: string): boolean {
  const { IPv4 } = library();
  return text.includes("/") ? IPv4.isValidCIDRFourPartDecimal(text) : IPv4.isValidFourPartDecimal(text);
}

/** A zone such as `%eth0` means something to one machine alone. */
function isV6(text: string): boolean {
  const { IPv6 } = library();
  return !text.includes("%") && (text.includes("/") ? IPv6.isValidCIDR(text) : IPv6.isValid(text));
}

/** One spelling of every range: its first address and its length; a single address stands alone. Other texts stay. */
export function canonicalRange(text: string): string {
  const { IPv4, IPv6 } = library();
  if (isV4(text)) {
    const [address, length] = text.includes("/") ? IPv4.parseCIDR(text) : ([IPv4.parse(text), BITS] as const);
    return length === BITS ? address.toString() : `${IPv4.networkAddressFromCIDR(`${address}/${length}`)}/${length}`;
  }
  if (!isV6(text)) return text;
  const [address, length] = text.includes("/") ? IPv6.parseCIDR(text) : ([IPv6.parse(text), BITS_OF_V6] as const);
  if (length === BITS_OF_V6) return address.toRFC5952String();
  return `${IPv6.networkAddressFromCIDR(`${address}/${length}`).toRFC5952String()}/${length}`;
}

/** The addresses of an IPv4 range. Throws for a text that is none. */
export function rangeOf(text: string): AddressRange {
  const [address = "", length = BITS] = canonicalRange(text).split("/");
  const first = library()
    .IPv4.parse(address)
    .toByteArray()
    .reduce((number, byte) => number * 256 + byte, 0);
  return { first, last: first + 2 ** (BITS - Number(length)) - 1 };
}

function rangeOfV6(text: string): AddressRange<bigint> {
  const [address = "", length = BITS_OF_V6] = canonicalRange(text).split("/");
  const bytes = library().IPv6.parse(address).toByteArray();
  const first = bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n);
  return { first, last: first + 2n ** BigInt(BITS_OF_V6 - Number(length)) - 1n };
}

/** The range that every address is in. */
export const ANY_IP = "0.0.0.0/0";

/** One address or range that may use a key (docs/internals/api-behavior.md 1.2). */
const ipAccessListEntry = z.object({
  source: required(
    "An IP address or a CIDR range. Whether IPv6 is accepted, the server says.",
    z
      .string()
      .refine(
        isAddressOrRange,
        "Must be an IP address such as 203.0.113.7 or a range such as 203.0.113.0/24 or 2001:db8::/32",
      ),
    { canonical: canonicalRange },
  ),
  description: optional("What the address or range is.", z.string()),
});

export type IpAccessListEntry = z.input<typeof ipAccessListEntry>;

/** From where a key may be used. */
export const keyAddressFields = {
  ipAccessList: optional(
    "The addresses that may use the key. A new key needs them, or `allow_any_ip`.",
    z.array(ipAccessListEntry),
    { unordered: true, serverDefault: unlessAdopted(null) },
  ),
  allowAnyIp: optional("States that the key may be used from every address.", z.boolean()),
};

const addressesAreStated: Rule = {
  reads: ["ipAccessList", "allowAnyIp", "adopt"],
  check: (key) =>
    isAdopted(key) || isPresent(key.ipAccessList) || key.allowAnyIp === true
      ? undefined
      : "A new key needs the addresses that may use it. List them, or state with allow_any_ip = true that any may.",
};

const emptyListLocksOut: Rule = {
  reads: ["ipAccessList"],
  check: ({ ipAccessList }) =>
    Array.isArray(ipAccessList) && ipAccessList.length === 0
      ? "An empty list denies every address and locks the key for everybody. List the addresses that may use it, or state with allow_any_ip = true that any may."
      : undefined,
};

const anyIpNeedsNoList: Rule = {
  reads: ["allowAnyIp", "ipAccessList"],
  check: ({ allowAnyIp, ipAccessList }) =>
    allowAnyIp === true && isPresent(ipAccessList)
      ? "Says that any address may use the key, and ip_access_list says which ones may. Keep one of the two."
      : undefined,
};

const rangesDiffer: Rule = {
  reads: ["ipAccessList.*.source"],
  check: ({ ipAccessList }) => {
    if (!Array.isArray(ipAccessList)) return undefined;
    const ranges = ipAccessList.map(({ source }: IpAccessListEntry) => canonicalRange(source));
    const repeated = repeatedIndex(ranges);
    if (repeated === undefined) return undefined;
    const message = `The range ${ranges[repeated]} is in the list already. Keep one of the two.`;
    return { message, path: ["ipAccessList", repeated, "source"] };
  },
};

export const keyAddressRules: readonly Rule[] = [addressesAreStated, emptyListLocksOut, anyIpNeedsNoList, rangesDiffer];

/** All addresses of IPv4. */
const ALL = 2 ** 32;

/** More addresses than a range of this size holds: whoever lists so many means hardly anybody in particular. */
const WIDEST_OF_ONE_OWNER = 2 ** 24;

/** As many of IPv6 as a provider of networks has for all its customers. */
const WIDEST_OF_V6 = 2n ** 96n;

/** Which addresses may use a key, whatever the ranges are that say so. */
export class AllowedAddresses {
  /** In as few ranges as there can be, in order. */
  readonly ranges: readonly AddressRange[];
  /** How many of IPv4. */
  readonly count: number;
  readonly #v6: readonly AddressRange<bigint>[];

  /** @param sources as in `ip_access_list`; a text that is neither an address nor a range allows nobody */
  constructor(sources: readonly unknown[]) {
    const texts = sources.filter((source) => typeof source === "string");
    this.ranges = joinedRanges(texts.filter(isV4).map(rangeOf));
    this.#v6 = joinedRanges(texts.filter(isV6).map(rangeOfV6));
    this.count = this.ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
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
    return isWithin(other.ranges, this.ranges) && isWithin(other.#v6, this.#v6);
  }
}

function isWithin<N extends number | bigint>(inner: readonly AddressRange<N>[], outer: readonly AddressRange<N>[]) {
  return inner.every(({ first, last }) => outer.some((range) => range.first <= first && last <= range.last));
}

/** The same addresses in as few ranges as there can be, in order. */
export function joinedRanges<N extends number | bigint>(
  ranges: readonly AddressRange<N>[],
): readonly AddressRange<N>[] {
  const joined: AddressRange<N>[] = [];
  for (const range of [...ranges].sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0))) {
    const previous = joined.at(-1);
    if (previous && (range.first <= previous.last || isNext(previous.last, range.first))) {
      joined[joined.length - 1] = {
        first: previous.first,
        last: previous.last > range.last ? previous.last : range.last,
      };
    } else {
      joined.push(range);
    }
  }
  return joined;
}

function isNext(last: number | bigint, first: number | bigint): boolean {
  return BigInt(last) + 1n === BigInt(first);
}
