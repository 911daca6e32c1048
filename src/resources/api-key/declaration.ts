import * as z from "zod";
import { computed, DependentDefault, type Fields, isPresent, optional } from "../../declaration/field";
import { type Rule, withRules } from "../../declaration/rules";
import { duration, instant, secondsOf } from "../../declaration/value-types";
import { keyAddressFields, keyAddressRules } from "./addresses";
import { isAdopted, keyDestroyFields, keyDestroyRules, unlessAdopted } from "./ownership";
import { keySecretFields, keySecretRules } from "./secret-declaration";

/** Says of an adopted key, which keeps its expiry otherwise, that it never expires. */
export const NEVER = "never";

const moment = instant();

/** When a key stops working (docs/internals/api-behavior.md 1.2). */
const keyExpiryField = optional(
  "When the key stops working. Never, when left out for a new key; `never` removes the expiry of an adopted one.",
  z
    .string()
    .refine(
      (text) => text === NEVER || moment.safeParse(text).success,
      'Must be a date and time with its zone, such as 2026-12-31T23:59:59Z, or "never"',
    ),
  { instant: true, clearValue: null, serverDefault: unlessAdopted(null) },
);

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
  check: (key) =>
    isPresent(key.roles) && declaresRoles(key)
      ? "Both ways of giving roles are used at once. Leave out the deprecated roles."
      : undefined,
};

const keyRoleRules: readonly Rule[] = [oneWayOfRoles];

const sameLength = { canonical: (text: string) => String(secondsOf(text)) };

/** A generation that a newer one has replaced and that is still on the server. */
const previousGeneration = z.object({
  id: computed("The id of the key's record.", z.string()),
  expireAt: computed("When it stops working.", z.string()),
});

/** When a new generation takes the key's place, and how long the old one goes on working. */
const keyRotationFields = {
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
    if (isRotated(key) && !isPresent(key.overlap))
      return "A key that is rotated needs it: how long the old key goes on working, such as 7d. Write 0s to end it at once.";
    if (!isRotated(key) && isPresent(key.overlap))
      return "Only a key that is rotated has an overlap. Give rotate_every or keepers, or leave it out.";
    return undefined;
  },
};

const overlapEndsInTime: Rule = {
  reads: ["overlap", "rotateEvery"],
  check: ({ overlap, rotateEvery }) => {
    if (!isPresent(overlap) || !isPresent(rotateEvery)) return undefined;
    return secondsOf(String(overlap)) < secondsOf(String(rotateEvery))
      ? undefined
      : `Must be shorter than rotate_every, so that there are never more than two generations; it is "${String(overlap)}".`;
  },
};

const rotationTakesTime: Rule = {
  reads: ["rotateEvery"],
  check: ({ rotateEvery }) =>
    isPresent(rotateEvery) && secondsOf(String(rotateEvery)) === 0
      ? "Every plan would replace the key. Give a time such as 30d."
      : undefined,
};

const adoptedIsNotRotated: Rule = {
  reads: ["adopt", "rotateEvery", "keepers"],
  check: (key) =>
    isAdopted(key) && isRotated(key)
      ? "A new generation is a new key, and an adopted key is one that exists. Leave out adopt, or rotate_every and keepers."
      : undefined,
};

const keyRotationRules: readonly Rule[] = [overlapIsStated, overlapEndsInTime, rotationTakesTime, adoptedIsNotRotated];

const newKeyHasName: Rule = {
  reads: ["name", "adopt"],
  check: (key) =>
    isAdopted(key) || isPresent(key.name)
      ? undefined
      : "A new key needs a name. To manage a key that exists, give adopt with its id or its name.",
};

const adoptedByOne: Rule = {
  reads: ["id", "name"],
  check: ({ id, name }) =>
    isPresent(id) === isPresent(name) ? "Adopt a key by its id or by its name: give one of the two." : undefined,
};

/** Which existing key is taken under management. */
const adoptedKey = withRules(
  z.object({
    id: optional("The id of the key's record, a UUID.", z.uuid("Must be a UUID, as the key's record shows it"), {
      canonical: (id) => id.toLowerCase(),
    }),
    name: optional("The name of the key, where no other key has it.", z.string().min(1)),
  }),
  adoptedByOne,
);

/** An API key of ClickHouse Cloud (docs/internals/api-behavior.md 1). */
export const apiKey = withRules(
  z.object({
    id: computed("The id of the key's record, a UUID. Not the key ID that signs requests.", z.string()),
    adopt: optional(
      "Takes an existing key under management, found by its id or its name, instead of creating one. What is not declared stays as it is.",
      adoptedKey,
    ),
    name: optional("The key's name. Needed for a new key.", z.string().min(1), { serverDefault: unlessAdopted(null) }),
    state: optional("Whether the key works: `enabled` or `disabled`.", z.enum(["enabled", "disabled"]), {
      serverDefault: unlessAdopted("enabled"),
    }),
    ...keyRoleFields,
    expireAt: keyExpiryField,
    ...keyAddressFields,
    ...keySecretFields,
    ...keyRotationFields,
    ...keyDestroyFields,
    keySuffix: computed("The last four characters of the key ID.", z.string()),
    createdAt: computed("When the key was created.", z.string()),
  }),
  newKeyHasName,
  ...keyAddressRules,
  ...keyRoleRules,
  ...keySecretRules,
  ...keyRotationRules,
  ...keyDestroyRules,
);

export type ApiKeyDeclaration = z.input<typeof apiKey>;
