import type { Identifier, Node } from "@babel/types";

interface Parents {
  parentOf(node: Node): Node | undefined;
}

/** Returns true for a name that is used as a value. The name of a property or a declaration is not a use. */
export function isNameUse(node: Identifier, file: Parents): boolean {
  const parent = file.parentOf(node);
  if (!parent || isNameDeclaration(node, file)) {
    return false;
  }
  if (parent.type === "MemberExpression" || parent.type === "OptionalMemberExpression") {
    return parent.object === node || parent.computed;
  }
  if (parent.type === "ObjectProperty") {
    return parent.value === node || parent.computed;
  }
  return !/^(ObjectMethod|Class(Private)?(Method|Property)|TS.*|ExportSpecifier|LabeledStatement)$/.test(parent.type);
}

/** Returns true for a name that the code declares: a variable, a function, a class, a parameter or an import. */
export function isNameDeclaration(node: Identifier, file: Parents): boolean {
  const parent = file.parentOf(node);
  switch (parent?.type) {
    case "VariableDeclarator":
      return parent.id === node;
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
    case "ObjectMethod":
    case "ClassMethod":
      return ("id" in parent && parent.id === node) || parent.params.some((each) => each === node);
    case "ClassDeclaration":
    case "ClassExpression":
      return parent.id === node;
    case "ImportSpecifier":
    case "ImportDefaultSpecifier":
    case "ImportNamespaceSpecifier":
      return parent.local === node;
    case "CatchClause":
      return parent.param === node;
    case "AssignmentPattern":
      return parent.left === node;
    case "ArrayPattern":
    case "RestElement":
    case "TSParameterProperty":
      return true;
    case "ObjectProperty":
      return parent.value === node && file.parentOf(parent)?.type === "ObjectPattern";
    default:
      return false;
  }
}

/** Returns true for the code in which a declaration is visible: a file, a block or a function. */
export function isScope(node: Node): boolean {
  return node.type === "Program" || node.type === "BlockStatement" || "params" in node;
}
