import type { Identifier, Node } from "@babel/types";
import { evaluateText } from "../../../../constructs/verbatim";
import type { Expression } from "../../text/expression";
import type { FileScope } from "./file-scope";
import type { ProgramFile } from "./program-file";
import { calleeNames, literalValue, propertyName, unwrap } from "./typescript-syntax";

/**
 * Returns true if a value contains only literals and calls of helpers. Its code can be written again.
 * @param mayName true to accept names of objects and look-ups too. Such code has no effect, so it can be removed.
 */
export function isPureCode(node: Node, scope: FileScope, mayName = false): boolean {
  const found = unwrap(node);
  const literal = literalValue(found);
  const isPure = (part: Node | null) => part !== null && isPureCode(part, scope, mayName);
  if (literal) {
    return typeof literal.value !== "string" || evaluateText(literal.value) !== undefined;
  }
  switch (found.type) {
    case "Identifier":
    case "MemberExpression":
      return mayName && calleeNames(found) !== undefined;
    case "ArrayExpression":
      return found.elements.every(isPure);
    case "ObjectExpression":
      return found.properties.every(
        (each) => each.type === "ObjectProperty" && (mayName || propertyName(each) !== undefined) && isPure(each.value),
      );
    case "CallExpression":
      return (scope.isAnyHelper(found) || (mayName && scope.isLookUp(found))) && found.arguments.every(isPure);
    default:
      return false;
  }
}

/** Returns true if code names the same object as an expression, with or without `.id`. */
export function isNameOf(node: Node, expression: Expression): boolean {
  const name = calleeNames(node)?.join(".");
  return (
    expression.kind === "code" &&
    name !== undefined &&
    [expression.code, `${expression.code}.id`, expression.code.replace(/\.id$/, "")].includes(name)
  );
}

/** Returns the initializer of a constant that is used in exactly one place, or the reason why it cannot be edited. */
export function initializerOf({ name }: Identifier, file: ProgramFile): Node | string {
  const declarator = file.declaratorOf(name);
  const declaration = declarator && file.parentOf(declarator);
  if (!declarator?.init || declaration?.type !== "VariableDeclaration" || declaration.kind !== "const") {
    return `The value comes from "${name}", which is not a constant of this file.`;
  }
  if (file.isExported(name)) {
    return `The value comes from the constant "${name}", which other files can use.`;
  }
  const uses = file.usesOf(name).length;
  return uses === 1 ? declarator.init : `The value comes from the constant "${name}", which is used in ${uses} places.`;
}

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
