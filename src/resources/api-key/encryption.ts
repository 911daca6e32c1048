import { armor, Encrypter } from "age-encryption";

/** What signs the requests of an API key. */
export interface KeyMaterial {
  /** The user of Basic authentication. */
  readonly keyId: string;
  readonly keySecret: string;
}

/** Whether age takes a recipient: one with a letter too few has a wrong checksum. Its own reason repeats what it was given, and is not shown. */
export function isRecipient(recipient: string): boolean {
  try {
    new Encrypter().addRecipient(recipient);
    return true;
  } catch {
    return false;
  }
}

/**
 * Prepares encryption to all of the recipients, each of whom can decrypt alone: before a key is created, so that a bad recipient costs no key.
 * The cipher text is armored, and what it hides is one JSON object, so that one decryption tells both parts:
 * `{"key_id": "...", "key_secret": "..."}`.
 */
export function encryptionTo(recipients: readonly string[]): (material: KeyMaterial) => Promise<string> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return async ({ keyId, keySecret }) =>
    armor.encode(await encrypter.encrypt(`${JSON.stringify({ key_id: keyId, key_secret: keySecret })}\n`));
}
