/** Shorter texts are no secrets and would tear holes into ordinary words. */
const SHORTEST = 6;

/** Replaces secrets in texts that people will read. */
export class SecretMask {
  readonly #secrets: readonly string[];

  constructor(secrets: readonly (string | undefined)[]) {
    const long = secrets.filter((secret) => secret !== undefined).filter((secret) => secret.length >= SHORTEST);
    // Longest first: one secret may be a part of another.
    this.#secrets = [...new Set(long.flatMap(formsOf))].sort((one, other) => other.length - one.length);
  }

  with(more: readonly string[]): SecretMask {
    return more.length === 0 ? this : new SecretMask([...this.#secrets, ...more]);
  }

  apply(text: string): string {
    return this.#secrets.reduce((masked, secret) => masked.replaceAll(secret, "***"), text);
  }
}

/** A secret as it is, inside a JSON text, and percent-encoded: a server or gateway may repeat any of these. */
function formsOf(secret: string): readonly string[] {
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    encodeURI(secret.toWellFormed()),
  ];
}
