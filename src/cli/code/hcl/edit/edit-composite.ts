import { addedProp, removedProp } from "../../edits/edit-result";
import { applyListChanges, listChanges } from "../../edits/list-changes";
import { type Composite, type Entry, isSameExpression, type List } from "../../text/expression";
import type { HclCodeEditor } from "./hcl-code-editor";
import type { MemberSyntax } from "./hcl-file";
import { type HclNode, unwrapped } from "./hcl-syntax";
import { insertMembers, type MemberList, removeMember } from "./member-edits";
import { tupleItems } from "./parts";
import { printValue } from "./print-value";
import { holdsHeredoc, isPure, isRemovable } from "./pure-hcl";
import { reasonFor } from "./reasons";

/** Adds, changes and removes the attributes of a block or the elements of an object. */
export function editMembers(
  editor: HclCodeEditor,
  members: MemberList,
  old: Composite | undefined,
  wanted: Composite,
  prop: string,
): void {
  const [before, after] = [old, wanted].map((each) => new Map(each?.entries.map((entry) => [entry.key, entry])));
  const added: Entry[] = [];
  for (const key of new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])) {
    const [from, to] = [before?.get(key), after?.get(key)];
    if (isSameExpression(from?.value, to?.value)) {
      continue;
    }
    const place = prop === "" ? key : `${prop}.${key}`;
    const member = members.members.findLast((each) => each.key === key);
    if (!member) {
      addMember(editor, members, from, to, place, added);
    } else if (to) {
      editor.edit(member.value, from?.value, to.value, place);
    } else {
      dropMember(editor, members, member, place);
    }
  }
  if (added.length > 0) {
    insertMembers(members, added);
  }
}

function addMember(
  editor: HclCodeEditor,
  { members, start, isBlock }: MemberList,
  from: Entry | undefined,
  to: Entry | undefined,
  prop: string,
  added: Entry[],
): void {
  const computed = isBlock ? undefined : members.find(({ key }) => key === undefined);
  if (computed && from) {
    editor.refuse(computed, prop, "The code has a computed key, which may be this attribute.");
  } else if (to) {
    added.push(to);
    editor.results.edited.push(/^tiles\.[^.]+$/.test(prop) ? addedProp(prop) : prop);
  } else {
    editor.refuse({ start }, prop, "The code does not contain the value, so it cannot be removed.");
  }
}

function dropMember(editor: HclCodeEditor, members: MemberList, member: MemberSyntax, prop: string): void {
  const found = unwrapped(member.value);
  const isReference = editor.context.addresses.idAt(editor.file.textOf(found)) !== undefined;
  if (isReference || isRemovable(found, editor.file)) {
    removeMember(members, member);
    editor.results.edited.push(removedProp(prop));
  } else {
    editor.refuse(found, prop, reasonFor(found, editor.file));
  }
}

/** Edits the elements that differ. Elements are matched in order, so that an added one moves no other. */
export function editTuple(editor: HclCodeEditor, node: HclNode, old: List, wanted: List, prop: string): void {
  const { file } = editor;
  const elements = tupleItems(node);
  const changes = listChanges(old.items, wanted.items, isSameExpression);
  const isMatched = elements.length === old.items.length;
  const movesHeredoc = changes.some(({ kind }) => kind !== "edit") && elements.some(holdsHeredoc);
  if (!isMatched || movesHeredoc) {
    if (isPure(node, file)) {
      editor.replace(node, wanted, prop);
    } else {
      editor.refuse(node, prop, "The list does not have one literal for each value.");
    }
    return;
  }
  const items = { items: elements, start: node.start + 1, end: node.end - 1, isSpaced: false };
  applyListChanges({ file, edited: editor.results.edited, items, prop }, changes, {
    print: (value, indentation) => printValue(file, { key: "", value }, { indentation, hasHeredocs: false }),
    edit: (element, { index, value }, place) => editor.edit(element, old.items[index], value, place),
  });
}
