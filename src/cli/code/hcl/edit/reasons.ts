import type { HclFile } from "./hcl-file";
import type { HclNode } from "./hcl-syntax";
import { readCall } from "./literal";

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
