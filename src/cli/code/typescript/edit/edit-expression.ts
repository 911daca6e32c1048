import type { Identifier, Node } from "@babel/types";
import { evaluateText } from "../../../../constructs/verbatim";
import { type Expression, isSameExpression } from "../../text/expression";
import { CodeEditor } from "./code-editor";
import { editCall } from "./edit-call";
import { editElements } from "./edit-elements";
import { editProperties } from "./edit-properties";
import type { FileScope } from "./file-scope";
import { initializerOf, isNameOf, isPureCode } from "./pure-code";
import { isCall, literalValue, unwrap } from "./typescript-syntax";
import { describeOrigin } from "./value-origin";

/** Edits the literals of one object in one file. */
export class ExpressionEditor extends CodeEditor {
  override edit(node: Node, old: Expression | undefined, wanted: Expression, prop: string): void {
    if (isSameExpression(old, wanted)) {
      return;
    }
    const found = unwrap(node);
    if (old && isNameOf(found, old)) {
      this.replace(found, wanted, prop);
    } else if (found.type === "Identifier" && found.name !== "undefined") {
      this.#editConstant(found, old, wanted, prop);
    } else if (!this.#editParts(found, old, wanted, prop)) {
      this.#editWhole(found, old, wanted, prop);
    }
  }

  /** Edits the parts of an object, a list or a call. Returns false if the code has another form than the value. */
  #editParts(node: Node, old: Expression | undefined, wanted: Expression, prop: string): boolean {
    if (node.type === "ObjectExpression" && wanted.kind === "object" && (!old || old.kind === "object")) {
      editProperties(this, node, old, wanted, prop);
      return true;
    }
    if (node.type === "ArrayExpression" && wanted.kind === "list" && old?.kind === "list") {
      editElements(this, node, old, wanted, prop);
      return true;
    }
    if (old?.kind !== "call") {
      return false;
    }
    if (isCall(node) && wanted.kind === "call" && this.scope.isHelper(node, old.callee)) {
      editCall(this, node, old, wanted, prop);
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
    } else if (isPureCode(node, this.scope)) {
      this.replace(node, wanted, prop);
    } else {
      this.refuse(node, prop, describeOrigin(node));
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

  /** Edits the initializer of a constant that is used in exactly one place. */
  #editConstant(node: Identifier, old: Expression | undefined, wanted: Expression, prop: string): void {
    const init = initializerOf(node, this.scope.file);
    if (typeof init === "string") {
      this.refuse(node, prop, init);
    } else {
      this.edit(init, old, wanted, prop);
    }
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
