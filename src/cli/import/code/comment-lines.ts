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
