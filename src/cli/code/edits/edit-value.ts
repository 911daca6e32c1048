import { type Composite, type Entry, type Expression, isSameExpression, type List, list } from "../text/expression";
import type { CodeFile, CodeRange } from "./code-file";
import { addedProp, type EditResult, type Obstacle, removedProp } from "./edit-result";
import { listChanges } from "./list-changes";
import { insertItems, type PrintItem, removeItem, type SeparatedItems } from "./list-edits";

/** A property of an object, or an attribute of a block. */
export interface MemberCode<N> extends CodeRange {
  /** The key; undefined if the code does not show it, such as a computed key or a spread. */
  readonly key: string | undefined;
  /** The node of the value; undefined for a function. */
  readonly value: N | undefined;
}

export interface ObjectCode<N> extends SeparatedItems {
  readonly items: readonly MemberCode<N>[];
}

export interface ListCode<N extends CodeRange> extends SeparatedItems {
  readonly items: readonly N[];
  /** True if the code does not show all elements, such as a list with a spread. */
  readonly isPartial?: boolean;
  /** True if no element can be added or removed. */
  readonly isFixed?: boolean;
}

export interface Results {
  readonly edited: string[];
  readonly obstacles: Obstacle[];
}

/**
 * Edits values in one file so that they have new values, and records the changes that the code cannot adopt. Equal
 * parts stay byte-identical. A subclass for each language reads the code, and edits its special forms.
 */
export abstract class ValueEditor<N extends CodeRange> implements EditResult {
  /** Reason not to edit a list whose elements differ from the values of the plan. */
  protected abstract readonly unmatchedList: string;

  readonly edited: string[];
  readonly obstacles: Obstacle[];

  /** @param results results that several editors of one object share */
  constructor(
    protected readonly code: CodeFile,
    { edited, obstacles }: Results = { edited: [], obstacles: [] },
  ) {
    this.edited = edited;
    this.obstacles = obstacles;
  }

  /** Removes syntax that does not change a value, such as parentheses. */
  protected unwrap(node: N): N {
    return node;
  }

  /** Returns the members of an object; undefined for any other code. */
  protected abstract objectAt(node: N): ObjectCode<N> | undefined;

  /** Returns the elements of a list; undefined for any other code. */
  protected abstract listAt(node: N): ListCode<N> | undefined;

  /** Edits a form that only this language has, such as a call. Returns false for any other code. */
  protected editOwnForm(_node: N, _old: Expression | undefined, _wanted: Expression, _prop: string): boolean {
    return false;
  }

  /** Returns the reason why other code cannot replace a node; undefined if it can. */
  protected abstract obstacleAt(node: N, old: Expression | undefined): string | undefined;

  /** Returns the reason why a member cannot be removed; undefined if it can. */
  protected removalObstacle(_value: N): string | undefined {
    return undefined;
  }

  /** Describes a member whose key the code does not show. */
  protected describeHidden(_member: MemberCode<N>): string {
    return "The code has a computed name, which may be this prop.";
  }

  /** Returns true if an element of a list without a significant order has a value. */
  protected isValueOf(_element: N, _value: Expression): boolean {
    return false;
  }

  protected abstract overwrite(node: N, wanted: Expression, prop: string): void;

  protected abstract printItem(value: Expression): PrintItem;

  protected abstract printMember(entry: Entry, object: ObjectCode<N>): PrintItem;

  /** @param old the value of the node */
  edit(node: N, old: Expression | undefined, wanted: Expression, prop: string): void {
    if (isSameExpression(old, wanted)) {
      return;
    }
    const found = this.unwrap(node);
    if (!this.editOwnForm(found, old, wanted, prop) && !this.#editParts(found, old, wanted, prop)) {
      this.#editWhole(found, old, wanted, prop);
    }
  }

  /** Edits the parts of an object or a list. Returns false if the code has another form than the value. */
  #editParts(node: N, old: Expression | undefined, wanted: Expression, prop: string): boolean {
    const object = wanted.kind === "object" ? this.objectAt(node) : undefined;
    if (object && wanted.kind === "object" && (!old || old.kind === "object")) {
      this.editMembers(object, old, wanted, prop);
      return true;
    }
    const items = wanted.kind === "list" ? this.listAt(node) : undefined;
    const before = items?.items.length === 0 && !items.isPartial ? list([]) : old;
    if (items && wanted.kind === "list" && before?.kind === "list") {
      this.editItems(node, items, before, wanted, prop);
      return true;
    }
    return false;
  }

  #editWhole(node: N, old: Expression | undefined, wanted: Expression, prop: string): void {
    const reason = this.obstacleAt(node, old);
    if (reason === undefined) {
      this.replace(node, wanted, prop);
    } else {
      this.refuse(node, prop, reason);
    }
  }

  protected editMembers(object: ObjectCode<N>, old: Composite | undefined, wanted: Composite, prop: string): void {
    const [before, after] = [old, wanted].map((each) => new Map(each?.entries.map((entry) => [entry.key, entry])));
    const added: PrintItem[] = [];
    for (const key of new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])) {
      const [from, to] = [before?.get(key)?.value, after?.get(key)];
      if (isSameExpression(from, to?.value)) {
        continue;
      }
      const place = prop === "" ? key : `${prop}.${key}`;
      const index = object.items.findLastIndex((each) => each.key === key);
      if (index >= 0) {
        this.#editMember(object, index, from, to?.value, place);
      } else if (this.#canAdd(object, from, to, place)) {
        added.push(this.printMember(to, object));
        this.edited.push(/^tiles\.[^.]+$/.test(place) ? addedProp(place) : place);
      }
    }
    insertItems(this.code, object, object.items.length - 1, added);
  }

  /** Returns true if the value can be added. Refuses a value that hidden code may contain, and a removal. */
  #canAdd(object: ObjectCode<N>, from: Expression | undefined, to: Entry | undefined, prop: string): to is Entry {
    const hidden = from && object.items.find((each) => each.key === undefined);
    if (hidden) {
      this.refuse(hidden, prop, this.describeHidden(hidden));
    } else if (!to) {
      this.refuse(object, prop, "The code does not contain the value, so it cannot be removed.");
    }
    return !hidden && to !== undefined;
  }

  #editMember(
    object: ObjectCode<N>,
    index: number,
    from: Expression | undefined,
    to: Expression | undefined,
    prop: string,
  ): void {
    const member = object.items[index];
    if (!member?.value) {
      this.refuse(member ?? object, prop, "The value is a function.");
    } else if (to) {
      this.edit(member.value, from, to, prop);
    } else {
      this.#removeMember(object, index, member.value, prop);
    }
  }

  #removeMember(object: ObjectCode<N>, index: number, value: N, prop: string): void {
    const found = this.unwrap(value);
    const reason = this.removalObstacle(found);
    if (reason !== undefined) {
      this.refuse(found, prop, reason);
      return;
    }
    removeItem(this.code, object, index);
    this.edited.push(removedProp(prop));
  }

  /** Edits the elements that differ. Elements are matched in order, so that an added one moves no other. */
  protected editItems(node: N, code: ListCode<N>, old: List, wanted: List, prop: string): void {
    const isMatched = !code.isPartial && code.items.length === old.items.length;
    const [before, after] = isMatched ? this.#inOrderOf(code.items, old.items, wanted.items) : [[], []];
    const changes = listChanges(before, after, isSameExpression);
    if (!isMatched || (code.isFixed && changes.some(({ kind }) => kind !== "edit"))) {
      if (this.obstacleAt(node, old) === undefined) {
        this.replace(node, wanted, prop);
      } else {
        this.refuse(node, prop, this.unmatchedList);
      }
      return;
    }
    for (const change of changes) {
      if (change.kind === "insert") {
        this.insertElements(code, change.after, change.values, prop);
        continue;
      }
      const element = code.items[change.index];
      const place = `${prop}[${change.index}]`;
      if (change.kind === "remove") {
        this.removeElement(code, change.index, place);
      } else if (element) {
        this.edit(element, before[change.index], change.value, place);
      }
    }
  }

  /** @param after position of the element before the new ones; -1 for the start of the list */
  protected insertElements(code: ListCode<N>, after: number, values: readonly Expression[], prop: string): void {
    const print = values.map((value) => this.printItem(value));
    insertItems(this.code, code, after, print);
    this.edited.push(prop);
  }

  protected removeElement(code: ListCode<N>, index: number, prop: string): void {
    removeItem(this.code, code, index);
    this.edited.push(removedProp(prop));
  }

  /**
   * Returns the items of a list in the order of the code, for a list without a significant order. Added items are last.
   * Lists whose elements cannot be identified keep their order.
   */
  #inOrderOf(
    elements: readonly N[],
    old: readonly Expression[],
    wanted: readonly Expression[],
  ): readonly [old: readonly Expression[], wanted: readonly Expression[]] {
    const ordered = elements.flatMap((node) =>
      old.filter((item) => this.isValueOf(this.unwrap(node), item)).slice(0, 1),
    );
    if (new Set(ordered).size !== old.length || old.every((item, index) => item === ordered[index])) {
      return [old, wanted];
    }
    const kept = ordered.filter((item) => wanted.some((each) => isSameExpression(each, item)));
    return [ordered, [...kept, ...wanted.filter((each) => !kept.some((item) => isSameExpression(each, item)))]];
  }

  replace(node: N, wanted: Expression, prop: string): void {
    this.code.noteComment(node.end ?? 0);
    this.overwrite(node, wanted, prop);
    this.edited.push(prop);
  }

  /** Records a change that the code at a place cannot adopt. */
  refuse(place: { readonly start?: number | null }, prop: string, reason: string): void {
    const { code } = this;
    this.obstacles.push({ prop, file: code.path, line: code.lineAt(place.start ?? 0), reason });
  }
}
