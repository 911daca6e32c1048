import { tokensOf } from "../../../../declaration/sql-tokens";

/** A part of a query from a keyword to the next one. */
export interface Clause {
  /** In capitals: `SELECT`, `GROUP`. Empty for the text before the first keyword. */
  readonly keyword: string;
  readonly text: string;
}

/** Keywords, with the word that must follow. */
const KEYWORDS: ReadonlyMap<string, string> = new Map([
  ..."SELECT FROM PREWHERE WHERE HAVING LIMIT SETTINGS UNION".split(" ").map((word) => [word, ""] as const),
  ...Object.entries({ GROUP: "BY", ORDER: "BY", INTERSECT: "SELECT", EXCEPT: "SELECT" }),
]);

/** Splits a query into its clauses, at keywords outside of brackets. No text is lost. */
export function clausesOf(sql: string): readonly Clause[] {
  const clauses: Clause[] = [];
  let [keyword, text, depth, before] = ["", "", 0, ""];
  const tokens = tokensOf(sql);
  for (const [index, token] of tokens.entries()) {
    depth += depthOf(token);
    const word = token.toUpperCase();
    if (depth === 0 && startsClause(word, before, tokens, index)) {
      clauses.push({ keyword, text });
      [keyword, text] = [word, ""];
    }
    text += token;
    before = isBlank(token) ? before : word;
  }
  return [...clauses, { keyword, text }].filter((each) => each.text !== "");
}

/** Returns true if a word is not a part of `GROUP BY a WITH TOTALS`, `AS limit`, `t.from` or `WITH FILL FROM 1`. */
function startsClause(word: string, before: string, tokens: readonly string[], index: number): boolean {
  if (word === "WITH") {
    return /^(?:|UNION|ALL|DISTINCT)$/.test(before);
  }
  const following = /^(?:\.|AS|FILL)$/.test(before) ? undefined : KEYWORDS.get(word);
  return following === "" || (following !== undefined && wordAfter(tokens, index) === following);
}

/** Returns the next token in capitals, without spaces and comments; empty at the end. */
export function wordAfter(tokens: readonly string[], index: number): string {
  let next = index + 1;
  while (isBlank(tokens[next] ?? "a")) {
    next += 1;
  }
  return tokens[next]?.toUpperCase() ?? "";
}

/** Returns 1 for an opening bracket, -1 for a closing one, and 0 for other tokens. */
export function depthOf(token: string): number {
  return /^[([{]$/.test(token) ? 1 : /^[)\]}]$/.test(token) ? -1 : 0;
}

export function isBlank(token: string): boolean {
  return token.trim() === "" || isComment(token);
}

export function isComment(token: string): boolean {
  return /^(?:--|\/\*|#[ !])/.test(token);
}
