/** Text that means nothing in Markdown or HTML, and calls nobody. */
export function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/[\\`*_{}[\]|#~]/g, "\\$&")
    .replaceAll("@", "@\u200b")
    .replaceAll(/\s*\n\s*/g, " ");
}

/** Text as inline code, whatever backticks it holds. */
export function code(text: string): string {
  if (text === "") return "";
  const fence = fenceFor(text, 1);
  const pad = /^`|`$/.test(text) || (/^ .* $/.test(text) && text.trim() !== "") ? " " : "";
  return `${fence}${pad}${text.replaceAll("\n", " ")}${pad}${fence}`;
}

/** Text as a block of code. */
export function fenced(text: string, language: string): string {
  const fence = fenceFor(text, 3);
  return `${fence}${language}\n${text}\n${fence}`;
}

function fenceFor(text: string, least: number): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  return "`".repeat(Math.max(least, longest >= least ? longest + 1 : least));
}
