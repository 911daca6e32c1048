import type { ApiKeyBody, CreatedApiKey } from "../api";
import { type AttributePath, isUnknown, type ObjectValue, UNKNOWN } from "../plugin";
import type { ApiKeyDeclaration } from "../schema";
import type { Fields } from "../schema/field";

/** The way in which one new key gets its secret, and what is kept of it. */
export interface KeySecret {
  /** What the create says of the key's material. */
  readonly request: Pick<ApiKeyBody, "hashData">;
  /** What the state holds of the answer, in the declaration's names. */
  readonly keep: (created: CreatedApiKey) => Promise<Fields>;
}

/** The server makes the material, and the state holds it (facts/api.md 1.3). */
const inState: KeySecret = {
  request: {},
  keep: async ({ keyId, keySecret }) => ({ keyId, keySecret }),
};

/** The declared way. @param _config the configuration, which alone has the values of write-only attributes. */
export function keySecretOf(_config: ApiKeyDeclaration): KeySecret {
  return inState;
}

/** What is planned for a key that is created: the attributes that the create fills in. */
export function plannedSecret(_config: ObjectValue): ObjectValue {
  return { key_id: UNKNOWN, key_secret: UNKNOWN };
}

/** What is planned for a key that stays, or is adopted: the material is what it was, and that of an adopted key is not known. */
export function unchangedSecret(state: ObjectValue | null): ObjectValue {
  return { key_id: state?.key_id ?? null, key_secret: state?.key_secret ?? null };
}

/** The attributes whose change needs new material, and so a new key. */
export function changedMaterial(_plan: ObjectValue, _state: ObjectValue): readonly AttributePath[] {
  return [];
}

/** What a read or an update carries on, because the server does not show it. */
export function heldSecret({ secretInState, keyId, keySecret }: ApiKeyDeclaration): Fields {
  return { secretInState, keyId: known(keyId), keySecret: known(keySecret) };
}

function known<T>(value: T): T | undefined {
  return isUnknown(value) ? undefined : value;
}
