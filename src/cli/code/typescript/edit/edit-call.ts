import { insertItems, removeItem } from "../../edits/list-edits";
import { type CallExpression, type Expression, isSameExpression } from "../../text/expression";
import type { CodeEditor } from "./code-editor";
import { argumentsOf } from "./node-lists";
import { isRemovableCode } from "./pure-code";
import { type CallNode, unwrap } from "./typescript-syntax";
import { describeOrigin } from "./value-origin";

/** Edits the name of the helper and its arguments. */
export function editCall(
  editor: CodeEditor,
  node: CallNode,
  old: CallExpression,
  wanted: CallExpression,
  prop: string,
): void {
  const { file } = editor.scope;
  if (old.callee !== wanted.callee) {
    file.edits.overwrite(node.callee.start ?? 0, node.callee.end ?? 0, editor.scope.useCallee(wanted.callee));
    file.noteComment(node.end ?? 0);
    editor.edited.push(prop);
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
      editArgument(editor, node, index, before, after, prop);
    }
  }
  if (added.length > 0) {
    const list = argumentsOf(file, node);
    const print = added.map((each) => (indentation: string) => editor.scope.print(each, indentation));
    insertItems(file, list, list.items.length - 1, print);
    editor.edited.push(prop);
  }
}

function editArgument(
  editor: CodeEditor,
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
    editor.edit(given, old, wanted, prop);
  } else if (isRemovableCode(given, editor.scope)) {
    removeItem(editor.scope.file, argumentsOf(editor.scope.file, node), index);
    editor.edited.push(prop);
  } else {
    editor.refuse(given, prop, describeOrigin(unwrap(given)));
  }
}
