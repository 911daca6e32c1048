import { UNPRINTABLE } from "../code/unprintable";

/** A quoted template that stands for exactly this text. */
export function quotedTemplate(value: string): string {
  return `"${escapedTemplates([...value].map(escaped).join(""))}"`;
}

/** The lines of a heredoc for a text of several lines, from what opens it to what closes it; undefined where none can say the text. */
export function heredoc(value: string, word: string, indentation: string): readonly string[] | undefined {
  const body = value.endsWith("\n") ? value.slice(0, -1) : value;
  if (!body.includes("\n") || /[^\P{Cc}\n\t]/u.test(value) || UNPRINTABLE.test(value.replace(/[\n\t]/g, ""))) {
    return undefined;
  }
  const lines = escapedTemplates(body).split("\n");
  const delimiter = delimiterFor(word, lines);
  // The flush form takes away what all lines have in common, so that it must be nothing but this indentation.
  const isFlush = lines.some((line) => /^\S/.test(line)) && !lines.some((line) => /^\s+$/.test(line));
  const before = isFlush ? `${indentation}  ` : "";
  const content = lines.map((line) => (line === "" ? "" : before + line));
  const closing = isFlush ? indentation + delimiter : delimiter;
  const opening = `${isFlush ? "<<-" : "<<"}${delimiter}`;
  if (value.endsWith("\n")) return [opening, ...content, closing];
  return [`chomp(${opening}`, ...content, closing, `${indentation})`];
}

function delimiterFor(word: string, lines: readonly string[]): string {
  let delimiter = word;
  while (lines.some((line) => line.trim() === delimiter)) delimiter += "_";
  return delimiter;
}

function escapedTemplates(text: string): string {
  return text.replace(/([$%])\{/g, "$1$1{");
}

function escaped(character: string): string {
  if (character === '"' || character === "\\") return `\\${character}`;
  if (!UNPRINTABLE.test(character)) return character;
  const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[character];
  return short ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
