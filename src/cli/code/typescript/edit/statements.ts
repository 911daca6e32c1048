import type { BlockStatement, Node, Program } from "@babel/types";
import { removeItem } from "../../edits/list-edits";
import { startOfCommentLines } from "../../edits/own-comments";
import type { ProgramFile } from "./program-file";

/** Returns the statement of a block that contains a node. */
export function statementOf(file: ProgramFile, node: Node): Node | undefined {
  return [node, ...file.parentsOf(node)].find((each) => isBlock(file.parentOf(each)));
}

/** Returns the block or the file that directly contains the statement of a node. */
export function blockOf(file: ProgramFile, node: Node): Program | BlockStatement | undefined {
  return [...file.parentsOf(node)].find(isBlock);
}

function isBlock(node: Node | undefined): node is Program | BlockStatement {
  return node?.type === "Program" || node?.type === "BlockStatement";
}

/**
 * Adds a statement on a new line after another one and its comment.
 * @param isSpaced adds an empty line before it, if an empty line is next to the other statement
 */
export function insertStatement(
  file: ProgramFile,
  statement: Node,
  print: (indentation: string) => string,
  isSpaced = false,
): void {
  const end = statement.end ?? 0;
  const indentation = file.indentationAt(statement.start ?? 0);
  const isBraced = file.text[end - 1] === "}" && statement.type !== "ExpressionStatement";
  const semicolon = file.text[end - 1] === ";" || (isBraced && /;[ \t]*$/m.test(file.text)) ? ";" : "";
  const { lineEnd } = file;
  const comment = /^[ \t]*\/\/[^\r\n]*/.exec(file.text.slice(end))?.[0] ?? "";
  const place = end + comment.length;
  const separator = isSpaced && hasEmptyLine(file, statement, place) ? lineEnd : "";
  file.edits.appendLeft(place, `${separator}${lineEnd}${indentation}${print(indentation)}${semicolon}`);
}

/** Returns true if an empty line follows a statement, or is before the last statement of a block. */
function hasEmptyLine(file: ProgramFile, statement: Node, end: number): boolean {
  const after = file.text.slice(end);
  if (!/^\s*(?:\}|$)/.test(after)) {
    return /^[ \t]*\r?\n[ \t]*\r?\n/.test(after);
  }
  const first = startOfCommentLines(file, file.lineStart(statement.start ?? 0));
  return /\n[ \t]*\r?\n$/.test(file.text.slice(0, first));
}

/** Removes a statement with its own comments, and its line if the line contains nothing else. */
export function removeStatement(file: ProgramFile, statement: Node): void {
  const block = blockOf(file, statement);
  if (block) {
    const items: readonly Node[] = block.body;
    const start = block.type === "Program" ? 0 : (block.start ?? 0) + 1;
    const list = { items, start, end: block.end ?? 0, isSpaced: true, commas: "none" } as const;
    removeItem(file, list, items.indexOf(statement));
  }
}
