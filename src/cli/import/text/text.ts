/** Line ends of any language, and characters that control a terminal or the text direction. */
const LINE_END = /\r\n|[\n\r\u0085\u2028\u2029]/;
const CONTROL = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Splits a comment into lines. Names come from the server, and must not end the comment. */
export function commentLines(comment: string): readonly string[] {
  return comment.split(LINE_END).map((line) => line.replace(CONTROL, " "));
}

/** Puts a name on one line, without control characters. */
export function onOneLine(name: string): string {
  return name.replace(CONTROL, " ");
}

/**
 * Characters that a literal must escape: control characters, surrogates, line ends of editors, and characters that
 * change the text direction and so hide code.
 */
export const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\ufeff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Escapes one character of a literal for both TypeScript and HCL. */
export function escapedCharacter(character: string, quote: string): string {
  if (character === quote || character === "\\") {
    return `\\${character}`;
  }
  if (!UNPRINTABLE.test(character)) {
    return character;
  }
  const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[character];
  return short ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
