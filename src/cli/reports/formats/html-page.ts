import { DRAWING_STYLE, escaped } from "../../../drawing";

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

/** Returns a page with drawings, without external resources. */
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

/**
 * Returns a drawing in a readable size: as wide as the page, and in its narrow form on narrow screens. A drawing that
 * is wider scrolls, also with the keyboard.
 */
export function drawingHtml(draw: (narrow: boolean) => string, label: string): Markup {
  const [wide, narrow] = [draw(false), draw(true)].map((svg) => new Markup(svg));
  return html`<div class="drawing" role="region" aria-label="${label}" tabindex="0"><div class="wide">${wide}</div><div class="narrow">${narrow}</div></div>`;
}

/** Style of all pages: light or dark by the reader's preference, for screens from 380 pixels. */
const PAGE_STYLE =
  `
:root{color-scheme:light dark;--ground:#f4f6f8;--surface:#ffffff;--edge:#aeb7c2;--text:#1c2430;--muted:#55606e;--accent:#1d4f9c;--good:#10703c;--bad:#b3261e;--warn:#855600}
@media (prefers-color-scheme:dark){:root{--ground:#10151c;--surface:#1a212b;--edge:#4a5666;--text:#e8edf3;--muted:#a3afbd;--accent:#8fb8ff;--good:#6fd39a;--bad:#ff9a92;--warn:#f0b94a}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
main{max-width:1340px;margin:0 auto;padding:16px}
h1{font-size:22px;margin:0 0 8px}h2{font-size:18px;margin:24px 0 4px;overflow-wrap:anywhere}h3{font-size:16px;margin:20px 0 8px}
a{color:var(--accent)}:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.note{color:var(--muted);font-size:14px;font-weight:400;margin:0 0 8px;overflow-wrap:anywhere}
.remarks{color:var(--muted);font-size:14px;padding-left:20px}
.drawing{overflow-x:auto;border:1px solid var(--edge);border-radius:6px;padding:8px;background:var(--ground)}
.drawing svg{display:block;width:100%;min-width:720px;max-width:none;margin:0 auto}.sides svg{min-width:600px}
.drawing>.narrow{display:none}.narrow>svg{min-width:0;max-width:480px}
@media (max-width:760px){.drawing{padding:4px}.drawing>.wide{display:none}.drawing>.narrow{display:block}}
.sides{display:flex;flex-wrap:wrap;gap:8px}.sides>.drawing{flex:1 1 618px;min-width:0;max-width:100%}
.problem{border:2px solid var(--bad);border-radius:6px;padding:0 12px;background:var(--surface)}.problem h2{margin-top:12px;color:var(--bad)}
.diagnostic{border-left:4px solid currentcolor;padding:4px 12px;margin:8px 0;background:var(--surface)}.diagnostic>p{color:var(--text);margin:4px 0}
code,pre{font:14px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}pre{white-space:pre-wrap;color:var(--text)}
button{min-height:32px;padding:3px 10px;border:1px solid var(--muted);border-radius:6px;background:var(--surface);color:var(--text);font:inherit;cursor:pointer}
details{margin:8px 0}summary{cursor:pointer;overflow-wrap:anywhere}
.change{border:1px solid var(--edge);border-radius:6px;padding:4px 12px;background:var(--surface)}.change .sides>.drawing{padding:2px;flex-basis:606px}
.address{display:block;color:var(--muted);padding-bottom:8px}.sign{display:inline-block;width:1.2em;font-weight:700}
.after,.create,.import{color:var(--good)}.before,.delete,.replace,.error{color:var(--bad)}.update,.warning{color:var(--warn)}
table{width:100%;border-collapse:collapse;background:var(--surface);border:1px solid var(--edge);font-size:14px}
th,td{padding:5px 10px;border-bottom:1px solid var(--edge);text-align:left;vertical-align:top;overflow-wrap:anywhere}
thead th{overflow-wrap:normal}th.n,td.n{text-align:right;font-variant-numeric:tabular-nums}
@media (max-width:760px){thead{position:absolute;clip-path:inset(50%)}table,tbody,tr,th,td{display:block}
tr{padding:6px 0;border-bottom:1px solid var(--edge)}th,td{padding:1px 10px;border:0}th.n,td.n{text-align:left}
td:empty{display:none}[data-label]::before{content:attr(data-label) ": ";color:var(--muted)}}
`.replace(/\n/g, "") + DRAWING_STYLE;
