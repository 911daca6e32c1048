import * as z from "zod";
import {
  computed,
  DependentDefault,
  type Fields,
  isPresent,
  type JsonValue,
  optional,
  required,
} from "../../declaration/field";
import { canonicalRange, isAddressOrRange } from "../../declaration/ip-ranges";
import { type Rule, repeatedIndex } from "../../declaration/rules";
import { duration, secondsOf } from "../../declaration/value-types";

/** Whether a declared key is one that exists already. */
export function isAdopted(key: Fields): boolean {
  return isPresent(key.adopt);
}

/** A key is created with what was declared; an adopted key keeps whatever was not declared. */
export function unlessAdopted(value: JsonValue): DependentDefault {
  return new DependentDefault(["adopt"], (key) => (isAdopted(key) ? undefined : value));
}

/** The names of roles that every organization has (docs/internals/api-behavior.md 1.5). */
export const SystemRole = {
  admin: "Admin",
  developer: "Developer",
  queryEndpoints: "Query Endpoints",
  serviceAdmin: "Service Admin",
} as const;

/** The deprecated roles of a key (docs/internals/api-behavior.md 1.2). */
const DEPRECATED_ROLES = ["admin", "developer", "query_endpoints"] as const;

const lowerCase = (id: string): string => id.toLowerCase();

/** Roles that nobody declared are none for a new key, and what they are for an adopted one. */
const noneUnlessSaidElsewhere = new DependentDefault(["adopt", "roleNames", "roles"], (key) =>
  isPresent(key.roles) || (isAdopted(key) && !isPresent(key.roleNames)) ? undefined : [],
);

/** What a key may do. Roles by id and roles by name are together the roles that it has. */
export const keyRoleFields = {
  assignedRoleIds: optional(
    "The ids of the roles that the key has, beside those in `role_names`. A new key has none unless they are given.",
    z.array(z.uuid("Must be the UUID of a role")),
    { serverDefault: noneUnlessSaidElsewhere, unordered: true, canonical: lowerCase },
  ),
  roleNames: optional(
    "The names of roles that the key has, such as `Developer`. They are looked up in the organization.",
    z.array(z.string().min(1)),
    { unordered: true },
  ),
  roles: optional(
    "The former roles: `admin`, `developer` or `query_endpoints`. Sent when they change. An organization that has custom roles has frozen them; elsewhere a change made elsewhere shows in the plan.",
    z.array(z.enum(DEPRECATED_ROLES)).min(1),
    { unordered: true, deprecated: "Use role_names or assigned_role_ids: the server may have frozen roles." },
  ),
};

/** Whether somebody said which roles a key has. */
export function declaresRoles(key: Fields): boolean {
  return isPresent(key.assignedRoleIds) || isPresent(key.roleNames);
}

const oneWayOfRoles: Rule = {
  reads: ["roles", "assignedRoleIds", "roleNames"],
  refuses: (key) => isPresent(key.roles) && declaresRoles(key),
  message: "Both ways of giving roles are used at once. Leave out the deprecated roles.",
};

export const keyRoleRules: readonly Rule[] = [oneWayOfRoles];

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
  refuses: (key) => !isAdopted(key) && !isPresent(key.ipAccessList) && key.allowAnyIp !== true,
  message: "A new key needs the addresses that may use it. List them, or state with allow_any_ip = true that any may.",
};

const emptyListLocksOut: Rule = {
  reads: ["ipAccessList"],
  refuses: ({ ipAccessList }) => Array.isArray(ipAccessList) && ipAccessList.length === 0,
  message:
    "An empty list denies every address and locks the key for everybody. List the addresses that may use it, or state with allow_any_ip = true that any may.",
};

const anyIpNeedsNoList: Rule = {
  reads: ["allowAnyIp", "ipAccessList"],
  refuses: ({ allowAnyIp, ipAccessList }) => allowAnyIp === true && isPresent(ipAccessList),
  message: "Says that any address may use the key, and ip_access_list says which ones may. Keep one of the two.",
};

const rangesDiffer: Rule = {
  reads: ["ipAccessList.*.source"],
  check: ({ ipAccessList }) => {
    if (!Array.isArray(ipAccessList)) {
      return undefined;
    }
    const ranges = ipAccessList.map(({ source }: IpAccessListEntry) => canonicalRange(source));
    const repeated = repeatedIndex(ranges);
    if (repeated === undefined) {
      return undefined;
    }
    const message = `The range ${ranges[repeated]} is in the list already. Keep one of the two.`;
    return { message, path: ["ipAccessList", repeated, "source"] };
  },
};

export const keyAddressRules: readonly Rule[] = [addressesAreStated, emptyListLocksOut, anyIpNeedsNoList, rangesDiffer];

const sameLength = { canonical: (text: string) => String(secondsOf(text)) };

/** A generation that a newer one has replaced and that is still on the server. */
const previousGeneration = z.object({
  id: computed("The id of the key's record.", z.string()),
  expireAt: computed("When it stops working.", z.string()),
});

/** When a new generation takes the key's place, and how long the old one goes on working. */
export const keyRotationFields = {
  rotateEvery: optional(
    "How old the key may become, such as `30d`. The first plan after that replaces it by a new generation.",
    duration(),
    sameLength,
  ),
  overlap: optional(
    "How long the old generation keeps working once the new one exists, such as `7d`. Needed for a key that is rotated.",
    duration(),
    sameLength,
  ),
  keepers: optional(
    "Values of any kind that belong to this generation. A change of one of them replaces the key.",
    z.record(z.string(), z.string()),
  ),
  rotateAt: computed("When the key is due to be replaced. Null without `rotate_every`.", z.string()),
  generations: computed(
    "Previous generations that are still on the server. An apply removes those that have expired.",
    z.array(previousGeneration),
  ),
};

/** Whether a key is replaced by new generations, and the old ones get their overlap. */
export function isRotated(key: Fields): boolean {
  return isPresent(key.rotateEvery) || isPresent(key.keepers);
}

const overlapIsStated: Rule = {
  reads: ["overlap", "rotateEvery", "keepers"],
  check: (key) => {
    if (isRotated(key) && !isPresent(key.overlap)) {
      return "A key that is rotated needs it: how long the old key goes on working, such as 7d. Write 0s to end it at once.";
    }
    if (!isRotated(key) && isPresent(key.overlap)) {
      return "Only a key that is rotated has an overlap. Give rotate_every or keepers, or leave it out.";
    }
    return undefined;
  },
};

const overlapEndsInTime: Rule = {
  reads: ["overlap", "rotateEvery"],
  check: ({ overlap, rotateEvery }) => {
    if (!isPresent(overlap) || !isPresent(rotateEvery)) {
      return undefined;
    }
    return secondsOf(String(overlap)) < secondsOf(String(rotateEvery))
      ? undefined
      : `Must be shorter than rotate_every, so that there are never more than two generations; it is "${String(overlap)}".`;
  },
};

const rotationTakesTime: Rule = {
  reads: ["rotateEvery"],
  refuses: ({ rotateEvery }) => isPresent(rotateEvery) && secondsOf(String(rotateEvery)) === 0,
  message: "Every plan would replace the key. Give a time such as 30d.",
};

const adoptedIsNotRotated: Rule = {
  reads: ["adopt", "rotateEvery", "keepers"],
  refuses: (key) => isAdopted(key) && isRotated(key),
  message:
    "A new generation is a new key, and an adopted key is one that exists. Leave out adopt, or rotate_every and keepers.",
};

export const keyRotationRules: readonly Rule[] = [
  overlapIsStated,
  overlapEndsInTime,
  rotationTakesTime,
  adoptedIsNotRotated,
];

/** What can become of a key whose resource is destroyed. */
const ON_DESTROY = ["delete", "release", "disable", "expire"] as const;

export type OnDestroy = (typeof ON_DESTROY)[number];

/** What becomes of a key for which nothing else was said. */
export function defaultOnDestroy(key: Fields): OnDestroy {
  if (isPresent(key.expireAfter)) {
    return "expire";
  }
  return isAdopted(key) ? "release" : "delete";
}

/** What becomes of a key in the end, and what may be done to it on the way. */
export const keyDestroyFields = {
  onDestroy: optional(
    "What a destroy does with the key: `delete` it, `release` it (leave it as it is), `disable` it, or let it `expire` after `expire_after`. A created key is deleted and an adopted one released unless something else is said. Takes effect once it is applied.",
    z.enum(ON_DESTROY),
    { serverDefault: new DependentDefault(["adopt", "expireAfter"], defaultOnDestroy) },
  ),
  expireAfter: optional(
    "How long the key keeps working after a destroy, such as `72h`. The destroy sets its expiry instead of deleting it.",
    duration(),
    { canonical: (text) => String(secondsOf(text)) },
  ),
  allowSelfLockout: optional(
    "Allows changes that would lock out the key that signs the requests. Default: false.",
    z.boolean(),
  ),
};

const expiryHasItsTime: Rule = {
  reads: ["onDestroy", "expireAfter"],
  check: ({ onDestroy, expireAfter }) => {
    if (onDestroy === "expire" && !isPresent(expireAfter)) {
      return "The key expires some time after the destroy. Say how long in expire_after.";
    }
    if (isPresent(onDestroy) && onDestroy !== "expire" && isPresent(expireAfter)) {
      return `Does not go with expire_after, which lets the key expire. Leave out one of the two.`;
    }
    return undefined;
  },
};

export const keyDestroyRules: readonly Rule[] = [expiryHasItsTime];
