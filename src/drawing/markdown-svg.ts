import { textWidth } from "./letters";
import { type MarkdownLine, type MarkdownSpan, markdownLines } from "./markdown";
import { escaped, fitted } from "./tile-svg";

const INDENT = 16;
const BETWEEN = 4;
const SIZES = {
  heading: { font: 15, line: 20 },
  text: { font: 12, line: 17 },
  code: { font: 11, line: 15 },
  rule: { font: 0, line: 9 },
} as const;

/** Draws Markdown into a box, without links, because a drawing is a picture. Lines that do not fit are left out. */
export function markdownSvg(markdown: string, width: number, height: number): string {
  const drawn: string[] = [];
  let y = 0;
  for (const line of markdownLines(markdown)) {
    const { font, line: step } = SIZES[line.kind];
    const left = line.depth * INDENT;
    if (line.kind === "rule") {
      drawn.push(`<path class="cs-axis" d="M0 ${y + step / 2}H${width}"/>`);
    }
    for (const [index, row] of rowsOf(line, width - left, font).entries()) {
      if (y + step > height) {
        return drawn.join("");
      }
      y += step;
      const mark = index === 0 && line.mark ? markSvg(line.mark, left - INDENT, y - 4) : "";
      drawn.push(`${mark}<text class="cs-markdown" x="${left}" y="${y - 4}" font-size="${font}">${row}</text>`);
    }
    y += line.kind === "code" ? 0 : BETWEEN;
  }
  return drawn.join("");
}

function markSvg(mark: string, x: number, y: number): string {
  return `<text class="cs-markdown" x="${x}" y="${y}" font-size="${SIZES.text.font}">${escaped(mark)}</text>`;
}

/** Breaks a line between words. A word that is too long is cut, and so is a line of code. */
function rowsOf({ kind, spans }: MarkdownLine, width: number, font: number): readonly string[] {
  if (kind === "rule" || kind === "code") {
    return spans.map((span) => spanSvg({ ...span, text: fitted(span.text, width, font) }, kind));
  }
  const rows = [""];
  let used = 0;
  const words = spans.flatMap((span) => (span.text.match(/\s+|\S+/g) ?? []).map((text) => ({ ...span, text })));
  for (const word of words) {
    const text = word.text.trim() === "" ? " " : fitted(word.text, width, font);
    const needed = textWidth(text) * font * 0.56;
    if (used > 0 && used + needed > width && text !== " ") {
      rows.push("");
      used = 0;
    }
    if (used > 0 || text !== " ") {
      rows[rows.length - 1] += spanSvg({ ...word, text }, kind);
      used += needed;
    }
  }
  return rows;
}

function spanSvg({ text, style, href }: MarkdownSpan, kind: MarkdownLine["kind"]): string {
  const names = [style ?? (kind === "heading" ? "strong" : undefined), href === undefined ? undefined : "link"];
  const classes = names.flatMap((name) => (name === undefined ? [] : [`cs-${name}`]));
  return classes.length > 0 ? `<tspan class="${classes.join(" ")}">${escaped(text)}</tspan>` : escaped(text);
}
