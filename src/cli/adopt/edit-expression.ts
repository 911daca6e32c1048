import { isDeepStrictEqual } from "node:util";
import type { ArrayExpression, Identifier, Node, ObjectExpression, ObjectProperty } from "@babel/types";
import { evaluateText } from "../../constructs/verbatim";
import type { CallExpression, Composite, Entry, Expression, List } from "../import/text/expression";
import type { FileScope } from "./file-scope";
import { listChanges } from "./list-changes";
import { argumentsOf, insertItems, itemsOf, removeItem } from "./list-edits";
import { removeStatement, statementOf } from "./statements";
import { type CallNode, calleeNames, isCall, literalValue, nodesIn, propertyName, unwrap } from "./syntax";

/** A change that the code cannot adopt. */
export interface Obstacle {
  /** Prop, such as `tiles.errors.name`. */
  readonly prop: string;
  readonly file: string;
  readonly line: number;
  /** Sentence. */
  readonly reason: string;
}

/** Edits the literals of one object in one file. */
export class ExpressionEditor {
  readonly obstacles: Obstacle[] = [];
  /** Props that were edited. */
  readonly edited: string[] = [];

  constructor(readonly scope: FileScope) {}

  /**
   * Changes a node so that it has a new value. Equal parts stay byte-identical.
   * @param old the value of the node
   */
  edit(node: Node, old: Expression | undefined, wanted: Expression, prop: string): void {
    if (isSameExpression(old, wanted)) {
      return;
    }
    const found = unwrap(node);
    if (old && isNameOf(found, old)) {
      this.#replace(found, wanted, prop);
    } else if (found.type === "Identifier" && found.name !== "undefined") {
      this.#editConstant(found, old, wanted, prop);
    } else if (!this.#editParts(found, old, wanted, prop)) {
      this.#editWhole(found, old, wanted, prop);
    }
  }

  /** Edits the parts of an object, a list or a call. Returns false if the code has another form than the value. */
  #editParts(node: Node, old: Expression | undefined, wanted: Expression, prop: string): boolean {
    if (node.type === "ObjectExpression" && wanted.kind === "object" && (!old || old.kind === "object")) {
      this.#editObject(node, old, wanted, prop);
      return true;
    }
    if (node.type === "ArrayExpression" && wanted.kind === "list" && old?.kind === "list") {
      this.#editList(node, old, wanted, prop);
      return true;
    }
    if (old?.kind !== "call") {
      return false;
    }
    if (isCall(node) && wanted.kind === "call" && this.scope.isHelper(node, old.callee)) {
      this.#editCall(node, old, wanted, prop);
      return true;
    }
    if (!isCall(node) && old.plain) {
      this.edit(node, old.plain, wanted.kind === "call" && wanted.plain ? wanted.plain : wanted, prop);
      return true;
    }
    return false;
  }

  #editWhole(node: Node, old: Expression | undefined, wanted: Expression, prop: string): void {
    if (this.#hasOtherText(node, old)) {
      this.refuse(node, prop, "The code has another value than the plan. The recorded position may be out of date.");
    } else if (this.#isPure(node)) {
      this.#replace(node, wanted, prop);
    } else {
      this.refuse(node, prop, reasonFor(node));
    }
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

  /** Adds, changes and removes properties of an object literal. */
  #editObject(node: ObjectExpression, old: Composite | undefined, wanted: Composite, prop: string): void {
    const oldEntries = new Map((old?.entries ?? []).map((entry) => [entry.key, entry]));
    const wantedEntries = new Map(wanted.entries.map((entry) => [entry.key, entry]));
    const added: Entry[] = [];
    for (const key of new Set([...oldEntries.keys(), ...wantedEntries.keys()])) {
      const [before, after] = [oldEntries.get(key)?.value, wantedEntries.get(key)];
      if (isSameExpression(before, after?.value)) {
        continue;
      }
      const place = `${prop}.${key}`.replace(/^\./, "");
      const index = node.properties.findLastIndex((each) => propertyName(each) === key);
      const property = node.properties[index];
      if (property === undefined) {
        this.#addEntry(node, before, after, place, added);
      } else if (property.type !== "ObjectProperty") {
        this.refuse(property, place, "The value is a function.");
      } else if (after === undefined) {
        this.#removeProperty(node, index, property, place);
      } else {
        this.edit(property.value, before, after.value, place);
      }
    }
    this.#insertEntries(node, added);
  }

  #addEntry(
    node: ObjectExpression,
    before: Expression | undefined,
    after: Entry | undefined,
    prop: string,
    added: Entry[],
  ): void {
    const hidden = node.properties.find((each) => propertyName(each) === undefined);
    if (hidden && before !== undefined) {
      const isSpread = hidden.type === "SpreadElement";
      this.refuse(
        hidden,
        prop,
        isSpread ? "The value comes from a spread." : "The code has a computed name, which may be this prop.",
      );
      return;
    }
    if (after === undefined) {
      this.refuse(node, prop, "The code does not contain the value, so it cannot be removed.");
      return;
    }
    added.push(after);
    this.edited.push(prop);
  }

  #insertEntries(node: ObjectExpression, entries: readonly Entry[]): void {
    if (entries.length > 0) {
      const list = itemsOf(node, node.properties);
      const print = entries.map((entry) => (indentation: string) => this.scope.printEntry(entry, indentation));
      insertItems(this.scope.file, list, list.items.length - 1, print);
    }
  }

  #removeProperty(node: ObjectExpression, index: number, { value }: ObjectProperty, prop: string): void {
    if (!this.#isRemovable(value)) {
      this.refuse(value, prop, reasonFor(unwrap(value)));
      return;
    }
    removeItem(this.scope.file, itemsOf(node, node.properties), index);
    this.removeConstantsIn(value);
    this.edited.push(prop);
  }

  /** Removes the constants that only removed code uses. */
  removeConstantsIn(removed: Node): void {
    const { file } = this.scope;
    for (const node of nodesIn(removed)) {
      const isUsedOnce =
        node.type === "Identifier" && file.usesOf(node.name).length === 1 && file.usesOf(node.name)[0] === node;
      const declarator = isUsedOnce && !file.isExported(node.name) ? file.declaratorOf(node.name) : undefined;
      const declaration = declarator && file.parentOf(declarator);
      const isOnly = declaration?.type === "VariableDeclaration" && declaration.declarations.length === 1;
      if (
        isOnly &&
        declarator?.init &&
        this.#isRemovable(declarator.init) &&
        statementOf(file, declaration) === declaration
      ) {
        removeStatement(file, declaration);
        this.removeConstantsIn(declarator.init);
      }
    }
  }

  /** Edits the elements that differ. Elements are matched in order, so that an added one moves no other. */
  #editList(node: ArrayExpression, old: List, wanted: List, prop: string): void {
    const elements = node.elements.filter((each) => each !== null);
    if (elements.length !== old.items.length || elements.some(({ type }) => type === "SpreadElement")) {
      if (this.#isPure(node)) {
        this.#replace(node, wanted, prop);
      } else {
        this.refuse(node, prop, "The list does not have one element for each value.");
      }
      return;
    }
    const items = itemsOf(node, elements);
    const [oldItems, wantedItems] = inOrderOf(elements, old.items, wanted.items);
    for (const change of listChanges(oldItems, wantedItems, isSameExpression)) {
      if (change.kind === "insert") {
        const print = change.values.map((each) => (indentation: string) => this.scope.print(each, indentation));
        insertItems(this.scope.file, items, change.after, print);
        this.edited.push(prop);
        continue;
      }
      const element = elements[change.index];
      const place = `${prop}[${change.index}]`;
      if (change.kind === "remove") {
        removeItem(this.scope.file, items, change.index);
        this.edited.push(place);
      } else if (element) {
        this.edit(element, oldItems[change.index], change.value, place);
      }
    }
  }

  /** Edits the name of the helper and its arguments. */
  #editCall(node: CallNode, old: CallExpression, wanted: CallExpression, prop: string): void {
    const { file } = this.scope;
    if (old.callee !== wanted.callee) {
      file.edits.overwrite(node.callee.start ?? 0, node.callee.end ?? 0, this.scope.useCallee(wanted.callee));
      this.edited.push(prop);
    }
    const count = Math.max(old.args.length, wanted.args.length);
    const added: Expression[] = [];
    for (let index = 0; index < count; index++) {
      const [before, after] = [old.args[index], wanted.args[index]];
      if (isSameExpression(before, after)) {
        continue;
      }
      if (after && index >= node.arguments.length) {
        added.push(after);
      } else {
        this.#editArgument(node, index, before, after, prop);
      }
    }
    if (added.length > 0) {
      const list = argumentsOf(file, node);
      const print = added.map((each) => (indentation: string) => this.scope.print(each, indentation));
      insertItems(file, list, list.items.length - 1, print);
      this.edited.push(prop);
    }
  }

  #editArgument(
    node: CallNode,
    index: number,
    old: Expression | undefined,
    wanted: Expression | undefined,
    prop: string,
  ): void {
    const given = node.arguments[index];
    if (!given) {
      return;
    }
    if (wanted) {
      this.edit(given, old, wanted, prop);
    } else if (this.#isRemovable(given)) {
      removeItem(this.scope.file, argumentsOf(this.scope.file, node), index);
      this.edited.push(prop);
    } else {
      this.refuse(given, prop, reasonFor(unwrap(given)));
    }
  }

  /** Edits the initializer of a constant that is used in exactly one place. */
  #editConstant(node: Identifier, old: Expression | undefined, wanted: Expression, prop: string): void {
    const init = this.#initializerOf(node);
    if (typeof init === "string") {
      this.refuse(node, prop, init);
    } else {
      this.edit(init, old, wanted, prop);
    }
  }

  /** Returns the initializer of a constant that is used in exactly one place, or the reason why it cannot be edited. */
  #initializerOf({ name }: Identifier): Node | string {
    const { file } = this.scope;
    const declarator = file.declaratorOf(name);
    const declaration = declarator && file.parentOf(declarator);
    if (!declarator?.init || declaration?.type !== "VariableDeclaration" || declaration.kind !== "const") {
      return `The value comes from "${name}", which is not a constant of this file.`;
    }
    if (file.isExported(name)) {
      return `The value comes from the constant "${name}", which other files can use.`;
    }
    const uses = file.usesOf(name).length;
    return uses === 1
      ? declarator.init
      : `The value comes from the constant "${name}", which is used in ${uses} places.`;
  }

  /** Returns the reason why the value of a node cannot be replaced; undefined if it can. */
  findObstacle(node: Node): string | undefined {
    const found = unwrap(node);
    const init = found.type === "Identifier" ? this.#initializerOf(found) : found;
    if (typeof init === "string") {
      return init;
    }
    return this.#isPure(init) ? undefined : reasonFor(unwrap(init));
  }

  #replace(node: Node, wanted: Expression, prop: string): void {
    const { file } = this.scope;
    const parent = file.parentOf(node);
    const start = node.start ?? 0;
    const code =
      node.type === "TemplateLiteral" && wanted.kind === "text"
        ? this.scope.printTemplate(wanted.value)
        : this.scope.print(wanted, file.indentationAt(start));
    const isShorthand = parent?.type === "ObjectProperty" && parent.shorthand && parent.value === node;
    if (isShorthand && node.type === "Identifier") {
      file.edits.appendLeft(node.end ?? 0, `: ${code}`);
    } else {
      file.edits.overwrite(start, node.end ?? 0, code);
    }
    this.edited.push(prop);
  }

  /** Records a change that the code at a node cannot adopt. */
  refuse(node: Node, prop: string, reason: string): void {
    const { file } = this.scope;
    this.obstacles.push({ prop, file: file.path, line: file.lineOf(node), reason });
  }

  /** Returns true if a value contains only literals and calls of helpers. Its code can be written again. */
  #isPure(node: Node): boolean {
    const found = unwrap(node);
    const literal = literalValue(found);
    if (literal) {
      return typeof literal.value !== "string" || evaluateText(literal.value) !== undefined;
    }
    switch (found.type) {
      case "ArrayExpression":
        return found.elements.every((each) => each !== null && this.#isPure(each));
      case "ObjectExpression":
        return found.properties.every(
          (each) => each.type === "ObjectProperty" && propertyName(each) !== undefined && this.#isPure(each.value),
        );
      case "CallExpression":
        return this.scope.isAnyHelper(found) && found.arguments.every((each) => this.#isPure(each));
      default:
        return false;
    }
  }

  /** Returns true for code that has no effect except its value, and names at most objects of the program. */
  #isRemovable(node: Node): boolean {
    const found = unwrap(node);
    if (found.type === "Identifier" || found.type === "MemberExpression") {
      return calleeNames(found) !== undefined;
    }
    if (found.type === "ArrayExpression") {
      return found.elements.every((each) => each !== null && this.#isRemovable(each));
    }
    if (found.type === "ObjectExpression") {
      return found.properties.every((each) => each.type === "ObjectProperty" && this.#isRemovable(each.value));
    }
    if (found.type === "CallExpression") {
      return this.scope.isAnyHelper(found) && found.arguments.every((each) => this.#isRemovable(each));
    }
    return this.#isPure(found);
  }
}

/** Returns true for the name of an object, or its id, where the expression has the name or the id. */
function isNameOf(node: Node, expression: Expression): boolean {
  const name = calleeNames(node)?.join(".");
  return (
    expression.kind === "code" &&
    name !== undefined &&
    [expression.code, `${expression.code}.id`, expression.code.replace(/\.id$/, "")].includes(name)
  );
}

/**
 * Returns the items of a list in the order of the code, for a list without a significant order. Added items are last.
 * Lists whose elements cannot be identified keep their order.
 */
function inOrderOf(
  elements: readonly Node[],
  old: readonly Expression[],
  wanted: readonly Expression[],
): readonly [old: readonly Expression[], wanted: readonly Expression[]] {
  const isElement = (node: Node, item: Expression) =>
    item.kind === "text" ? literalValue(unwrap(node))?.value === item.value : isNameOf(unwrap(node), item);
  const ordered = elements.flatMap((node) => old.filter((item) => isElement(node, item)).slice(0, 1));
  if (new Set(ordered).size !== old.length || old.every((item, index) => item === ordered[index])) {
    return [old, wanted];
  }
  const kept = ordered.filter((item) => wanted.some((each) => isSameExpression(each, item)));
  return [ordered, [...kept, ...wanted.filter((each) => !kept.some((item) => isSameExpression(each, item)))]];
}

/** Returns true if two expressions print the same code. */
function isSameExpression(one: Expression | undefined, other: Expression | undefined): boolean {
  return isDeepStrictEqual(one, other);
}

/** Describes why code is not a literal. */
function reasonFor(node: Node): string {
  switch (node.type) {
    case "StringLiteral":
      return "The value is a Terraform expression.";
    case "TemplateLiteral":
      return "The value is a template with expressions.";
    case "SpreadElement":
      return "The value comes from a spread.";
    case "ConditionalExpression":
    case "LogicalExpression":
      return "The value depends on a condition.";
    case "CallExpression":
    case "NewExpression": {
      const names = calleeNames(node.callee)?.join(".");
      return names === undefined ? "The value comes from a function." : `The value comes from the function "${names}".`;
    }
    case "MemberExpression":
    case "OptionalMemberExpression": {
      const names = calleeNames(node)?.join(".");
      if (names?.startsWith("process.env.")) {
        return `The value comes from the environment variable "${names.slice("process.env.".length)}".`;
      }
      return names === undefined ? "The value is computed." : `The value comes from "${names}".`;
    }
    case "Identifier":
      return `The value comes from "${node.name}".`;
    default:
      return "The value is computed.";
  }
}
