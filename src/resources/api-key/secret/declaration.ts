import * as z from "zod";
import { computed, type DeclaredFields, isPresent, optional } from "../../../declaration/field";
import type { Rule } from "../../../declaration/rules";
import { isAdopted } from "../fields";

/** Characters of bech32, the encoding of age keys. */
const BECH32 = "[qpzry9x8gf2tvdw0s3jn54khce6mua7l]+";

/** X25519 recipients, and the kinds with a separate prefix: post-quantum hybrid recipients and hardware keys. */
const RECIPIENT = new RegExp(`^age1(?:(?:pq|tag|tagpq)1)?${BECH32}$`);

const NOT_A_RECIPIENT =
  "Must be an age recipient in lower case, which starts with age1. `age-keygen` prints it as the public key. SSH keys and plugins are not supported";

const IS_AN_IDENTITY =
  "This is an age identity, which decrypts and must stay secret. Set its recipient instead, which `age-keygen -y` prints. Replace this identity, because the configuration has exposed it";

/**
 * Public key of age (age-encryption.org) that a secret is encrypted to. This schema checks the characters, and the
 * provider checks the checksum. Declare the field as `refusedUnseen`: a user may set the secret identity by mistake,
 * and no message may show it.
 */
export const ageRecipient = () =>
  z
    .string()
    .refine((text) => !isIdentity(text), IS_AN_IDENTITY)
    .refine((text) => isIdentity(text) || RECIPIENT.test(text), NOT_A_RECIPIENT);

function isIdentity(text: string): boolean {
  return /^\s*AGE-SECRET-KEY-/i.test(text);
}

/** Key ID of the user. It is the user name of Basic authentication, which ends at the first colon. */
const ownKeyId = () =>
  z
    .string()
    .min(16)
    .regex(/^[!-9;-~]+$/, "Must contain visible ASCII characters only, without a colon or a line end");

/** Key secret of the user. The server stores an unsalted digest, so the secret must be hard to guess. */
const ownKeySecret = () =>
  z
    .string()
    .min(32)
    .regex(/^[!-~]+$/, "Must contain visible ASCII characters only, without a line end");

/** Fields that select where the secret of a new key is stored (docs/internals/api-behavior.md 1.3). */
export const keySecretFields = {
  keyIdWo: optional(
    "A key ID that you provide, for example from `clickstack_key_material`. Write-only: the server receives its digest and last four characters, and Terraform does not store it.",
    ownKeyId(),
    { writeOnly: true, sensitive: true, propName: "material.keyId" },
  ),
  keySecretWo: optional(
    "A key secret that you provide. Write-only: the server receives its digest, and Terraform does not store it.",
    ownKeySecret(),
    { writeOnly: true, sensitive: true, propName: "material.keySecret" },
  ),
  keyMaterialVersion: optional(
    "Version of `key_id_wo` and `key_secret_wo`. Change the version whenever they change, because they are sent only when the key is created. A new version replaces the key.",
    z.string().min(1),
    { propName: "materialVersion" },
  ),
  ageRecipients: optional(
    "Encrypts the generated secret to these age recipients (age1...). Each recipient can decrypt `encrypted_secret`. A change of the recipients replaces the key, because the provider cannot decrypt.",
    z.array(ageRecipient()).min(1),
    { unordered: true, refusedUnseen: true },
  ),
  secretInState: optional("Stores the secret of a new key, marked as sensitive, in the Terraform state.", z.boolean()),
  encryptedSecret: computed(
    "The key ID and key secret, encrypted to `age_recipients`, as an armored age file. `terraform output -raw NAME | age -d -i IDENTITY` prints JSON with `key_id` and `key_secret`.",
    z.string(),
  ),
  keyId: computed("The key ID that signs requests. Known only with `secret_in_state`.", z.string(), {
    sensitive: true,
  }),
  keySecret: computed("The key secret that signs requests. Known only with `secret_in_state`.", z.string(), {
    sensitive: true,
  }),
};

/** Fields that select each way to store the secret. */
const WAYS = {
  own: ["keyIdWo", "keySecretWo", "keyMaterialVersion"],
  encrypted: ["ageRecipients"],
  inState: ["secretInState"],
} as const;

/** Origin and storage of a new key's secret: provided by the user, encrypted to recipients, or in state. */
export type SecretWay = keyof typeof WAYS;

/** Returns the ways that a declaration selects. Unknown values count as set. */
export function secretWays(key: DeclaredFields): readonly SecretWay[] {
  const isChosen = (name: string) => isPresent(key[name]) && key[name] !== false;
  return (Object.keys(WAYS) as SecretWay[]).filter((way) => WAYS[way].some(isChosen));
}

const NAMES: Readonly<Record<SecretWay, string>> = {
  own: "key_id_wo, key_secret_wo and key_material_version",
  encrypted: "age_recipients",
  inState: "secret_in_state",
};

const FIELDS = Object.values(WAYS).flat();

const oneWay: Rule = {
  reads: ["secretInState", "keyIdWo", "keySecretWo", "keyMaterialVersion", "ageRecipients.size", "adopt"],
  check: (key) => {
    const ways = secretWays(key);
    if (isAdopted(key) || ways.length === 1) {
      return undefined;
    }
    if (ways.length === 0) {
      return (
        "The server returns the secret of a new key only once, so the key requires one way to keep it. " +
        `Set ${NAMES.encrypted} to encrypt it. Or set ${NAMES.own} to provide a secret that Terraform does not store. ` +
        `Or set ${NAMES.inState} = true if your state is a safe place for it. To manage an existing key, set adopt.`
      );
    }
    const [last = "secretInState"] = WAYS[ways.at(-1) ?? "inState"].filter((name) => isPresent(key[name]));
    const message = `A key requires one way to keep its secret, but ${ways.length} are set: ${ways.map((way) => NAMES[way]).join("; ")}. Keep one.`;
    return { message, path: [last] };
  },
};

const ownRequires = (name: (typeof WAYS.own)[number], why: string): Rule => ({
  reads: [name, ...WAYS.own.filter((other) => other !== name), "adopt"],
  check: (key) =>
    !isAdopted(key) && !isPresent(key[name]) && WAYS.own.some((other) => isPresent(key[other])) ? why : undefined,
});

const adoptedHasNoSecret: readonly Rule[] = FIELDS.map((name) => ({
  reads: [name === "ageRecipients" ? "ageRecipients.size" : name, "adopt"],
  refuses: (key: DeclaredFields) => isAdopted(key) && isPresent(key[name]) && key[name] !== false,
  message: "The secret of an adopted key cannot be read or changed. Remove this attribute.",
}));

export const keySecretRules: readonly Rule[] = [
  oneWay,
  ownRequires("keyIdWo", "key_id_wo, key_secret_wo and key_material_version must be set together. Set key_id_wo."),
  ownRequires(
    "keySecretWo",
    "key_id_wo, key_secret_wo and key_material_version must be set together. Set key_secret_wo.",
  ),
  ownRequires(
    "keyMaterialVersion",
    'Terraform cannot see a change of write-only values. Set key_material_version, such as "1", and change it with them.',
  ),
  ...adoptedHasNoSecret,
];

/** Generated key ID and secret, which Terraform never stores (docs/internals/api-behavior.md 1.3). */
export const keyMaterial = z.object({
  keyId: computed("A new key ID for `key_id_wo`: 20 random letters and digits.", z.string(), { sensitive: true }),
  keySecret: computed(
    "A new key secret for `key_secret_wo`: `4b1d`, the prefix that secret scanners look for, and 38 random letters and digits.",
    z.string(),
    { sensitive: true },
  ),
});
