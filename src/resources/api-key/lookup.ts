import * as z from "zod";
import { computed, isPresent, optional } from "../../declaration/field";
import { type Rule, withRules } from "../../declaration/rules";
import { idAndName, instant } from "../../declaration/value-types";

const KEY_STATES = ["enabled", "disabled"] as const;

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
  ipAccessList: computed("The addresses that may use the key.", z.array(listedRange)),
  keySuffix: computed("The last four characters of the key ID.", z.string()),
  createdAt: computed("When the key was created.", z.string()),
  expireAt: computed("When the key stops working; null for never.", z.string()),
  usedAt: computed("When the key was last used, to the minute; null for never. It changes with every use.", z.string()),
};

const oneWayToFind: Rule = {
  reads: ["name", "id", "inUse"],
  check: ({ id, name, inUse }) =>
    [isPresent(id), isPresent(name), inUse === true].filter(Boolean).length === 1
      ? undefined
      : "Look up by id, by name, or with in_use = true the key that runs this: give one of the three.",
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
