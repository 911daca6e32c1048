import { armor, Decrypter, generateHybridIdentity, generateX25519Identity, identityToRecipient } from "age-encryption";
import {
  encryptionTo,
  generateKeyMaterial,
  validateRecipients,
} from "../../../../src/resources/api-key/secret/secrets";

const decrypted = async (cipherText: string, identity: string) => {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return JSON.parse(await decrypter.decrypt(armor.decode(cipherText), "text")) as unknown;
};

test("each recipient can decrypt the key material, and any other identity cannot", async () => {
  const [own, other, postQuantum] = [
    await generateX25519Identity(),
    await generateX25519Identity(),
    await generateHybridIdentity(),
  ];
  const material = generateKeyMaterial();
  const encrypt = await encryptionTo([await identityToRecipient(own), await identityToRecipient(postQuantum)]);
  const cipherText = await encrypt(material);
  expect(cipherText).toMatch(/^-----BEGIN AGE ENCRYPTED FILE-----\n/);
  expect(cipherText).not.toContain(material.keySecret);
  const expected = { key_id: material.keyId, key_secret: material.keySecret };
  expect(await decrypted(cipherText, own)).toEqual(expected);
  expect(await decrypted(cipherText, postQuantum)).toEqual(expected);
  await expect(decrypted(cipherText, other)).rejects.toThrow("no identity matched");
});

test("recipients with a wrong checksum are rejected with their index, without showing their value", async () => {
  const good = await identityToRecipient(await generateX25519Identity());
  const last = good.endsWith("q") ? "p" : "q";
  const mistyped = good.slice(0, -1) + last;
  expect(await validateRecipients({ age_recipients: [good, mistyped, good.slice(0, -1)] })).toEqual([
    expect.objectContaining({ path: ["age_recipients", 1], detail: expect.stringContaining("checksum") }),
    expect.objectContaining({ path: ["age_recipients", 2], detail: expect.stringContaining("checksum") }),
  ]);
  expect(JSON.stringify(await validateRecipients({ age_recipients: [mistyped] }))).not.toContain(mistyped);
});
