const literal = /'(?:[^'\\]|\\.|'')*'/g;
/** Values, and calls with values. */
const values = String.raw`(?:[^()]|\([^()]*\))*`;
const inList = new RegExp(String.raw`^\s*([^\s(].*?)\s+(?:NOT\s+)?IN\s*\(${values}\)\s*$`, "is");
const between = /^\s*([^\s(].*?)\s+BETWEEN\s+\S+\s+AND\s+\S+\s*$/is;
/** What only whole conditions have, and no column. */
const operator = /[<>=!;]|\b(?:AND|OR|NOT|IN|LIKE|ILIKE|BETWEEN|IS)\b/i;

/** The position of the first new filter that is not a single IN, NOT IN or BETWEEN predicate; -1 for none. */
export function firstUnrenderable(filters: readonly unknown[], stored: readonly unknown[]): number {
  const known = new Set(stored.map((filter) => JSON.stringify(filter)));
  return filters.findIndex((filter) => !known.has(JSON.stringify(filter)) && !isRenderable(filter));
}

function isRenderable(filter: unknown): boolean {
  if (typeof filter !== "object" || filter === null || !("condition" in filter)) return false;
  if (!("type" in filter) || filter.type !== "sql" || typeof filter.condition !== "string") return false;
  // What stands inside of literals says nothing of the condition's shape.
  const condition = filter.condition.replace(literal, "''");
  const [, column] = inList.exec(condition) ?? between.exec(condition) ?? [];
  return column !== undefined && !operator.test(column);
}

export const unrenderableText = (index: number): string =>
  `filters[${index}] must be a sidebar-renderable SQL predicate (e.g. "<column> IN ('<value>', ...)", "NOT IN (...)", ` +
  'or "BETWEEN <n> AND <n>"). Other shapes are only accepted on update when preserved unchanged from the stored saved search.';
