import { armor, Decrypter } from "age-encryption";

/**
 * Decrypts `encrypted_secret`: JSON with `key_id` and `key_secret`.
 * @param identities the content of a file that age-keygen wrote: one identity a line, `#` begins a comment.
 */
export async function decryptSecret(cipherText: string, identities: string): Promise<string> {
  const decrypter = new Decrypter();
  const lines = identities.split("\n").map((line) => line.trim());
  for (const identity of lines.filter((line) => line !== "" && !line.startsWith("#"))) {
    decrypter.addIdentity(identity);
  }
  return decrypter.decrypt(armor.decode(cipherText.trim()), "text");
}
