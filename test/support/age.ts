import { armor, Decrypter, generateX25519Identity, identityToRecipient } from "age-encryption";

/** A key pair of age. */
export interface AgeKeys {
  readonly identity: string;
  readonly recipient: string;
}

export async function newAgeKeys(): Promise<AgeKeys> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Decrypts an armored age file, as `age -d` does. */
export async function decrypted(cipherText: string, { identity }: AgeKeys): Promise<string> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return decrypter.decrypt(armor.decode(cipherText.trim()), "text");
}
