import type { ArrayExpression, Node } from "@babel/types";
import { applyListChanges, listChanges } from "../../edits/list-changes";
import { type Expression, isSameExpression, type List } from "../../text/expression";
import type { CodeEditor } from "./code-editor";
import { itemsOf } from "./node-lists";
import { isNameOf, isPureCode } from "./pure-code";
import { literalValue, unwrap } from "./typescript-syntax";

/** Edits the elements that differ. Elements are matched in order, so that an added one moves no other. */
export function editElements(editor: CodeEditor, node: ArrayExpression, old: List, wanted: List, prop: string): void {
  const elements = node.elements.filter((each) => each !== null);
  if (elements.length !== old.items.length || elements.some(({ type }) => type === "SpreadElement")) {
    if (isPureCode(node, editor.scope)) {
      editor.replace(node, wanted, prop);
    } else {
      editor.refuse(node, prop, "The list does not have one element for each value.");
    }
    return;
  }
  const [oldItems, wantedItems] = inOrderOf(elements, old.items, wanted.items);
  const { scope, edited } = editor;
  const items = { ...itemsOf(node, elements), items: elements };
  applyListChanges({ file: scope.file, edited, items, prop }, listChanges(oldItems, wantedItems, isSameExpression), {
    print: (value, indentation) => scope.print(value, indentation),
    edit: (element, { index, value }, place) => editor.edit(element, oldItems[index], value, place),
  });
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
