/** What ends a line somewhere, moves the cursor of a terminal, or turns the direction of reading. */
const LINE_END = /\r\n|[\n\r\u0085\u2028\u2029]/;
const CONTROL = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** The lines of a comment. Names come from the server, and none of them may end the comment that it stands in. */
export function commentLines(comment: string): readonly string[] {
  return comment.split(LINE_END).map((line) => line.replace(CONTROL, " "));
}

/** A name on one line, without what a terminal would take for a command. */
export function onOneLine(name: string): string {
  return name.replace(CONTROL, " ");
}

/**
 * What must not stand as it is in a literal: control characters, halves of characters, what editors take for the end of
 * a line, and what turns the direction of reading, so that code would not be what it seems.
 */
export const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\ufeff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** One character of a literal: as it is, or escaped as TypeScript and HCL both read it. */
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
