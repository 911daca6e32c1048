const DEPTHS: ReadonlyMap<string, number> = new Map(
  Object.entries({ "(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1 }),
);

/** Matches a text or a quoted name (also one without an end), a word, or another character. */
const PART = /'(?:[^'\\]|\\[\s\S])*(?:'|\\?$)|"[^"]*(?:"|$)|`[^`]*(?:`|$)|\w+|[\s\S]/g;

/**
 * Splits a list such as `a, if(b, 'x, y', c)` at the commas outside of brackets and quotes.
 * @param separator a word in capitals or a character that separates the expressions instead
 */
export function splitColumns(text: string, separator = ","): readonly string[] {
  const columns: string[] = [];
  let [start, depth] = [0, 0];
  for (const { 0: part, index } of text.matchAll(PART)) {
    depth += DEPTHS.get(part) ?? 0;
    if (depth === 0 && part.toUpperCase() === separator) {
      columns.push(text.slice(start, index));
      start = index + part.length;
    }
  }
  return [...columns, text.slice(start)].map((column) => column.trim()).filter((column) => column !== "");
}
