import { isDeepStrictEqual } from "node:util";
import type { Node } from "@babel/types";
import { toTitle } from "../../../../constructs/prop-names";
import type { DeclaredFields } from "../../../../declaration/field";
import { listChanges } from "../../edits/list-changes";
import { insertItems } from "../../edits/list-edits";
import { codeText, identifier } from "../../text/code-text";
import { call, type Entry, literal, object } from "../../text/expression";
import type { ExpressionEditor } from "../edit/edit-expression";
import { insertStatement, statementOf } from "../edit/statements";
import { argumentsOf, type CallNode, calleeNames, literalValue } from "../edit/typescript-syntax";
import type { DashboardCode } from "./dashboard-code";

interface ContainerContext {
  readonly code: DashboardCode;
  readonly editor: ExpressionEditor;
  readonly place: string;
}

/** Edits the call that adds a container, and the calls that add its tabs. */
export function editContainer(
  added: CallNode,
  old: DeclaredFields,
  wanted: DeclaredFields,
  context: ContainerContext,
): void {
  const { code, editor, place } = context;
  const [id, props] = added.arguments;
  if (!id || literalValue(id)?.value !== old.id || old.id !== wanted.id) {
    editor.refuse(added, place, "The call adds another container.");
    return;
  }
  const [before, after] = [old, wanted].map(({ id: _, tabs: __, ...fields }) => object(containerEntries(null, fields)));
  if (props && before && after) {
    editor.edit(props, before, after, place);
  } else if (after && !isDeepStrictEqual(before, after)) {
    const entries = containerEntries(String(old.id), { ...wanted, tabs: undefined });
    insertItems(code.file, argumentsOf(code.file, added), 0, [(space) => editor.scope.print(object(entries), space)]);
    editor.edited.push(place);
  }
  editTabs(added, (old.tabs ?? []) as readonly Tab[], (wanted.tabs ?? []) as readonly Tab[], context);
}

/** Returns the props of a container. Those that its id determines are left out. */
export function containerEntries(id: string | null, { id: _, ...fields }: DeclaredFields): readonly Entry[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    const isDefault =
      id !== null && ((key === "title" && value === toTitle(id)) || (key === "collapsed" && value === false));
    return value === undefined || isDefault ? [] : [{ key, value: literal(value) }];
  });
}

interface Tab {
  readonly id: string;
  readonly title: string;
}

const NO_TAB_EDIT = "The code cannot adopt this change of the tabs. Change the tabs in the code.";

function editTabs(added: CallNode, old: readonly Tab[], wanted: readonly Tab[], context: ContainerContext): void {
  const { file } = context.code;
  const parent = file.parentOf(added);
  const name = parent?.type === "VariableDeclarator" && parent.id.type === "Identifier" ? parent.id.name : undefined;
  const calls = file.calls.filter(({ callee }) => calleeNames(callee)?.join(".") === `${name}.addTab`);
  const last = statementOf(file, calls.at(-1) ?? added);
  for (const change of listChanges(old, wanted, isDeepStrictEqual)) {
    if (change.kind === "insert") {
      const isLast = change.after === old.length - 1;
      addTabs(change.values, isLast && name !== undefined && last ? { name, last } : undefined, added, context);
      continue;
    }
    const before = old[change.index];
    const tab = calls.find(({ arguments: [id] }) => id && literalValue(id)?.value === before?.id);
    if (change.kind === "edit" && tab && before && change.value.id === before.id) {
      editTabTitle(tab, before, change.value, context);
    } else {
      context.editor.refuse(tab ?? added, `${context.place}.tabs`, NO_TAB_EDIT);
    }
  }
}

/** @param target name of the container, and the statement after which the calls are added */
function addTabs(
  tabs: readonly Tab[],
  target: { readonly name: string; readonly last: Node } | undefined,
  added: CallNode,
  { code, editor, place }: ContainerContext,
): void {
  if (!target) {
    editor.refuse(added, `${place}.tabs`, NO_TAB_EDIT);
    return;
  }
  for (const { id, title } of tabs) {
    const titles = title === toTitle(id) ? [] : [literal(title)];
    const expression = call(codeText`${identifier(target.name)}.addTab`, literal(id), ...titles);
    insertStatement(code.file, target.last, (indentation) => editor.scope.print(expression, indentation));
  }
  editor.edited.push(`${place}.tabs`);
}

function editTabTitle(tab: CallNode, old: Tab, wanted: Tab, { code: { file }, editor, place }: ContainerContext): void {
  const [, title] = tab.arguments;
  if (title) {
    editor.edit(title, literal(old.title), literal(wanted.title), `${place}.tabs`);
    return;
  }
  insertItems(file, argumentsOf(file, tab), 0, [(space) => editor.scope.print(literal(wanted.title), space)]);
  editor.edited.push(`${place}.tabs`);
}
