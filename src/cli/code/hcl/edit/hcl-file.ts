import { CodeFile, type CodeRange } from "../../edits/code-file";
import { childOf, type HclNode, nodesOf, parseHcl } from "./hcl-syntax";
import { hclLiteral } from "./literal";

/** A block such as `resource "clickstack_dashboard" "checkout" { ... }`. */
export interface BlockSyntax {
  readonly file: HclFile;
  readonly node: HclNode;
  readonly type: string;
  readonly labels: readonly string[];
  /** Offset after the opening brace. */
  readonly start: number;
  /** Offset of the closing brace. */
  readonly end: number;
  readonly attributes: readonly MemberSyntax[];
}

/** An attribute of a block, or an element of an object. */
export interface MemberSyntax extends CodeRange {
  /** The key; undefined for a computed one. */
  readonly key: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly keyEnd: number;
  readonly value: HclNode;
}

/** A file of a configuration. Call `loadHclParser` before. */
export class HclFile extends CodeFile {
  readonly root: HclNode;
  readonly comments: readonly CodeRange[];
  /** Blocks of the file that are in no other block. */
  readonly blocks: readonly BlockSyntax[];

  constructor(path: string, original: string) {
    super(path, original);
    this.root = parseHcl(this.text);
    this.comments = [...nodesOf(this.root)].filter(({ type }) => type === "comment").map(this.#withoutLineEnd);
    const parts = childOf(this.root, "body")?.children ?? [];
    this.blocks = parts.filter(({ type }) => type === "block").map((node) => this.#block(node));
  }

  /** Returns a part outside of all blocks that the parser does not accept. */
  get error(): HclNode | undefined {
    const body = childOf(this.root, "body");
    const isKnown = ({ type }: HclNode) => /^(body|block|attribute|comment)$/.test(type);
    return [...this.root.children, ...(body?.children ?? [])].find((each) => !isKnown(each));
  }

  /** One level of indentation: that of the first attribute in a block. */
  override get indentationUnit(): string {
    const attributes = this.blocks.flatMap((block) => block.attributes);
    const spaces = attributes.map(({ start }) => this.indentationAt(start));
    return spaces.find((space) => space !== "") ?? "  ";
  }

  textOf({ start, end }: HclNode): string {
    return this.text.slice(start, end);
  }

  elementsOf(object: HclNode): readonly MemberSyntax[] {
    return object.children.flatMap((each) => {
      const [key, separator, value] = each.children.filter(({ type }) => type !== "comment");
      return each.type === "object_elem" && key && separator && value
        ? [{ key: this.#keyOf(key), start: each.start, end: each.end, keyEnd: key.end, value }]
        : [];
    });
  }

  readonly #withoutLineEnd = ({ start, end }: HclNode): CodeRange => ({
    start,
    end: start + this.text.slice(start, end).trimEnd().length,
  });

  #block(node: HclNode): BlockSyntax {
    const [type, ...labels] = node.children.filter((each) => each.type === "identifier" || each.type === "string_lit");
    return {
      file: this,
      node,
      type: type ? this.textOf(type) : "",
      labels: labels.map((each) =>
        each.type === "identifier" ? this.textOf(each) : String(hclLiteral(each, this.text)?.value),
      ),
      start: childOf(node, "block_start")?.end ?? node.start,
      end: childOf(node, "block_end")?.start ?? node.end,
      attributes: (childOf(node, "body")?.children ?? []).flatMap((each) => this.attributesOf(each)),
    };
  }

  /** Returns a node as an attribute; empty for another node. */
  attributesOf(node: HclNode): readonly MemberSyntax[] {
    const name = childOf(node, "identifier");
    const value = childOf(node, "expression");
    return node.type === "attribute" && name && value
      ? [{ key: this.textOf(name), start: node.start, end: node.end, keyEnd: name.end, value }]
      : [];
  }

  /** Returns the key of an element: a name, or a literal. Parentheses contain an expression. */
  #keyOf(key: HclNode): string | undefined {
    const [name] = key.children;
    if (key.children.length === 1 && name?.type === "variable_expr") {
      return this.textOf(name);
    }
    const literal = name?.type === "(" ? undefined : hclLiteral(key, this.text);
    return literal && String(literal.value);
  }
}
