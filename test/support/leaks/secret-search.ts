import { createHash } from "node:crypto";

/** Known secrets: plain texts, and digests of key material whose plain text no server received. */
export interface KnownSecrets {
  readonly texts: readonly string[];
  readonly keyHashes: readonly string[];
}

/** A secret in a text. */
interface FoundSecret {
  /** The secret itself. Never print it. */
  readonly secret: string;
  /** Form of the secret in the text, such as "base64". */
  readonly form: string;
}

/** Shorter texts are ordinary words that occur everywhere. */
const SHORTEST = 8;

/** Pattern of a ClickHouse Cloud key secret. It also finds unknown secrets, such as key material that no key used. */
const KEY_SECRET = /4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9])/g;

/** Possible key material. */
const WORD = /[A-Za-z0-9_-]{12,64}/g;

/** Possible base64 text of data with a key secret. */
const BASE64 = /[A-Za-z0-9+/_-]{56,}/g;

/** Searches texts for secrets, in the forms in which programs write them. */
export class SecretSearch {
  readonly #forms: readonly { readonly secret: string; readonly form: string; readonly written: string }[];
  readonly #hashes: ReadonlySet<string>;

  constructor({ texts, keyHashes }: KnownSecrets) {
    const known = [...new Set(texts)].filter(({ length }) => length >= SHORTEST);
    this.#forms = known.flatMap((secret) => formsOf(secret).map((each) => ({ secret, ...each })));
    this.#hashes = new Set(keyHashes);
  }

  /** @param text bytes as latin1, so that binary files can be searched */
  in(text: string): readonly FoundSecret[] {
    const known = this.#forms.filter(({ written }) => text.includes(written));
    return [...known.map(({ secret, form }) => ({ secret, form })), ...this.#byDigest(text), ...byForm(text)];
  }

  #byDigest(text: string): readonly FoundSecret[] {
    if (this.#hashes.size === 0) {
      return [];
    }
    return [...new Set(text.match(WORD))]
      .filter((word) => this.#hashes.has(createHash("sha256").update(word).digest("base64")))
      .map((secret) => ({ secret, form: "plain, known by its digest" }));
  }
}

function byForm(text: string): readonly FoundSecret[] {
  const plain = [...new Set(text.match(KEY_SECRET))].map((secret) => ({ secret, form: "plain, known by its form" }));
  const encoded = [...new Set(text.match(BASE64))].flatMap((run) =>
    [0, 1, 2, 3].flatMap((start) => {
      const clear = Buffer.from(run.slice(start), "base64").toString("latin1");
      return (clear.match(KEY_SECRET) ?? []).map((secret) => ({ secret, form: "base64, known by its form" }));
    }),
  );
  return [...plain, ...encoded];
}

function formsOf(secret: string): { readonly form: string; readonly written: string }[] {
  const bytes = Buffer.from(secret, "utf8");
  const forms = [
    ["plain", bytes.toString("latin1")],
    ["JSON", JSON.stringify(secret).slice(1, -1)],
    ["percent-encoded", encodeURIComponent(secret)],
    ["hexadecimal", bytes.toString("hex")],
    ...[0, 1, 2].map((shift) => ["base64", base64Inside(bytes, shift)] as const),
  ] as const;
  const seen = new Map(forms.map(([form, written]) => [written, form]).reverse() as [string, string][]);
  return [...seen].map(([written, form]) => ({ form, written }));
}

/**
 * Returns the base64 letters of a text that do not depend on the bytes before and after it. `shift` is the number of
 * preceding bytes modulo three.
 */
function base64Inside(bytes: Buffer, shift: number): string {
  const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString("base64")
    .replace(/=+$/, "");
  const first = Math.ceil((shift * 8) / 6);
  const last = Math.floor(((shift + bytes.length) * 8) / 6);
  return encoded.slice(first, last);
}
