import { createHash } from "node:crypto";

/** A number from 0 up to 1 that depends on its seed only. */
export function seeded(...seed: (string | number)[]): number {
  return createHash("sha256").update(seed.join("\u0000")).digest().readUInt32BE(0) / 0x100000000;
}
