import { tokensOf } from "../../../../declaration/sql-tokens";
import { depthOf, isBlank, wordAfter } from "./clauses";
import { sqlName } from "./outer-query";

/** Words that end a list of tables, or start a query. */
const NO_TABLES = new Set("SELECT WHERE PREWHERE ON USING GROUP HAVING ORDER LIMIT SETTINGS UNION ARRAY".split(" "));

/** Writes a database before each table name that contains no database. */
export function withDatabase(sql: string, database: string): string {
  const tokens = tokensOf(sql);
  const isName = (token: string) => /^[\w"`]/.test(token);
  const startsQuery = (from: number) => /^\s*AS\s*\(\s*(?:SELECT|WITH)\b/i.test(tokens.slice(from, from + 9).join(""));
  const commonTables = new Set(tokens.filter((token, index) => isName(token) && startsQuery(index + 1)));
  const newLevel = () => ({ isQuery: false, expectsTable: false });
  // One entry for each level of brackets.
  const levels = [newLevel()];
  let before = "";
  const result = tokens.map((token, index) => {
    const level = levels.at(-1) ?? newLevel();
    const word = token.toUpperCase();
    const isTable = level.expectsTable && /^(?:FROM|JOIN|,)$/.test(before) && isName(token) && !commonTables.has(token);
    if (depthOf(token) > 0) {
      levels.push(newLevel());
    } else if (depthOf(token) < 0) {
      levels.pop();
    } else {
      // `WITH FILL FROM 1`, `IS DISTINCT FROM a` and `ARRAY JOIN a` have no table.
      const startsTables = /^(?:FROM|JOIN)$/.test(word);
      level.expectsTable = startsTables
        ? level.isQuery && !/^(?:FILL|DISTINCT|ARRAY)$/.test(before)
        : level.expectsTable && !NO_TABLES.has(word);
      level.isQuery ||= word === "SELECT";
    }
    before = isBlank(token) ? before : word;
    return isTable && !/^[.(]$/.test(wordAfter(tokens, index)) ? `${sqlName(database)}.${token}` : token;
  });
  return result.join("");
}
