import { isDeepStrictEqual } from "node:util";
import type { ArrayExpression, Node } from "@babel/types";
import type { DeclaredFields } from "../../../../declaration/field";
import type { ChangedObject } from "../../edits/changed-objects";
import { removedProp } from "../../edits/edit-result";
import { listChanges } from "../../edits/list-changes";
import { insertItems, removeItem } from "../../edits/list-edits";
import { sourceText } from "../../text/code-text";
import { type Composite, call, type Expression, literal, object } from "../../text/expression";
import type { ExpressionEditor } from "../edit/edit-expression";
import { insertStatement, removeStatement, statementOf } from "../edit/statements";
import { type CallNode, itemsOf, methodOf, propertyName } from "../edit/typescript-syntax";
import type { DashboardCode } from "./dashboard-code";
import { containerEntries, editContainer } from "./edit-container";
import { propsOf } from "./object-props";

/** Methods of a dashboard that add items to a list of its props. */
const METHODS = { filters: "addFilter", containers: "addContainer" } as const;

type ListProp = keyof typeof METHODS;

/** Edits the props of a dashboard without its tiles, and the calls that add filters and containers. */
export function editFields(changed: ChangedObject, code: DashboardCode, editor: ExpressionEditor): void {
  const props = code.propsNode;
  const [before, after] = [changed.old, changed.wanted].map((fields) => propsOf(editor.scope, "dashboard", fields));
  if (!props || !before || !after) {
    return;
  }
  const added = (Object.keys(METHODS) as ListProp[]).filter((prop) => callsOf(code, METHODS[prop]).length > 0);
  const rest = ({ entries, ...composite }: Composite) => {
    return { ...composite, entries: entries.filter(({ key }) => !added.includes(key as ListProp)) };
  };
  editor.edit(props, rest(before), rest(after), "");
  for (const prop of added) {
    const [old, wanted] = [itemsOfProp(prop, changed.old, before), itemsOfProp(prop, changed.wanted, after)];
    new AddedItemsEditor(prop, code, editor).edit(old, wanted);
  }
}

/** Lists the calls of a method of the dashboard, in the order of the file. */
function callsOf(code: DashboardCode, method: string): readonly CallNode[] {
  return code.file.calls.filter((each) => {
    if (methodOf(each) !== method || each.callee.type !== "MemberExpression") {
      return false;
    }
    const receiver = code.nameAt(each);
    const { object: node } = each.callee;
    return receiver !== undefined && code.file.text.slice(node.start ?? 0, node.end ?? 0) === receiver;
  });
}

/** Item of a list: its declared fields, and the code of its props. */
interface Item {
  readonly fields: DeclaredFields;
  readonly expression: Expression;
}

function itemsOfProp(prop: ListProp, declared: DeclaredFields, props: Composite): readonly Item[] {
  const value = props.entries.find(({ key }) => key === prop)?.value;
  const expressions = value?.kind === "list" ? value.items : [];
  const fields = (declared[prop] ?? []) as readonly DeclaredFields[];
  return expressions.map((expression, index) => ({ expression, fields: fields[index] ?? {} }));
}

/** Edits a list whose first items are in the props and whose last items calls add. */
class AddedItemsEditor {
  readonly #calls: readonly CallNode[];
  readonly #list: ArrayExpression | undefined;

  constructor(
    private readonly prop: ListProp,
    private readonly code: DashboardCode,
    private readonly editor: ExpressionEditor,
  ) {
    this.#calls = callsOf(code, METHODS[prop]);
    const { props } = code;
    const property =
      props?.type === "ObjectExpression" ? props.properties.find((each) => propertyName(each) === prop) : undefined;
    const value = property?.type === "ObjectProperty" ? code.resolve(code.file, property.value) : undefined;
    this.#list = value?.type === "ArrayExpression" ? value : undefined;
  }

  edit(old: readonly Item[], wanted: readonly Item[]): void {
    const changes = listChanges(old, wanted, (one, other) => isDeepStrictEqual(one.fields, other.fields));
    if (changes.length === 0) {
      return;
    }
    const elements = (this.#list?.elements ?? []).filter((each) => each !== null);
    if (elements.length + this.#calls.length !== old.length || elements.some(({ type }) => type === "SpreadElement")) {
      this.editor.refuse(
        this.#calls[0] ?? this.code.created,
        this.prop,
        "The code does not have one place for each value.",
      );
      return;
    }
    for (const change of changes) {
      if (change.kind === "insert") {
        this.#insert(change.after, change.values, elements);
        continue;
      }
      const { index } = change;
      const [element, added] = [elements[index], this.#calls[index - elements.length]];
      const place = `${this.prop}[${index}]`;
      if (change.kind === "remove") {
        this.#remove(index, added, place);
      } else if (element) {
        this.editor.edit(element, old[index]?.expression, change.value.expression, place);
      } else if (added) {
        this.#editCall(added, old[index], change.value, place);
      }
    }
  }

  #editCall(added: CallNode, old: Item | undefined, wanted: Item, place: string): void {
    if (this.prop === "filters") {
      const [filter] = added.arguments;
      if (filter) {
        this.editor.edit(filter, old?.expression, wanted.expression, place);
      }
      return;
    }
    editContainer(added, old?.fields ?? {}, wanted.fields, { code: this.code, editor: this.editor, place });
  }

  #remove(index: number, added: CallNode | undefined, place: string): void {
    const { file } = this.code;
    const statement = added && file.parentOf(added);
    if (!added && this.#list) {
      removeItem(file, itemsOf(this.#list), index);
    } else if (statement?.type === "ExpressionStatement") {
      removeStatement(file, statement);
    } else {
      this.editor.refuse(added ?? this.code.created, place, "Other code uses the result of the call that adds it.");
      return;
    }
    this.editor.edited.push(removedProp(place));
  }

  #insert(after: number, values: readonly Item[], elements: readonly Node[]): void {
    const { file } = this.code;
    const previous = this.#calls[after - elements.length];
    const statement = previous && statementOf(file, previous);
    const receiver = previous && this.code.nameAt(previous);
    if (statement && receiver !== undefined) {
      for (const value of values) {
        const added = call(sourceText`${receiver}.${METHOD_NAMES[this.prop]}`, ...this.#argumentsFor(value));
        insertStatement(file, statement, (indentation) => this.editor.scope.print(added, indentation));
      }
    } else if (this.#list) {
      const print = values.map(
        (each) => (indentation: string) => this.editor.scope.print(each.expression, indentation),
      );
      insertItems(file, itemsOf(this.#list), after, print);
    } else {
      const reason = "The new value comes before those that calls add, and the props have no list for it.";
      this.editor.refuse(this.code.created, this.prop, reason);
      return;
    }
    this.editor.edited.push(this.prop);
  }

  #argumentsFor({ fields, expression }: Item): readonly Expression[] {
    if (this.prop === "filters") {
      return [expression];
    }
    const entries = containerEntries(String(fields.id), fields);
    return [literal(fields.id), ...(entries.length > 0 ? [object(entries)] : [])];
  }
}

const METHOD_NAMES = { filters: sourceText`addFilter`, containers: sourceText`addContainer` };
