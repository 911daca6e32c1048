import { HclFile } from "../../code/hcl/edit/hcl-file";
import { loadHclParser } from "../../code/hcl/edit/hcl-syntax";
import { parseProgram } from "../../code/typescript/edit/typescript-syntax";
import { expectedError } from "../../terminal/exit";

/** A comment, with columns from 0. */
export interface FoundComment {
  readonly value: string;
  readonly start?: number;
  readonly end?: number;
  readonly loc?: {
    readonly start: { readonly line: number; readonly column: number };
    readonly end: { readonly line: number };
  } | null;
}

/** Returns the comments of a source file in TypeScript, JavaScript or HCL. A file that is not valid has none. */
export async function commentsIn(path: string, text: string): Promise<readonly FoundComment[]> {
  if (/\.(?:tf|tofu)$/.test(path)) {
    await loadHclParser();
    const file = new HclFile(path, text);
    return file.comments.map(({ start, end }) => {
      const [from, to] = [start ?? 0, end ?? 0];
      const place = { line: file.lineAt(from), column: from - file.lineStart(from) };
      const value = file.text.slice(from, to).replace(/^(?:#|\/\/|\/\*)|\*\/$/g, "");
      return { value, start: from, end: to, loc: { start: place, end: { line: file.lineAt(to) } } };
    });
  }
  try {
    return parseProgram(text, path).comments ?? [];
  } catch (error) {
    expectedError(error, SyntaxError);
    return [];
  }
}
