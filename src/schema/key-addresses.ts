import * as z from "zod";
import { canonicalRange, isAddressOrRange } from "./address-range";
import { isAdopted, unlessAdopted } from "./adopted-key";
import { optional, required } from "./field";
import { isPresent } from "./present";
import { repeatedIndex } from "./repeated-index";
import type { Rule } from "./rule";

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
