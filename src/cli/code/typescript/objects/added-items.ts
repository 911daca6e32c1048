import type { Node } from "@babel/types";
import type { DeclaredFields } from "../../../../declaration/field";
import type { ChangedObject } from "../../edits/changed-objects";
import { removedProp } from "../../edits/edit-result";
import type { ListCode } from "../../edits/edit-value";
import { codeText } from "../../text/code-text";
import { type Composite, call, type Expression, isSameExpression, list, literal, object } from "../../text/expression";
import { ExpressionEditor } from "../edit/edit-expression";
import { insertStatement, removeStatement, statementOf } from "../edit/statements";
import { type CallNode, methodOf, propertyName } from "../edit/typescript-syntax";
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
    new AddedItemsEditor(prop, code, editor, new Map([...old, ...wanted])).editAll([...old.keys()], [...wanted.keys()]);
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

/** Declared fields of the items of a list, by the code of their props. */
type Items = ReadonlyMap<Expression, DeclaredFields>;

function itemsOfProp(prop: ListProp, declared: DeclaredFields, props: Composite): Items {
  const value = props.entries.find(({ key }) => key === prop)?.value;
  const expressions = value?.kind === "list" ? value.items : [];
  const fields = (declared[prop] ?? []) as readonly DeclaredFields[];
  return new Map(expressions.map((expression, index) => [expression, fields[index] ?? {}]));
}

/** Edits a list whose first items are in the props and whose last items calls add. */
class AddedItemsEditor extends ExpressionEditor {
  protected override readonly unmatchedList = "The code does not have one place for each value.";
  readonly #calls: readonly CallNode[];
  /** The items in the props. */
  readonly #listed: ListCode<Node> | undefined;

  constructor(
    private readonly prop: ListProp,
    private readonly board: DashboardCode,
    editor: ExpressionEditor,
    private readonly items: Items,
  ) {
    super(editor.scope, editor);
    this.#calls = callsOf(board, METHODS[prop]);
    const { props } = board;
    const property =
      props?.type === "ObjectExpression" ? props.properties.find((each) => propertyName(each) === prop) : undefined;
    this.#listed =
      property?.type === "ObjectProperty" ? this.listAt(board.resolve(board.file, property.value)) : undefined;
  }

  editAll(old: readonly Expression[], wanted: readonly Expression[]): void {
    if (!isSameExpression(list(old), list(wanted))) {
      const { items = [], ...listed } = this.#listed ?? { start: 0, end: 0, isSpaced: false };
      const all = { ...listed, items: [...items, ...this.#calls] };
      this.editItems(this.#calls[0] ?? this.board.created, all, list(old), list(wanted), this.prop);
    }
  }

  /** Returns the call that adds an item; undefined for an item in the props. */
  #callAt(index: number): CallNode | undefined {
    return this.#calls[index - (this.#listed?.items.length ?? 0)];
  }

  override edit(node: Node, old: Expression | undefined, wanted: Expression, prop: string): void {
    const added = this.#calls.find((each) => each === node);
    const [filter] = added?.arguments ?? [];
    if (!added) {
      super.edit(node, old, wanted, prop);
    } else if (this.prop === "containers") {
      const context = { code: this.board, editor: this, place: prop };
      editContainer(added, (old && this.items.get(old)) ?? {}, this.items.get(wanted) ?? {}, context);
    } else if (filter) {
      super.edit(filter, old, wanted, prop);
    }
  }

  protected override removeElement(code: ListCode<Node>, index: number, prop: string): void {
    const added = this.#callAt(index);
    const statement = added && this.board.file.parentOf(added);
    if (!added) {
      super.removeElement(this.#listed ?? code, index, prop);
    } else if (statement?.type === "ExpressionStatement") {
      removeStatement(this.board.file, statement);
      this.edited.push(removedProp(prop));
    } else {
      this.refuse(added, prop, "Other code uses the result of the call that adds it.");
    }
  }

  protected override insertElements(
    _: ListCode<Node>,
    after: number,
    values: readonly Expression[],
    prop: string,
  ): void {
    const { file } = this.board;
    const previous = this.#callAt(after);
    const statement = previous && statementOf(file, previous);
    const receiver = previous && this.board.nameAt(previous);
    if (statement && receiver !== undefined) {
      for (const value of values) {
        const added = call(codeText`${receiver}.${METHOD_NAMES[this.prop]}`, ...this.#argumentsFor(value));
        insertStatement(file, statement, (indentation) => this.scope.print(added, indentation));
      }
      this.edited.push(prop);
    } else if (this.#listed) {
      super.insertElements(this.#listed, after, values, prop);
    } else {
      const reason = "The new value comes before those that calls add, and the props have no list for it.";
      this.refuse(this.board.created, prop, reason);
    }
  }

  #argumentsFor(expression: Expression): readonly Expression[] {
    const fields = this.items.get(expression);
    if (this.prop === "filters" || !fields) {
      return [expression];
    }
    const entries = containerEntries(String(fields.id), fields);
    return [literal(fields.id), ...(entries.length > 0 ? [object(entries)] : [])];
  }
}

const METHOD_NAMES = { filters: codeText`addFilter`, containers: codeText`addContainer` };
