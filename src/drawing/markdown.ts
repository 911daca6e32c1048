import { Lexer, type Token, type Tokens } from "marked";

/** A run of text in one style. */
export interface MarkdownSpan {
  readonly text: string;
  readonly style?: "strong" | "em" | "code";
  /** Address of a link, which is always `http` or `https`. */
  readonly href?: string;
}

/** A paragraph, a heading, an item of a list, a row of a table or a line of code, before it is broken into rows. */
export interface MarkdownLine {
  readonly kind: "heading" | "text" | "code" | "rule";
  /** Number of lists and quotes around the line. */
  readonly depth: number;
  /** Sign before the first line of a list item. */
  readonly mark?: string;
  readonly spans: readonly MarkdownSpan[];
}

/** Maximum length that is read. No tile has space for more, and the time of the parser depends on the length. */
const MAX_LENGTH = 10_000;

/**
 * Returns the content of a Markdown text as lines of plain texts. HTML stays text, an image is its description, and a
 * link to anything but a web page is its text.
 */
export function markdownLines(markdown: string): readonly MarkdownLine[] {
  const text = markdown.slice(0, MAX_LENGTH);
  try {
    return blocksLines(new Lexer({ gfm: true }).lex(text), 0);
  } catch (error) {
    // The parser is recursive. A text of another user may contain thousands of nested quotes.
    if (!(error instanceof RangeError)) {
      throw error;
    }
    return text.split("\n").map((line) => ({ kind: "text", depth: 0, spans: [{ text: line }] }));
  }
}

/** The parser's types include tokens of extensions, whose fields are unknown. */
function blocksLines(tokens: readonly Token[], depth: number): readonly MarkdownLine[] {
  return tokens.flatMap((token) => blockLines(token as MarkdownToken, depth));
}

type MarkdownToken =
  | Tokens.Heading
  | Tokens.List
  | Tokens.Blockquote
  | Tokens.Code
  | Tokens.Hr
  | Tokens.Table
  | Tokens.Space
  | Tokens.Def
  | Tokens.Checkbox
  | Tokens.Paragraph
  | Tokens.HTML;

function blockLines(token: MarkdownToken, depth: number): readonly MarkdownLine[] {
  switch (token.type) {
    case "space":
    case "def":
    case "checkbox":
      return [];
    case "hr":
      return [{ kind: "rule", depth, spans: [] }];
    case "heading":
      return [{ kind: "heading", depth, spans: inlineSpans(token.tokens) }];
    case "code":
      return token.text.split("\n").map((text) => ({ kind: "code", depth, spans: [{ text, style: "code" }] }));
    case "blockquote":
      return blocksLines(token.tokens, depth + 1);
    case "list":
      return token.items.flatMap((item, index) => itemLines(item, itemMark(token, item, index), depth + 1));
    case "table": {
      const row = (cells: readonly Tokens.TableCell[]) =>
        cells.flatMap(({ tokens }, index) => [...(index > 0 ? [{ text: " · " }] : []), ...inlineSpans(tokens)]);
      const header = row(token.header).map((span) => ({ style: "strong" as const, ...span }));
      return [header, ...token.rows.map(row)].map((spans) => ({ kind: "text", depth, spans }));
    }
    default:
      return [{ kind: "text", depth, spans: inlineSpans("tokens" in token ? token.tokens : undefined, token.text) }];
  }
}

function itemMark({ ordered, start }: Tokens.List, { task, checked }: Tokens.ListItem, index: number): string {
  if (task) {
    return checked ? "☑" : "☐";
  }
  return ordered ? `${Number(start) + index}.` : "•";
}

function itemLines({ tokens }: Tokens.ListItem, mark: string, depth: number): readonly MarkdownLine[] {
  const [first, ...rest] = blocksLines(tokens, depth);
  return [{ kind: "text", depth, spans: [], ...first, mark }, ...rest];
}

/** @param text text of a block without inline tokens */
function inlineSpans(tokens: readonly Token[] | undefined, text = ""): readonly MarkdownSpan[] {
  return tokens?.flatMap(inlineSpan) ?? [{ text }];
}

function inlineSpan(token: Token): readonly MarkdownSpan[] {
  const nested = "tokens" in token ? inlineSpans(token.tokens) : [{ text: "text" in token ? String(token.text) : "" }];
  switch (token.type) {
    case "strong":
    case "em": {
      const style = token.type;
      return nested.map((span) => ({ style, ...span }));
    }
    case "codespan":
      return nested.map((span) => ({ ...span, style: "code" }));
    case "link": {
      const href = webAddress(String(token.href));
      return nested.map((span) => ({ ...span, ...(href !== undefined && { href }) }));
    }
    case "br":
      return [{ text: " " }];
    case "checkbox":
      return [];
    default:
      return nested;
  }
}

function webAddress(href: string): string | undefined {
  return /^https?:\/\//i.test(href) && URL.canParse(href) ? href : undefined;
}
