import { setOwn } from "./own-values";

/** Matches texts that may not be in NFC. */
const MAYBE_NOT_COMPOSED = /[\u0300-\uffff]/;

/** Matches texts that may not be in NFD. */
const MAYBE_COMPOSED = /[\u00c0-\uffff]/;

/** Matches one mark. Vowels and finals of Hangul can be marks. U+034F is excluded, because it separates runs. */
const MARK = "(?!\\u034f)[\\p{Mark}\\u1160-\\u11ff]";
const FULL_RUN = new RegExp(`(?:${MARK}){30}(?=${MARK})`, "gu");
const LONG_RUN = new RegExp(`(?<!${MARK})(?:${MARK}){28,}`, "gu");

/**
 * Returns a text in the form in which Terraform keeps it (docs/internals/terraform-protocol.md 4): Unicode NFC, with
 * U+034F after 30 marks and U+FFFD instead of half of a surrogate pair. Without the U+034F, sorting the marks of a long
 * run takes quadratic time.
 */
export function canonicalText(text: string): string {
  return MAYBE_NOT_COMPOSED.test(text) ? text.toWellFormed().replace(FULL_RUN, "$&\u034f").normalize() : text;
}

/**
 * Returns one text for all canonically equivalent texts, even if different versions of Unicode normalized them. Ignores
 * U+034F and the order of the marks in a run of more than 27.
 */
export function canonicalKey(text: string): string {
  if (!MAYBE_COMPOSED.test(text)) {
    return text;
  }
  const decomposed = canonicalText(text).normalize("NFD").replaceAll("\u034f", "");
  return decomposed.replace(LONG_RUN, (run) => [...run].sort().join(""));
}

/** Returns a JSON value with canonical texts and names, which are comparable with those of states and plans. */
export function withCanonicalTexts(value: unknown): unknown {
  if (typeof value === "string") {
    return canonicalText(value);
  }
  if (Array.isArray(value)) {
    return value.map(withCanonicalTexts);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const fields: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(value)) {
    setOwn(fields, canonicalText(name), withCanonicalTexts(each));
  }
  return fields;
}
