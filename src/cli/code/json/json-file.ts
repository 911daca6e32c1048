import { findNodeAtLocation, type JSONPath, type Node, parseTree } from "jsonc-parser";
import { withCanonicalTexts } from "../../../canonical-text";
import { jsonIn } from "../../../client/json";
import { isObject } from "../../../declaration/field";
import { CodeFile, type CodeRange, indentationUnit } from "../edits/code-file";
import { insertItems, removeItem, type SeparatedItems } from "../edits/list-edits";
import { visibleJson } from "../text/escapes";

/** Maximum length of a line of new JSON. */
const MAX_LINE_LENGTH = 120;

/** A JSON file of the author: its text and the edits so far. */
export class JsonFile {
  #text: string;

  constructor(
    readonly path: string,
    readonly original: string,
  ) {
    this.#text = original;
  }

  get edited(): string {
    return this.#text;
  }

  get value(): unknown {
    return withCanonicalTexts(jsonIn(this.#text));
  }

  /**
   * Sets a value, or removes it if the value is undefined. The rest of the text stays unchanged.
   * @param isInsertion adds an element to a list before the one at this position; -1 for the end
   */
  set(path: JSONPath, value: unknown, isInsertion = false): void {
    const file = new JsonText(this.path, this.#text);
    const root = parseTree(file.text);
    const name = path.at(-1);
    const parent = root && findNodeAtLocation(root, path.slice(0, -1));
    const node = root && !isInsertion ? findNodeAtLocation(root, path) : undefined;
    if (node && value !== undefined) {
      const { start, end } = rangeOf(node);
      file.edits.overwrite(start, end, file.print(value, file.indentationAt(start)));
    } else if (node && parent) {
      file.removeValue(parent, node);
    } else if (parent && name !== undefined && value !== undefined) {
      file.insertValue(parent, name, value);
    }
    this.#text = file.edited;
  }
}

/** Text of a JSON file for one edit. */
class JsonText extends CodeFile {
  readonly comments = [];

  print(value: unknown, indentation: string): string {
    if (!this.text.trim().includes("\n") && !/":\s/.test(this.text)) {
      return visibleJson(JSON.stringify(value));
    }
    const line = visibleJson(inOneLine(value));
    if (line.length + indentation.length <= MAX_LINE_LENGTH) {
      return line;
    }
    const lines = visibleJson(JSON.stringify(value, null, indentationUnit(this.text))).split("\n");
    return lines.join(this.lineEnd + indentation);
  }

  insertValue(parent: Node, name: string | number, value: unknown): void {
    const { items } = listOf(parent);
    const print = (indentation: string) =>
      typeof name === "string"
        ? `${visibleJson(JSON.stringify(name))}: ${this.print(value, indentation)}`
        : this.print(value, indentation);
    const after = typeof name === "string" || name < 0 ? items.length - 1 : name - 1;
    insertItems(this, listOf(parent), after, [print]);
  }

  /** Removes an element or a property. JSON has no comma after the last one. */
  removeValue(parent: Node, value: Node): void {
    const list = listOf(parent);
    const item = parent.type === "object" ? value.parent : value;
    const index = item ? (parent.children ?? []).indexOf(item) : -1;
    removeItem(this, list, index);
    const previous = list.items[index - 1];
    if (index === list.items.length - 1 && previous) {
      const comma = this.text.indexOf(",", previous.end ?? 0);
      if (!this.isRemoved(comma)) {
        this.remove(comma, comma + 1);
      }
    }
  }
}

function listOf(node: Node): SeparatedItems {
  const { start, end } = rangeOf(node);
  const items = (node.children ?? []).map(rangeOf);
  return { items, start: start + 1, end: end - 1, isSpaced: node.type === "object" };
}

function rangeOf({ offset, length }: Node): Required<CodeRange> & { readonly start: number; readonly end: number } {
  return { start: offset, end: offset + length };
}

/** Prints a value with spaces between its parts. */
function inOneLine(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(inOneLine).join(", ")}]`;
  }
  if (!isObject(value)) {
    return JSON.stringify(value);
  }
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return entries.length === 0
    ? "{}"
    : `{ ${entries.map(([name, each]) => `${JSON.stringify(name)}: ${inOneLine(each)}`).join(", ")} }`;
}
