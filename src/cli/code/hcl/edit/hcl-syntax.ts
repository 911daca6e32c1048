import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { Language, type Node as ParsedNode, Parser } from "web-tree-sitter";

/** A node of the syntax of HCL. Its offsets refer to the parsed text. */
export interface HclNode {
  /** Name in the grammar, such as `attribute`. An anonymous node has its own text. */
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly children: readonly HclNode[];
}

const RUNTIME = "web-tree-sitter/web-tree-sitter.wasm";
const GRAMMAR = "@tree-sitter-grammars/tree-sitter-hcl/tree-sitter-hcl.wasm";

/** Files in WebAssembly that the parser reads. The build copies them next to the command line. */
export const HCL_PARSER_FILES: readonly string[] = [RUNTIME, GRAMMAR];

/** A number with an exponent and no fraction, such as `1e5`. The grammar does not support it. */
const SHORT_EXPONENT = /(?<![\p{L}\p{N}_.]|[\p{L}\p{N}_]-)\d+[eE][-+]?\d+\b/gu;

/** Three or more `$` or `%` before a brace. The grammar finds an expression there, and Terraform finds none. */
const REPEATED_MARKS = /(?<!\$)\${3,}\{|(?<!%)%{3,}\{/g;

let loaded: Parser | undefined;

/** Loads the parser. Call it once before `parseHcl`. */
export async function loadHclParser(): Promise<void> {
  if (loaded) {
    return;
  }
  await Parser.init({ wasmBinary: readBytes(RUNTIME) });
  const parser = new Parser();
  parser.setLanguage(await Language.load(readBytes(GRAMMAR)));
  loaded = parser;
}

function readBytes(module: string): Uint8Array {
  const copied = join(__dirname, basename(module));
  return readFileSync(existsSync(copied) ? copied : createRequire(__filename).resolve(module));
}

/** Parses a file of HCL. A part that the grammar does not contain becomes a node of the type `ERROR`. */
export function parseHcl(text: string): HclNode {
  const parsed = text
    .replace(SHORT_EXPONENT, (number) => "1".repeat(number.length))
    .replace(REPEATED_MARKS, (marks) => "1".repeat(marks.length));
  const tree = loaded?.parse(parsed);
  if (!tree) {
    throw new Error("The parser of HCL is not loaded.");
  }
  try {
    return copyOf(tree.rootNode);
  } finally {
    tree.delete();
  }
}

function copyOf(node: ParsedNode): HclNode {
  return {
    type: node.isMissing ? "ERROR" : node.type,
    start: node.startIndex,
    end: node.endIndex,
    children: node.children.filter((each) => each !== null).map(copyOf),
  };
}

/** Lists a node and everything in it, parents first. */
export function* nodesOf(node: HclNode): Generator<HclNode> {
  yield node;
  for (const child of node.children) {
    yield* nodesOf(child);
  }
}

/** Returns the first part that the grammar does not contain. */
export function findError(node: HclNode): HclNode | undefined {
  return [...nodesOf(node)].find(({ type }) => type === "ERROR");
}

export function childOf(node: HclNode, type: string): HclNode | undefined {
  return node.children.find((each) => each.type === type);
}

export function tupleItems({ children }: HclNode): readonly HclNode[] {
  return children.filter(({ type }) => type === "expression");
}

/** Nodes around one node that have no meaning. */
const WRAPPERS = new Set(["expression", "collection_value", "literal_value", "template_expr"]);

/** Removes nodes and parentheses that do not change a value. */
export function unwrapped(node: HclNode): HclNode {
  const inside = node.children.filter(({ type }) => type !== "(" && type !== ")" && type !== "comment");
  const [only] = inside;
  return WRAPPERS.has(node.type) && only && inside.length === 1 ? unwrapped(only) : node;
}
