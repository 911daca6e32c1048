import type { Node } from "@babel/types";
import { spacesBeforeComment } from "./list-edits";
import type { ProgramFile } from "./program-file";

/** Returns the statement of a block that contains a node. */
export function statementOf(file: ProgramFile, node: Node): Node | undefined {
  return [node, ...file.parentsOf(node)].find((each) => isBlock(file.parentOf(each)));
}

/** Returns the block or the file that directly contains the statement of a node. */
export function blockOf(file: ProgramFile, node: Node): Node | undefined {
  return [...file.parentsOf(node)].find(isBlock);
}

function isBlock(node: Node | undefined): boolean {
  return node?.type === "Program" || node?.type === "BlockStatement";
}

/** Adds a statement on a new line after another one and its comment. */
export function insertStatement(file: ProgramFile, statement: Node, print: (indentation: string) => string): void {
  const end = statement.end ?? 0;
  const indentation = file.indentationAt(statement.start ?? 0);
  const isBraced = file.text[end - 1] === "}" && statement.type !== "ExpressionStatement";
  const semicolon = file.text[end - 1] === ";" || (isBraced && /;[ \t]*$/m.test(file.text)) ? ";" : "";
  const { lineEnd } = file;
  const comment = /^[ \t]*\/\/[^\r\n]*/.exec(file.text.slice(end))?.[0] ?? "";
  file.edits.appendLeft(end + comment.length, `${lineEnd}${indentation}${print(indentation)}${semicolon}`);
}

/** Removes a statement, with its line if the line contains nothing else. Comments stay. */
export function removeStatement(file: ProgramFile, statement: Node): void {
  const [from, to] = [statement.start ?? 0, statement.end ?? 0];
  const lineStart = file.lineStart(from);
  const rest = /^[ \t]*(?:\r\n|\n)/.exec(file.text.slice(to))?.[0];
  const isWholeLine = file.text.slice(lineStart, from).trim() === "" && rest !== undefined;
  file.remove(isWholeLine ? lineStart : from, isWholeLine ? to + rest.length : to + spacesBeforeComment(file, to));
}
