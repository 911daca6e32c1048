import fc from "fast-check";

const SURROGATES = { first: 0xd800, count: 0x800 };
const MAX_CODE_POINT = 0x10_ffff;

/**
 * Generates any Unicode character, like `unit: "binary"` for strings in fast-check. That unit first builds a table of
 * all 1.1 million characters, which takes a second in each test file.
 */
export const anyCharacter = fc.nat(MAX_CODE_POINT - SURROGATES.count).map(characterAt, indexOf);

function characterAt(index: number): string {
  return String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count);
}

/**
 * Returns the index of a character. fast-check uses it to find simpler examples, and expects an error for other values.
 */
function indexOf(value: unknown): number {
  const code = typeof value === "string" ? value.codePointAt(0) : undefined;
  if (code === undefined || value !== String.fromCodePoint(code)) {
    throw new Error("The value is not one character.");
  }
  const isSurrogate = code >= SURROGATES.first && code < SURROGATES.first + SURROGATES.count;
  if (isSurrogate) {
    throw new Error("The value is half of a character.");
  }
  return code < SURROGATES.first ? code : code - SURROGATES.count;
}
