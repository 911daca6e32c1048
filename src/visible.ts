/**
 * Matches characters that are invisible or change how nearby text is shown: terminal controls, direction and width
 * controls, invisible letters and lone surrogates. Tabs, line ends and the joiners of emoji are not included.
 */
const UNSEEN = new RegExp(
  [
    "(?<kept>",
    "(?<=\\p{Extended_Pictographic})\\ufe0f",
    "|(?<=[0-9#*])\\ufe0f(?=\\u20e3)",
    "|(?<=\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=\\p{Extended_Pictographic})",
    ")",
    "|(?![\\t\\n])[\\p{Cc}\\p{Cs}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\u2800\\ufff9-\\ufffb\\ufffe\\uffff]",
  ].join(""),
  "gu",
);

/**
 * Escapes a text of another system for terminals and readers. Control and invisible characters become escapes such as
 * `\u001b`, which mean the same character in JSON.
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character, kept?: string) => kept ?? escapeOf(character));
}

/** Returns the escape of each UTF-16 code unit, such as `\u001b`. */
export function escapeOf(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** Returns a path for a message: on one line, with escapes for control characters. */
export function visiblePath(path: string): string {
  return visible(path).replace(/[\n\t]/g, escapeOf);
}
