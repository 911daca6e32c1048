import { hashText } from "./managed/keys/hash";

/** Every secret that an emulator handed out or was given since its start, for tests that look for leaks. In memory only. */
export class SecretBook {
  private readonly clear = new Set<string>();
  private readonly hashes = new Set<string>();

  /** Takes down secrets. Empty texts are none. */
  add(...texts: readonly (string | undefined)[]): void {
    for (const text of texts) if (text) this.clear.add(text);
  }

  /** Takes down both parts of a key, and the credentials that a request sends of them. */
  addKey(keyId: string, keySecret: string): void {
    this.add(keyId, keySecret, Buffer.from(`${keyId}:${keySecret}`).toString("base64"));
    this.addHashes(hashText(keyId), hashText(keySecret));
  }

  /** Takes down base64 SHA-256 digests of secrets that came as such (`hashData`, docs/internals/api-behavior.md 1.3). */
  addHashes(...digests: readonly string[]): void {
    for (const digest of digests) this.hashes.add(digest);
  }

  get texts(): readonly string[] {
    return [...this.clear];
  }

  /** Digests of key IDs and key secrets, also of those that were never here in clear. */
  get keyHashes(): readonly string[] {
    return [...this.hashes];
  }
}
