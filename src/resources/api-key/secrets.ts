import { createHash, randomInt } from "node:crypto";
import type { Fields } from "../../declaration/field";
import { objectShapeOf } from "../../declaration/shape";
import {
  type AttributePath,
  type Diagnostic,
  DiagnosticError,
  type EphemeralResource,
  isUnknown,
  type ObjectValue,
  UNKNOWN,
} from "../../plugin";
import type { ApiKeyDeclaration } from "../declarations";
import { schemaOf } from "../handlers/schema";
import type { Session } from "../handlers/session";
import { objectToTerraform } from "../handlers/terraform-form";
import type { ApiKeyBody, CreatedApiKey } from "./api";
import { keyMaterial, type SecretWay, secretWays } from "./secret-declaration";

/** What signs the requests of an API key. */
interface KeyMaterial {
  /** The user of Basic authentication. */
  readonly keyId: string;
  readonly keySecret: string;
}

/** What the server gets to know of material that it did not make (docs/internals/api-behavior.md 1.3). */
interface KeyMaterialHashes {
  readonly keyIdHash: string;
  readonly keyIdSuffix: string;
  readonly keySecretHash: string;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Leads the secrets of ClickHouse Cloud, so that secret scanners find one that was published. */
const SECRET_PREFIX = "4b1d";

/** New material in the form of the server's own: 119 random bits in the id, 226 in the secret. */
export function generateKeyMaterial(): KeyMaterial {
  return { keyId: randomText(20), keySecret: SECRET_PREFIX + randomText(38) };
}

/** Base64 of the raw SHA-256 digests; in clear only the end of the key ID, which every record shows. */
export function hashesOf({ keyId, keySecret }: KeyMaterial): KeyMaterialHashes {
  return { keyIdHash: digest(keyId), keyIdSuffix: keyId.slice(-4), keySecretHash: digest(keySecret) };
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

function digest(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("base64");
}

/** A recipient that nothing can be encrypted to. */
interface RefusedRecipient {
  /** Its place in the list. */
  readonly index: number;
  readonly reason: string;
}

/** Encrypts key material to age recipients. Made before a key is created, so that a bad recipient costs no key. */
type EncryptKeyMaterial = (material: KeyMaterial) => Promise<string>;

/**
 * Prepares encryption to all of the recipients, each of whom can decrypt alone.
 * The cipher text is armored, and what it hides is one JSON object, so that one decryption tells both parts:
 * `{"key_id": "...", "key_secret": "..."}`.
 */
export async function encryptionTo(recipients: readonly string[]): Promise<EncryptKeyMaterial> {
  const { armor, Encrypter } = await loadAge();
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return async ({ keyId, keySecret }) =>
    armor.encode(await encrypter.encrypt(`${JSON.stringify({ key_id: keyId, key_secret: keySecret })}\n`));
}

/** The recipients that age does not take, such as one with a letter too few. */
export async function refusedRecipients(recipients: readonly string[]): Promise<readonly RefusedRecipient[]> {
  if (recipients.length === 0) return [];
  const { Encrypter } = await loadAge();
  return recipients.flatMap((recipient, index) => {
    try {
      new Encrypter().addRecipient(recipient);
      return [];
    } catch {
      // The library's reason repeats what it was given, which may be an identity by mistake.
      return [{ index, reason: "It has a wrong letter, or one too many or too few: its checksum does not fit." }];
    }
  });
}

/** Most stacks encrypt nothing, and Terraform starts the provider several times per command. */
function loadAge() {
  return import("./age");
}

/** Encryption to recipients that may be wrong: refuses them with their paths. */
async function encryptionFor(recipients: readonly string[]): Promise<EncryptKeyMaterial> {
  const refused = await problemsOfRecipients(recipients);
  if (refused.length > 0) throw new DiagnosticError(refused);
  return encryptionTo(recipients);
}

/** What is wrong with the known recipients of a configuration, beyond what the declaration says. */
export async function validateRecipients({ age_recipients: recipients }: ObjectValue): Promise<readonly Diagnostic[]> {
  if (!Array.isArray(recipients)) return [];
  // The declaration has refused what does not look like a recipient, and has said so.
  const known = recipients.map((each) => (typeof each === "string" && /^age1/.test(each) ? each : undefined));
  const problems = await problemsOfRecipients(known.filter((each) => each !== undefined));
  const places = known.flatMap((each, index) => (each === undefined ? [] : [index]));
  return problems.map((problem) => ({ ...problem, path: ["age_recipients", places[Number(problem.path?.[1])] ?? 0] }));
}

async function problemsOfRecipients(recipients: readonly string[]): Promise<readonly Diagnostic[]> {
  return (await refusedRecipients(recipients)).map(({ index, reason }) => ({
    severity: "error",
    summary: "Invalid age recipient",
    detail: `${reason} Copy it again from the line "public key" that age-keygen wrote.`,
    path: ["age_recipients", index],
  }));
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
 * The declared way. Everything that can be wrong with it is refused here, before there is a key whose secret nobody has.
 * @param config the configuration, which alone has the values of write-only attributes.
 */
export async function keySecretOf(config: ApiKeyDeclaration): Promise<KeySecret> {
  const [way, second] = secretWays(config);
  if (way === undefined || second !== undefined) throw new DiagnosticError(NOT_ONE_WAY);
  return WAYS[way](config);
}

const WAYS: Readonly<Record<SecretWay, (config: ApiKeyDeclaration) => KeySecret | Promise<KeySecret>>> = {
  /** The server gets digests, and nobody keeps anything. */
  own: ({ keyIdWo, keySecretWo }) => {
    if (keyIdWo === undefined || keySecretWo === undefined) throw new DiagnosticError(NOT_ONE_WAY);
    const hashes = hashesOf({ keyId: keyIdWo, keySecret: keySecretWo });
    return { request: { hashData: { ...hashes } }, keep: async () => ({ held: {} }) };
  },
  /** The server makes the material, and the state holds what only its recipients can read. */
  encrypted: async ({ ageRecipients = [] }) => {
    const encrypt = await encryptionFor(ageRecipients);
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

/** What the state holds of the secret after an update. */
export async function secretAfterUpdate(plan: ApiKeyDeclaration, state: ApiKeyDeclaration): Promise<Fields> {
  const held = heldSecret(plan);
  const { keyId, keySecret } = state;
  const isDue = isUnknown(plan.encryptedSecret) && keyId !== undefined && keySecret !== undefined;
  if (!isDue) return held;
  const encrypt = await encryptionFor(plan.ageRecipients ?? []);
  return { ...held, encryptedSecret: await encrypt({ keyId, keySecret }) };
}

/** What a read or an update carries on, because the server does not show it. */
export function heldSecret(key: ApiKeyDeclaration): Fields {
  const { keyMaterialVersion, ageRecipients, secretInState, encryptedSecret, keyId, keySecret } = key;
  const kept = { keyMaterialVersion, ageRecipients, secretInState, encryptedSecret, keyId, keySecret };
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => !isUnknown(value)));
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
  if (plan.key_material_version !== state.key_material_version) return [["key_material_version"]];
  // A state that comes from another provider may have the secret without the key ID.
  if (plan.secret_in_state === true) return typeof state.key_secret === "string" ? [] : [["secret_in_state"]];
  if (plan.age_recipients === null || leavesState(plan, state)) return [];
  return sameRecipients(plan, state) ? [] : [["age_recipients"]];
}

function holdsMaterial(state: ObjectValue): boolean {
  return typeof state.key_id === "string" && typeof state.key_secret === "string";
}

function sameRecipients({ age_recipients: planned }: ObjectValue, { age_recipients: prior }: ObjectValue): boolean {
  if (!Array.isArray(planned) || !Array.isArray(prior)) return false;
  return [...planned].sort().join() === [...prior].sort().join();
}

const KEY_MATERIAL = objectShapeOf(keyMaterial);

/**
 * `clickstack_key_material`: a key ID and a key secret that exist while Terraform runs. Asks no server, and so creates nothing:
 * material that no key takes is forgotten at the end of the run.
 */
export const keyMaterialEphemeral: EphemeralResource<Session> = {
  schema: schemaOf(KEY_MATERIAL, "A new key ID and key secret, made anew in every run of Terraform and never stored."),

  async open() {
    return { result: objectToTerraform(KEY_MATERIAL, { ...generateKeyMaterial() }) };
  },
};
