import { builders, printer } from "prettier/doc";
import { commentLines, escapedCharacter } from "../text";
import type { CallExpression, Composite, Entry, Expression, List } from "./source-file";

/** A string literal in the quotes that need fewer escapes. */
export function quotedLiteral(value: string): string {
  const quote = count(value, '"') > count(value, "'") ? "'" : '"';
  return `${quote}${[...value].map((character) => escapedCharacter(character, quote)).join("")}${quote}`;
}

/** The lines of a template literal, each as it stands in the file. The first begins with the backtick, the last ends with one. */
function templateLines(value: string): readonly string[] {
  const lines = value.split("\n").map((line) =>
    [...line]
      .map((character) => (character === "\t" ? character : escapedCharacter(character, "`")))
      .join("")
      .replaceAll("${", "\\${"),
  );
  return `\`${lines.join("\n")}\``.split("\n");
}

function count(value: string, character: string): number {
  return value.split(character).length - 1;
}

type Doc = builders.Doc;

const { conditionalGroup, group, hardline, ifBreak, indent, join, line, literalline, softline } = builders;

/** The longest line that is not broken, as in the examples of this package. */
const LINE_WIDTH = 120;

const TAB_WIDTH = 2;

/** The shortest key behind which a line is broken. */
const LONG_KEY = 5;

/** A name that needs no quotes as a key. */
const NAME = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** Source code laid out as the usual formatters do. */
export function printTypeScript(doc: Doc): string {
  return printer.printDocToString(doc, { printWidth: LINE_WIDTH, tabWidth: TAB_WIDTH, useTabs: false }).formatted;
}

export function docOf(expression: Expression): Doc {
  switch (expression.kind) {
    case "text":
      return textDoc(expression.value);
    case "code":
      return expression.code;
    case "list":
      return listDoc(expression);
    case "object":
      return objectDoc(expression);
    case "call":
      return callDoc(expression);
  }
}

/** Texts of several lines stand as they are read. */
function textDoc(value: string): Doc {
  return isTemplate(value) ? join(literalline, templateLines(value) as Doc[]) : quotedLiteral(value);
}

function isTemplate(value: string): boolean {
  return value.trimEnd().includes("\n");
}

function listDoc({ items }: List): Doc {
  if (items.length === 0) return "[]";
  const isTable = items.length > 1 && items.every((item) => item.kind === "object" && item.entries.length > 1);
  return group(["[", indent([softline, join([",", line], items.map(docOf))]), ifBreak(","), softline, "]"], {
    shouldBreak: isTable,
  });
}

function objectDoc({ entries, isSpread }: Composite): Doc {
  if (entries.length === 0) return "{}";
  const shouldBreak = isSpread || entries.some(({ comment }) => comment !== undefined);
  return group(["{", indent([line, join([",", line], entries.map(entryDoc))]), ifBreak(","), line, "}"], {
    shouldBreak,
  });
}

function entryDoc({ key, value, comment }: Entry): Doc {
  const comments = comment === undefined ? [] : commentLines(comment).map((each) => [`// ${each}`, hardline]);
  if (value.kind === "code" && value.code === key) return [...comments, key];
  const name = NAME.test(key) ? key : quotedLiteral(key);
  const mayBreak = value.kind === "text" && !isTemplate(value.value) && name.length >= LONG_KEY;
  return [...comments, mayBreak ? group([name, ":", indent([line, docOf(value)])]) : [name, ": ", docOf(value)]];
}

/** The last argument opens on the line of the call, where the others fit before it. */
function callDoc({ callee, args }: CallExpression): Doc {
  const last = args.at(-1);
  if (!last) return [callee, "()"];
  const docs = args.map(docOf);
  const opens = (last.kind === "object" && last.entries.length > 0) || (last.kind === "list" && last.items.length > 0);
  const all = group([callee, "(", indent([softline, join([",", line], docs)]), ifBreak(","), softline, ")"]);
  if (!opens) return all;
  const before = docs.slice(0, -1).flatMap((doc) => [doc, ", "]);
  const flat: Doc = [callee, "(", ...before, docOf(last), ")"];
  const opened: Doc = [callee, "(", ...before, group(docOf(last), { shouldBreak: true }), ")"];
  return isForcedOpen(last) ? opened : conditionalGroup([flat, opened, all]);
}

function isForcedOpen(expression: Expression): boolean {
  return expression.kind === "object" && (expression.isSpread || expression.entries.some(({ comment }) => comment));
}
