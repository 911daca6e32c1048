import { findNodeAtLocation, type JSONPath, type Node, parseTree } from "jsonc-parser";
import { withCanonicalTexts } from "../../../canonical-text";
import { jsonIn } from "../../../client/json";
import { CodeFile, type CodeRange } from "../edits/code-file";
import { type ListCode, type MemberCode, type ObjectCode, ValueEditor } from "../edits/edit-value";
import type { PrintItem } from "../edits/list-edits";
import { visibleJson } from "../text/escapes";
import type { Entry, Expression } from "../text/expression";

/** Maximum length of a line of new JSON. */
const MAX_LINE_LENGTH = 120;

interface JsonNode extends CodeRange {
  readonly node: Node;
  readonly start: number;
  readonly end: number;
}

/** A JSON file of the author: its text and the edits so far. */
export class JsonFile extends CodeFile {
  readonly comments = [];
  readonly #root = parseTree(this.text);

  /** Value in the file without the edits. */
  readonly value: unknown = withCanonicalTexts(jsonIn(this.text));

  nodeAt(path: JSONPath): JsonNode | undefined {
    const node = this.#root && findNodeAtLocation(this.#root, path);
    return node && codeOf(node);
  }

  /** Prints a value in the form of the file. */
  print(value: Expression, indentation: string): string {
    const line = inOneLine(value);
    const json: unknown = JSON.parse(line);
    if (!this.text.trim().includes("\n") && !/":\s/.test(this.text)) {
      return visibleJson(JSON.stringify(json));
    }
    if (visibleJson(line).length + indentation.length <= MAX_LINE_LENGTH) {
      return visibleJson(line);
    }
    const lines = visibleJson(JSON.stringify(json, null, this.indentationUnit)).split("\n");
    return lines.join(this.lineEnd + indentation);
  }
}

export class JsonEditor extends ValueEditor<JsonNode> {
  protected override readonly unmatchedList = "The list in the JSON file has other elements than the dashboard.";

  constructor(readonly file: JsonFile) {
    super(file);
  }

  protected override objectAt({ node, start, end }: JsonNode): ObjectCode<JsonNode> | undefined {
    const items = (node.children ?? []).map((each): MemberCode<JsonNode> => {
      const [key, value] = each.children ?? [];
      return { ...codeOf(each), key: key?.value as string, value: value && codeOf(value) };
    });
    return node.type === "object" ? { ...LIST, items, start: start + 1, end: end - 1, isSpaced: true } : undefined;
  }

  protected override listAt({ node, start, end }: JsonNode): ListCode<JsonNode> | undefined {
    const items = (node.children ?? []).map(codeOf);
    return node.type === "array" ? { ...LIST, items, start: start + 1, end: end - 1, isSpaced: false } : undefined;
  }

  protected override obstacleAt({ node }: JsonNode, old: Expression | undefined): string | undefined {
    return node.type === "array" && old?.kind === "list" ? this.unmatchedList : undefined;
  }

  protected override overwrite({ start, end }: JsonNode, wanted: Expression): void {
    this.file.replace(start, end, this.file.print(wanted, this.file.indentationAt(start)));
  }

  override printItem(value: Expression): PrintItem {
    return (indentation) => this.file.print(value, indentation);
  }

  override printMember({ key, value }: Entry): PrintItem {
    return (indentation) => `${visibleJson(JSON.stringify(key))}: ${this.file.print(value, indentation)}`;
  }
}

/** JSON has no comma after the last item. */
const LIST = { commas: "between" } as const;

function codeOf(node: Node): JsonNode {
  return { node, start: node.offset, end: node.offset + node.length };
}

/** Prints a value with spaces between its parts. */
function inOneLine(value: Expression): string {
  switch (value.kind) {
    case "text":
      return JSON.stringify(value.value);
    case "list":
      return `[${value.items.map(inOneLine).join(", ")}]`;
    case "object": {
      const entries = value.entries.map((each) => `${JSON.stringify(each.key)}: ${inOneLine(each.value)}`);
      return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
    }
    case "code":
      return value.code;
    case "call":
      throw new Error("JSON has no calls.");
  }
}
