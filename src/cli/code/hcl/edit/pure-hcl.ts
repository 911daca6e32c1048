import type { HclFile } from "./hcl-file";
import { type HclNode, nodesOf, unwrapped } from "./hcl-syntax";
import { hclLiteral, readCall } from "./literal";
import { tupleItems } from "./parts";

/** Functions that do not change the meaning of a literal argument. */
export const CONVERSIONS: ReadonlySet<string> = new Set(["tolist", "toset", "tomap", "tostring", "tonumber", "tobool"]);

/** Returns true if a value contains only literals. Its code can be written again. */
export function isPure(node: HclNode, file: HclFile): boolean {
  const found = unwrapped(node);
  return hclLiteral(found, file.text) !== undefined || hasParts(found, file, (part) => isPure(part, file));
}

/** Returns true for a literal, and for an object or a list that also contains addresses. */
export function isRemovable(node: HclNode, file: HclFile, isInside = false): boolean {
  const found = unwrapped(node);
  const isAddress = found.type === "variable_expr" || (found.type === "expression" && isTraversal(found));
  if (hclLiteral(found, file.text) || (isInside && isAddress)) {
    return true;
  }
  return hasParts(found, file, (part) => isRemovable(part, file, true));
}

/** Returns true if a list or an object, also in `jsonencode` and conversions, has only parts of a kind. */
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
