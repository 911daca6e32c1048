import type { CodeFile, CodeRange } from "./code-file";

/** Returns the offset of the first comment directly before an offset in the same line; without one, the offset. */
export function startOfComments(file: CodeFile, offset: number): number {
  let start = offset;
  for (let comment = commentBefore(file, start); comment; comment = commentBefore(file, start)) {
    start = comment.start ?? start;
  }
  return start;
}

/** Returns the end of the comments directly after an offset in the same line; without one, the offset. */
export function endOfComments(file: CodeFile, offset: number): number {
  let end = offset;
  for (let comment = commentAfter(file, end); comment; comment = commentAfter(file, end)) {
    end = comment.end ?? end;
  }
  return end;
}

/**
 * Returns the start of the lines directly above a line that contain only comments. A comment above an empty line belongs
 * to other code.
 * @param lineStart offset of the first character of the line
 * @param first offset at which the surrounding code begins
 */
export function startOfCommentLines(file: CodeFile, lineStart: number, first = 0): number {
  const end = lineStart - (file.text[lineStart - 2] === "\r" ? 2 : 1);
  if (end <= first || file.isRemoved(end)) {
    return lineStart;
  }
  const from = startOfComments(file, end);
  const start = file.lineStart(from);
  const isComment = from < end && start >= first && file.text.slice(start, from).trim() === "";
  return isComment ? startOfCommentLines(file, start, first) : lineStart;
}

/**
 * Removes whole lines. Removes the empty line after them too, if the line before them is empty or opens the code.
 * @param first offset at which the surrounding code begins
 */
export function removeLines(file: CodeFile, start: number, end: number, first = 0): void {
  const before = file.text.slice(first, start);
  const isEmptyBefore = /(?:^|\n)[ \t]*\r?\n$/.test(before) || before === "";
  const emptyLine = isEmptyBefore ? /^[ \t]*\r?\n/.exec(file.text.slice(end)) : undefined;
  file.remove(start, end + (emptyLine?.[0].length ?? 0));
}

function commentBefore(file: CodeFile, offset: number): CodeRange | undefined {
  const end = offset - (/(?<![ \t])[ \t]*$/.exec(file.text.slice(file.lineStart(offset), offset))?.[0].length ?? 0);
  return file.comments.find((each) => each.end === end && !file.isRemoved(each.start ?? 0));
}

function commentAfter(file: CodeFile, offset: number): CodeRange | undefined {
  const start = offset + (/^[ \t]*/.exec(file.text.slice(offset))?.[0].length ?? 0);
  return file.comments.find((each) => each.start === start);
}
