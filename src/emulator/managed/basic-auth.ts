import { timingSafeEqual } from "node:crypto";
import ipaddr from "ipaddr.js";
import { Refusal } from "../refusal";
import type { StoredKey } from "../state";
import type { Store } from "../store";
import { hashText } from "./keys/hash";

const unauthorized = (text: string): Refusal => new Refusal(401, text);

/** The key that signs a request, or a refusal with 401 (docs/internals/api-behavior.md 1.6). Notes its use to the minute. */
export function authenticate(header: string | undefined, store: Store, now: Date): StoredKey {
  const credentials = parseBasic(header);
  if (!credentials) throw unauthorized("Provide an API key with HTTP Basic authentication");
  const idHash = hashText(credentials.keyId);
  const key = store.keys.all().find((one) => one.keyIdHash === idHash);
  if (!key || !same(key.keySecretHash, hashText(credentials.keySecret))) throw unauthorized("Invalid API key");
  if (key.state === "disabled") throw unauthorized("The API key is disabled");
  if (key.expireAt && Date.parse(key.expireAt) <= now.getTime()) throw unauthorized("The API key has expired");
  return key;
}

/** Writes down that a key was used, with one-minute precision. */
export function noteUse(key: StoredKey, now: Date): void {
  const minute = 60_000;
  key.usedAt = new Date(Math.floor(now.getTime() / minute) * minute).toISOString();
}

/** Refuses an address outside the key's list. An empty list fits nobody. */
export function checkAddress(key: StoredKey, remote: string | undefined): void {
  const address = normalized(remote);
  if (address && key.ipAccessList.some(({ source }) => covers(source, address))) return;
  throw new Refusal(403, "The API key may not be used from this IP address");
}

function parseBasic(header: string | undefined): { keyId: string; keySecret: string } | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+)$/i.exec(header ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const clear = Buffer.from(encoded, "base64").toString("utf8");
  const colon = clear.indexOf(":");
  return colon < 0 ? undefined : { keyId: clear.slice(0, colon), keySecret: clear.slice(colon + 1) };
}

function same(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}

/** The IPv4 address of the caller; the IPv6 loopback counts as 127.0.0.1. */
function normalized(remote: string | undefined): ipaddr.IPv4 | undefined {
  if (!remote || !ipaddr.isValid(remote)) return undefined;
  const address = ipaddr.process(remote);
  if (address instanceof ipaddr.IPv4) return address;
  return address.range() === "loopback" ? ipaddr.IPv4.parse("127.0.0.1") : undefined;
}

function covers(source: string, address: ipaddr.IPv4): boolean {
  const range = source.includes("/") ? source : `${source}/32`;
  return ipaddr.IPv4.isValidCIDR(range) && address.match(ipaddr.IPv4.parseCIDR(range));
}
