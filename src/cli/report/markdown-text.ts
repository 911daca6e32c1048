/** Letters, signs that mean nothing within a line of Markdown, and the pictures of emoji. */
const PLAIN = /^(?:[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier} ,;:'"()/.>=+?_…–—-]|\ufe0f|\u200d)+$/u;

/** What GitHub or GitLab make a link, a call or a picture of though it has no other letters: emoji, addresses, keys of issues, commits. */
const REFERENCE = /:\S|www\.|\p{L}[\p{L}\p{N}_]*-\p{N}|(?<![0-9a-z])[0-9a-f]{7,}(?![0-9a-z])/iu;

/**
 * Text of others in a sentence. It stands there as it is where nothing in it can mean anything. Else it stands there as code: that is the
 * one place in which neither GitHub nor GitLab nor the next of them make a link, a call or a picture of a text.
 */
export function prose(text: string): string {
  const line = onOneLine(text);
  return isPlain(line) ? line.replaceAll("_", "\\_") : code(line);
}

/** The same in bold letters; code stands out by itself, and not every reader of Markdown takes it for what it is between asterisks. */
export function bold(text: string): string {
  const shown = prose(text);
  return isPlain(onOneLine(text)) ? `**${shown}**` : shown;
}

/** The same within a line of HTML. */
export function htmlText(text: string): string {
  const line = onOneLine(text);
  const entities = line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return isPlain(line) ? entities : `<code>${entities}</code>`;
}

/** Text as inline code, whatever backticks it holds. */
export function code(text: string): string {
  if (text === "") return "";
  const line = onOneLine(text);
  const fence = fenceFor(line, 1);
  const pad = /^`|`$/.test(line) || (/^ .* $/.test(line) && line.trim() !== "") ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Text as a block of code. */
export function fenced(text: string, language: string): string {
  const fence = fenceFor(text, 3);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Blanks at an end keep what marks a text as bold from doing so, and several become one. */
function isPlain(line: string): boolean {
  return PLAIN.test(line) && !REFERENCE.test(line) && !/^ | $| {2}/.test(line);
}

function onOneLine(text: string): string {
  return text.replaceAll("\n", " ");
}

function fenceFor(text: string, least: number): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  return "`".repeat(Math.max(least, longest >= least ? longest + 1 : least));
}
