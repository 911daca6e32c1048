/** A piece of HTML that is safe to put into a page. */
export class Markup {
  constructor(readonly text: string) {}
}

type Piece = Markup | string | number | undefined | readonly Piece[];

/** HTML from a template: what is put in is escaped, unless it is HTML already. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(strings.map((string, index) => string + textOf(pieces[index])).join(""));
}

function textOf(piece: Piece): string {
  if (piece === undefined) return "";
  if (piece instanceof Markup) return piece.text;
  if (typeof piece === "object") return piece.map(textOf).join("");
  return escapeHtml(String(piece));
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
