/** What ends a line somewhere, or moves the cursor of a terminal. */
const LINE_END = /\r\n|[\n\r\u0085\u2028\u2029]/;
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

/** The lines of a comment. Names come from the server, and none of them may end the comment that it stands in. */
export function commentLines(comment: string): readonly string[] {
  return comment.split(LINE_END).map((line) => line.replace(CONTROL, " "));
}

/** A name on one line, without what a terminal would take for a command. */
export function onOneLine(name: string): string {
  return name.replace(CONTROL, " ");
}
