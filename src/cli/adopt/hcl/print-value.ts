import { HclPrinter } from "../../import/hcl/hcl-printer";
import type { Entry } from "../../import/text/expression";
import { indentation as asIndentation, heredocLike } from "../../import/text/source-text";
import type { HclFile } from "./hcl-file";
import { commonIndentation, readHeredoc } from "./literal";

interface ValuePlace {
  /** White space before the further lines of the value. */
  readonly indentation: string;
  /** False if other code follows on the last line of the value, which would be a part of the heredoc. */
  readonly hasHeredocs: boolean;
}

/** Prints the value of an entry with the indentation and the line ends of a file. */
export function printValue(file: HclFile, entry: Entry, { indentation, hasHeredocs }: ValuePlace): string {
  // The line ends of a file are part of its heredocs.
  const style = { unit: asIndentation(file.indentationUnit), hasHeredocs: hasHeredocs && file.lineEnd === "\n" };
  return new HclPrinter(style).valueLines(entry, asIndentation(indentation)).join(file.lineEnd);
}

/**
 * Returns a heredoc with another text and the form of an existing one; undefined if it cannot contain the text.
 * @param code code of the existing heredoc
 */
export function printHeredoc(file: HclFile, code: string, value: string): string | undefined {
  const heredoc = readHeredoc(code);
  const lines = file.lineEnd === "\n" ? value : value.replaceAll("\r\n", "\n");
  // The text of a heredoc has the line ends of its file.
  if (!heredoc || lines.replaceAll("\n", file.lineEnd) !== value) {
    return undefined;
  }
  const { body, delimiter, isFlush, closingIndentation } = heredoc;
  const first = body.split("\n").find((line) => line.trim() !== "") ?? "";
  const indentation = first.slice(0, isFlush ? commonIndentation(body) : 0);
  return heredocLike(lines, { delimiter, isFlush, indentation, closingIndentation })?.replaceAll("\n", file.lineEnd);
}
