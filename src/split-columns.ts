const CLOSING: Readonly<Record<string, number>> = { "(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1 };

/** Returns the expressions of a list such as `a, if(b, 'x, y', c)`, which commas outside of brackets and quotes separate. */
export function splitColumns(text: string): readonly string[] {
  const columns: string[] = [];
  let [start, depth, quote] = [0, 0, ""];
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (quote !== "") {
      index += character === "\\" ? 1 : 0;
      quote = character === quote ? "" : quote;
    } else if (/['"`]/.test(character)) {
      quote = character;
    } else if (character === "," && depth === 0) {
      columns.push(text.slice(start, index));
      start = index + 1;
    } else {
      depth += CLOSING[character] ?? 0;
    }
  }
  return [...columns, text.slice(start)].map((column) => column.trim()).filter((column) => column !== "");
}
