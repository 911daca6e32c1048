import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";

/**
 * Returns a function that creates ids of stored objects: 24 hex digits. The first eight are the creation time in
 * seconds (docs/internals/api-behavior.md 3.5). The ids increase in the order of creation.
 */
export function objectIds(now: () => Date): () => string {
  const process = randomBytes(5).toString("hex");
  let counter = randomInt(0x7fffff);
  return () => {
    counter = (counter + 1) % 0x1000000;
    return hex(Math.floor(now().getTime() / 1000), 8) + process + hex(counter, 6);
  };
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, "0").slice(-digits);

/** Returns true for 24 hex digits or any 12 characters, as the server does (docs/internals/api-behavior.md 3.5). */
export function isObjectId(text: string): boolean {
  return text.length === 12 || /^[0-9a-fA-F]{24}$/.test(text);
}

export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);

export const newUuid = (): string => randomUUID();

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

const randomText = (length: number): string =>
  Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join("");

/** Key id and key secret of an API key in clear text. */
export interface KeyTexts {
  keyId: string;
  keySecret: string;
}

export const newKeyTexts = (): KeyTexts => ({ keyId: randomText(20), keySecret: `4b1d${randomText(38)}` });

/** Returns the base64 text of the SHA-256 digest, the format of `hashData` (docs/internals/api-behavior.md 1.3). */
export const hashText = (clear: string): string => createHash("sha256").update(clear, "utf8").digest("base64");

export type KeyHashes = ReturnType<typeof keyHashesOf>;

export function keyHashesOf({ keyId, keySecret }: KeyTexts) {
  return { keyIdHash: hashText(keyId), keySecretHash: hashText(keySecret) };
}
