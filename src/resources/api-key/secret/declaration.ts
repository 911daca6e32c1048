import * as z from "zod";
import { computed, type Fields, isPresent, optional } from "../../../declaration/field";
import type { Rule } from "../../../declaration/rules";
import { isAdopted } from "../fields";

/** The letters of bech32, in which age writes its keys. */
const DATA = "[qpzry9x8gf2tvdw0s3jn54khce6mua7l]+";

/** X25519, and the kinds that a prefix of their own tells apart: post-quantum hybrid, and keys in hardware. */
const RECIPIENT = new RegExp(`^age1(?:(?:pq|tag|tagpq)1)?${DATA}$`);

const NOT_A_RECIPIENT =
  "Must be an age recipient, which begins with age1 and is in lower case; `age-keygen` prints one as the public key. SSH keys and plugins are not supported";

const IS_AN_IDENTITY =
  "This is an age identity, which decrypts and must stay with you. Give its recipient, which begins with age1: `age-keygen -y` prints it. Consider the identity as known to others now and make another";

/**
 * A public key of age (age-encryption.org) that a secret is encrypted to. The letters are checked here, the checksum by
 * the provider. Declare it as `refusedUnseen`: an author who mixes the two up gives the identity, and no message may
 * show that.
 */
export const ageRecipient = () =>
  z
    .string()
    .refine((text) => !isIdentity(text), IS_AN_IDENTITY)
    .refine((text) => isIdentity(text) || RECIPIENT.test(text), NOT_A_RECIPIENT);

function isIdentity(text: string): boolean {
  return /^\s*AGE-SECRET-KEY-/i.test(text);
}

/** A key ID is the user name of Basic authentication, which ends at the first colon. */
const ownKeyId = () =>
  z
    .string()
    .min(16)
    .regex(/^[!-9;-~]+$/, "Must be of visible ASCII characters other than the colon, without a line end");

/** The server keeps an unsalted digest of it, so it must be hard to guess. */
const ownKeySecret = () =>
  z
    .string()
    .min(32)
    .regex(/^[!-~]+$/, "Must be of visible ASCII characters, without a line end");

/**
 * How the author says what becomes of a new key's secret, and what is kept of it (docs/internals/api-behavior.md 1.3).
 */
export const keySecretFields = {
  keyIdWo: optional(
    "The key ID of your own that signs requests, for example from `clickstack_key_material`. Write-only: the server gets its digest and last four characters, Terraform stores nothing.",
    ownKeyId(),
    { writeOnly: true, sensitive: true },
  ),
  keySecretWo: optional(
    "The key secret of your own that signs requests. Write-only: the server gets its digest, Terraform stores nothing.",
    ownKeySecret(),
    { writeOnly: true, sensitive: true },
  ),
  keyMaterialVersion: optional(
    "Change it, for example count it up, whenever `key_id_wo` and `key_secret_wo` change: they are sent when the key is created and at no other time. Material cannot be changed in place, so a new version is a new key.",
    z.string().min(1),
  ),
  ageRecipients: optional(
    "Encrypts the secret that the server generates to these age recipients (age1...), each of whom can decrypt alone: see `encrypted_secret`. Other recipients are a new key, because the provider cannot decrypt.",
    z.array(ageRecipient()).min(1),
    { unordered: true, refusedUnseen: true },
  ),
  secretInState: optional(
    "States that the secret of a new key is kept, marked as sensitive, in the Terraform state.",
    z.boolean(),
  ),
  encryptedSecret: computed(
    "The key ID and key secret, encrypted to `age_recipients`, as an armored age file. `terraform output -raw NAME | age -d -i IDENTITY` prints JSON with `key_id` and `key_secret`.",
    z.string(),
  ),
  keyId: computed("The key ID that signs requests. Known with `secret_in_state`.", z.string(), { sensitive: true }),
  keySecret: computed("The key secret that signs requests. Known with `secret_in_state`.", z.string(), {
    sensitive: true,
  }),
};

/** The fields that choose a way, by the way. */
const WAYS = {
  own: ["keyIdWo", "keySecretWo", "keyMaterialVersion"],
  encrypted: ["ageRecipients"],
  inState: ["secretInState"],
} as const;

/** A way in which a new key gets its secret: of the author's own, encrypted to the author, or in state. */
export type SecretWay = keyof typeof WAYS;

/** The ways that a key's author chose. Unknown values count as given. */
export function secretWays(key: Fields): readonly SecretWay[] {
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
        "The server shows the secret of a new key once, so say where it goes. " +
        `Either ${NAMES.encrypted}, which encrypts it to you; or ${NAMES.own}, for a secret of your own that is never stored; ` +
        `or ${NAMES.inState} = true, if your state is a safe place for it. To manage a key that exists, give adopt.`
      );
    }
    const [last = "secretInState"] = WAYS[ways.at(-1) ?? "inState"].filter((name) => isPresent(key[name]));
    const message = `The secret of a key goes one way, and here are ${ways.length}: ${ways.map((way) => NAMES[way]).join("; ")}. Keep one.`;
    return { message, path: [last] };
  },
};

const ownGoesTogether = (name: (typeof WAYS.own)[number], why: string): Rule => ({
  reads: [name, ...WAYS.own.filter((other) => other !== name), "adopt"],
  check: (key) =>
    !isAdopted(key) && !isPresent(key[name]) && WAYS.own.some((other) => isPresent(key[other])) ? why : undefined,
});

const adoptedSecretIsGone: readonly Rule[] = FIELDS.map((name) => ({
  reads: [name === "ageRecipients" ? "ageRecipients.size" : name, "adopt"],
  refuses: (key: Fields) => isAdopted(key) && isPresent(key[name]) && key[name] !== false,
  message: "The secret of a key that exists cannot be read or changed. Leave it out.",
}));

export const keySecretRules: readonly Rule[] = [
  oneWay,
  ownGoesTogether("keyIdWo", "A key secret of your own needs a key ID of your own. Give key_id_wo as well."),
  ownGoesTogether("keySecretWo", "A key ID of your own needs a key secret of your own. Give key_secret_wo as well."),
  ownGoesTogether(
    "keyMaterialVersion",
    'Nobody can see whether write-only material changed, so a version says it. Give key_material_version, such as "1".',
  ),
  ...adoptedSecretIsGone,
];

/**
 * What signs the requests of an API key, made here and never stored by Terraform (docs/internals/api-behavior.md 1.3).
 */
export const keyMaterial = z.object({
  keyId: computed("A new key ID: 20 random letters and digits. Goes to `key_id_wo`.", z.string(), { sensitive: true }),
  keySecret: computed(
    "A new key secret: `4b1d`, by which secret scanners know the secrets of ClickHouse Cloud, and 38 random letters and digits. Goes to `key_secret_wo`.",
    z.string(),
    { sensitive: true },
  ),
});
