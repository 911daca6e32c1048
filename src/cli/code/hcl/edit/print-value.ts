import type { SeparatedItems } from "../../edits/list-edits";
import { indentation as asIndentation, hclKey } from "../../text/code-text";
import type { Entry } from "../../text/expression";
import { HclPrinter, opensBracket } from "../print/hcl-printer";
import type { HclFile, MemberSyntax } from "./hcl-file";

interface ValuePlace {
  /** White space before the further lines of the value. */
  readonly indentation: string;
  /** False if other code follows on the last line of the value, which would be a part of the heredoc. */
  readonly hasHeredocs: boolean;
}

/** Prints the value of an entry with the indentation and the line ends of a file. */
export function printValue(file: HclFile, entry: Entry, { indentation, hasHeredocs }: ValuePlace): string {
  // The line ends of a file are part of its heredocs.
  const style = { unit: asIndentation(file.indentationUnit), hasHeredocs: hasHeredocs && file.lineEnd === "\n" };
  return new HclPrinter(style).valueLines(entry, asIndentation(indentation)).join(file.lineEnd);
}

/** The attributes of a block, or the elements of an object. */
interface MemberList extends SeparatedItems {
  readonly items: readonly MemberSyntax[];
}

/** Prints a member with the separator and the alignment of the last one in a list. */
export function printMember(file: HclFile, list: MemberList, entry: Entry, place: ValuePlace): string {
  const key = hclKey(entry.key);
  const value = printValue(file, entry, place);
  const last = list.items.findLast(({ start }) => !file.isRemoved(start));
  if (!last) {
    return `${key} = ${value}`;
  }
  const separator = file.text.slice(last.keyEnd, last.value.start);
  if (/^[ \t]*:[ \t]*$/.test(separator)) {
    return `${key}${separator}${value}`;
  }
  const isOnOneLine = !file.text.slice(list.start, list.items[0]?.start).includes("\n");
  const isAligned = !opensBracket(value.split(file.lineEnd)) && !(isOnOneLine && list.commas === "optional");
  return `${key.padEnd(isAligned ? alignedWidth(file, list.items, last) : 0)} = ${value}`;
}

/** Returns the width of the keys above the end of a list, if their equals signs are aligned. */
function alignedWidth(file: HclFile, members: readonly MemberSyntax[], last: MemberSyntax): number {
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
