import { createHash } from "node:crypto";
import { generateKeyMaterial, hashesOf } from "../../../../src/resources/api-key/secret/secrets";

test("generated key material has the server's format and is different each time", () => {
  const made = Array.from({ length: 200 }, generateKeyMaterial);
  for (const { keyId, keySecret } of made) {
    expect(keyId).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(keySecret).toMatch(/^4b1d[A-Za-z0-9]{38}$/);
  }
  expect(new Set(made.flatMap(({ keyId, keySecret }) => [keyId, keySecret])).size).toBe(400);
  const letters = new Set(made.flatMap(({ keyId }) => [...keyId]));
  expect(letters.size).toBe(62);
});

test("hashes are the base64 of the raw digests, and the suffix is the last part of the key ID", () => {
  // From `printf %s TEXT | openssl dgst -sha256 -binary | base64`.
  expect(hashesOf({ keyId: "abc", keySecret: "abc" })).toEqual({
    keyIdHash: "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",
    keyIdSuffix: "abc",
    keySecretHash: "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",
  });
  const { keyIdHash, keyIdSuffix, keySecretHash } = hashesOf({ keyId: "user-Ünï-1234", keySecret: "s" });
  expect(keyIdSuffix).toBe("1234");
  expect(Buffer.from(keyIdHash, "base64")).toEqual(createHash("sha256").update(Buffer.from("user-Ünï-1234")).digest());
  expect(keySecretHash).not.toBe(keyIdHash);
});
