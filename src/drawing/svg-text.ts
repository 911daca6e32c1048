/** Text made safe for SVG and HTML, in elements and in attributes. Characters that XML forbids become question marks. */
export function escaped(text: string): string {
  return text
    .replace(FORBIDDEN, "?")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** Control characters, lone halves of surrogate pairs and non-characters. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML forbids.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** As much of a text as fits a width in pixels, with an ellipsis where something is cut off. Reckons with broad letters. */
export function fitted(text: string, width: number, fontSize: number): string {
  const most = Math.floor(width / (fontSize * 0.56));
  const letters = [...text];
  if (letters.length <= most) return text;
  return most < 2
    ? ""
    : `${letters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}
