import { readFile } from "node:fs/promises";
import { CheckSettingsError, type Environment, parsedJson } from "./settings";

/** The key that is checked, as the provider's arguments for it. */
export interface CheckedMaterial {
  readonly cloudApiKey: string;
  readonly cloudApiSecret: string;
}

/**
 * The key's own ID and secret, from `CLICKSTACK_CHECK_KEY_ID` and `CLICKSTACK_CHECK_KEY_SECRET`, or decrypted from
 * `CLICKSTACK_CHECK_ENCRYPTED_SECRET` with the age identity in the file that `CLICKSTACK_CHECK_IDENTITY_FILE` names.
 */
export async function checkedMaterial(environment: Environment): Promise<CheckedMaterial> {
  const { CLICKSTACK_CHECK_KEY_ID: keyId, CLICKSTACK_CHECK_KEY_SECRET: keySecret } = environment;
  if (keyId && keySecret) return { cloudApiKey: keyId, cloudApiSecret: keySecret };
  const { CLICKSTACK_CHECK_ENCRYPTED_SECRET: cipherText, CLICKSTACK_CHECK_IDENTITY_FILE: identityFile } = environment;
  if (cipherText && identityFile) return decrypted(cipherText, identityFile);
  throw new CheckSettingsError(
    "The check needs the key that it checks: CLICKSTACK_CHECK_KEY_ID and CLICKSTACK_CHECK_KEY_SECRET, or CLICKSTACK_CHECK_ENCRYPTED_SECRET and CLICKSTACK_CHECK_IDENTITY_FILE.",
  );
}

async function decrypted(cipherText: string, identityFile: string): Promise<CheckedMaterial> {
  const { decryptSecret } = await import("./decrypt-secret");
  const secret = parsedJson(
    await decryptSecret(cipherText, await readFile(identityFile, "utf8")),
    "The decrypted secret",
  );
  const { key_id: keyId, key_secret: keySecret } = secret as {
    readonly key_id?: unknown;
    readonly key_secret?: unknown;
  };
  if (typeof keyId === "string" && typeof keySecret === "string")
    return { cloudApiKey: keyId, cloudApiSecret: keySecret };
  throw new CheckSettingsError("The decrypted secret holds no key_id and key_secret.");
}
