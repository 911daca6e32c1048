import type { CodeFile, CodeRange } from "./code-file";
import { endOfComments, removeLines, startOfCommentLines, startOfComments } from "./own-comments";

/** The items between two brackets: properties, elements, arguments or attributes. */
export interface SeparatedItems {
  readonly items: readonly CodeRange[];
  /** Offset after the opening bracket. */
  readonly start: number;
  /** Offset of the closing bracket. */
  readonly end: number;
  /** True if a space separates the brackets from the items of one line: `{ a: 1 }`. */
  readonly isSpaced: boolean;
  /**
   * Commas after items on separate lines. `each`: also the last one can have one. `between`: the last one has none.
   * `optional`: a line end is enough. `none`: the items are always on separate lines, without commas. Default: `each`
   */
  readonly commas?: "each" | "between" | "optional" | "none";
}

/**
 * Returns the text of an item.
 * @param indentation start of the second and each further line of the item
 * @param endsLine true if nothing follows the item in its last line
 */
export type PrintItem = (indentation: string, endsLine: boolean) => string;

/** Adds items after an item, or before the first one with the index -1. Items that were removed do not count. */
export function insertItems(file: CodeFile, list: SeparatedItems, index: number, added: readonly PrintItem[]): void {
  const { items, commas } = list;
  const remaining = items.filter((item) => !file.isRemoved(item.start ?? 0));
  const [first] = remaining;
  if (added.length === 0) {
    return;
  }
  const isSpread = isOnLines(file, list);
  if (!first) {
    insertIntoEmpty(file, list, isSpread, added);
    return;
  }
  if (!isSpread && commas === "none") {
    insertIntoLine(file, list, first, added);
    return;
  }
  const before = items.slice(0, index + 1).findLast((item) => remaining.includes(item));
  const indentation = file.indentationAt((before ?? first).start ?? 0);
  if (!before) {
    const separator = isSpread ? `,${file.lineEnd}${indentation}` : ", ";
    file.edits.appendLeft(first.start ?? 0, added.map((print) => print(indentation, false) + separator).join(""));
  } else if (isSpread) {
    insertLines(file, list, { before, isLast: before === remaining.at(-1), indentation }, added);
  } else {
    file.edits.appendLeft(before.end ?? 0, added.map((print) => `, ${print(indentation, false)}`).join(""));
  }
}

/** Adds items on separate lines after another one. */
function insertLines(
  file: CodeFile,
  list: SeparatedItems,
  place: { readonly before: CodeRange; readonly isLast: boolean; readonly indentation: string },
  added: readonly PrintItem[],
): void {
  const { before, isLast, indentation } = place;
  const last = before.end ?? 0;
  const comma = list.commas === "none" ? undefined : findComma(file, last, list.end);
  if (comma === undefined && needsCommas(list)) {
    file.edits.appendLeft(last, ",");
  }
  const offset = endOfLine(file, comma === undefined ? last : comma + 1, list.end);
  const endsLine = /^[ \t]*\r?\n/.test(file.text.slice(offset));
  const lines = added.map((print, position) => {
    const hasComma = comma !== undefined || (needsCommas(list) && (position < added.length - 1 || !isLast));
    return `${file.lineEnd}${indentation}${print(indentation, endsLine && !hasComma)}${hasComma ? "," : ""}`;
  });
  file.edits.appendLeft(offset, lines.join(""));
}

/** Returns true if a comma must separate items on separate lines. */
function needsCommas({ commas = "each" }: SeparatedItems): boolean {
  return commas === "each" || commas === "between";
}

/** Returns true if the first item, or the closing bracket of an empty list, is on a new line. */
function isOnLines(file: CodeFile, { items, start, end }: SeparatedItems): boolean {
  return file.text.slice(start, items[0]?.start ?? end).includes("\n");
}

/** Adds the first items of a list. They follow the comments in it. */
function insertIntoEmpty(file: CodeFile, list: SeparatedItems, isSpread: boolean, added: readonly PrintItem[]): void {
  const { items, start, end, isSpaced, commas = "each" } = list;
  const { lineEnd } = file;
  const outside = file.indentationAt(start);
  if (isSpread) {
    const [first] = items;
    const inside = first ? file.indentationAt(first.start ?? start) : outside + file.indentationUnit;
    const texts = added.map((print) => inside + print(inside, !needsCommas(list)));
    const separator = needsCommas(list) ? `,${lineEnd}` : lineEnd;
    file.edits.appendLeft(file.lineStart(end), texts.join(separator) + (commas === "each" ? "," : "") + lineEnd);
    return;
  }
  const content = added.map((print) => print(outside, false)).join(", ");
  const text = isSpaced ? ` ${content} ` : content;
  const isInside = (comment: CodeRange) => (comment.start ?? 0) >= start && (comment.end ?? 0) <= end;
  if (file.comments.some((each) => isInside(each) && !file.isRemoved(each.start ?? 0))) {
    file.edits.appendLeft(end, text);
  } else {
    file.replace(start, end, text);
  }
}

/** Adds items to a one-line block, and writes the block on several lines. */
function insertIntoLine(file: CodeFile, list: SeparatedItems, only: CodeRange, added: readonly PrintItem[]): void {
  const { start, end } = list;
  const outside = file.indentationAt(start);
  const inside = outside + file.indentationUnit;
  const [from, to] = [only.start ?? start, only.end ?? end];
  const lines = added.map((print) => file.lineEnd + inside + print(inside, true));
  const between = file.text.slice(to, end).trimEnd();
  file.replace(start, from, file.lineEnd + inside);
  file.replace(to, end, between + lines.join("") + file.lineEnd + outside);
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
    // The last item keeps its comma, so that the comma of the item before it is removed instead.
    file.remove(startOfSeparator(file, previousEnd, from), comma === undefined ? after : (item.end ?? 0));
  } else {
    file.remove(from, startOfNext(file, list, index, after));
  }
  removeLastComma(file, list);
}

/** Removes the comma after the last item, where the language accepts none. */
function removeLastComma(file: CodeFile, { items, end, commas }: SeparatedItems): void {
  const last = items.findLast(({ start }) => !file.isRemoved(start ?? 0));
  const comma = commas === "between" && last ? findComma(file, last.end ?? 0, end) : undefined;
  if (comma !== undefined) {
    file.remove(comma, comma + 1);
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

function remainingText(file: CodeFile, start: number, end: number): string {
  return file.text
    .slice(start, end)
    .split("")
    .filter((_, index) => !file.isRemoved(start + index))
    .join("");
}

function findComma(file: CodeFile, from: number, end: number): number | undefined {
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
function endOfLine(file: CodeFile, from: number, end: number): number {
  const start = from + (/^[ \t]*/.exec(file.text.slice(from, end))?.[0].length ?? 0);
  const after = file.comments.find((each) => each.start === start)?.end ?? from;
  return after <= end && /^[ \t]*\r?\n/.test(file.text.slice(after)) ? after : from;
}
