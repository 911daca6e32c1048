import type { HclFile } from "./hcl-file";
import { type HclNode, nodesOf, tupleItems, unwrapped } from "./hcl-syntax";
import { hclLiteral, readCall } from "./literal";

/** Functions that do not change the meaning of a literal argument. */
export const CONVERSIONS: ReadonlySet<string> = new Set(["tolist", "toset", "tomap", "tostring", "tonumber", "tobool"]);

/**
 * Returns true if a value contains only literals. Its code can be written again.
 * @param mayRefer true to accept addresses in objects and lists too. Such code can be removed.
 */
export function isPure(node: HclNode, file: HclFile, mayRefer = false, isInside = false): boolean {
  const found = unwrapped(node);
  const isAddress = found.type === "variable_expr" || (found.type === "expression" && isTraversal(found));
  return (
    hclLiteral(found, file.text) !== undefined ||
    (mayRefer && isInside && isAddress) ||
    hasParts(found, file, (part) => isPure(part, file, mayRefer, true))
  );
}

/** Returns true if all parts of a list or an object pass the test, also in `jsonencode` and conversions. */
function hasParts(node: HclNode, file: HclFile, isPart: (part: HclNode) => boolean): boolean {
  if (node.type === "tuple") {
    return tupleItems(node).every(isPart);
  }
  if (node.type === "object") {
    return file.elementsOf(node).every(({ key, value }) => key !== undefined && isPart(value));
  }
  const { name, args } = node.type === "function_call" ? readCall(node, file.text) : { name: "", args: [] };
  return (name === "jsonencode" || CONVERSIONS.has(name)) && args.every(isPart);
}

export function holdsHeredoc(node: HclNode): boolean {
  return [...nodesOf(node)].some(({ type }) => type === "heredoc_template");
}

function isTraversal({ children }: HclNode): boolean {
  return children.every(({ type }) => type === "variable_expr" || type === "get_attr" || type === "index");
}

/** Describes why an expression is not a literal. */
export function reasonFor(node: HclNode, file: HclFile): string {
  switch (node.type) {
    case "string_lit":
    case "quoted_template":
    case "heredoc_template":
      return "The value is a template with expressions.";
    case "function_call":
      return `The value comes from the function "${readCall(node, file.text).name}".`;
    case "for_expr":
      return "The value comes from a for expression.";
    case "conditional":
      return "The value depends on a condition.";
    case "tuple":
    case "object":
      return "The value contains expressions.";
    case "variable_expr":
    case "expression":
      return reasonForReference(node, file);
    default:
      return "The value is computed.";
  }
}

/** Names by which values come from other blocks. */
const SOURCES: Readonly<Record<string, string>> = {
  var: "the variable",
  local: "the local value",
  module: "the module output",
  data: "the data source",
  each: "the for_each value",
  count: "the count value",
};

function reasonForReference(node: HclNode, file: HclFile): string {
  const code = file.textOf(node).replace(/\s+/g, " ");
  const [root = ""] = code.split(/[.[]/, 1);
  const isTraversal = /^[\w."[\]\p{L}-]+$/u.test(code);
  if (!isTraversal) {
    return "The value is computed.";
  }
  const source = Object.hasOwn(SOURCES, root) ? `${SOURCES[root]} ` : "";
  return `The value comes from ${source}"${code}".`;
}
