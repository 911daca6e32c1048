import type { ArrayExpression, Node } from "@babel/types";
import { type Expression, isSameExpression, type List } from "../import/text/expression";
import type { CodeEditor } from "./code-editor";
import { listChanges } from "./list-changes";
import { insertItems, itemsOf, removeItem } from "./list-edits";
import { isNameOf, isPureCode } from "./literal-code";
import { removedProp } from "./obstacle";
import { literalValue, unwrap } from "./syntax";

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
  const items = itemsOf(node, elements);
  const [oldItems, wantedItems] = inOrderOf(elements, old.items, wanted.items);
  for (const change of listChanges(oldItems, wantedItems, isSameExpression)) {
    if (change.kind === "insert") {
      const print = change.values.map((each) => (indentation: string) => editor.scope.print(each, indentation));
      insertItems(editor.scope.file, items, change.after, print);
      editor.edited.push(prop);
      continue;
    }
    const element = elements[change.index];
    const place = `${prop}[${change.index}]`;
    if (change.kind === "remove") {
      removeItem(editor.scope.file, items, change.index);
      editor.edited.push(removedProp(place));
    } else if (element) {
      editor.edit(element, oldItems[change.index], change.value, place);
    }
  }
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
