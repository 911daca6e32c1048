import { isDeepStrictEqual } from "node:util";
import { jsonIn } from "../../../client/json";
import {
  type Composite,
  code as codeExpression,
  type Entry,
  type Expression,
  type List,
  list,
  object,
  text,
} from "../../import/text/expression";
import { scalar } from "../../import/text/source-text";
import { listChanges } from "../list-changes";
import { insertItems, removeItem } from "../list-edits";
import type { Obstacle } from "../obstacle";
import { addedProp, removedProp } from "../obstacle";
import type { HclModule } from "./configuration";
import type { BlockSyntax, HclFile, MemberSyntax } from "./hcl-file";
import type { KnownAddresses } from "./known-addresses";
import { hclLiteral, readCall } from "./literal";
import { CONVERSIONS, holdsHeredoc, isPure, isRemovable } from "./literal-code";
import { insertMembers, type MemberList, removeMember } from "./member-edits";
import { tupleItems } from "./parts";
import { printHeredoc, printValue } from "./print-value";
import { reasonFor } from "./reasons";
import { type HclNode, nodesOf, unwrapped } from "./syntax";

/** The module of an object, and the ids that its code can refer to. */
interface HclContext {
  readonly module: HclModule;
  readonly addresses: KnownAddresses;
}

/** Results of edits, which all editors of one object share. */
interface Results {
  readonly edited: string[];
  readonly obstacles: Obstacle[];
}

/** Edits the literals of one object in one file. */
export class HclEditor {
  constructor(
    private readonly file: HclFile,
    private readonly context: HclContext,
    readonly results: Results = { edited: [], obstacles: [] },
  ) {}

  /** Adds, changes and removes attributes of a block. */
  editBlock(block: BlockSyntax, old: Composite, wanted: Composite): void {
    const { attributes: members, start, end } = block;
    this.#editMembers({ file: this.file, members, start, end, isBlock: true }, old, wanted, "");
  }

  /**
   * Changes an expression so that it has a new value. Equal parts stay byte-identical.
   * @param old the value of the expression
   */
  #edit(node: HclNode, old: Expression | undefined, wanted: Expression, prop: string): void {
    if (isSame(old, wanted)) {
      return;
    }
    const found = unwrapped(node);
    const isEdited =
      this.#editParts(found, old, wanted, prop) ||
      this.#editArgument(found, old, wanted, prop) ||
      this.#editReference(found, wanted, prop) ||
      this.#editLocal(found, old, wanted, prop);
    if (isEdited) {
      return;
    }
    if (isPure(found, this.file)) {
      this.#replace(found, wanted, prop);
    } else {
      this.#refuse(found, prop, reasonFor(found, this.file));
    }
  }

  /** Edits the parts of an object or a list. Returns false if the code has another form than the value. */
  #editParts(node: HclNode, old: Expression | undefined, wanted: Expression, prop: string): boolean {
    if (node.type === "object" && wanted.kind === "object" && (!old || old.kind === "object")) {
      const members = this.file.elementsOf(node);
      const [start, end] = [node.start + 1, node.end - 1];
      this.#editMembers({ file: this.file, members, start, end, isBlock: false }, old, wanted, prop);
      return true;
    }
    const items = node.type === "tuple" && tupleItems(node).length === 0 ? list([]) : old;
    if (node.type === "tuple" && wanted.kind === "list" && items?.kind === "list") {
      this.#editList(node, items, wanted, prop);
      return true;
    }
    return false;
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
      this.#edit(argument, old, wanted, prop);
      return true;
    }
    const [before, after] = name === "jsonencode" ? [jsonOf(old), jsonOf(wanted)] : [];
    if (!before || !after) {
      return false;
    }
    this.#edit(argument, before, after, prop);
    return true;
  }

  /** Replaces the address of an object by that of another one. */
  #editReference(node: HclNode, wanted: Expression, prop: string): boolean {
    const code = this.file.textOf(node);
    if (node.type !== "expression" || this.context.addresses.idAt(code) === undefined) {
      return false;
    }
    const [, type] = /^(?:data\s*\.\s*)?(\w+)/.exec(code) ?? [];
    const isTile = /\.tile_ids\s*\[/.test(code);
    const known =
      wanted.kind === "text" ? this.context.addresses.addressOf(wanted.value, isTile ? undefined : type) : undefined;
    const address = known === undefined ? wanted : codeExpression(known);
    if (address.kind !== "code") {
      this.#refuse(
        node,
        prop,
        `The value comes from "${code}", and the configuration declares no object with the new ID.`,
      );
    } else {
      this.#replace(node, address, prop);
    }
    return true;
  }

  /** Edits the definition of a local value that is used in exactly one place. */
  #editLocal(node: HclNode, old: Expression | undefined, wanted: Expression, prop: string): boolean {
    const [, name] = /^local\s*\.\s*([\p{L}_][\p{L}\p{N}_-]*)$/u.exec(this.file.textOf(node)) ?? [];
    if (name === undefined) {
      return false;
    }
    const local = this.context.module.localUsedOnce(name);
    if (typeof local === "string") {
      this.#refuse(node, prop, local);
    } else {
      new HclEditor(local.file, this.context, this.results).#edit(local.member.value, old, wanted, prop);
    }
    return true;
  }

  #editMembers(members: MemberList, old: Composite | undefined, wanted: Composite, prop: string): void {
    const [before, after] = [old, wanted].map((each) => new Map(each?.entries.map((entry) => [entry.key, entry])));
    const added: Entry[] = [];
    for (const key of new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])) {
      const [from, to] = [before?.get(key), after?.get(key)];
      if (isSame(from?.value, to?.value)) {
        continue;
      }
      const place = prop === "" ? key : `${prop}.${key}`;
      const member = members.members.findLast((each) => each.key === key);
      if (!member) {
        this.#addMember(members, from, to, place, added);
      } else if (to) {
        this.#edit(member.value, from?.value, to.value, place);
      } else {
        this.#removeMember(members, member, place);
      }
    }
    if (added.length > 0) {
      insertMembers(members, added);
    }
  }

  #addMember(
    { file, members, start, isBlock }: MemberList,
    from: Entry | undefined,
    to: Entry | undefined,
    prop: string,
    added: Entry[],
  ): void {
    const computed = isBlock ? undefined : members.find(({ key }) => key === undefined);
    if (computed && from) {
      this.#refuse(computed, prop, "The code has a computed key, which may be this attribute.");
    } else if (to) {
      added.push(to);
      this.results.edited.push(/^tiles\.[^.]+$/.test(prop) ? addedProp(prop) : prop);
    } else {
      const reason = "The code does not contain the value, so it cannot be removed.";
      this.results.obstacles.push({ prop, file: file.path, line: file.lineAt(start), reason });
    }
  }

  #removeMember(members: MemberList, member: MemberSyntax, prop: string): void {
    const found = unwrapped(member.value);
    const isReference = this.context.addresses.idAt(this.file.textOf(found)) !== undefined;
    if (isReference || isRemovable(found, this.file)) {
      removeMember(members, member);
      this.results.edited.push(removedProp(prop));
    } else {
      this.#refuse(found, prop, reasonFor(found, this.file));
    }
  }

  /** Edits the elements that differ. Elements are matched in order, so that an added one moves no other. */
  #editList(node: HclNode, old: List, wanted: List, prop: string): void {
    const elements = tupleItems(node);
    const changes = listChanges(old.items, wanted.items, isSame);
    const isMatched = elements.length === old.items.length;
    const movesHeredoc = changes.some(({ kind }) => kind !== "edit") && elements.some(holdsHeredoc);
    if (!isMatched || movesHeredoc) {
      if (isPure(node, this.file)) {
        this.#replace(node, wanted, prop);
      } else {
        this.#refuse(node, prop, "The list does not have one literal for each value.");
      }
      return;
    }
    const { file } = this;
    const items = { items: elements, start: node.start + 1, end: node.end - 1, isSpaced: false };
    for (const change of changes) {
      if (change.kind === "insert") {
        const print = change.values.map((value) => (indentation: string) => {
          return printValue(file, { key: "", value }, { indentation, hasHeredocs: false });
        });
        insertItems(file, items, change.after, print);
        this.results.edited.push(prop);
        continue;
      }
      const place = `${prop}[${change.index}]`;
      const element = elements[change.index];
      if (change.kind === "remove") {
        removeItem(file, items, change.index);
        this.results.edited.push(removedProp(place));
      } else if (element) {
        this.#edit(element, old.items[change.index], change.value, place);
      }
    }
  }

  #replace(node: HclNode, wanted: Expression, prop: string): void {
    const { file } = this;
    const kept = wanted.kind === "text" ? this.#replaceHeredoc(node, wanted.value) : false;
    if (!kept) {
      const isText = typeof hclLiteral(node, file.text)?.value === "string" && !holdsHeredoc(node);
      const endsLine = /^[ \t]*(?:\r?\n|$)/.test(file.text.slice(node.end));
      const place = { indentation: file.indentationAt(node.start), hasHeredocs: endsLine && !isText };
      const key = prop.slice(prop.lastIndexOf(".") + 1);
      file.edits.overwrite(node.start, node.end, printValue(file, { key, value: wanted }, place));
    }
    this.results.edited.push(prop);
  }

  /** Replaces the text of a heredoc, also in `chomp()`. Returns false if a heredoc cannot contain the text. */
  #replaceHeredoc(node: HclNode, value: string): boolean {
    const { file } = this;
    const heredoc = [...nodesOf(node)].find(({ type }) => type === "heredoc_template");
    if (!heredoc) {
      return false;
    }
    const { name } = node.type === "function_call" ? readCall(node, file.text) : { name: undefined };
    // The function must not remove a part of the new text.
    const isKept = name === "chomp" ? !/[\r\n]$/.test(value) : name === undefined || value === value.trim();
    const printed = isKept ? printHeredoc(file.textOf(heredoc), value, name !== undefined) : undefined;
    if (printed === undefined) {
      return false;
    }
    file.edits.overwrite(heredoc.start, heredoc.end, printed);
    return true;
  }

  #refuse(node: { readonly start: number }, prop: string, reason: string): void {
    const { path } = this.file;
    this.results.obstacles.push({ prop, file: path, line: this.file.lineAt(node.start), reason });
  }
}

function isSame(one: Expression | undefined, other: Expression | undefined): boolean {
  return isDeepStrictEqual(one, other);
}

/** Returns the value of a text in JSON; undefined for any other value. */
function jsonOf(value: Expression | undefined): Expression | undefined {
  const json = value?.kind === "text" ? jsonIn(value.value) : undefined;
  return json === undefined ? undefined : jsonExpression(json);
}

/** Unlike in a declaration, null is a value in JSON. */
function jsonExpression(value: unknown): Expression {
  if (typeof value === "string") {
    return text(value);
  }
  if (Array.isArray(value)) {
    return list(value.map(jsonExpression));
  }
  if (typeof value === "object" && value !== null) {
    return object(Object.entries(value).map(([key, item]) => ({ key, value: jsonExpression(item) })));
  }
  return codeExpression(scalar(value as number | boolean | null));
}
