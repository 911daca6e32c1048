import { ownValue } from "../../../own-values";
import { commentLines } from "../text";
import type { Composite, Entry, Expression } from "../typescript/source-file";
import { heredoc, quotedTemplate } from "./hcl-value";

const LINE_WIDTH = 120;

/** A key that needs no quotes. */
const NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** A block such as `resource "clickstack_dashboard" "checkout" { ... }`. */
export interface Block {
  /** The type and its labels. */
  readonly head: readonly [string, ...string[]];
  readonly arguments: readonly Entry[];
  readonly blocks?: readonly Block[];
  /** What a reader must know, on lines of its own before the block. */
  readonly comment?: string;
}

/** A file of blocks, laid out as `terraform fmt` does. */
export function printHcl(blocks: readonly Block[], comment?: string): string {
  const head = comment === undefined ? [] : [comments(comment, "").join("\n")];
  return `${[...head, ...blocks.map((block) => blockLines(block, "").join("\n"))].join("\n\n")}\n`;
}

function blockLines(
  { head: [type, ...labels], arguments: args, blocks = [], comment }: Block,
  indentation: string,
): readonly string[] {
  const opening = [type, ...labels.map(quotedTemplate)].join(" ");
  const inner = `${indentation}  `;
  const parts = [
    ...(args.length > 0 ? [entryLines(args, inner)] : []),
    ...blocks.map((block) => blockLines(block, inner)),
  ];
  const before = comment === undefined ? [] : comments(comment, indentation);
  if (parts.length === 0) return [...before, `${indentation}${opening} {}`];
  const body = parts.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
  return [...before, `${indentation}${opening} {`, ...body, `${indentation}}`];
}

/** Equals signs of lines that follow each other stand below each other, where the values end on their lines. */
function entryLines(entries: readonly Entry[], indentation: string): readonly string[] {
  const printed = entries.map((entry) => ({ entry, name: keyText(entry.key), value: valueLines(entry, indentation) }));
  const widths = alignedWidths(printed);
  return printed.flatMap(({ entry: { comment }, name, value: [first = "", ...rest] }, index) => [
    ...(comment === undefined ? [] : comments(comment, indentation)),
    `${indentation}${name.padEnd(widths[index] ?? 0)} = ${first}`,
    ...rest,
  ]);
}

interface Printed {
  readonly entry: Entry;
  readonly name: string;
  readonly value: readonly string[];
}

/** How wide each name is padded. A line that opens a bracket is not aligned and parts the others; so does a line of a comment. */
function alignedWidths(printed: readonly Printed[]): readonly number[] {
  const widths: number[] = printed.map(() => 0);
  let run: number[] = [];
  const close = () => {
    const widest = Math.max(0, ...run.map((index) => printed[index]?.name.length ?? 0));
    for (const index of run) widths[index] = widest;
    run = [];
  };
  printed.forEach(({ entry, value }, index) => {
    if (entry.comment !== undefined) close();
    if (opensBracket(value)) close();
    else run.push(index);
    if (value.length > 1) close();
  });
  close();
  return widths;
}

function opensBracket(value: readonly string[]): boolean {
  return value.length > 1 && /[[{(]$|^chomp\(/.test(value[0] ?? "");
}

function valueLines({ key, value }: Entry, indentation: string): readonly string[] {
  const room = LINE_WIDTH - indentation.length - key.length - " = ".length;
  return expressionLines(value, indentation, room, key);
}

/** @param room the columns that one line has. @param key what the value is for, which names the end of its heredoc. */
function expressionLines(value: Expression, indentation: string, room: number, key: string): readonly string[] {
  if (value.kind === "text") {
    return heredoc(value.value, ownValue(HEREDOC_WORDS, key) ?? "EOT", indentation) ?? [quotedTemplate(value.value)];
  }
  const flat = flatText(value);
  if (flat !== undefined && flat.length <= room) return [flat];
  if (value.kind === "object") {
    return ["{", ...entryLines(value.entries, `${indentation}  `), `${indentation}}`];
  }
  if (value.kind === "list") {
    const inner = `${indentation}  `;
    const items = value.items.map((item) => itemLines(item, inner, key));
    return ["[", ...items.flatMap((lines) => withComma(lines, inner)), `${indentation}]`];
  }
  throw new Error("HCL has no calls here.");
}

/** A comma follows an item, and what ends a heredoc stands alone on its line. */
function itemLines(item: Expression, indentation: string, key: string): readonly string[] {
  if (item.kind === "text") return [quotedTemplate(item.value)];
  return expressionLines(item, indentation, LINE_WIDTH - indentation.length - 1, key);
}

/** What an end of a heredoc is called, so that editors know the language. */
const HEREDOC_WORDS: Readonly<Record<string, string>> = { sql_template: "SQL", markdown: "MARKDOWN" };

function withComma([first = "", ...rest]: readonly string[], indentation: string): readonly string[] {
  const lines = [indentation + first, ...rest];
  return lines.map((line, index) => (index === lines.length - 1 ? `${line},` : line));
}

/** The value on one line, or undefined where it needs several. */
function flatText(value: Expression): string | undefined {
  if (value.kind === "code") return value.code;
  if (value.kind === "text") return heredoc(value.value, "EOT", "") ? undefined : quotedTemplate(value.value);
  if (value.kind === "list") {
    const items = value.items.map((item) => (item.kind === "text" ? quotedTemplate(item.value) : flatText(item)));
    return items.includes(undefined) ? undefined : `[${items.join(", ")}]`;
  }
  if (value.kind === "object") return flatObject(value);
  return undefined;
}

function flatObject({ entries, isSpread }: Composite): string | undefined {
  if (entries.length === 0) return "{}";
  const values = entries.map(({ value }) => flatText(value));
  if (isSpread || values.includes(undefined) || entries.some(({ comment }) => comment !== undefined)) return undefined;
  return `{ ${entries.map(({ key }, index) => `${keyText(key)} = ${values[index]}`).join(", ")} }`;
}

function keyText(key: string): string {
  return NAME.test(key) ? key : quotedTemplate(key);
}

function comments(comment: string, indentation: string): readonly string[] {
  return commentLines(comment).map((line) => `${indentation}# ${line}`.trimEnd());
}
