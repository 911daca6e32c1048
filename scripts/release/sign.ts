import { readFileSync, writeFileSync } from "node:fs";
import { createMessage, decryptKey, readPrivateKey, sign } from "openpgp";

/**
 * Writes the detached, binary signature beside a file, as the registries want it.
 * @param keyFile an armored private key. The Terraform registry takes RSA, and no elliptic curves
 * @param date the signature's time; not before the key's own
 */
export async function signFile(
  file: string,
  keyFile: string,
  passphrase: string | undefined,
  date: Date,
): Promise<string> {
  const read = await readPrivateKey({ armoredKey: readFileSync(keyFile, "utf8") });
  const signingKeys = read.isDecrypted() ? read : await decryptKey({ privateKey: read, passphrase: passphrase ?? "" });
  const signature = await sign({
    message: await createMessage({ binary: new Uint8Array(readFileSync(file)) }),
    signingKeys,
    detached: true,
    format: "binary",
    date: date < read.getCreationTime() ? read.getCreationTime() : date,
    // With a notation of chance no signature would be the same twice.
    config: { nonDeterministicSignaturesViaNotation: false },
  });
  const target = `${file}.sig`;
  writeFileSync(target, signature);
  return target;
}
