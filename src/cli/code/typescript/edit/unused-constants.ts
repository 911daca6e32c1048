import type { VariableDeclaration } from "@babel/types";
import { FileScope } from "./file-scope";
import { ProgramFile } from "./program-file";
import { isPureCode } from "./pure-code";
import { removeStatement, statementOf } from "./statements";

/**
 * Removes the constants of a file whose last use was in replaced or removed code. A constant stays if other files can use
 * it, or if its value has an effect.
 */
export function removeUnusedConstants(file: ProgramFile): void {
  if (file.edited === file.original) {
    return;
  }
  const edited = new ProgramFile(file.path, file.edited);
  const unused = file.nodes.filter((node): node is VariableDeclaration => {
    return node.type === "VariableDeclaration" && isUnused(node, file, edited);
  });
  for (const declaration of unused) {
    removeStatement(file, declaration);
  }
  if (unused.length > 0) {
    // The removed constants can contain the last uses of other constants.
    removeUnusedConstants(file);
  }
}

function isUnused(declaration: VariableDeclaration, file: ProgramFile, edited: ProgramFile): boolean {
  const [declarator, other] = declaration.declarations;
  if (declaration.kind !== "const" || other || declarator?.id.type !== "Identifier" || !declarator.init) {
    return false;
  }
  const { name } = declarator.id;
  return (
    file.declaratorOf(name) === declarator &&
    edited.declaratorOf(name) !== undefined &&
    file.usesOf(name).length > 0 &&
    edited.usesOf(name).length === 0 &&
    !file.isExported(name) &&
    statementOf(file, declaration) === declaration &&
    isPureCode(declarator.init, new FileScope(file, [], declaration), true)
  );
}
