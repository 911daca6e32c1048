import type { Node } from "@babel/types";
import type { ProgramFile } from "./program-file";
import type { CallNode } from "./syntax";

/** The items between two brackets: properties, elements or arguments. */
interface SeparatedItems {
  readonly items: readonly Node[];
  /** Offset after the opening bracket. */
  readonly start: number;
  /** Offset of the closing bracket. */
  readonly end: number;
  /** True if a space separates the brackets from the items of one line: `{ a: 1 }`. */
  readonly isSpaced: boolean;
}

/** Returns the arguments of a call. A call of `new X` without brackets has no place for arguments. */
export function argumentsOf(file: ProgramFile, call: CallNode): SeparatedItems {
  const from = (call.typeParameters ?? call.callee).end ?? 0;
  const start = file.text.indexOf("(", from) + 1;
  return { items: call.arguments, start, end: (call.end ?? 0) - 1, isSpaced: false };
}

export function itemsOf(node: Node, items: readonly Node[]): SeparatedItems {
  const isSpaced = node.type === "ObjectExpression";
  return { items, start: (node.start ?? 0) + 1, end: (node.end ?? 0) - 1, isSpaced };
}

/** Code of a new item. Its further lines begin with the given indentation. */
type PrintItem = (indentation: string) => string;

/** Adds items after an item, or before the first one with the index -1. */
export function insertItems(
  file: ProgramFile,
  { items, start, end, isSpaced }: SeparatedItems,
  index: number,
  added: readonly PrintItem[],
): void {
  const [first] = items;
  if (!first) {
    insertIntoEmpty(file, { start, end, isSpaced }, added);
    return;
  }
  const { lineEnd } = file.style;
  const isSpread = file.text.slice(start, first.start ?? start).includes("\n");
  const indentation = file.indentationAt(isSpread ? (first.start ?? 0) : start);
  const texts = added.map((print) => print(indentation));
  const before = items[index];
  if (!before) {
    const separator = isSpread ? `,${lineEnd}${indentation}` : ", ";
    file.edits.appendLeft(first.start ?? 0, texts.map((text) => text + separator).join(""));
    return;
  }
  const last = before.end ?? 0;
  const comma = findComma(file, last, end);
  if (!isSpread) {
    file.edits.appendLeft(last, texts.map((text) => `, ${text}`).join(""));
    return;
  }
  if (comma === undefined) {
    file.edits.appendLeft(last, ",");
  }
  const place = endOfLine(file, comma === undefined ? last : comma + 1, end);
  const isLast = index === items.length - 1;
  const lines = texts.map((text, position) => {
    const hasComma = position < texts.length - 1 || !isLast || comma !== undefined;
    return `${lineEnd}${indentation}${text}${hasComma ? "," : ""}`;
  });
  file.edits.appendLeft(place, lines.join(""));
}

function insertIntoEmpty(
  file: ProgramFile,
  { start, end, isSpaced }: Omit<SeparatedItems, "items">,
  added: readonly PrintItem[],
): void {
  const content = added.map((print) => print(file.indentationAt(start))).join(", ");
  const text = isSpaced ? ` ${content} ` : content;
  if (start < end && file.text.slice(start, end).trim() === "") {
    file.edits.overwrite(start, end, text);
    return;
  }
  file.edits.appendLeft(end, text);
}

/** Removes an item with its comma, and with its line if the line contains nothing else. */
export function removeItem(file: ProgramFile, { items, end }: SeparatedItems, index: number): void {
  const item = items[index];
  if (!item) {
    return;
  }
  const [from, to] = [item.start ?? 0, item.end ?? 0];
  const comma = findComma(file, to, end);
  const after = comma === undefined ? to : comma + 1;
  const lineStart = file.lineStart(from);
  const rest = /^[ \t]*(?:\r\n|\n)/.exec(file.text.slice(after))?.[0];
  if (file.text.slice(lineStart, from).trim() === "" && rest !== undefined) {
    file.edits.remove(lineStart, after + rest.length);
    return;
  }
  const following = items[index + 1];
  if (following) {
    file.edits.remove(from, following.start ?? after);
    return;
  }
  const previous = items[index - 1];
  file.edits.remove(previous?.end ?? from, to);
}

/** Returns the offset of the comma after an item. */
function findComma(file: ProgramFile, from: number, end: number): number | undefined {
  for (let offset = from; offset < end; offset++) {
    const comment = file.comments.find((each) => each.start === offset);
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

/** Returns the end of the line if only comments follow, so that a comment stays next to its item. */
function endOfLine(file: ProgramFile, from: number, end: number): number {
  const rest = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/[ \t]*)?(?=\r?\n)/.exec(file.text.slice(from, end))?.[0];
  return from + (rest === undefined ? 0 : rest.trimEnd().length);
}
