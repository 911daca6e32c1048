import type { ObjectExpression, ObjectProperty } from "@babel/types";
import { removedProp } from "../../edits/edit-result";
import { insertItems, removeItem } from "../../edits/list-edits";
import { type Composite, type Entry, type Expression, isSameExpression } from "../../text/expression";
import type { CodeEditor } from "./code-editor";
import { itemsOf } from "./node-lists";
import { isRemovableCode, removeConstantsIn } from "./pure-code";
import { propertyName, unwrap } from "./typescript-syntax";
import { describeOrigin } from "./value-origin";

/** Adds, changes and removes properties of an object literal. */
export function editProperties(
  editor: CodeEditor,
  node: ObjectExpression,
  old: Composite | undefined,
  wanted: Composite,
  prop: string,
): void {
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
      addEntry(editor, node, before, after, place, added);
    } else if (property.type !== "ObjectProperty") {
      editor.refuse(property, place, "The value is a function.");
    } else if (after === undefined) {
      removeProperty(editor, node, index, property, place);
    } else {
      editor.edit(property.value, before, after.value, place);
    }
  }
  insertEntries(editor, node, added);
}

function addEntry(
  editor: CodeEditor,
  node: ObjectExpression,
  before: Expression | undefined,
  after: Entry | undefined,
  prop: string,
  added: Entry[],
): void {
  const hidden = node.properties.find((each) => propertyName(each) === undefined);
  if (hidden && before !== undefined) {
    const isSpread = hidden.type === "SpreadElement";
    editor.refuse(
      hidden,
      prop,
      isSpread ? "The value comes from a spread." : "The code has a computed name, which may be this prop.",
    );
    return;
  }
  if (after === undefined) {
    editor.refuse(node, prop, "The code does not contain the value, so it cannot be removed.");
    return;
  }
  added.push(after);
  editor.edited.push(prop);
}

function insertEntries(editor: CodeEditor, node: ObjectExpression, entries: readonly Entry[]): void {
  if (entries.length > 0) {
    const list = itemsOf(node, node.properties);
    const print = entries.map((entry) => (indentation: string) => editor.scope.printEntry(entry, indentation));
    insertItems(editor.scope.file, list, list.items.length - 1, print);
  }
}

function removeProperty(
  editor: CodeEditor,
  node: ObjectExpression,
  index: number,
  { value }: ObjectProperty,
  prop: string,
): void {
  if (!isRemovableCode(value, editor.scope)) {
    editor.refuse(value, prop, describeOrigin(unwrap(value)));
    return;
  }
  removeItem(editor.scope.file, itemsOf(node, node.properties), index);
  removeConstantsIn(value, editor.scope);
  editor.edited.push(removedProp(prop));
}
