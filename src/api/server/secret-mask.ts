/** Shorter texts are no secrets and would tear holes into ordinary words. */
const SHORTEST = 6;

/** Replaces secrets in texts that people will read. */
export class SecretMask {
  readonly #secrets: readonly string[];

  constructor(secrets: readonly (string | undefined)[]) {
    const long = secrets.filter((secret) => secret !== undefined).filter((secret) => secret.length >= SHORTEST);
    // Longest first: one secret may be a part of another.
    this.#secrets = [...new Set(long)].sort((one, other) => other.length - one.length);
  }

  with(more: readonly string[]): SecretMask {
    return more.length === 0 ? this : new SecretMask([...this.#secrets, ...more]);
  }

  apply(text: string): string {
    return this.#secrets.reduce((masked, secret) => masked.replaceAll(secret, "***"), text);
  }
}
