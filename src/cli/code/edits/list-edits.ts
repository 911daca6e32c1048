import type { CodeFile, CodeRange } from "./code-file";
import { endOfComments, removeLines, startOfCommentLines, startOfComments } from "./own-comments";

/** The items between two brackets: properties, elements or arguments. */
export interface SeparatedItems {
  readonly items: readonly CodeRange[];
  /** Offset after the opening bracket. */
  readonly start: number;
  /** Offset of the closing bracket. */
  readonly end: number;
  /** True if a space separates the brackets from the items of one line: `{ a: 1 }`. */
  readonly isSpaced: boolean;
}

/** Code of a new item. Its further lines begin with the given indentation. */
type PrintItem = (indentation: string) => string;

/** Adds items after an item, or before the first one with the index -1. Items that were removed do not count. */
export function insertItems(file: CodeFile, list: SeparatedItems, index: number, added: readonly PrintItem[]): void {
  const { items, start, end } = list;
  const remaining = items.filter((item) => !file.isRemoved(item.start ?? 0));
  const [first] = remaining;
  if (!first) {
    insertIntoEmpty(file, list, added);
    return;
  }
  const { lineEnd } = file;
  const isSpread = isOnLines(file, list);
  const indentation = file.indentationAt(isSpread ? (first.start ?? 0) : start);
  const texts = added.map((print) => print(indentation));
  const before = items.slice(0, index + 1).findLast((item) => remaining.includes(item));
  if (!before) {
    const separator = isSpread ? `,${lineEnd}${indentation}` : ", ";
    file.edits.appendLeft(first.start ?? 0, texts.map((text) => text + separator).join(""));
    return;
  }
  const last = before.end ?? 0;
  if (!isSpread) {
    file.edits.appendLeft(last, texts.map((text) => `, ${text}`).join(""));
    return;
  }
  const comma = findComma(file, last, end);
  if (comma === undefined) {
    file.edits.appendLeft(last, ",");
  }
  const place = endOfLine(file, comma === undefined ? last : comma + 1, end);
  const isLast = before === remaining.at(-1);
  const lines = texts.map((text, position) => {
    const hasComma = position < texts.length - 1 || !isLast || comma !== undefined;
    return `${lineEnd}${indentation}${text}${hasComma ? "," : ""}`;
  });
  file.edits.appendLeft(place, lines.join(""));
}

/** Returns true if the first item begins on a new line. */
function isOnLines(file: CodeFile, { items, start }: SeparatedItems): boolean {
  return file.text.slice(start, items[0]?.start ?? start).includes("\n");
}

function insertIntoEmpty(file: CodeFile, list: SeparatedItems, added: readonly PrintItem[]): void {
  const { items, start, end, isSpaced } = list;
  const outside = file.indentationAt(start);
  const hasComment = file.comments.some(
    (each) => (each.start ?? 0) >= start && (each.end ?? 0) <= end && !file.isRemoved(each.start ?? 0),
  );
  if (isOnLines(file, list)) {
    const { lineEnd } = file;
    const indentation = file.indentationAt(items[0]?.start ?? start);
    const lines = added.map((print) => `${indentation}${print(indentation)},${lineEnd}`).join("");
    replaceInside(file, [start, end], hasComment ? lines : `${lineEnd}${lines}${outside}`, hasComment);
    return;
  }
  const content = added.map((print) => print(outside)).join(", ");
  replaceInside(file, [start, end], isSpaced ? ` ${content} ` : content, hasComment);
}

function replaceInside(
  file: CodeFile,
  [start, end]: readonly [number, number],
  text: string,
  hasComment: boolean,
): void {
  if (hasComment || start === end) {
    file.edits.appendLeft(end, text);
  } else {
    file.edits.overwrite(start, end, text);
  }
}

/**
 * Removes an item with its comma and its own comments: the lines of comments directly above it, and the comments in its
 * line. Its line is removed if the line contains nothing else.
 */
export function removeItem(file: CodeFile, list: SeparatedItems, index: number): void {
  const { items, start, end } = list;
  const item = items[index];
  if (!item) {
    return;
  }
  const from = Math.max(start, startOfComments(file, item.start ?? 0));
  const lineStart = file.lineStart(from);
  const previousEnd = items.slice(0, index).findLast((each) => !file.isRemoved(each.start ?? 0))?.end ?? start;
  const comma = findComma(file, item.end ?? 0, end);
  const itemEnd = comma === undefined ? (item.end ?? 0) : comma + 1;
  const after = endWithComments(file, itemEnd, end, previousEnd > Math.max(lineStart, start));
  if (remainingText(file, lineStart, from).trim() === "") {
    removeAtStart(file, list, index, [from, after]);
  } else if (items[index + 1] === undefined && previousEnd > start) {
    // The comma of a last item stays, so that the one before it goes.
    file.remove(startOfSeparator(file, previousEnd, from), comma === undefined ? after : (item.end ?? 0));
  } else {
    file.remove(from, startOfNext(file, list, index, after));
  }
}

/** Removes an item at the start of its line, and the comment lines above it. */
function removeAtStart(
  file: CodeFile,
  list: SeparatedItems,
  index: number,
  [from, after]: readonly [number, number],
): void {
  const lineStart = file.lineStart(from);
  const firstLine = startOfCommentLines(file, lineStart, list.start);
  const rest = /^[ \t]*(?:\r\n|\n)/.exec(file.text.slice(after))?.[0];
  if (rest !== undefined) {
    removeLines(file, firstLine, after + rest.length, list.start);
    return;
  }
  if (firstLine < lineStart) {
    file.remove(firstLine, lineStart);
  }
  file.remove(from, startOfNext(file, list, index, after));
}

/** Returns the start of the next item with its comments, if only spaces are before it; otherwise the given offset. */
function startOfNext(file: CodeFile, { items }: SeparatedItems, index: number, after: number): number {
  const following = items[index + 1]?.start;
  const next = typeof following === "number" ? startOfComments(file, following) : after;
  return next > after && file.text.slice(after, next).trim() === "" ? next : after;
}

/** Returns the start of the comma before a last item, with the spaces before it. */
function startOfSeparator(file: CodeFile, previousEnd: number, from: number): number {
  const isBlank = /^[\s,]*$/.test(remainingText(file, previousEnd, from));
  return isBlank ? previousEnd : (findComma(file, previousEnd, from) ?? from);
}

/**
 * Returns the end of the comments after an item. Comments before the next item in the line belong to that item, and a
 * comment at the end of a line with several items belongs to all of them.
 */
function endWithComments(file: CodeFile, after: number, end: number, isShared: boolean): number {
  const last = Math.min(endOfComments(file, after), end);
  const isEndOfLine = /^[ \t]*\r?\n/.test(file.text.slice(last));
  const isOwn = isEndOfLine ? !isShared : file.text.slice(last, end).trim() === "";
  return isOwn ? last : after;
}

/** Returns a part of the text without the parts that were removed. */
function remainingText(file: CodeFile, start: number, end: number): string {
  return file.text
    .slice(start, end)
    .split("")
    .filter((_, index) => !file.isRemoved(start + index))
    .join("");
}

/** Returns the offset of the comma after an item. */
export function findComma(file: CodeFile, from: number, end: number): number | undefined {
  for (let offset = from; offset < end; offset++) {
    const comment = file.comments.find((each) => each.start === offset);
    if (file.isRemoved(offset)) {
      continue;
    }
    if (comment) {
      offset = (comment.end ?? offset) - 1;
    } else if (file.text[offset] === ",") {
      return offset;
    } else if (!/\s/.test(file.text.charAt(offset))) {
      return undefined;
    }
  }
  return undefined;
}

/** Returns the end of a comment that ends the line, so that the comment stays next to its item. */
export function endOfLine(file: CodeFile, from: number, end: number): number {
  const start = from + (/^[ \t]*/.exec(file.text.slice(from, end))?.[0].length ?? 0);
  const after = file.comments.find((each) => each.start === start)?.end ?? from;
  return after <= end && /^[ \t]*\r?\n/.test(file.text.slice(after)) ? after : from;
}
