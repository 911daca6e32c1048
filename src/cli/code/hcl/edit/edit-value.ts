import { jsonIn } from "../../../../client/json";
import { type ListCode, type ObjectCode, ValueEditor } from "../../edits/edit-value";
import type { PrintItem } from "../../edits/list-edits";
import { hclKey, indentation as indentationOf } from "../../text/code-text";
import { type Composite, code as codeExpression, type Entry, type Expression, literal } from "../../text/expression";
import { HclPrinter, opensBracket } from "../print/hcl-printer";
import type { KnownAddresses } from "./configuration";
import type { BlockSyntax, HclFile, MemberSyntax } from "./hcl-file";
import { type HclNode, tupleItems, unwrapped } from "./hcl-syntax";
import { hclLiteral, readCall } from "./literal";
import { CONVERSIONS, holdsHeredoc, isPure, reasonFor } from "./pure-hcl";

/** An object or a block. */
interface MemberList extends ObjectCode<HclNode> {
  readonly items: readonly MemberSyntax[];
}

/** Edits the literals of one object in one file. */
export class HclEditor extends ValueEditor<HclNode> {
  protected override readonly unmatchedList = "The list does not have one literal for each value.";
  protected override unwrap(node: HclNode): HclNode {
    return unwrapped(node);
  }

  constructor(
    private readonly file: HclFile,
    private readonly addresses: KnownAddresses,
  ) {
    super(file);
  }

  editBlock({ attributes: items, start, end }: BlockSyntax, old: Composite, wanted: Composite): void {
    this.editMembers({ items, start, end, isSpaced: true, commas: "none" }, old, wanted, "");
  }

  protected override objectAt(node: HclNode): MemberList | undefined {
    const items = node.type === "object" ? this.file.elementsOf(node) : undefined;
    return items && { items, start: node.start + 1, end: node.end - 1, isSpaced: true, commas: "optional" };
  }

  protected override listAt(node: HclNode): ListCode<HclNode> | undefined {
    const items = node.type === "tuple" ? tupleItems(node) : undefined;
    const isFixed = items?.some(holdsHeredoc) === true;
    return items && { items, start: node.start + 1, end: node.end - 1, isSpaced: false, isFixed };
  }

  protected override editOwnForm(
    node: HclNode,
    old: Expression | undefined,
    wanted: Expression,
    prop: string,
  ): boolean {
    return this.#editArgument(node, old, wanted, prop) || this.#editReference(node, wanted, prop);
  }

  /** Edits the argument of a function whose result has the meaning of the argument. */
  #editArgument(node: HclNode, old: Expression | undefined, wanted: Expression, prop: string): boolean {
    if (node.type !== "function_call") {
      return false;
    }
    const { name, args } = readCall(node, this.file.text);
    const [argument] = args;
    if (!argument || args.length > 1) {
      return false;
    }
    if (CONVERSIONS.has(name)) {
      this.edit(argument, old, wanted, prop);
      return true;
    }
    const [before, after] = name === "jsonencode" ? [jsonOf(old), jsonOf(wanted)] : [];
    if (!before || !after) {
      return false;
    }
    this.edit(argument, before, after, prop);
    return true;
  }

  /** Replaces the address of an object by that of another one. */
  #editReference(node: HclNode, wanted: Expression, prop: string): boolean {
    const code = this.file.textOf(node);
    if (node.type !== "expression" || this.addresses.idAt(code) === undefined) {
      return false;
    }
    const [, type] = /^(?:data\s*\.\s*)?(\w+)/.exec(code) ?? [];
    const isTile = /\.tile_ids\s*\[/.test(code);
    const known =
      wanted.kind === "text" ? this.addresses.addressOf(wanted.value, isTile ? undefined : type) : undefined;
    const address = known === undefined ? wanted : codeExpression(known);
    if (address.kind !== "code") {
      this.refuse(
        node,
        prop,
        `The value comes from "${code}", and the configuration declares no object with the new ID.`,
      );
    } else {
      this.replace(node, address, prop);
    }
    return true;
  }

  protected override obstacleAt(node: HclNode): string | undefined {
    return isPure(node, this.file) ? undefined : reasonFor(node, this.file);
  }

  protected override removalObstacle(value: HclNode): string | undefined {
    const isReference = this.addresses.idAt(this.file.textOf(value)) !== undefined;
    return isReference || isPure(value, this.file, true) ? undefined : reasonFor(value, this.file);
  }

  protected override describeHidden(): string {
    return "The code has a computed key, which may be this attribute.";
  }

  protected override isValueOf(element: HclNode, value: Expression): boolean {
    return value.kind === "text"
      ? hclLiteral(element, this.file.text)?.value === value.value
      : value.kind === "code" && this.file.textOf(element) === value.code;
  }

  protected override overwrite(node: HclNode, wanted: Expression, prop: string): void {
    const { file } = this;
    const isText = typeof hclLiteral(node, file.text)?.value === "string" && !holdsHeredoc(node);
    const endsLine = /^[ \t]*(?:\r?\n|$)/.test(file.text.slice(node.end));
    const place = { indentation: file.indentationAt(node.start), hasHeredocs: endsLine && !isText };
    const key = prop.slice(prop.lastIndexOf(".") + 1);
    file.replace(node.start, node.end, printValue(file, { key, value: wanted }, place));
  }

  protected override printItem(value: Expression): PrintItem {
    return (indentation) => printValue(this.file, { key: "", value }, { indentation, hasHeredocs: false });
  }

  protected override printMember(entry: Entry, list: MemberList): PrintItem {
    return (indentation, hasHeredocs) => printMember(this.file, list, entry, { indentation, hasHeredocs });
  }
}

/** Returns the value of a text in JSON; undefined for any other value. */
function jsonOf(value: Expression | undefined): Expression | undefined {
  const json = value?.kind === "text" ? jsonIn(value.value) : undefined;
  return json === undefined ? undefined : literal(json, { keepsNull: true });
}

interface ValuePlace {
  /** White space before the further lines of the value. */
  readonly indentation: string;
  /** False if other code follows on the last line of the value, which would be a part of the heredoc. */
  readonly hasHeredocs: boolean;
}

/** Prints the value of an entry with the indentation and the line ends of a file. */
function printValue(file: HclFile, entry: Entry, { indentation, hasHeredocs }: ValuePlace): string {
  // The line ends of a file are part of its heredocs.
  const style = { unit: indentationOf(file.indentationUnit), hasHeredocs: hasHeredocs && file.lineEnd === "\n" };
  return new HclPrinter(style).valueLines(entry, indentationOf(indentation)).join(file.lineEnd);
}

/** Prints a member with the separator and the alignment of the last one in a list. */
function printMember(file: HclFile, list: MemberList, entry: Entry, place: ValuePlace): string {
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
