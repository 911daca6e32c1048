import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";

/** Addresses of a webhook's host, or the reason why this machine must not open a connection to it. */
type ReceiverAddress = { readonly addresses: readonly LookupAddress[] } | { readonly problem: string };

export interface ReceiverOptions {
  /** Address of the server that stores the webhook. */
  readonly server: string | undefined;
  readonly allowsPrivate?: boolean | undefined;
}

/**
 * Looks up the host of a webhook. A user of the server chooses this address, and the machine that checks can be in a
 * network that this user cannot reach. So a private address is accepted only if the server has a private one, and a
 * loopback address only if the server has one. Addresses of metadata services (link-local) are refused.
 */
export async function findReceiver(
  url: URL,
  { server, allowsPrivate = false }: ReceiverOptions,
): Promise<ReceiverAddress> {
  const addresses = await addressesOf(url);
  const ranges = addresses.map(({ address }) => rangeOf(address)).filter((range) => range !== "public");
  if (allowsPrivate || ranges.length === 0) {
    return { addresses };
  }
  const around =
    server === undefined ? [] : (await addressesOf(new URL(server))).map(({ address }) => rangeOf(address));
  const isAccepted = (range: Range) =>
    around.includes("loopback") ? range !== "reserved" : range === "private" && around.includes("private");
  const refused = ranges.find((range) => !isAccepted(range));
  return refused === undefined ? { addresses } : { problem: `${url.hostname} has a ${refused} address` };
}

type Range = "public" | "private" | "loopback" | "reserved";

const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

function rangeOf(address: string): Range {
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (range === "unicast") {
    // Other IPv6 addresses can contain an IPv4 address, such as ::127.0.0.1.
    return parsed instanceof ipaddr.IPv6 && !parsed.match(PUBLIC_IPV6) ? "reserved" : "public";
  }
  if (range === "loopback") {
    return range;
  }
  return range === "private" || range === "uniqueLocal" || range === "carrierGradeNat" ? "private" : "reserved";
}

async function addressesOf({ hostname }: URL): Promise<readonly LookupAddress[]> {
  return lookup(hostname.replace(/^\[|\]$/g, ""), { all: true }).catch(() => []);
}
