import type { IPv4 } from "ipaddr.js";

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
