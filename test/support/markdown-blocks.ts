import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Parser } from "commonmark";
import { textFiles } from "./citations";

/** A block of code on a page. */
export interface CodeBlock {
  /** `<page>:<line of its first line>`, which editors open. */
  readonly place: string;
  readonly page: string;
  /** The language after the fence; "" for a block without one. */
  readonly language: string;
  readonly text: string;
}

/** Every block of code on every page of the repository, but in what tests read. */
export function codeBlocks(): readonly CodeBlock[] {
  const pages = textFiles().filter((file) => file.endsWith(".md") && !file.startsWith("test/"));
  return pages.flatMap((page) => blocksOf(page, readFileSync(join(__dirname, "..", "..", page), "utf8")));
}

function blocksOf(page: string, text: string): readonly CodeBlock[] {
  // A front matter is not Markdown: its end would turn its last line into a heading.
  const markdown = text.replace(/^---\n[\s\S]*?\n---\n/, (head) => "\n".repeat(head.split("\n").length - 1));
  const walker = new Parser().parse(markdown).walker();
  const blocks: CodeBlock[] = [];
  for (let event = walker.next(); event; event = walker.next()) {
    const { type, info, literal, sourcepos } = event.node;
    if (!event.entering || type !== "code_block") {
      continue;
    }
    blocks.push({ place: `${page}:${sourcepos[0][0] + 1}`, page, language: info ?? "", text: literal ?? "" });
  }
  return blocks;
}
