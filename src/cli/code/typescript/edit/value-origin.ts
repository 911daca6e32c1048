import type { Node } from "@babel/types";
import { calleeNames } from "./typescript-syntax";

/** Describes why code is not a literal. */
export function describeOrigin(node: Node): string {
  switch (node.type) {
    case "StringLiteral":
      return "The value is a Terraform expression.";
    case "TemplateLiteral":
      return "The value is a template with expressions.";
    case "SpreadElement":
      return "The value comes from a spread.";
    case "ConditionalExpression":
    case "LogicalExpression":
      return "The value depends on a condition.";
    case "CallExpression":
    case "NewExpression": {
      const names = calleeNames(node.callee)?.join(".");
      return names === undefined ? "The value comes from a function." : `The value comes from the function "${names}".`;
    }
    case "MemberExpression":
    case "OptionalMemberExpression": {
      const names = calleeNames(node)?.join(".");
      if (names?.startsWith("process.env.")) {
        return `The value comes from the environment variable "${names.slice("process.env.".length)}".`;
      }
      return names === undefined ? "The value is computed." : `The value comes from "${names}".`;
    }
    case "Identifier":
      return `The value comes from "${node.name}".`;
    default:
      return "The value is computed.";
  }
}
