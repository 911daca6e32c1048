const DEPTHS: ReadonlyMap<string, number> = new Map(
  Object.entries({ "(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1 }),
);

/** A text or a quoted name, which can lack its end, or another character. */
const PART = /'(?:[^'\\]|\\[\s\S])*(?:'|\\?$)|"[^"]*(?:"|$)|`[^`]*(?:`|$)|[\s\S]/g;

/** Returns the expressions of a list such as `a, if(b, 'x, y', c)`, which commas outside of brackets and quotes separate. */
export function splitColumns(text: string): readonly string[] {
  const columns: string[] = [];
  let [start, depth] = [0, 0];
  for (const { 0: part, index } of text.matchAll(PART)) {
    depth += DEPTHS.get(part) ?? 0;
    if (part === "," && depth === 0) {
      columns.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...columns, text.slice(start)].map((column) => column.trim()).filter((column) => column !== "");
}
