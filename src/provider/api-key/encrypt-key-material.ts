import type { KeyMaterial } from "./key-material";

/** A recipient that nothing can be encrypted to. */
export interface RefusedRecipient {
  /** Its place in the list. */
  readonly index: number;
  readonly reason: string;
}

/** Encrypts key material to age recipients. Made before a key is created, so that a bad recipient costs no key. */
export type EncryptKeyMaterial = (material: KeyMaterial) => Promise<string>;

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
