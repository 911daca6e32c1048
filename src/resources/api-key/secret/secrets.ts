import { createHash, randomInt } from "node:crypto";
import type { Fields } from "../../../declaration/field";
import {
  type AttributePath,
  type Diagnostic,
  DiagnosticError,
  isUnknown,
  type ObjectValue,
  UNKNOWN,
} from "../../../plugin";
import type { ApiKeyDeclaration } from "../../declarations";
import type { ApiKeyBody, ApiKeyHashData, CreatedApiKey } from "../api";
import { type SecretWay, secretWays } from "./declaration";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Leads the secrets of ClickHouse Cloud, so that secret scanners find one that was published. */
const SECRET_PREFIX = "4b1d";

/** What signs the requests of an API key. */
export interface KeyMaterial {
  /** The user of Basic authentication. */
  readonly keyId: string;
  readonly keySecret: string;
}

/** New material in the form of the server's own: 119 random bits in the id, 226 in the secret. */
export function generateKeyMaterial(): KeyMaterial {
  return { keyId: randomText(20), keySecret: SECRET_PREFIX + randomText(38) };
}

/** Base64 of the raw SHA-256 digests; in clear only the end of the key ID, which every record shows. */
export function hashesOf({ keyId, keySecret }: KeyMaterial): ApiKeyHashData {
  return { keyIdHash: digest(keyId), keyIdSuffix: keyId.slice(-4), keySecretHash: digest(keySecret) };
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

function digest(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("base64");
}

/** Most stacks encrypt nothing, and Terraform starts the provider several times per command. */
const encryptionLibrary = () => import("age-encryption");

/**
 * Prepares encryption to all of the recipients, each of whom can decrypt alone: before a key is created, so that a bad
 * recipient costs no key. The cipher text is armored, and what it hides is one JSON object, so that one decryption
 * tells both parts: `{"key_id": "...", "key_secret": "..."}`. Throws a DiagnosticError with the paths of recipients
 * that age does not take.
 */
export async function encryptionTo(recipients: readonly string[]): Promise<(material: KeyMaterial) => Promise<string>> {
  const refused = await refusedRecipients(recipients);
  if (refused.length > 0) {
    throw new DiagnosticError(refused);
  }
  const { armor, Encrypter } = await encryptionLibrary();
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    encrypter.addRecipient(recipient);
  }
  return async ({ keyId, keySecret }) =>
    armor.encode(await encrypter.encrypt(`${JSON.stringify({ key_id: keyId, key_secret: keySecret })}\n`));
}

/** What is wrong with the known recipients of a configuration, beyond what the declaration says. */
export async function validateRecipients({ age_recipients: recipients }: ObjectValue): Promise<readonly Diagnostic[]> {
  return Array.isArray(recipients) ? refusedRecipients(recipients) : [];
}

/** The recipients that age does not take. The declaration has refused what does not look like one, and has said so. */
async function refusedRecipients(recipients: readonly unknown[]): Promise<readonly Diagnostic[]> {
  const known = recipients.map((each) => (typeof each === "string" && /^age1/.test(each) ? each : undefined));
  if (known.every((each) => each === undefined)) {
    return [];
  }
  const { Encrypter } = await encryptionLibrary();
  // Its own reason repeats what it was given, and is not shown.
  const isTaken = (recipient: string) => {
    try {
      new Encrypter().addRecipient(recipient);
      return true;
    } catch {
      return false;
    }
  };
  return known.flatMap((each, index) => (each === undefined || isTaken(each) ? [] : [badChecksum(index)]));
}

function badChecksum(index: number): Diagnostic {
  return {
    severity: "error",
    summary: "Invalid age recipient",
    detail:
      "It has a wrong letter, or one too many or too few: its checksum does not fit. " +
      'Copy it again from the line "public key" that age-keygen wrote.',
    path: ["age_recipients", index],
  };
}

/** The way in which one new key gets its secret, and what is kept of it. */
interface KeySecret {
  /** What the create says of the key's material. */
  readonly request: Pick<ApiKeyBody, "hashData">;
  /** What the state holds of the response, in the declaration's names. Throws nothing: the key exists by then. */
  readonly keep: (created: CreatedApiKey) => Promise<KeptSecret>;
}

interface KeptSecret {
  readonly held: Fields;
  readonly diagnostics?: readonly Diagnostic[];
}

/**
 * The declared way. Everything that can be wrong with it is refused here, before there is a key whose secret nobody
 * has.
 * @param config the configuration, which alone has the values of write-only attributes.
 */
export async function keySecretOf(config: ApiKeyDeclaration): Promise<KeySecret> {
  const [way, second] = secretWays(config);
  if (way === undefined || second !== undefined) {
    throw new DiagnosticError(NOT_ONE_WAY);
  }
  return WAYS[way](config);
}

const WAYS: Readonly<Record<SecretWay, (config: ApiKeyDeclaration) => KeySecret | Promise<KeySecret>>> = {
  /** The server gets digests, and nobody keeps anything. */
  own: ({ keyIdWo, keySecretWo }) => {
    if (keyIdWo === undefined || keySecretWo === undefined) {
      throw new DiagnosticError(NOT_ONE_WAY);
    }
    const hashes = hashesOf({ keyId: keyIdWo, keySecret: keySecretWo });
    return { request: { hashData: hashes }, keep: async () => ({ held: {} }) };
  },
  /** The server makes the material, and the state holds what only its recipients can read. */
  encrypted: async ({ ageRecipients = [] }) => {
    const encrypt = await encryptionTo(ageRecipients);
    return serverMade(async (material) => ({ encryptedSecret: await encrypt(material) }));
  },
  /** The server makes the material, and the state holds it. */
  inState: () => serverMade(async (material) => ({ ...material })),
};

function serverMade(hold: (material: KeyMaterial) => Promise<Fields>): KeySecret {
  return {
    request: {},
    keep: async ({ keyId, keySecret }) =>
      keyId === undefined || keySecret === undefined
        ? { held: {}, diagnostics: [NO_SECRET_CAME] }
        : { held: await hold({ keyId, keySecret }) },
  };
}

/** What of the secret changes in the state with an update: it is encrypted where it leaves the state. */
export async function secretAfterUpdate(
  plan: ApiKeyDeclaration,
  { keyId, keySecret }: ApiKeyDeclaration,
): Promise<Fields> {
  if (!isUnknown(plan.encryptedSecret) || keyId === undefined || keySecret === undefined) {
    return {};
  }
  const encrypt = await encryptionTo(plan.ageRecipients ?? []);
  return { encryptedSecret: await encrypt({ keyId, keySecret }) };
}

const NOT_ONE_WAY: Diagnostic = {
  severity: "error",
  summary: "The secret of the key has no place to go",
  detail:
    "A new key needs exactly one of age_recipients, key_id_wo with key_secret_wo, and secret_in_state = true. What this plan did not know yet turned out otherwise. No key was created.",
};

const NO_SECRET_CAME: Diagnostic = {
  severity: "error",
  summary: "The server did not tell the secret of the new key",
  detail:
    "The key exists, but its response held no key ID and secret, and the server never shows them again. Apply again: the key is replaced by a new one.",
};

/** What is planned for a key that is created: the attributes that the create fills in. */
export function plannedSecret(config: ObjectValue): ObjectValue {
  const given = (name: string) => config[name] !== null && config[name] !== false;
  const [inState, encrypted] = [given("secret_in_state"), given("age_recipients")];
  const material = inState ? UNKNOWN : null;
  return { key_id: material, key_secret: material, encrypted_secret: encrypted ? UNKNOWN : null };
}

/** What is planned for a key that is adopted, or that was and stays: the material of an adopted key is not known. */
export function unchangedSecret(state: ObjectValue | null): ObjectValue {
  const { key_id = null, key_secret = null, encrypted_secret = null } = state ?? {};
  return { key_id, key_secret, encrypted_secret };
}

/** Whether a secret that is in state leaves it, encrypted, with no new key. */
export function leavesState(plan: ObjectValue, state: ObjectValue): boolean {
  return holdsMaterial(state) && plan.secret_in_state !== true && plan.age_recipients !== null;
}

/** The attributes whose change needs new material, and so a new key. */
export function changedMaterial(plan: ObjectValue, state: ObjectValue): readonly AttributePath[] {
  if (plan.key_material_version !== state.key_material_version) {
    return [["key_material_version"]];
  }
  // A state that comes from another provider may have the secret without the key ID.
  if (plan.secret_in_state === true) {
    return typeof state.key_secret === "string" ? [] : [["secret_in_state"]];
  }
  if (plan.age_recipients === null || leavesState(plan, state)) {
    return [];
  }
  return sameRecipients(plan, state) ? [] : [["age_recipients"]];
}

function holdsMaterial(state: ObjectValue): boolean {
  return typeof state.key_id === "string" && typeof state.key_secret === "string";
}

function sameRecipients({ age_recipients: planned }: ObjectValue, { age_recipients: prior }: ObjectValue): boolean {
  if (!Array.isArray(planned) || !Array.isArray(prior)) {
    return false;
  }
  return [...planned].sort().join() === [...prior].sort().join();
}
