import * as z from "zod";
import { isAdopted, unlessAdopted } from "./adopted-key";
import { computed, optional, required } from "./field";
import { instant } from "./instant";
import { keySecretFields, keySecretRules } from "./key-secret";
import { isPresent } from "./present";
import { type Rule, withRules } from "./rule";

const neededToCreate = (name: string, message: string): Rule => ({
  reads: [name, "adopt"],
  check: (key) => (isAdopted(key) || isPresent(key[name]) ? undefined : message),
});

const emptyListLocksOut: Rule = {
  reads: ["ipAccessList"],
  check: ({ ipAccessList }) =>
    Array.isArray(ipAccessList) && ipAccessList.length === 0
      ? "An empty list denies every address and locks the key for everybody. List the addresses that may use it, or the source 0.0.0.0/0 to allow any."
      : undefined,
};

/** One address or range that may use a key (facts/api.md 1.2). */
export const ipAccessListEntry = z.object({
  source: required(
    "An IPv4 address or a CIDR range.",
    z
      .string()
      .refine(isAddressOrRange, "Must be an IPv4 address such as 203.0.113.7 or a range such as 203.0.113.0/24"),
  ),
  description: optional("What the address or range is.", z.string()),
});

/** An API key of ClickHouse Cloud (facts/api.md 1). */
export const apiKey = withRules(
  z.object({
    id: computed("The id of the key's record, a UUID. Not the key ID that signs requests.", z.string()),
    adopt: optional(
      "Takes an existing key under management instead of creating one. Destroying releases it and leaves it on the server.",
      z.object({
        id: required("The id of the key's record, a UUID.", z.uuid("Must be a UUID, as the key's record shows it")),
      }),
    ),
    name: optional("The key's name. Needed for a new key.", z.string().min(1), { serverDefault: unlessAdopted(null) }),
    state: optional("Whether the key works: `enabled` or `disabled`.", z.enum(["enabled", "disabled"]), {
      serverDefault: unlessAdopted("enabled"),
    }),
    assignedRoleIds: optional(
      "The ids of the roles that the key has. A new key has none unless they are given.",
      z.array(z.uuid("Must be the UUID of a role")),
      {
        serverDefault: unlessAdopted([]),
        unordered: true,
      },
    ),
    expireAt: optional("When the key stops working. Never, when left out for a new key.", instant(), {
      instant: true,
      clearValue: null,
      serverDefault: unlessAdopted(null),
    }),
    ipAccessList: optional(
      "The addresses that may use the key. Needed for a new key; `0.0.0.0/0` allows any.",
      z.array(ipAccessListEntry),
      { unordered: true, serverDefault: unlessAdopted(null) },
    ),
    ...keySecretFields,
    keySuffix: computed("The last four characters of the key ID.", z.string()),
    createdAt: computed("When the key was created.", z.string()),
  }),
  neededToCreate("name", "A new key needs a name. To manage a key that exists, give adopt with its id."),
  neededToCreate(
    "ipAccessList",
    "A new key needs the addresses that may use it. List them, or the source 0.0.0.0/0 to allow any.",
  ),
  emptyListLocksOut,
  ...keySecretRules,
);

export type ApiKeyDeclaration = z.input<typeof apiKey>;
export type IpAccessListEntry = z.input<typeof ipAccessListEntry>;

function isAddressOrRange(text: string): boolean {
  return z.ipv4().safeParse(text).success || z.cidrv4().safeParse(text).success;
}
