import { ownValue } from "../../../../own-values";
import {
  type CodeText,
  codeText,
  hclKey,
  heredoc,
  identifier,
  joined,
  lineComments,
  padded,
  quotedTemplate,
} from "../../text/code-text";
import type { Composite, Entry, Expression } from "../../text/expression";

const LINE_WIDTH = 120;

const NOTHING = codeText``;
const COMMA = codeText`, `;

/** A block such as `resource "clickstack_dashboard" "checkout" { ... }`. */
export interface HclBlock {
  /** The type and its labels. */
  readonly head: readonly [string, ...string[]];
  readonly arguments: readonly Entry[];
  readonly blocks?: readonly HclBlock[];
  /** Comment on the lines before the block. */
  readonly comment?: string;
}

interface HclStyle {
  /** One level of indentation. */
  readonly unit: CodeText;
  /** True to print texts of several lines as heredocs. */
  readonly hasHeredocs: boolean;
}

/** Prints a file of blocks in the format of `terraform fmt`. */
export function printHcl(blocks: readonly HclBlock[], comment?: string): CodeText {
  const printer = new HclPrinter({ unit: codeText`  `, hasHeredocs: true });
  const head = comment === undefined ? [] : [comments(comment, NOTHING)];
  const parts = [...head, ...blocks.map((block) => printer.blockLines(block, NOTHING))];
  return codeText`${joined(
    parts.map((lines) => joined(lines, codeText`\n`)),
    codeText`\n\n`,
  )}\n`;
}

export class HclPrinter {
  constructor(private readonly style: HclStyle) {}

  blockLines(
    { head: [type, ...labels], arguments: args, blocks = [], comment }: HclBlock,
    indentation: CodeText,
  ): readonly CodeText[] {
    const opening = joined([identifier(type), ...labels.map(quotedTemplate)], codeText` `);
    const inner = this.#inside(indentation);
    const parts = [
      ...(args.length > 0 ? [this.#entryLines(args, inner)] : []),
      ...blocks.map((block) => this.blockLines(block, inner)),
    ];
    const before = comment === undefined ? [] : comments(comment, indentation);
    if (parts.length === 0) {
      return [...before, codeText`${indentation}${opening} {}`];
    }
    const body = parts.flatMap((lines, index) => (index === 0 ? lines : [NOTHING, ...lines]));
    return [...before, codeText`${indentation}${opening} {`, ...body, codeText`${indentation}}`];
  }

  /** Prints the value of an attribute. Its further lines begin with the indentation. */
  valueLines({ key, value }: Entry, indentation: CodeText): readonly CodeText[] {
    const room = LINE_WIDTH - indentation.length - key.length - " = ".length;
    return this.#expressionLines(value, indentation, room, key);
  }

  #inside(indentation: CodeText): CodeText {
    return codeText`${indentation}${this.style.unit}`;
  }

  /** Prints the entries. The equals signs of consecutive single-line entries are aligned. */
  #entryLines(entries: readonly Entry[], indentation: CodeText): readonly CodeText[] {
    const printed = entries.map((entry) => ({
      entry,
      name: hclKey(entry.key),
      value: this.valueLines(entry, indentation),
    }));
    const widths = alignedWidths(printed);
    return printed.flatMap(({ entry: { comment }, name, value: [first = NOTHING, ...rest] }, index) => [
      ...(comment === undefined ? [] : comments(comment, indentation)),
      codeText`${indentation}${padded(name, widths[index] ?? 0)} = ${first}`,
      ...rest,
    ]);
  }

  /** @param room columns on one line @param key key of the value, which selects the delimiter of a heredoc */
  #expressionLines(value: Expression, indentation: CodeText, room: number, key: string): readonly CodeText[] {
    if (value.kind === "text") {
      const word = ownValue(HEREDOC_WORDS, key) ?? EOT;
      return this.#heredoc(value.value, word, indentation) ?? [quotedTemplate(value.value)];
    }
    const flat = this.#flatText(value);
    if (flat !== undefined && (value.kind === "code" || flat.length <= room)) {
      return [flat];
    }
    const inner = this.#inside(indentation);
    if (value.kind === "object") {
      return [codeText`{`, ...this.#entryLines(value.entries, inner), codeText`${indentation}}`];
    }
    if (value.kind === "list") {
      const items = value.items.map((item) => this.#itemLines(item, inner, key));
      return [codeText`[`, ...items.flatMap((lines) => withComma(lines, inner)), codeText`${indentation}]`];
    }
    throw new Error("HCL has no calls here.");
  }

  /** Prints an item of a list. A comma follows it, so it cannot be a heredoc. */
  #itemLines(item: Expression, indentation: CodeText, key: string): readonly CodeText[] {
    if (item.kind === "text") {
      return [quotedTemplate(item.value)];
    }
    return this.#expressionLines(item, indentation, LINE_WIDTH - indentation.length - 1, key);
  }

  #heredoc(value: string, word: CodeText, indentation: CodeText): readonly CodeText[] | undefined {
    return this.style.hasHeredocs ? heredoc(value, word, indentation, this.style.unit) : undefined;
  }

  /** Returns the value on one line, or undefined if it requires several lines. */
  #flatText(value: Expression): CodeText | undefined {
    if (value.kind === "code") {
      return value.code;
    }
    if (value.kind === "text") {
      return this.#heredoc(value.value, EOT, NOTHING) ? undefined : quotedTemplate(value.value);
    }
    if (value.kind === "list") {
      const items = value.items.map((item) =>
        item.kind === "text" ? quotedTemplate(item.value) : this.#flatText(item),
      );
      return isComplete(items) ? codeText`[${joined(items, COMMA)}]` : undefined;
    }
    return value.kind === "object" ? this.#flatObject(value) : undefined;
  }

  #flatObject({ entries, isSpread }: Composite): CodeText | undefined {
    if (entries.length === 0) {
      return codeText`{}`;
    }
    const values = entries.map(({ value }) => this.#flatText(value));
    if (isSpread || !isComplete(values) || entries.some(({ comment }) => comment !== undefined)) {
      return undefined;
    }
    const members = entries.map(({ key }, index) => codeText`${hclKey(key)} = ${values[index] ?? NOTHING}`);
    return codeText`{ ${joined(members, COMMA)} }`;
  }
}

interface Printed {
  readonly entry: Entry;
  readonly name: CodeText;
  readonly value: readonly CodeText[];
}

/** Returns the width of each name. A line that opens a bracket is not aligned. Such lines and comments end a group. */
function alignedWidths(printed: readonly Printed[]): readonly number[] {
  const widths: number[] = printed.map(() => 0);
  let run: number[] = [];
  const close = () => {
    const widest = Math.max(0, ...run.map((index) => printed[index]?.name.length ?? 0));
    for (const index of run) {
      widths[index] = widest;
    }
    run = [];
  };
  printed.forEach(({ entry, value }, index) => {
    if (entry.comment !== undefined) {
      close();
    }
    if (opensBracket(value)) {
      close();
    } else {
      run.push(index);
    }
    if (value.length > 1) {
      close();
    }
  });
  close();
  return widths;
}

/** Returns true for the lines of a value that the formatter does not align with its neighbors. */
export function opensBracket(value: readonly string[]): boolean {
  return value.length > 1 && /[[{(]$|^chomp\(/.test(value[0] ?? "");
}

/** Delimiters of heredocs, by which editors recognize the language. */
const HEREDOC_WORDS: Readonly<Record<string, CodeText>> = {
  sql_template: codeText`SQL`,
  markdown: codeText`MARKDOWN`,
};

const EOT = codeText`EOT`;

function withComma([first = NOTHING, ...rest]: readonly CodeText[], indentation: CodeText): readonly CodeText[] {
  const lines = [codeText`${indentation}${first}`, ...rest];
  return lines.map((line, index) => (index === lines.length - 1 ? codeText`${line},` : line));
}

function isComplete(texts: readonly (CodeText | undefined)[]): texts is readonly CodeText[] {
  return !texts.includes(undefined);
}

function comments(comment: string, indentation: CodeText): readonly CodeText[] {
  return lineComments(comment, "#").map((line) => codeText`${indentation}${line}`);
}
