import * as z from "zod";
import { computed, isPresent, optional, required } from "../../declaration/field";
import { type Rule, withRules } from "../../declaration/rules";
import { duration, idAndName, instant, secondsOf } from "../../declaration/value-types";
import {
  isAdopted,
  keyAddressFields,
  keyAddressRules,
  keyDestroyFields,
  keyDestroyRules,
  keyRoleFields,
  keyRoleRules,
  keyRotationFields,
  keyRotationRules,
  unlessAdopted,
} from "./fields";
import { keySecretFields, keySecretRules } from "./secret/declaration";

const KEY_STATES = ["enabled", "disabled"] as const;

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

const newKeyHasName: Rule = {
  reads: ["name", "adopt"],
  refuses: (key) => !isAdopted(key) && !isPresent(key.name),
  message: "A new key needs a name. To manage a key that exists, give adopt with its id or its name.",
};

const adoptedByOne: Rule = {
  reads: ["id", "name"],
  refuses: ({ id, name }) => isPresent(id) === isPresent(name),
  message: "Adopt a key by its id or by its name: give one of the two.",
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
    state: optional("Whether the key works: `enabled` or `disabled`.", z.enum(KEY_STATES), {
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

/** Terraform asks for more time when half of it is over, and a request may wait for the rate limit. */
const MIN_SECONDS = 60;

const livesLongEnough: Rule = {
  reads: ["validFor"],
  check: ({ validFor }) =>
    secondsOf(String(validFor)) < MIN_SECONDS
      ? `Must be at least ${MIN_SECONDS}s, so that there is time to extend it; it is "${String(validFor)}".`
      : undefined,
};

/** A key for one run of Terraform, deleted at its end (docs/internals/api-behavior.md 1.3). */
export const temporaryKey = withRules(
  z.object({
    name: required(
      "What the key is for. A random end is added, so that runs at the same time have keys of their own.",
      z.string().min(1).max(40),
    ),
    assignedRoleIds: keyRoleFields.assignedRoleIds,
    roleNames: keyRoleFields.roleNames,
    ...keyAddressFields,
    validFor: optional(
      "How long the key works if the run is killed, such as `30m`. A run that takes longer extends it.",
      duration(),
      { serverDefault: "1h" },
    ),
    id: computed("The id of the key's record, a UUID. Not the key ID that signs requests.", z.string()),
    keyId: computed("The key ID that signs requests.", z.string(), { sensitive: true }),
    keySecret: computed("The key secret that signs requests.", z.string(), { sensitive: true }),
    expireAt: computed("When the key stops working unless the run extends it.", z.string()),
  }),
  livesLongEnough,
  ...keyAddressRules,
);

export type TemporaryKeyDeclaration = z.input<typeof temporaryKey>;

const listedRole = z.object({
  id: computed("The role's id.", z.string()),
  name: computed("The role's name.", z.string()),
  type: computed("The type of role: `system` or `custom`.", z.string()),
});

const listedRange = z.object({
  source: computed("An IP address or a CIDR range.", z.string()),
  description: computed("What the address or range is.", z.string()),
});

const keyFacts = {
  state: computed("Whether the key works: `enabled` or `disabled`.", z.string()),
  assignedRoles: computed("The roles that the key has.", z.array(listedRole)),
  roles: computed(
    "The former roles: `admin`, `developer` or `query_endpoints`. In an organization with custom roles they keep the value from before the migration.",
    z.array(z.string()),
    {
      deprecated:
        "Use assigned_roles: the value of roles is frozen in organizations that were migrated to custom roles.",
    },
  ),
  ipAccessList: computed("The addresses that may use the key.", z.array(listedRange)),
  keySuffix: computed("The last four characters of the key ID.", z.string()),
  createdAt: computed("When the key was created.", z.string()),
  expireAt: computed("When the key stops working; null for never.", z.string()),
  usedAt: computed("When the key was last used, to the minute; null for never. It changes with every use.", z.string()),
};

const oneWayToFind: Rule = {
  reads: ["name", "id", "inUse"],
  refuses: ({ id, name, inUse }) => [isPresent(id), isPresent(name), inUse === true].filter(Boolean).length !== 1,
  message: "Look up by id, by name, or with in_use = true the key that runs this: give one of the three.",
};

/** One API key, found by id, by name, or as the one that is in use (docs/internals/api-behavior.md 1.2). */
export const apiKeyLookup = withRules(
  z.object({
    ...idAndName("API key", { id: z.uuid("Must be a UUID, as the key's record shows it") }),
    inUse: optional("Looks up the key that signs the requests of this run.", z.boolean()),
    ...keyFacts,
  }),
  oneWayToFind,
);

const listedKey = z.object({
  id: computed("The id of the key's record.", z.string()),
  name: computed("The key's name.", z.string()),
  ...keyFacts,
});

/** The API keys of the organization that everything given applies to. */
export const apiKeysLookup = z.object({
  state: optional("Lists keys in this state only.", z.enum(KEY_STATES)),
  expiringBefore: optional("Lists keys that expire before this moment, or have expired.", instant(), { instant: true }),
  unusedSince: optional("Lists keys that were not used at or after this moment, nor created then.", instant(), {
    instant: true,
  }),
  withoutIpRestriction: optional("With true lists keys that any address may use; with false the others.", z.boolean()),
  apiKeys: computed("The keys.", z.array(listedKey)),
});
