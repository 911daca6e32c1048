import { escapeOf } from "../../../visible";

/** Line ends of any language. */
const LINE_END = /\r\n|[\n\r\u0085\u2028\u2029]/;

/** Characters that control a terminal or the text direction. */
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
 * Characters that a literal must escape: control characters, surrogates, line ends of editors, and characters that hide
 * code because they are invisible or change the text direction.
 */
export const UNPRINTABLE =
  /[\p{Cc}\p{Cs}\u2028\u2029\ufeff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e0fff}]/u;

/** Escapes one character of a literal for TypeScript. HCL accepts the result, except for characters above U+FFFF. */
export function escapedCharacter(character: string, quote: string): string {
  if (character === quote || character === "\\") {
    return `\\${character}`;
  }
  if (!UNPRINTABLE.test(character)) {
    return character;
  }
  const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[character];
  return short ?? escapeOf(character);
}

const ALL_UNPRINTABLE = new RegExp(UNPRINTABLE.source, "gu");

/** Escapes all invisible characters in JSON, except the line ends. JSON has line ends only between values. */
export function visibleJson(json: string): string {
  return json.replace(ALL_UNPRINTABLE, (character) => (character === "\n" ? character : escapeOf(character)));
}
