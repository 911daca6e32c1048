import { indentation as asIndentation, heredocLike } from "../../text/code-text";
import type { Entry } from "../../text/expression";
import { HclPrinter } from "../print/hcl-printer";
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
 * @param isTrimmed true if a function removes the last line end
 */
export function printHeredoc(code: string, value: string, isTrimmed: boolean): string | undefined {
  const heredoc = readHeredoc(code);
  if (!heredoc) {
    return undefined;
  }
  const { body, delimiter, isFlush, closingIndentation } = heredoc;
  // The line ends of the file are a part of the text.
  const lineEnd = code.includes("\r\n") ? "\r\n" : "\n";
  const lines = (isTrimmed ? value + lineEnd : value).replaceAll(lineEnd, "\n");
  const first = body.split("\n").find((line) => line.trim() !== "") ?? "";
  const indentation = first.slice(0, isFlush ? commonIndentation(body) : 0);
  const printed = heredocLike(lines, { delimiter, isFlush, indentation, closingIndentation });
  const isSame = lines.replaceAll("\n", lineEnd) === (isTrimmed ? value + lineEnd : value);
  return isSame ? printed?.replaceAll("\n", lineEnd) : undefined;
}
