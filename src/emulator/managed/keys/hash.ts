import { createHash } from "node:crypto";

/** Base64 of the raw SHA-256 digest, the form of `hashData` (docs/internals/api-behavior.md 1.3). */
export const hashText = (clear: string): string => createHash("sha256").update(clear, "utf8").digest("base64");
