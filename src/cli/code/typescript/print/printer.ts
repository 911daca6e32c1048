import { builders, printer } from "prettier/doc";
import {
  type CodeText,
  codeText,
  lineComments,
  type Quote,
  templateLiteralLines,
  typescriptKey,
  typescriptText,
} from "../../text/code-text";
import type { CallExpression, Composite, Entry, Expression, List } from "../../text/expression";

declare const brand: unique symbol;

/** A formatting instruction, created by the functions below. */
interface Instruction {
  readonly [brand]: true;
}

/** Code before it is formatted. It contains no plain strings, so that no text gets into it unescaped. */
export type CodeDoc = CodeText | Instruction | readonly CodeDoc[];

/** The formatting functions of prettier, restricted to source code. */
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

export const { indent, join, hardline, line, softline } = builders as unknown as DocBuilders;
const { conditionalGroup, group, ifBreak, literalline } = builders as unknown as DocBuilders;

/** Maximum length of a line, as in the examples of this package. */
export const LINE_WIDTH = 120;

const GENERATED_FORMAT = { width: LINE_WIDTH, tabWidth: 2, useTabs: false };

/**
 * Prints source code in the style of common formatters.
 * @param format columns of the lines and of one level of indentation
 */
export function printTypeScript(
  doc: CodeDoc,
  format: { readonly width: number; readonly tabWidth: number; readonly useTabs: boolean } = GENERATED_FORMAT,
): CodeText {
  const options = { printWidth: format.width, ...format };
  return printer.printDocToString(doc as unknown as builders.Doc, options).formatted as CodeText;
}

/** Minimum length of a key that may be followed by a line break. */
const MIN_BREAKABLE_KEY_LENGTH = 5;

const COMMA = [codeText`,`, line];

/** Form of the texts in generated code. */
interface TextStyle {
  /** Preferred quotes. */
  readonly quote: Quote;
  /** True to print multi-line texts as template literals. */
  readonly hasTemplates: boolean;
}

const GENERATED: TextStyle = { quote: '"', hasTemplates: true };

/** @param style form of the texts. Default: the form of generated files. */
export function docOf(expression: Expression, style: TextStyle = GENERATED): CodeDoc {
  switch (expression.kind) {
    case "text":
      return isTemplate(expression.value, style)
        ? join(literalline, templateLiteralLines(expression.value))
        : typescriptText(expression.value, style.quote);
    case "code":
      return expression.code;
    case "list":
      return listDoc(expression, style);
    case "object":
      return objectDoc(expression, style);
    case "call":
      return callDoc(expression, style);
  }
}

function isTemplate(value: string, { hasTemplates }: TextStyle): boolean {
  return hasTemplates && value.trimEnd().includes("\n");
}

function listDoc({ items }: List, style: TextStyle): CodeDoc {
  if (items.length === 0) {
    return codeText`[]`;
  }
  const isTable = items.length > 1 && items.every((item) => item.kind === "object" && item.entries.length > 1);
  const docs = items.map((item) => docOf(item, style));
  return bracketed([codeText`[`, softline, codeText`]`], docs, isTable);
}

function objectDoc({ entries, isSpread }: Composite, style: TextStyle): CodeDoc {
  if (entries.length === 0) {
    return codeText`{}`;
  }
  const shouldBreak = isSpread || entries.some(({ comment }) => comment !== undefined);
  const docs = entries.map((entry) => entryDoc(entry, style));
  return bracketed([codeText`{`, line, codeText`}`], docs, shouldBreak);
}

/**
 * Prints documents on one line if they fit, otherwise each on a separate line with a comma.
 * @param gap break after the opening bracket and before the closing one
 */
export function bracketed(
  [open, gap, close]: readonly [open: CodeDoc, gap: Instruction, close: CodeText],
  docs: readonly CodeDoc[],
  shouldBreak = false,
): Instruction {
  return group([open, indent([gap, join(COMMA, docs)]), ifBreak(codeText`,`), gap, close], { shouldBreak });
}

/** Prints a property of an object literal. */
export function entryDoc({ key, value, comment }: Entry, style: TextStyle): CodeDoc {
  const comments = comment === undefined ? [] : lineComments(comment, "//").map((each) => [each, hardline]);
  if (value.kind === "code" && value.code === key) {
    return [...comments, value.code];
  }
  const name = typescriptKey(key, style.quote);
  const mayBreak = value.kind === "text" && !isTemplate(value.value, style) && name.length >= MIN_BREAKABLE_KEY_LENGTH;
  const docs = mayBreak
    ? group([name, codeText`:`, indent([line, docOf(value, style)])])
    : [name, codeText`: `, docOf(value, style)];
  return [...comments, docs];
}

/** Prints a call. The last argument opens on the first line if the others fit before it. */
function callDoc({ callee, args }: CallExpression, style: TextStyle): CodeDoc {
  const last = args.at(-1);
  if (!last) {
    return [callee, codeText`()`];
  }
  const docs = args.map((arg) => docOf(arg, style));
  const opens = (last.kind === "object" && last.entries.length > 0) || (last.kind === "list" && last.items.length > 0);
  const all = bracketed([[callee, codeText`(`], softline, codeText`)`], docs);
  if (!opens) {
    return all;
  }
  const before = docs.slice(0, -1).flatMap((doc) => [doc, codeText`, `]);
  const flat = [callee, codeText`(`, ...before, docOf(last, style), codeText`)`];
  const opened = [callee, codeText`(`, ...before, group(docOf(last, style), { shouldBreak: true }), codeText`)`];
  const isForcedOpen = last.kind === "object" && (last.isSpread || last.entries.some(({ comment }) => comment));
  return isForcedOpen ? opened : conditionalGroup([flat, opened, all]);
}
