import { builders, printer } from "prettier/doc";
import type { SourceText } from "../../text/code-text";

declare const brand: unique symbol;

/** A layout instruction, created by the functions below. */
interface Instruction {
  readonly [brand]: true;
}

/** Source code before it is laid out. It contains no plain strings, so that no text gets into it unescaped. */
export type CodeDoc = SourceText | Instruction | readonly CodeDoc[];

/** The layout functions of prettier, restricted to source code. */
interface DocBuilders {
  readonly group: (doc: CodeDoc, options?: { readonly shouldBreak?: boolean }) => Instruction;
  readonly conditionalGroup: (docs: readonly CodeDoc[]) => Instruction;
  readonly ifBreak: (doc: CodeDoc) => Instruction;
  readonly indent: (doc: CodeDoc) => Instruction;
  readonly join: (separator: CodeDoc, docs: readonly CodeDoc[]) => readonly CodeDoc[];
  readonly hardline: Instruction;
  readonly line: Instruction;
  readonly literalline: Instruction;
  readonly softline: Instruction;
}

export const { group, conditionalGroup, ifBreak, indent, join, hardline, line, literalline, softline } =
  builders as unknown as DocBuilders;

/** Maximum length of a line, as in the examples of this package. */
export const LINE_WIDTH = 120;

const TAB_WIDTH = 2;

/** Layout of printed code. */
interface PrintOptions {
  /** Columns that the lines may use. Default: the maximum length of a line. */
  readonly width?: number;
  /** Columns of one level of indentation. */
  readonly tabWidth?: number;
  readonly useTabs?: boolean;
}

/** Prints source code in the style of common formatters. */
export function printTypeScript(
  doc: CodeDoc,
  { width = LINE_WIDTH, tabWidth = TAB_WIDTH, useTabs = false }: PrintOptions = {},
): SourceText {
  const options = { printWidth: width, tabWidth, useTabs };
  return printer.printDocToString(doc as unknown as builders.Doc, options).formatted as SourceText;
}
