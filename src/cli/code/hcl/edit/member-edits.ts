import { endOfLine, findComma, removeItem } from "../../edits/list-edits";
import { hclKey } from "../../text/code-text";
import type { Entry } from "../../text/expression";
import { opensBracket } from "../print/hcl-printer";
import type { HclFile, MemberSyntax } from "./hcl-file";
import { printValue } from "./print-value";

/** The attributes of a block, or the elements of an object. */
export interface MemberList {
  readonly file: HclFile;
  readonly members: readonly MemberSyntax[];
  /** Offset after the opening brace. */
  readonly start: number;
  /** Offset of the closing brace. */
  readonly end: number;
  /** True for a block, which has one attribute per line. */
  readonly isBlock: boolean;
}

/** Removes a member with its line and its own comments. */
export function removeMember({ file, members, start, end }: MemberList, member: MemberSyntax): void {
  removeItem(file, { items: members, start, end, isSpaced: true }, members.indexOf(member));
}

/** Adds members after the last one, in its form. */
export function insertMembers(list: MemberList, entries: readonly Entry[]): void {
  const { file, members, end } = list;
  const last = members.findLast(({ start }) => !file.isRemoved(start));
  if (!last) {
    insertIntoEmpty(list, entries);
    return;
  }
  if (list.isBlock && !file.text.slice(list.start, last.start).includes("\n")) {
    insertIntoLine(list, last, entries);
    return;
  }
  const indentation = file.indentationAt(last.start);
  if (isOnOneLine(list)) {
    const texts = entries.map((entry) => `, ${memberText(list, entry, last, { indentation, hasHeredocs: false })}`);
    file.edits.appendLeft(last.end, texts.join(""));
    return;
  }
  const comma = list.isBlock ? undefined : findComma(file, last.end, end);
  const place = endOfLine(file, comma === undefined ? last.end : comma + 1, end);
  const endsLine = /^[ \t]*\r?\n/.test(file.text.slice(place));
  const hasHeredocs = comma === undefined && endsLine;
  const lines = entries.map((entry) => {
    const text = memberText(list, entry, last, { indentation, hasHeredocs });
    return `${file.lineEnd}${indentation}${text}${comma === undefined ? "" : ","}`;
  });
  file.edits.appendLeft(place, lines.join(""));
}

/** Adds attributes to a block on one line, which can contain only one attribute. */
function insertIntoLine(list: MemberList, last: MemberSyntax, entries: readonly Entry[]): void {
  const { file, start, end } = list;
  const outside = file.indentationAt(start);
  const inside = outside + file.indentationUnit;
  const lines = entries.map((entry) => {
    return file.lineEnd + inside + memberText(list, entry, last, { indentation: inside, hasHeredocs: true });
  });
  const between = file.text.slice(last.end, end).trimEnd();
  file.replace(start, last.start, file.lineEnd + inside);
  file.replace(last.end, end, between + lines.join("") + file.lineEnd + outside);
}

function isOnOneLine({ file, members: [first], start, isBlock }: MemberList): boolean {
  return !isBlock && first !== undefined && !file.text.slice(start, first.start).includes("\n");
}

interface MemberPlace {
  readonly indentation: string;
  readonly hasHeredocs: boolean;
}

/** Prints a member with the separator and the alignment of the last one. */
function memberText(list: MemberList, entry: Entry, last: MemberSyntax, place: MemberPlace): string {
  const { file } = list;
  const key = hclKey(entry.key);
  const value = printValue(file, entry, place);
  const separator = file.text.slice(last.keyEnd, last.value.start);
  if (/^[ \t]*:[ \t]*$/.test(separator)) {
    return `${key}${separator}${value}`;
  }
  const width = opensBracket(value.split(file.lineEnd)) || isOnOneLine(list) ? 0 : alignedWidth(list, last);
  return `${key.padEnd(width)} = ${value}`;
}

/** Returns the width of the keys above the end of a list, if their equals signs are aligned. */
function alignedWidth({ file, members }: MemberList, last: MemberSyntax): number {
  const group: MemberSyntax[] = [];
  for (const member of members.slice(0, members.indexOf(last) + 1).reverse()) {
    const next = group.at(-1);
    const isSingleLine = !file.text.slice(member.start, member.end).includes("\n");
    if (!isSingleLine || (next && file.lineAt(member.start) + 1 !== file.lineAt(next.start))) {
      break;
    }
    group.push(member);
  }
  const widths = new Set(group.map((member) => file.text.indexOf("=", member.keyEnd) - member.start - 1));
  const [width = 0] = widths;
  return widths.size === 1 ? width : 0;
}

function insertIntoEmpty({ file, members, start, end }: MemberList, entries: readonly Entry[]): void {
  const outside = file.indentationAt(start);
  const inside = outside + file.indentationUnit;
  const hasComment = file.comments.some((each) => (each.start ?? 0) >= start && (each.end ?? 0) <= end);
  const isSpread = file.text.slice(start, members[0]?.start ?? end).includes("\n");
  const texts = entries.map((entry) => {
    const place = { indentation: isSpread ? inside : outside, hasHeredocs: isSpread };
    return `${hclKey(entry.key)} = ${printValue(file, entry, place)}`;
  });
  const lines = texts.map((text) => `${inside}${text}${file.lineEnd}`).join("");
  const content = isSpread ? `${file.lineEnd}${lines}${outside}` : ` ${texts.join(", ")} `;
  if (hasComment) {
    // The closing brace begins a line after a comment of the form that ends with its line.
    file.edits.appendLeft(isSpread ? file.lineStart(end) : end, isSpread ? lines : content);
  } else {
    file.replace(start, end, content);
  }
}
