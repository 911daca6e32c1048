import { jsonIn } from "../../../../client/json";
import {
  type Composite,
  code as codeExpression,
  type Expression,
  isSameExpression,
  list,
  literal,
} from "../../text/expression";
import { editMembers, editTuple } from "./edit-composite";
import { HclCodeEditor } from "./hcl-code-editor";
import type { BlockSyntax } from "./hcl-file";
import { type HclNode, unwrapped } from "./hcl-syntax";
import { readCall } from "./literal";
import { tupleItems } from "./parts";
import { CONVERSIONS, isPure } from "./pure-hcl";
import { reasonFor } from "./reasons";

/** Edits the literals of one object in one file. */
export class HclEditor extends HclCodeEditor {
  /** Adds, changes and removes attributes of a block. */
  editBlock(block: BlockSyntax, old: Composite, wanted: Composite): void {
    const { attributes: members, start, end } = block;
    editMembers(this, { file: this.file, members, start, end, isBlock: true }, old, wanted, "");
  }

  override edit(node: HclNode, old: Expression | undefined, wanted: Expression, prop: string): void {
    if (isSameExpression(old, wanted)) {
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
      this.replace(found, wanted, prop);
    } else {
      this.refuse(found, prop, reasonFor(found, this.file));
    }
  }

  /** Edits the parts of an object or a list. Returns false if the code has another form than the value. */
  #editParts(node: HclNode, old: Expression | undefined, wanted: Expression, prop: string): boolean {
    if (node.type === "object" && wanted.kind === "object" && (!old || old.kind === "object")) {
      const members = this.file.elementsOf(node);
      const [start, end] = [node.start + 1, node.end - 1];
      editMembers(this, { file: this.file, members, start, end, isBlock: false }, old, wanted, prop);
      return true;
    }
    const items = node.type === "tuple" && tupleItems(node).length === 0 ? list([]) : old;
    if (node.type === "tuple" && wanted.kind === "list" && items?.kind === "list") {
      editTuple(this, node, items, wanted, prop);
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
    if (node.type !== "expression" || this.context.addresses.idAt(code) === undefined) {
      return false;
    }
    const [, type] = /^(?:data\s*\.\s*)?(\w+)/.exec(code) ?? [];
    const isTile = /\.tile_ids\s*\[/.test(code);
    const known =
      wanted.kind === "text" ? this.context.addresses.addressOf(wanted.value, isTile ? undefined : type) : undefined;
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

  /** Edits the definition of a local value that is used in exactly one place. */
  #editLocal(node: HclNode, old: Expression | undefined, wanted: Expression, prop: string): boolean {
    const [, name] = /^local\s*\.\s*([\p{L}_][\p{L}\p{N}_-]*)$/u.exec(this.file.textOf(node)) ?? [];
    if (name === undefined) {
      return false;
    }
    const local = this.context.module.localUsedOnce(name);
    if (typeof local === "string") {
      this.refuse(node, prop, local);
    } else {
      new HclEditor(local.file, this.context, this.results).edit(local.member.value, old, wanted, prop);
    }
    return true;
  }
}

/** Returns the value of a text in JSON; undefined for any other value. */
function jsonOf(value: Expression | undefined): Expression | undefined {
  const json = value?.kind === "text" ? jsonIn(value.value) : undefined;
  return json === undefined ? undefined : literal(json, { keepsNull: true });
}
