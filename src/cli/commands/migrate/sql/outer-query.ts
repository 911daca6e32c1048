import { tokensOf } from "../../../../declaration/sql-tokens";
import { LeftOutError } from "../migrated";
import { clausesOf } from "./clauses";
import type { SqlColumn } from "./columns";

/** Maximum length of a query on the server. It also limits steps that use the same steps many times. */
const MAX_LENGTH = 100_000;

const KEYWORDS = new Set(
  `all and any array as asc between by case cross date desc distinct else end except exists final format from full
  global group having ilike in inner intersect interval into is join left like limit not null offset on or order
  outer over prewhere right sample select set settings table then timestamp to union using values when where window
  with`.split(/\s+/),
);

/** Returns a name for SQL, in double quotes if it needs some. */
export function sqlName(name: string): string {
  return /^[a-z_]\w*$/i.test(name) && !KEYWORDS.has(name.toLowerCase()) ? name : `"${name.replace(/[\\"]/g, "\\$&")}"`;
}

/** Returns a subquery. Line ends in texts and comments keep their places. */
export function nested(sql: string): string {
  if (sql.length > MAX_LENGTH) {
    throw new LeftOutError(`Its query would be longer than ${MAX_LENGTH} characters.`);
  }
  const tokens = tokensOf(sql.trim()).map((token) => (token.trim() === "" ? token.replaceAll("\n", "\n  ") : token));
  return `(\n  ${tokens.join("")}\n)`;
}

/** Returns a query, with one column per line if they are long. */
export function selectSql(columns: readonly (readonly [sql: string, name: string])[], rest: string): string {
  const list = columns.map(([sql, name]) => (sql === sqlName(name) ? sql : `${sql} AS ${sqlName(name)}`));
  const line = list.join(", ");
  return `SELECT${line.length > 80 ? `\n  ${list.join(",\n  ")}` : ` ${line}`}\n${rest}`;
}

/** Adds an alias to each expression without one, so that an outer query can use it, and replaces columns by `text`. */
export function withNames(sql: string, columns: readonly (SqlColumn & { readonly text?: string })[]): string {
  const clauses = clausesOf(sql);
  const selected = clauses.findIndex(({ keyword }) => keyword === "SELECT");
  let result = clauses
    .slice(0, Math.max(0, selected))
    .map(({ text }) => text)
    .join("");
  let rest = sql.slice(result.length);
  for (const { name, expression, hasAlias, text = expression } of columns) {
    const isNamed = hasAlias || tokensOf(expression).length === 1;
    const at = rest.indexOf(expression);
    if (at < 0 && !isNamed) {
      throw new LeftOutError(`The column ${JSON.stringify(name)} of the query has no alias.`);
    }
    result += (at < 0 ? "" : rest.slice(0, at) + text) + (isNamed ? "" : ` AS ${sqlName(name)}`);
    rest = rest.slice(at < 0 ? 0 : at + expression.length);
  }
  return result + rest;
}
