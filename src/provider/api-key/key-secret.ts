import type { ApiKeyBody, CreatedApiKey } from "../../api";
import { type Diagnostic, DiagnosticError, isUnknown } from "../../plugin";
import type { ApiKeyDeclaration } from "../../schema";
import type { Fields } from "../../schema/field";
import { type SecretWay, secretWays } from "../../schema/key-secret";
import { encryptionFor } from "./age-recipients";
import { hashesOf, type KeyMaterial } from "./key-material";

/** The way in which one new key gets its secret, and what is kept of it. */
export interface KeySecret {
  /** What the create says of the key's material. */
  readonly request: Pick<ApiKeyBody, "hashData">;
  /** What the state holds of the answer, in the declaration's names. Throws nothing: the key exists by then. */
  readonly keep: (created: CreatedApiKey) => Promise<KeptSecret>;
}

export interface KeptSecret {
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
    "The key exists, but its answer held no key ID and secret, and the server never shows them again. Apply again: the key is replaced by a new one.",
};
