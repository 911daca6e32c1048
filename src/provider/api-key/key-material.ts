import { createHash, randomInt } from "node:crypto";

/** What signs the requests of an API key. */
export interface KeyMaterial {
  /** The user of Basic authentication. */
  readonly keyId: string;
  readonly keySecret: string;
}

/** What the server gets to know of material that it did not make (docs/internals/api-behavior.md 1.3). */
export interface KeyMaterialHashes {
  readonly keyIdHash: string;
  readonly keyIdSuffix: string;
  readonly keySecretHash: string;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Leads the secrets of ClickHouse Cloud, so that secret scanners find one that was published. */
const SECRET_PREFIX = "4b1d";

/** New material in the form of the server's own: 119 random bits in the id, 226 in the secret. */
export function generateKeyMaterial(): KeyMaterial {
  return { keyId: randomText(20), keySecret: SECRET_PREFIX + randomText(38) };
}

/** Base64 of the raw SHA-256 digests; in clear only the end of the key ID, which every record shows. */
export function hashesOf({ keyId, keySecret }: KeyMaterial): KeyMaterialHashes {
  return { keyIdHash: digest(keyId), keyIdSuffix: keyId.slice(-4), keySecretHash: digest(keySecret) };
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

function digest(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("base64");
}
