import { readFileSync, writeFileSync } from "node:fs";
import { createMessage, decryptKey, readPrivateKey, sign } from "openpgp";

/**
 * Writes the detached binary signature of a file, as registries require it.
 * @param keyFile an armored private key. The Terraform registry accepts RSA keys, not elliptic curves.
 * @param date time of the signature, not before the creation of the key
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
    // Without a fixed notation, each signature would be different.
    config: { nonDeterministicSignaturesViaNotation: false },
  });
  const target = `${file}.sig`;
  writeFileSync(target, signature);
  return target;
}
