import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Parser } from "commonmark";
import { textFiles } from "./citations";

/** A block of code on a page. */
export interface CodeBlock {
  /** `<page>:<line of its first line>`, which editors open. */
  readonly place: string;
  readonly page: string;
  /** The language after the fence. Empty for a block without a language. */
  readonly language: string;
  readonly text: string;
}

/** Returns every code block on every page of the repository, except in test data. */
export function codeBlocks(): readonly CodeBlock[] {
  return codeOfPages("code_block");
}

/** Returns every piece of code inside a sentence of every page. Its line is the first line of its paragraph. */
export function inlineCode(): readonly CodeBlock[] {
  return codeOfPages("code");
}

function codeOfPages(type: "code" | "code_block"): readonly CodeBlock[] {
  const pages = textFiles().filter((file) => file.endsWith(".md") && !file.startsWith("test/"));
  return pages.flatMap((page) => codeOf(type, page, readFileSync(join(__dirname, "..", "..", page), "utf8")));
}

function codeOf(wanted: "code" | "code_block", page: string, text: string): readonly CodeBlock[] {
  // Front matter is not Markdown. A Markdown parser would read its end as the underline of a heading.
  const markdown = text.replace(/^---\n[\s\S]*?\n---\n/, (head) => "\n".repeat(head.split("\n").length - 1));
  const walker = new Parser().parse(markdown).walker();
  const found: CodeBlock[] = [];
  let line = 1;
  for (let event = walker.next(); event; event = walker.next()) {
    const { type, info, literal, sourcepos } = event.node;
    if (!event.entering) {
      continue;
    }
    line = sourcepos ? sourcepos[0][0] : line;
    if (type === wanted) {
      const place = `${page}:${type === "code_block" ? line + 1 : line}`;
      found.push({ place, page, language: info ?? "", text: literal ?? "" });
    }
  }
  return found;
}
