import { UNPRINTABLE } from "./unprintable";

/** A string literal in the quotes that need fewer escapes. */
export function quoted(value: string): string {
  const quote = count(value, '"') > count(value, "'") ? "'" : '"';
  return `${quote}${[...value].map((character) => escaped(character, quote)).join("")}${quote}`;
}

/** The lines of a template literal, each as it stands in the file. The first begins with the backtick, the last ends with one. */
export function templateLines(value: string): readonly string[] {
  const lines = value.split("\n").map((line) =>
    [...line]
      .map((character) => (character === "\t" ? character : escaped(character, "`")))
      .join("")
      .replaceAll("${", "\\${"),
  );
  return `\`${lines.join("\n")}\``.split("\n");
}

function escaped(character: string, quote: string): string {
  if (character === quote || character === "\\") return `\\${character}`;
  if (!UNPRINTABLE.test(character)) return character;
  const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[character];
  return short ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function count(value: string, character: string): number {
  return value.split(character).length - 1;
}
