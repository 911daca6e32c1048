/** Letters, emoji, and signs without a meaning inside a line of Markdown. */
const PLAIN = /^(?:[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier} ,;:'"()/.>=+?_…–—-]|\u200d)+$/u;

/**
 * Texts without special characters that GitHub or GitLab turn into links, mentions or images: emoji, addresses, issue
 * keys, commits.
 */
const REFERENCE =
  /:\S|www\.|(?<![\p{L}\p{N}_])[\p{N}_]*\p{L}[\p{L}\p{N}_]*-\p{N}|(?<![0-9a-z])[0-9a-f]{7,}(?![0-9a-z])/iu;

/**
 * Writes a text of another system into a sentence: plain if no part of it has a meaning in Markdown, otherwise as code.
 * Inside code no renderer creates links, mentions or images.
 */
export function prose(text: string): string {
  const line = onOneLine(text);
  return isPlain(line) ? line.replaceAll("_", "\\_") : inlineCode(line);
}

/** Writes the text in bold. Code stays code, because some renderers ignore it between asterisks. */
export function bold(text: string): string {
  const shown = prose(text);
  return isPlain(onOneLine(text)) ? `**${shown}**` : shown;
}

export function htmlText(text: string): string {
  const line = onOneLine(text);
  const entities = line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return isPlain(line) ? entities : `<code>${entities}</code>`;
}

/** Writes text as inline code, with any number of backticks. */
export function inlineCode(text: string): string {
  if (text === "") {
    return "";
  }
  const line = onOneLine(text);
  const fence = fenceFor(line, 1);
  const pad = /^`|`$/.test(line) || (/^ .* $/.test(line) && line.trim() !== "") ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

export function fenced(text: string, language: string): string {
  const fence = fenceFor(text, 3);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Spaces at an end prevent bold text, and several spaces are shown as one. */
function isPlain(line: string): boolean {
  return PLAIN.test(line) && !REFERENCE.test(line) && !/^ | $| {2}/.test(line);
}

function onOneLine(text: string): string {
  return text.replaceAll("\n", " ");
}

function fenceFor(text: string, least: number): string {
  const maxLength = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  return "`".repeat(Math.max(least, maxLength >= least ? maxLength + 1 : least));
}
