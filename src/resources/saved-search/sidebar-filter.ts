/**
 * Reports whether the sidebar can show a condition: one `IN`, `NOT IN` or numeric `BETWEEN` on one column, by the rule of
 * the server (docs/internals/api-behavior.md 3.12).
 */
export function isSidebarFilter(condition: string): boolean {
  const text = condition.trim();
  const outer = topLevelOf(text);
  const ands = outer.split(/ AND /i).length - 1;
  const bounds = / BETWEEN /i.test(outer) ? BOUNDS.exec(condition) : null;
  if (bounds) {
    const { column = "", low, high } = bounds.groups ?? {};
    return ands === 1 && isOneColumn(column) && isNumber(low) && isNumber(high);
  }
  const list = / NOT IN /i.exec(outer) ?? / IN /i.exec(outer);
  if (!list || ands > 0 || / OR |[=<>]/i.test(outer)) {
    return false;
  }
  const values = text.slice(list.index + list[0].length).trim();
  const inner = values.startsWith("(") && values.endsWith(")") ? values.slice(1, -1) : values;
  return isOneColumn(text.slice(0, list.index)) && /[^\s,]/.test(inner);
}

const BOUNDS = /^(?<column>.+?)\s+BETWEEN\s+(?<low>.+?)\s+AND\s+(?<high>.+?)$/i;

function isOneColumn(text: string): boolean {
  return !/\b(?:AND|OR|NOT)\b/i.test(text);
}

function isNumber(text: string | undefined): boolean {
  return Number.isFinite(Number(text));
}

/** Returns the text with each character inside quotes or parentheses replaced by `_`. */
function topLevelOf(text: string): string {
  let depth = 0;
  let result = "";
  for (const char of withoutQuoted(text).split("")) {
    depth += char === "(" ? 1 : 0;
    result += depth > 0 ? "_" : char;
    depth -= char === ")" && depth > 0 ? 1 : 0;
  }
  return result;
}

function withoutQuoted(text: string): string {
  let isQuoted = false;
  let result = "";
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (char === "\\" && (isQuoted || text.charAt(index + 1) === "'")) {
      const pair = text.slice(index, index + 2);
      result += isQuoted ? "_".repeat(pair.length) : pair;
      index += 1;
      continue;
    }
    result += isQuoted || char === "'" ? "_" : char;
    isQuoted = char === "'" ? !isQuoted : isQuoted;
  }
  return result;
}
