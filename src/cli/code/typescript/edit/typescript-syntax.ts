import { parse } from "@babel/parser";
import type {
  ArrayExpression,
  CallExpression,
  File,
  NewExpression,
  Node,
  ObjectExpression,
  ObjectPattern,
} from "@babel/types";
import { canonicalText } from "../../../../canonical-text";
import type { CodeFile } from "../../edits/code-file";
import type { SeparatedItems } from "../../edits/list-edits";

/** A call of a function, or of a class with `new`. */
export type CallNode = CallExpression | NewExpression;

/** Parses TypeScript or JavaScript. Throws a `SyntaxError` for other text. */
export function parseProgram(text: string, file: string): File {
  return parse(text, {
    sourceType: "unambiguous",
    allowReturnOutsideFunction: true,
    plugins: [
      ...(/\.[cm]?tsx?$/.test(file) ? (["typescript"] as const) : []),
      ...(/\.(tsx|[cm]?jsx?)$/.test(file) ? (["jsx"] as const) : []),
      "decorators-legacy",
      "explicitResourceManagement",
    ],
  });
}

/** Lists a node and everything in it, parents first. */
export function* nodesIn(node: Node): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) {
    yield* nodesIn(child);
  }
}

/** Properties of a node that contain no code. */
const NOT_CHILDREN = new Set(["loc", "extra", "leadingComments", "innerComments", "trailingComments", "errors"]);

export function childrenOf(node: Node): readonly Node[] {
  return Object.entries(node).flatMap(([name, value]) => {
    if (NOT_CHILDREN.has(name)) {
      return [];
    }
    return (Array.isArray(value) ? value : [value]).filter(isNode);
  });
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** Removes syntax that does not change a value: parentheses, `as const`, `satisfies`, `!` and type assertions. */
export function unwrap(node: Node): Node {
  switch (node.type) {
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "TSTypeAssertion":
    case "ParenthesizedExpression":
      return unwrap(node.expression);
    default:
      return node;
  }
}

/** Returns the value of a literal; undefined for any other node. */
export function literalValue(node: Node): { readonly value: string | number | boolean | null } | undefined {
  switch (node.type) {
    case "StringLiteral":
      return { value: canonicalText(node.value) };
    case "NumericLiteral":
    case "BooleanLiteral":
      return { value: node.value };
    case "NullLiteral":
      return { value: null };
    case "TemplateLiteral": {
      const cooked = node.expressions.length === 0 ? node.quasis[0]?.value.cooked : undefined;
      return typeof cooked === "string" ? { value: canonicalText(cooked) } : undefined;
    }
    case "UnaryExpression": {
      const { operator, argument } = node;
      return operator === "-" && argument.type === "NumericLiteral" ? { value: -argument.value } : undefined;
    }
    default:
      return undefined;
  }
}

/** Returns the name of a property; undefined for a computed name that is not a literal, and for a spread. */
export function propertyName(node: Node): string | undefined {
  if (node.type !== "ObjectProperty" && node.type !== "ObjectMethod") {
    return undefined;
  }
  if (node.key.type === "Identifier" && !node.computed) {
    return node.key.name;
  }
  const literal = literalValue(node.key);
  return literal && String(literal.value);
}

/** Returns the names of a callee such as `tile.line`; undefined for any other expression. */
export function calleeNames(node: Node): readonly string[] | undefined {
  if (node.type === "Identifier") {
    return [node.name];
  }
  if (node.type !== "MemberExpression" || node.computed || node.property.type !== "Identifier") {
    return undefined;
  }
  const before = calleeNames(node.object);
  return before && [...before, node.property.name];
}

/** Returns the name of the called method; an empty text for other calls. */
export function methodOf({ callee }: CallNode): string {
  return callee.type === "MemberExpression" && callee.property.type === "Identifier" ? callee.property.name : "";
}

export function isCall(node: Node): node is CallNode {
  return node.type === "CallExpression" || node.type === "NewExpression";
}

/** Returns the offset that a stack trace shows for a call: the name of the called method, otherwise its start. */
export function callOffset(call: CallNode): number {
  const { callee } = call;
  const named = call.type === "CallExpression" && callee.type === "MemberExpression" ? callee.property : call;
  return named.start ?? 0;
}

/** Returns the arguments of a call. A call of `new X` without brackets has no place for arguments. */
export function argumentsOf(file: CodeFile, call: CallNode): SeparatedItems {
  const from = (call.typeParameters ?? call.callee).end ?? 0;
  const start = file.text.indexOf("(", from) + 1;
  return { items: call.arguments, start, end: (call.end ?? 0) - 1, isSpaced: false };
}

/** Returns the properties of an object, or the elements of a list without holes. */
export function itemsOf(node: ObjectExpression | ObjectPattern | ArrayExpression): SeparatedItems {
  const isSpaced = node.type !== "ArrayExpression";
  const items = isSpaced ? node.properties : node.elements.filter((each) => each !== null);
  return { items, start: (node.start ?? 0) + 1, end: (node.end ?? 0) - 1, isSpaced };
}
