import * as z from "zod";
import {
  computed,
  type DeclaredFields,
  DependentDefault,
  isPresent,
  optional,
  type PlainValue,
  required,
} from "../../declaration/field";
import { canonicalizeRange, isAddressOrRange } from "../../declaration/ip-ranges";
import { elementsDiffer, type Rule } from "../../declaration/rules";
import { duration, objectIdField, secondsOf } from "../../declaration/value-types";

export function isAdopted(key: DeclaredFields): boolean {
  return isPresent(key.adopt);
}

/** Default of a new key. An adopted key keeps its value instead. */
export function unlessAdopted(value: PlainValue): DependentDefault {
  return new DependentDefault(["adopt"], (key) => (isAdopted(key) ? undefined : value));
}

/** Names of the roles that every organization has (docs/internals/api-behavior.md 1.5). */
export const SystemRole = {
  /** The system role "Admin". */
  admin: "Admin",
  /** The system role "Developer". */
  developer: "Developer",
  /** The system role "Query Endpoints". */
  queryEndpoints: "Query Endpoints",
  /** The system role "Service Admin". */
  serviceAdmin: "Service Admin",
} as const;

/** Deprecated roles of a key (docs/internals/api-behavior.md 1.2). */
const DEPRECATED_ROLES = ["admin", "developer", "query_endpoints"] as const;

/** Default of undeclared roles: none for a new key. An adopted key keeps its roles. */
const noRolesUnlessAdopted = new DependentDefault(["adopt", "roleNames", "roles"], (key) =>
  isPresent(key.roles) || (isAdopted(key) && !isPresent(key.roleNames)) ? undefined : [],
);

/** Roles of a key. The key has all roles that are declared by id or by name. */
export const keyRoleFields = {
  assignedRoleIds: optional(
    "Ids of roles of the key, in addition to `role_names`. By default, a new key has none.",
    z.array(objectIdField),
    {
      refersTo: "organization_role",
      propName: "roles",
      serverDefault: noRolesUnlessAdopted,
      unordered: true,
      canonical: (id) => id.toLowerCase(),
    },
  ),
  roleNames: optional(
    "Names of roles of the key, such as `Developer`. The provider looks them up in the organization.",
    z.array(z.string().min(1)),
    { unordered: true, propName: "roles" },
  ),
  roles: optional(
    "Deprecated roles: `admin`, `developer` or `query_endpoints`. The provider sends them when they change. In organizations with custom roles, the server does not change them. In other organizations, a plan shows changes made elsewhere.",
    z.array(z.enum(DEPRECATED_ROLES)).min(1),
    {
      unordered: true,
      propName: "legacyRoles",
      deprecated: "Use role_names or assigned_role_ids: the server may ignore changes of roles.",
    },
  ),
};

export function declaresRoles(key: DeclaredFields): boolean {
  return isPresent(key.assignedRoleIds) || isPresent(key.roleNames);
}

export const rolesAreNotMixed: Rule = {
  reads: ["roles", "assignedRoleIds", "roleNames"],
  refuses: (key) => isPresent(key.roles) && declaresRoles(key),
  message: "The deprecated roles cannot be combined with assigned_role_ids or role_names. Remove the deprecated roles.",
};

/** Address or range that can use a key (docs/internals/api-behavior.md 1.2). */
export const ipAccessListEntry = z.object({
  source: required(
    "An IP address or a CIDR range. Some servers reject IPv6.",
    z
      .string()
      .refine(
        isAddressOrRange,
        "Must be an IP address such as 203.0.113.7 or a range such as 203.0.113.0/24 or 2001:db8::/32",
      ),
    { canonical: canonicalizeRange },
  ),
  description: optional("Description of the address or range.", z.string()),
});

export type IpAccessListEntry = z.input<typeof ipAccessListEntry>;

export const keyAddressFields = {
  ipAccessList: optional(
    "Addresses that can use the key. A new key requires this list or `allow_any_ip`.",
    z.array(ipAccessListEntry),
    { unordered: true, serverDefault: unlessAdopted(null) },
  ),
  allowAnyIp: optional("Allows every address to use the key.", z.boolean()),
};

const addressesAreStated: Rule = {
  reads: ["ipAccessList", "allowAnyIp", "adopt"],
  refuses: (key) => !isAdopted(key) && !isPresent(key.ipAccessList) && key.allowAnyIp !== true,
  message: "A new key requires the addresses that can use it. List them, or set allow_any_ip = true.",
};

const emptyListLocksOut: Rule = {
  reads: ["ipAccessList"],
  refuses: ({ ipAccessList }) => Array.isArray(ipAccessList) && ipAccessList.length === 0,
  message:
    "An empty list denies every address, so no client could use the key. List the addresses that can use it, or set allow_any_ip = true.",
};

const anyIpNeedsNoList: Rule = {
  reads: ["allowAnyIp", "ipAccessList"],
  refuses: ({ allowAnyIp, ipAccessList }) => allowAnyIp === true && isPresent(ipAccessList),
  message: "allow_any_ip = true cannot be combined with ip_access_list. Remove one of the two.",
};

const rangesDiffer = elementsDiffer({
  list: "ipAccessList",
  field: "source",
  keyOf: ({ source }: IpAccessListEntry) => canonicalizeRange(source),
  message: (range) => `The range ${range} is already in the list. Remove one of the two.`,
});

export const keyAddressRules: readonly Rule[] = [addressesAreStated, emptyListLocksOut, anyIpNeedsNoList, rangesDiffer];

/** Returns the metadata of a duration: texts with the same length are equal. */
const durationOf = (propName: string) => ({ canonical: (text: string) => String(secondsOf(text)), propName });

/** Previous generation that is still on the server. */
const previousGeneration = z.object({
  id: computed("The id of the key's record.", z.string()),
  expireAt: computed("Time at which the key stops working.", z.string()),
});

export const keyRotationFields = {
  rotateEvery: optional(
    "Maximum age of the key, such as `30d`. When the key is older, the next plan replaces it by a new generation.",
    duration(),
    durationOf("rotation.every"),
  ),
  overlap: optional(
    "Time for which the previous generation remains valid after the new one was created, such as `7d`. Required for a rotated key.",
    duration(),
    durationOf("rotation.overlap"),
  ),
  keepers: optional(
    "Arbitrary values of this generation. A change of a value replaces the key.",
    z.record(z.string(), z.string()),
    { propName: "rotation.keepers" },
  ),
  rotateAt: computed("Time from which a plan replaces the key. Null without `rotate_every`.", z.string(), {
    changedByApplies: true,
  }),
  generations: computed(
    "Previous generations that are still on the server. An apply removes expired ones.",
    z.array(previousGeneration),
    { changedByApplies: true },
  ),
};

/** Returns true if new generations replace the key, and the old ones work until the end of their overlap. */
export function isRotated(key: DeclaredFields): boolean {
  return isPresent(key.rotateEvery) || isPresent(key.keepers);
}

const overlapIsStated: Rule = {
  reads: ["overlap", "rotateEvery", "keepers"],
  check: (key) => {
    if (isRotated(key) && !isPresent(key.overlap)) {
      return "A rotated key requires an overlap, such as 7d. Set 0s to end the old key immediately.";
    }
    if (!isRotated(key) && isPresent(key.overlap)) {
      return "Only a rotated key has an overlap. Set rotate_every or keepers, or remove overlap.";
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
  message: "Every plan would replace the key. Set a time such as 30d.",
};

const adoptedIsNotRotated: Rule = {
  reads: ["adopt", "rotateEvery", "keepers"],
  refuses: (key) => isAdopted(key) && isRotated(key),
  message:
    "A rotation creates keys, so an adopted key cannot be rotated. Remove adopt, or remove rotate_every and keepers.",
};

export const keyRotationRules: readonly Rule[] = [
  overlapIsStated,
  overlapEndsInTime,
  rotationTakesTime,
  adoptedIsNotRotated,
];

const ON_DESTROY = ["delete", "release", "disable", "expire"] as const;

export type OnDestroy = (typeof ON_DESTROY)[number];

export function defaultOnDestroy(key: DeclaredFields): OnDestroy {
  if (isPresent(key.expireAfter)) {
    return "expire";
  }
  return isAdopted(key) ? "release" : "delete";
}

export const keyDestroyFields = {
  onDestroy: optional(
    "Destroy behavior: `delete` the key, `release` it unchanged, `disable` it, or let it `expire` after `expire_after`. By default, a destroy deletes created keys and releases adopted keys. A new value takes effect after it is applied.",
    z.enum(ON_DESTROY),
    { serverDefault: new DependentDefault(["adopt", "expireAfter"], defaultOnDestroy) },
  ),
  expireAfter: optional(
    "Time for which the key works after a destroy, such as `72h`. The destroy sets the expiry of the key instead of deleting it.",
    duration(),
    durationOf("onDestroy.expireAfter"),
  ),
  allowSelfLockout: optional(
    "Allows changes that would lock out the key that signs the requests. Default: false.",
    z.boolean(),
  ),
};

export const expiryHasItsTime: Rule = {
  reads: ["onDestroy", "expireAfter"],
  check: ({ onDestroy, expireAfter }) => {
    if (onDestroy === "expire" && !isPresent(expireAfter)) {
      return "The destroy behavior expire requires a time. Set expire_after, such as 72h.";
    }
    if (isPresent(onDestroy) && onDestroy !== "expire" && isPresent(expireAfter)) {
      return `The destroy behavior ${String(onDestroy)} cannot be combined with expire_after. Remove one of the two.`;
    }
    return undefined;
  },
};
