import type { IPv4 } from "ipaddr.js";
import * as z from "zod";
import { isPresent, optional, required } from "../../declaration/field";
import { type Rule, repeatedIndex } from "../../declaration/rules";
import { isAdopted, unlessAdopted } from "./ownership";

/** The addresses of a range, first and last, as numbers. */
export interface AddressRange {
  readonly first: number;
  readonly last: number;
}

const BITS = 32;

/** Most runs have no key: the library is read with the first list of addresses. */
const library = () => require("ipaddr.js") as typeof import("ipaddr.js");

/** Whether a text is an IPv4 address with four parts, or a range of them in CIDR notation (docs/internals/api-behavior.md 1.2). */
export function isAddressOrRange(text: string): boolean {
  const { IPv4 } = library();
  return text.includes("/") ? IPv4.isValidCIDRFourPartDecimal(text) : IPv4.isValidFourPartDecimal(text);
}

/** One spelling of every range: its first address and its length; a single address stands alone. Other texts stay. */
export function canonicalRange(text: string): string {
  if (!isAddressOrRange(text)) return text;
  const [address, length] = parsed(text);
  if (length === BITS) return address.toString();
  return `${library().IPv4.networkAddressFromCIDR(`${address}/${length}`)}/${length}`;
}

/** The addresses of a range. Throws for a text that is none. */
export function rangeOf(text: string): AddressRange {
  const [address, length] = parsed(canonicalRange(text));
  const first = address.toByteArray().reduce((number, byte) => number * 256 + byte, 0);
  return { first, last: first + 2 ** (BITS - length) - 1 };
}

function parsed(text: string): [IPv4, number] {
  const { IPv4 } = library();
  return text.includes("/") ? IPv4.parseCIDR(text) : [IPv4.parse(text), BITS];
}

/** The range that every address is in. */
export const ANY_IP = "0.0.0.0/0";

/** One address or range that may use a key (docs/internals/api-behavior.md 1.2). */
export const ipAccessListEntry = z.object({
  source: required(
    "An IPv4 address or a CIDR range.",
    z
      .string()
      .refine(isAddressOrRange, "Must be an IPv4 address such as 203.0.113.7 or a range such as 203.0.113.0/24"),
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
