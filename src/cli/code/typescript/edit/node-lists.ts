import type { Node } from "@babel/types";
import type { CodeFile } from "../../edits/code-file";
import type { SeparatedItems } from "../../edits/list-edits";
import type { CallNode } from "./typescript-syntax";

/** Returns the arguments of a call. A call of `new X` without brackets has no place for arguments. */
export function argumentsOf(file: CodeFile, call: CallNode): SeparatedItems {
  const from = (call.typeParameters ?? call.callee).end ?? 0;
  const start = file.text.indexOf("(", from) + 1;
  return { items: call.arguments, start, end: (call.end ?? 0) - 1, isSpaced: false };
}

export function itemsOf(node: Node, items: readonly Node[]): SeparatedItems {
  const isSpaced = node.type === "ObjectExpression";
  return { items, start: (node.start ?? 0) + 1, end: (node.end ?? 0) - 1, isSpaced };
}
