import type { Identifier, Node } from "@babel/types";
import { evaluateText } from "../../../../constructs/verbatim";
import { type ListCode, type MemberCode, type ObjectCode, type Results, ValueEditor } from "../../edits/edit-value";
import { insertItems, type PrintItem, removeItem } from "../../edits/list-edits";
import { type CallExpression, type Entry, type Expression, isSameExpression } from "../../text/expression";
import type { FileScope } from "./file-scope";
import { describeOrigin, initializerOf, isNameOf, isPureCode } from "./pure-code";
import { argumentsOf, type CallNode, isCall, itemsOf, literalValue, propertyName, unwrap } from "./typescript-syntax";

/** Edits the literals of one object in one file. */
export class ExpressionEditor extends ValueEditor<Node> {
  protected override readonly unmatchedList: string = "The list does not have one element for each value.";
  protected override unwrap(node: Node): Node {
    return unwrap(node);
  }

  constructor(
    readonly scope: FileScope,
    results?: Results,
  ) {
    super(scope.file, results);
  }

  protected override objectAt(node: Node): ObjectCode<Node> | undefined {
    if (node.type !== "ObjectExpression") {
      return undefined;
    }
    const items = node.properties.map((each): MemberCode<Node> => {
      const { start, end } = each;
      return { start, end, key: propertyName(each), value: each.type === "ObjectProperty" ? each.value : undefined };
    });
    return { ...itemsOf(node), items };
  }

  protected override listAt(node: Node): ListCode<Node> | undefined {
    if (node.type !== "ArrayExpression") {
      return undefined;
    }
    const items = node.elements.filter((each) => each !== null);
    return { ...itemsOf(node), items, isPartial: items.some(({ type }) => type === "SpreadElement") };
  }

  protected override editOwnForm(node: Node, old: Expression | undefined, wanted: Expression, prop: string): boolean {
    if (old && isNameOf(node, old)) {
      this.replace(node, wanted, prop);
    } else if (node.type === "Identifier" && node.name !== "undefined") {
      this.#editConstant(node, old, wanted, prop);
    } else if (old?.kind !== "call") {
      return false;
    } else if (isCall(node) && wanted.kind === "call" && this.scope.isHelper(node, old.callee)) {
      this.#editCall(node, old, wanted, prop);
    } else if (!isCall(node) && old.plain) {
      this.edit(node, old.plain, wanted.kind === "call" && wanted.plain ? wanted.plain : wanted, prop);
    } else {
      return false;
    }
    return true;
  }

  /** Edits the initializer of a constant that is used in exactly one place. */
  #editConstant(node: Identifier, old: Expression | undefined, wanted: Expression, prop: string): void {
    const init = initializerOf(node, this.scope.file);
    if (typeof init === "string") {
      this.refuse(node, prop, init);
    } else {
      this.edit(init, old, wanted, prop);
    }
  }

  #editCall(node: CallNode, old: CallExpression, wanted: CallExpression, prop: string): void {
    const { file } = this.scope;
    if (old.callee !== wanted.callee) {
      file.edits.overwrite(node.callee.start ?? 0, node.callee.end ?? 0, this.scope.useCallee(wanted.callee));
      file.noteComment(node.end ?? 0);
      this.edited.push(prop);
    }
    for (const [index, given] of node.arguments.entries()) {
      const [before, after] = [old.args[index], wanted.args[index]];
      if (isSameExpression(before, after)) {
        continue;
      }
      const reason = after ? undefined : this.removalObstacle(given);
      if (after) {
        this.edit(given, before, after, prop);
      } else if (reason !== undefined) {
        this.refuse(given, prop, reason);
      } else {
        removeItem(file, argumentsOf(file, node), index);
        this.edited.push(prop);
      }
    }
    const added = wanted.args.slice(node.arguments.length).filter((each, index) => {
      return !isSameExpression(each, old.args[node.arguments.length + index]);
    });
    if (added.length > 0) {
      const print = added.map((each) => this.printItem(each));
      insertItems(file, argumentsOf(file, node), node.arguments.length - 1, print);
      this.edited.push(prop);
    }
  }

  protected override obstacleAt(node: Node, old: Expression | undefined): string | undefined {
    if (this.#hasOtherText(node, old)) {
      return "The code has another value than the plan. The recorded position may be out of date.";
    }
    return isPureCode(node, this.scope) ? undefined : describeOrigin(node);
  }

  /** Returns true for a literal whose text differs from the plan. Helpers can convert their arguments. */
  #hasOtherText(node: Node, old: Expression | undefined): boolean {
    const parent = this.scope.file.parentOf(node);
    const given = literalValue(node)?.value;
    if (old?.kind !== "text" || typeof given !== "string" || (parent && isCall(parent))) {
      return false;
    }
    return ![old.value, undefined].includes(evaluateText(given));
  }

  protected override removalObstacle(value: Node): string | undefined {
    return isPureCode(value, this.scope, true) ? undefined : describeOrigin(unwrap(value));
  }

  protected override describeHidden(member: MemberCode<Node>): string {
    const isSpread = this.scope.file.text.startsWith("...", member.start ?? 0);
    return isSpread ? "The value comes from a spread." : super.describeHidden(member);
  }

  protected override isValueOf(element: Node, value: Expression): boolean {
    return value.kind === "text" ? literalValue(element)?.value === value.value : isNameOf(element, value);
  }

  protected override overwrite(node: Node, wanted: Expression): void {
    const { file } = this.scope;
    const [start, end] = [node.start ?? 0, node.end ?? 0];
    const parent = file.parentOf(node);
    const code =
      node.type === "TemplateLiteral" && wanted.kind === "text"
        ? this.scope.printTemplate(wanted.value)
        : this.scope.print(wanted, file.indentationAt(start));
    const isShorthand = parent?.type === "ObjectProperty" && parent.shorthand && parent.value === node;
    if (isShorthand && node.type === "Identifier") {
      file.edits.appendLeft(end, `: ${code}`);
    } else {
      file.replace(start, end, code);
    }
  }

  protected override printItem(value: Expression): PrintItem {
    return (indentation) => this.scope.print(value, indentation);
  }

  protected override printMember(entry: Entry): PrintItem {
    return (indentation) => this.scope.printEntry(entry, indentation);
  }
}

/** Returns the reason why the value of a node cannot be replaced; undefined if it can. */
export function findObstacle(node: Node, scope: FileScope): string | undefined {
  const found = unwrap(node);
  const init = found.type === "Identifier" ? initializerOf(found, scope.file) : found;
  if (typeof init === "string") {
    return init;
  }
  return isPureCode(init, scope) ? undefined : describeOrigin(unwrap(init));
}
