import * as z from "zod";
import { extraFields } from "../../declaration/extra-fields";
import { computed, isPresent, optional, required } from "../../declaration/field";
import { type Rule, withRules, withSynonyms } from "../../declaration/rules";
import { duration, idAndName, instant, objectIdField, secondsOf } from "../../declaration/value-types";
import { assignedRole } from "../role/assigned-role";
import { API_KEY_SYNONYMS } from "../synonyms";
import {
  expiryHasItsTime,
  isAdopted,
  keyAddressFields,
  keyAddressRules,
  keyDestroyFields,
  keyRoleFields,
  keyRotationFields,
  keyRotationRules,
  rolesAreNotMixed,
  unlessAdopted,
} from "./fields";
import { keySecretFields, keySecretRules } from "./secret/declaration";

const KEY_STATES = ["enabled", "disabled"] as const;

/** Value of `expireAt` that removes the expiry of an adopted key. */
export const NEVER = "never";

const moment = instant();

/** Expiry of a key (docs/internals/api-behavior.md 1.2). */
const keyExpiryField = optional(
  "Time at which the key stops working. A new key without this attribute never expires. `never` removes the expiry of an adopted key.",
  z
    .string()
    .refine(
      (text) => text === NEVER || moment.safeParse(text).success,
      'Must be a date and time with its zone, such as 2026-12-31T23:59:59Z, or "never"',
    ),
  { instant: true, clearValue: null, serverDefault: unlessAdopted(null) },
);

const newKeyHasName: Rule = {
  reads: ["name", "adopt"],
  refuses: (key) => !isAdopted(key) && !isPresent(key.name),
  message: "A new key requires a name. Set name, or set adopt to the id or the name of an existing key.",
};

const adoptedByOne: Rule = {
  reads: ["id", "name"],
  refuses: ({ id, name }) => isPresent(id) === isPresent(name),
  message: "A key is adopted by its id or by its name. Set exactly one of the two.",
};

const adoptedKey = withRules(
  z.object({
    id: optional("The id of the key's record, a UUID.", objectIdField, {
      canonical: (id) => id.toLowerCase(),
    }),
    name: optional("The name of the key. No other key may have it.", z.string().min(1)),
  }),
  adoptedByOne,
);

/** An API key of ClickHouse Cloud (docs/internals/api-behavior.md 1). */
export const apiKey = withRules(
  z.object({
    id: computed("The id of the key's record, a UUID. Not the key ID that signs requests.", z.string()),
    adopt: optional(
      "Adopts an existing key by its id or its name instead of creating a key. Attributes that are not declared keep their values.",
      adoptedKey,
    ),
    name: optional("The name of the key. Required for a new key.", z.string().min(1), {
      serverDefault: unlessAdopted(null),
    }),
    state: optional("State of the key: `enabled` or `disabled`. A disabled key does not work.", z.enum(KEY_STATES), {
      serverDefault: unlessAdopted("enabled"),
    }),
    ...keyRoleFields,
    expireAt: keyExpiryField,
    ...keyAddressFields,
    ...keySecretFields,
    ...keyRotationFields,
    ...keyDestroyFields,
    keySuffix: computed("The last four characters of the key ID.", z.string()),
    createdAt: computed("Time at which the key was created.", z.string()),
    extraFields: extraFields("key", ["assignedRoles", "usedAt", "hashData"]),
  }),
  newKeyHasName,
  ...keyAddressRules,
  rolesAreNotMixed,
  ...keySecretRules,
  ...keyRotationRules,
  expiryHasItsTime,
);

withSynonyms(apiKey, API_KEY_SYNONYMS);

export type ApiKeyDeclaration = z.input<typeof apiKey>;

/** Minimum `valid_for`. Terraform extends the key after half of it. The request may wait for the rate limit. */
const MIN_VALID_SECONDS = 60;

const livesLongEnough: Rule = {
  reads: ["validFor"],
  check: ({ validFor }) =>
    secondsOf(String(validFor)) < MIN_VALID_SECONDS
      ? `Must be at least ${MIN_VALID_SECONDS}s, so that the run has time to extend the key; it is "${String(validFor)}".`
      : undefined,
};

/** A key for one run of Terraform, deleted at its end (docs/internals/api-behavior.md 1.3). */
export const temporaryKey = withRules(
  z.object({
    name: required(
      "Purpose of the key. A random suffix is added, so that concurrent runs have separate keys.",
      z.string().min(1).max(40),
    ),
    assignedRoleIds: keyRoleFields.assignedRoleIds,
    roleNames: keyRoleFields.roleNames,
    ...keyAddressFields,
    validFor: optional(
      "Time for which the key works if the run is killed, such as `30m`. A longer run extends the key.",
      duration(),
      { serverDefault: "1h" },
    ),
    id: computed("The id of the key's record, a UUID. Not the key ID that signs requests.", z.string()),
    keyId: computed("The key ID that signs requests.", z.string(), { sensitive: true }),
    keySecret: computed("The key secret that signs requests.", z.string(), { sensitive: true }),
    expireAt: computed("Time at which the key stops working unless the run extends it.", z.string()),
  }),
  livesLongEnough,
  ...keyAddressRules,
);

export type TemporaryApiKeyDeclaration = z.input<typeof temporaryKey>;

const listedRange = z.object({
  source: computed("An IP address or a CIDR range.", z.string()),
  description: computed("Description of the address or range.", z.string()),
});

const keyFacts = {
  state: computed("State of the key: `enabled` or `disabled`. A disabled key does not work.", z.string()),
  assignedRoles: computed("The roles that the key has.", z.array(assignedRole)),
  roles: computed(
    "Deprecated roles: `admin`, `developer` or `query_endpoints`. In an organization with custom roles, this value never changes.",
    z.array(z.string()),
    {
      deprecated: "Use assigned_roles: roles never changes in organizations with custom roles.",
    },
  ),
  ipAccessList: computed("Addresses that can use the key.", z.array(listedRange)),
  keySuffix: computed("The last four characters of the key ID.", z.string()),
  createdAt: computed("Time at which the key was created.", z.string()),
  expireAt: computed("Time at which the key stops working. Null if it never expires.", z.string()),
  usedAt: computed("Time of the last use, to the minute. Null if the key was never used.", z.string()),
};

const oneWayToFind: Rule = {
  reads: ["name", "id", "inUse"],
  refuses: ({ id, name, inUse }) => [isPresent(id), isPresent(name), inUse === true].filter(Boolean).length !== 1,
  message: "A key is looked up by id, by name, or with in_use = true. Set exactly one of the three.",
};

/** Data source of one API key, by id, by name, or as the key in use (docs/internals/api-behavior.md 1.2). */
export const apiKeyLookup = withRules(
  z.object({
    ...idAndName("API key"),
    inUse: optional("True looks up the key that signs the requests of the run.", z.boolean()),
    ...keyFacts,
  }),
  oneWayToFind,
);

const listedKey = z.object({
  id: computed("The id of the key's record.", z.string()),
  name: computed("The key's name.", z.string()),
  ...keyFacts,
});

/** Data source of the API keys that match all given filters. */
export const apiKeysLookup = z.object({
  state: optional("Returns only keys in this state.", z.enum(KEY_STATES)),
  expiringBefore: optional("Returns keys that expire before this time, including expired keys.", instant(), {
    instant: true,
  }),
  unusedSince: optional("Returns keys that were neither used nor created since this time.", instant(), {
    instant: true,
  }),
  withoutIpRestriction: optional(
    "Returns keys that any address can use if true, and the other keys if false.",
    z.boolean(),
  ),
  apiKeys: computed("Keys that match all filters.", z.array(listedKey)),
});
