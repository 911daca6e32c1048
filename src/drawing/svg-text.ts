import { visible } from "../visible";

/** Text made safe for SVG and HTML, in elements and in attributes. What XML forbids is among what becomes visible. */
export function escaped(text: string): string {
  return visible(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

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
