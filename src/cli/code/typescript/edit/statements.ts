import type { Node } from "@babel/types";
import { endOfComments, removeLines, startOfCommentLines, startOfComments } from "../../edits/own-comments";
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

/**
 * Removes a statement with its own comments: the lines of comments directly above it, and those after it in its line.
 * Removes its line if the line contains nothing else.
 */
export function removeStatement(file: ProgramFile, statement: Node): void {
  const from = startOfComments(file, statement.start ?? 0);
  const to = endOfComments(file, statement.end ?? 0);
  const lineStart = file.lineStart(from);
  const rest = /^[ \t]*(?:\r\n|\n)/.exec(file.text.slice(to))?.[0];
  const isAtStart = file.text.slice(lineStart, from).trim() === "";
  if (isAtStart && rest !== undefined) {
    removeLines(file, startOfCommentLines(file, lineStart), to + rest.length);
  } else {
    file.remove(from, rest === undefined ? (statement.end ?? 0) : to);
  }
}
