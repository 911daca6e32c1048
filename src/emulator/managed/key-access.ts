import { timingSafeEqual } from "node:crypto";
import type { NextFunction, Request, Response } from "express";
import ipaddr from "ipaddr.js";
import { hashText } from "../ids";
import type { KeyRefusal, Limit } from "../options";
import { badRequest, Refusal } from "../refusal";
import type { StoredKey, StoredPolicy } from "../state";
import type { Store } from "../store";

const unauthorized = (text: string): Refusal => new Refusal(401, text);

const MINUTE_MS = 60_000;

/** Returns the caller's key and notes its use to the minute, or throws a 401 (docs/internals/api-behavior.md 1.6). */
export function authenticate(header: string | undefined, store: Store, now: Date): StoredKey {
  const credentials = parseBasic(header);
  if (!credentials) {
    throw unauthorized("Provide an API key with HTTP Basic authentication");
  }
  const idHash = hashText(credentials.keyId);
  const key = store.keys.all().find((one) => one.keyIdHash === idHash);
  if (!key || !isSameText(key.keySecretHash, hashText(credentials.keySecret))) {
    throw unauthorized("Invalid API key");
  }
  if (key.state === "disabled") {
    throw unauthorized("The API key is disabled");
  }
  if (key.expireAt && Date.parse(key.expireAt) <= now.getTime()) {
    throw unauthorized("The API key has expired");
  }
  key.usedAt = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS).toISOString();
  return key;
}

/** Rejects an address outside of the key's list. An empty list matches no address. The IPv6 loopback is 127.0.0.1. */
export function checkAddress(key: StoredKey, remote = ""): void {
  const address = ipaddr.isValid(remote) ? ipaddr.process(remote) : undefined;
  const isLoopback6 = address instanceof ipaddr.IPv6 && address.range() === "loopback";
  const caller = isLoopback6 ? ipaddr.IPv4.parse("127.0.0.1") : address;
  if (!(caller instanceof ipaddr.IPv4 && key.ipAccessList.some(({ source }) => isInRange(source, caller)))) {
    throw new Refusal(403, "The API key may not be used from this IP address");
  }
}

function parseBasic(header: string | undefined): { keyId: string; keySecret: string } | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+)$/i.exec(header ?? "")?.[1];
  if (encoded === undefined) {
    return undefined;
  }
  const clear = Buffer.from(encoded, "base64").toString("utf8");
  const colon = clear.indexOf(":");
  return colon < 0 ? undefined : { keyId: clear.slice(0, colon), keySecret: clear.slice(colon + 1) };
}

function isSameText(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}

function isInRange(source: string, address: ipaddr.IPv4): boolean {
  const range = source.includes("/") ? source : `${source}/32`;
  return ipaddr.IPv4.isValidCIDR(range) && address.match(ipaddr.IPv4.parseCIDR(range));
}

/** Rejects a key whose roles do not allow `permission` on `resource`. A DENY has precedence over every ALLOW. */
export function checkPermission(key: StoredKey, store: Store, permission: string, resource: string): void {
  const policies = key.assignedRoleIds
    .flatMap((id) => store.roles.get(id)?.policies ?? [])
    .filter((policy) => policy.permissions.includes(permission) && appliesTo(policy, resource));
  if (policies.length > 0 && policies.every((policy) => policy.allowDeny === "ALLOW")) {
    return;
  }
  throw new Refusal(403, `The API key lacks the permission ${permission}`);
}

function appliesTo({ resources }: StoredPolicy, resource: string): boolean {
  const [kind = ""] = resource.split("/");
  return resources.includes(resource) || resources.includes(`${kind}/*`);
}

/**
 * Counts requests per key in a sliding window: at most `max` in any `windowMs` (docs/internals/api-behavior.md 1.6). The
 * returned function records a request and returns 0, or returns the milliseconds until a request is allowed.
 */
export function slidingWindow({ max, windowMs }: Limit): (key: string, now: number) => number {
  const times = new Map<string, number[]>();
  return (key, now) => {
    const recent = (times.get(key) ?? []).filter((time) => time > now - windowMs);
    times.set(key, recent);
    if (recent.length < max) {
      recent.push(now);
      return 0;
    }
    return (recent[recent.length - max] ?? now) + windowMs - now;
  };
}

const TEXTS: Readonly<Record<Exclude<KeyRefusal, "html-404">, string>> = {
  400: "The operation is not supported",
  403: "The API key is not allowed to use this operation",
  404: "Unknown Error",
  405: "The operation is not allowed",
};

const ONE_KEY = /^\/keys\/[^/]+\/?$/;
const KEYS_AND_ROLES = /^\/(?:keys|roles)(?:\/|$)/;

/** Rejects the operations on keys and roles, except get and update of one key (docs/internals/api-behavior.md 1.7). */
export function refuseKeyOperations(refusal: KeyRefusal) {
  return ({ method, path }: Request, _res: Response, next: NextFunction) => {
    const isOffered = ONE_KEY.test(path) && (method === "GET" || method === "PATCH");
    if (isOffered || !KEYS_AND_ROLES.test(path)) {
      return next();
    }
    // Leaves the router, so that the response is the HTML page of a path without a route.
    if (refusal === "html-404") {
      return next("router");
    }
    throw new Refusal(Number(refusal), TEXTS[refusal]);
  };
}

/** Maximum time that a key counts as new. */
const MAX_NEW_MS = 60_000;

/** Calls that name a new key fail for some time (docs/internals/api-behavior.md 1.6). */
export class KeyPropagation {
  private readonly refused = new Map<string, number>();

  /**
   * @param milliseconds time during which a new key is unknown
   * @param requests number of calls that fail
   */
  constructor(
    private readonly milliseconds: number,
    private readonly requests: number,
  ) {}

  /** Rejects a call that names a key which is not known yet. */
  check(key: StoredKey, now: Date, organizationId: string): void {
    const age = now.getTime() - Date.parse(key.createdAt);
    // A key whose creation is in the future does not count as new. A test has set the clock back.
    if (age < 0 || (age >= this.milliseconds && this.isKnown(key, now))) {
      return;
    }
    throw badRequest(`OpenAPI key ${key.id} does not belong to the organization ${organizationId}`);
  }

  private isKnown({ id, createdAt }: StoredKey, now: Date): boolean {
    if (this.requests === 0 || now.getTime() - Date.parse(createdAt) > MAX_NEW_MS) {
      return true;
    }
    const refused = this.refused.get(id) ?? 0;
    this.refused.set(id, refused + 1);
    return refused >= this.requests;
  }
}
