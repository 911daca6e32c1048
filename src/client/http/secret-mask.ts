/** Minimum length of a secret. Shorter texts occur in ordinary words. */
const MIN_SECRET_LENGTH = 6;

/** Replaces secrets in texts for users. */
export class SecretMask {
  readonly #secrets: readonly string[];

  constructor(secrets: readonly (string | undefined)[]) {
    const long = secrets
      .filter((secret) => secret !== undefined)
      .filter((secret) => secret.length >= MIN_SECRET_LENGTH);
    // Longest first, because one secret may be a part of another.
    this.#secrets = [...new Set(long.flatMap(formsOf))].sort((one, other) => other.length - one.length);
  }

  with(more: readonly string[]): SecretMask {
    return more.length === 0 ? this : new SecretMask([...this.#secrets, ...more]);
  }

  apply(text: string): string {
    return this.#secrets.reduce((masked, secret) => masked.replaceAll(secret, "***"), text);
  }
}

/**
 * Returns the forms in which a server or gateway may repeat a secret: unchanged, inside a JSON text, and
 * percent-encoded.
 */
function formsOf(secret: string): readonly string[] {
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    encodeURI(secret.toWellFormed()),
  ];
}
