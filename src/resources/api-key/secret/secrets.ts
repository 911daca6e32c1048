import { createHash, randomInt } from "node:crypto";
import type { DeclaredFields } from "../../../declaration/field";
import {
  type AttributePath,
  type Diagnostic,
  DiagnosticError,
  isUnknownValue,
  type ObjectValue,
  problem,
  UNKNOWN,
} from "../../../plugin";
import { succeeds } from "../../../quietly";
import type { ApiKeyDeclaration } from "../../declarations";
import { throwErrors } from "../../shared/report-failure";
import type { ApiKeyBody, ApiKeyHashData, CreatedApiKey } from "../api";
import { type SecretWay, secretWays } from "./declaration";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Prefix of the secrets of ClickHouse Cloud, by which secret scanners find a published secret. */
const SECRET_PREFIX = "4b1d";

/** Key ID and secret, which sign the requests of an API key. */
interface GeneratedKeyMaterial {
  /** User name of Basic authentication. */
  readonly keyId: string;
  readonly keySecret: string;
}

/** Generates material in the server's format, with 119 random bits in the id and 226 in the secret. */
export function generateKeyMaterial(): GeneratedKeyMaterial {
  return { keyId: randomText(20), keySecret: SECRET_PREFIX + randomText(38) };
}

/** Returns the base64 of the raw SHA-256 digests, and the end of the key ID, which every record shows. */
export function hashesOf({ keyId, keySecret }: GeneratedKeyMaterial): ApiKeyHashData {
  return { keyIdHash: digest(keyId), keyIdSuffix: keyId.slice(-4), keySecretHash: digest(keySecret) };
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

function digest(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("base64");
}

/** Loads the library on first use. Most stacks do not encrypt, and Terraform starts the provider several times. */
const encryptionLibrary = () => import("age-encryption");

/**
 * Returns a function that encrypts to all recipients, so that each of them can decrypt. Call this before a key is
 * created, so that an invalid recipient is found in time. The armored cipher text contains one JSON object: `{"key_id":
 * "...", "key_secret": "..."}`. Throws a DiagnosticError with the paths of invalid recipients.
 */
export async function encryptionTo(
  recipients: readonly string[],
): Promise<(material: GeneratedKeyMaterial) => Promise<string>> {
  throwErrors(await refusedRecipients(recipients));
  const { armor, Encrypter } = await encryptionLibrary();
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    encrypter.addRecipient(recipient);
  }
  return async ({ keyId, keySecret }) =>
    armor.encode(await encrypter.encrypt(`${JSON.stringify({ key_id: keyId, key_secret: keySecret })}\n`));
}

/** Returns an error for each known recipient whose checksum is wrong. */
export async function validateRecipients({ age_recipients: recipients }: ObjectValue): Promise<readonly Diagnostic[]> {
  return Array.isArray(recipients) ? refusedRecipients(recipients) : [];
}

/** Returns the recipients that age rejects. The declaration reports values that do not look like a recipient. */
async function refusedRecipients(recipients: readonly unknown[]): Promise<readonly Diagnostic[]> {
  const known = recipients.map((each) => (typeof each === "string" && /^age1/.test(each) ? each : undefined));
  if (known.every((each) => each === undefined)) {
    return [];
  }
  const { Encrypter } = await encryptionLibrary();
  // The message of the library repeats the value, which may be secret, so it is not shown.
  const isValid = (recipient: string) => succeeds(() => new Encrypter().addRecipient(recipient));
  return known.flatMap((each, index) => (each === undefined || isValid(each) ? [] : [badChecksum(index)]));
}

function badChecksum(index: number): Diagnostic {
  return problem(
    "Invalid age recipient",
    "The checksum is wrong, so a character was changed, added or removed.\n" +
      'Fix: copy the recipient again from the line "public key" of age-keygen.',
    ["age_recipients", index],
  );
}

/** Secret of one new key: its part of the create request, and the values for the state. */
interface KeySecret {
  /** Part of the create request. */
  readonly request: Pick<ApiKeyBody, "hashData">;
  /** Returns the attributes for the state. Never throws, because the key exists by then. */
  readonly keep: (created: CreatedApiKey) => Promise<{ held: DeclaredFields; diagnostics?: readonly Diagnostic[] }>;
}

/**
 * Returns the declared secret of a new key. Rejects all invalid declarations before the key is created, because a lost
 * secret cannot be recovered.
 * @param config the configuration. Only it contains the values of write-only attributes.
 */
export async function keySecretOf(config: ApiKeyDeclaration): Promise<KeySecret> {
  const [way, second] = secretWays(config);
  if (way === undefined || second !== undefined) {
    throw new DiagnosticError(NOT_ONE_WAY);
  }
  return WAYS[way](config);
}

const WAYS: Readonly<Record<SecretWay, (config: ApiKeyDeclaration) => KeySecret | Promise<KeySecret>>> = {
  /** The server receives digests, and neither the server nor the state has the secret. */
  own: ({ keyIdWo, keySecretWo }) => {
    if (keyIdWo === undefined || keySecretWo === undefined) {
      throw new DiagnosticError(NOT_ONE_WAY);
    }
    const hashes = hashesOf({ keyId: keyIdWo, keySecret: keySecretWo });
    return { request: { hashData: hashes }, keep: async () => ({ held: {} }) };
  },
  /** The server generates the material, and the state contains it encrypted. */
  encrypted: async ({ ageRecipients = [] }) => {
    const encrypt = await encryptionTo(ageRecipients);
    return serverMade(async (material) => ({ encryptedSecret: await encrypt(material) }));
  },
  /** The server generates the material, and the state contains it. */
  inState: () => serverMade(async (material) => ({ ...material })),
};

function serverMade(hold: (material: GeneratedKeyMaterial) => Promise<DeclaredFields>): KeySecret {
  return {
    request: {},
    keep: async ({ keyId, keySecret }) =>
      keyId === undefined || keySecret === undefined
        ? { held: {}, diagnostics: [NO_SECRET_RETURNED] }
        : { held: await hold({ keyId, keySecret }) },
  };
}

/** Returns the attributes that an update changes: the encrypted secret, if the plain secret leaves the state. */
export async function secretAfterUpdate(
  plan: ApiKeyDeclaration,
  { keyId, keySecret }: ApiKeyDeclaration,
): Promise<DeclaredFields> {
  if (!isUnknownValue(plan.encryptedSecret) || keyId === undefined || keySecret === undefined) {
    return {};
  }
  const encrypt = await encryptionTo(plan.ageRecipients ?? []);
  return { encryptedSecret: await encrypt({ keyId, keySecret }) };
}

const NOT_ONE_WAY: Diagnostic = problem(
  "The key requires exactly one way to keep its secret",
  "Values that were unknown in the plan select no way, or several ways. No key was created.\nFix: set exactly one of age_recipients, key_id_wo with key_secret_wo, and secret_in_state = true.",
);

const NO_SECRET_RETURNED: Diagnostic = problem(
  "The response contained no secret of the new key",
  "The key exists, but the response to its create had no key ID or secret, and the server never returns them again.\nFix: apply again. The apply replaces the key by a new one.",
);

/** Returns the secret attributes that are planned for a key that is created. */
export function plannedSecret(config: ObjectValue): ObjectValue {
  const given = (name: string) => config[name] !== null && config[name] !== false;
  const [inState, encrypted] = [given("secret_in_state"), given("age_recipients")];
  const material = inState ? UNKNOWN : null;
  return { key_id: material, key_secret: material, encrypted_secret: encrypted ? UNKNOWN : null };
}

/** Returns the secret attributes of the state. They are null for a newly adopted key, whose secret is unknown. */
export function unchangedSecret(state: ObjectValue | null): ObjectValue {
  const { key_id = null, key_secret = null, encrypted_secret = null } = state ?? {};
  return { key_id, key_secret, encrypted_secret };
}

/** Returns true if an update encrypts the secret in the state, without a new key. */
export function leavesState(plan: ObjectValue, state: ObjectValue): boolean {
  const holdsMaterial = typeof state.key_id === "string" && typeof state.key_secret === "string";
  return holdsMaterial && plan.secret_in_state !== true && plan.age_recipients !== null;
}

/** Returns the changed attributes that require new material, and so a new key. */
export function changedMaterial(plan: ObjectValue, state: ObjectValue): readonly AttributePath[] {
  if (plan.key_material_version !== state.key_material_version) {
    return [["key_material_version"]];
  }
  // A state that was moved from another provider may have the secret without the key ID.
  if (plan.secret_in_state === true) {
    return typeof state.key_secret === "string" ? [] : [["secret_in_state"]];
  }
  if (plan.age_recipients === null || leavesState(plan, state)) {
    return [];
  }
  return sameRecipients(plan, state) ? [] : [["age_recipients"]];
}

function sameRecipients({ age_recipients: planned }: ObjectValue, { age_recipients: prior }: ObjectValue): boolean {
  if (!Array.isArray(planned) || !Array.isArray(prior)) {
    return false;
  }
  return [...planned].sort().join() === [...prior].sort().join();
}
