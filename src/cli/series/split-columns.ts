/** The columns of a grouping written as one text. Commas within parentheses and quotes separate nothing. */
export function splitColumns(text: string): readonly string[] {
  const columns = [""];
  let depth = 0;
  for (const [part] of text.matchAll(/'(?:[^'\\]|\\.)*'|"[^"]*"|`[^`]*`|[\s\S]/g)) {
    if (part === "," && depth === 0) {
      columns.push("");
      continue;
    }
    if (/^[([{]$/.test(part)) depth += 1;
    if (/^[)\]}]$/.test(part)) depth -= 1;
    columns[columns.length - 1] += part;
  }
  return columns.map((column) => column.trim()).filter((column) => column !== "");
}
