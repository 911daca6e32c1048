import * as z from "zod";
import { isAdopted, unlessAdopted } from "./adopted-key";
import { computed, optional } from "./field";
import { keyAddressFields, keyAddressRules } from "./key-addresses";
import { keyDestroyFields, keyDestroyRules } from "./key-destroy";
import { keyExpiryField } from "./key-expiry";
import { keyRoleFields, keyRoleRules } from "./key-roles";
import { keyRotationFields, keyRotationRules } from "./key-rotation";
import { keySecretFields, keySecretRules } from "./key-secret";
import { isPresent } from "./present";
import { type Rule, withRules } from "./rule";

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
