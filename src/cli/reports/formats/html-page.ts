import { escaped } from "../../../drawing";
import { PAGE_STYLE } from "./page-style";

/** HTML that is safe in a page. */
export class Markup {
  constructor(readonly text: string) {}
}

type Piece = Markup | string | number | undefined | readonly Piece[];

/** Creates HTML from a template. Values are escaped, unless they are HTML already. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(strings.map((string, index) => string + markupText(pieces[index])).join(""));
}

export function inLines(pieces: readonly Markup[]): Markup {
  return new Markup(pieces.map(({ text }) => text).join("\n"));
}

function markupText(piece: Piece): string {
  if (piece === undefined) {
    return "";
  }
  if (piece instanceof Markup) {
    return piece.text;
  }
  if (typeof piece === "object") {
    return piece.map(markupText).join("");
  }
  return escaped(String(piece));
}

/**
 * Returns a page with drawings, without external resources.
 * @param head further elements of the head, such as a script
 */
export function pageOf(title: string, body: Markup, head?: Markup): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${new Markup(PAGE_STYLE)}</style>${head}
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`.text;
}

export function linked(text: string, url: string | undefined): Markup {
  return url === undefined ? html`${text}` : html`<a href="${url}">${text}</a>`;
}

/** Returns a drawing in a readable size. Wide drawings scroll, also with the keyboard. */
export function scrollable(svg: string, label: string): Markup {
  return html`<div class="drawing" role="region" aria-label="${label}" tabindex="0">${new Markup(svg)}</div>`;
}
