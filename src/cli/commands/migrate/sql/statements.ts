import { tokensOf } from "../../../../declaration/sql-tokens";
import { splitColumns } from "../../../../split-columns";
import { argumentsAt } from "../../../../sql-arguments";
import { LeftOutError } from "../migrated";
import { clausesOf, depthOf } from "./clauses";
import { namedExpression } from "./columns";
import { nested, selectSql, sqlName } from "./outer-query";

/**
 * Seconds since the previous bucket, or 0 for the first one. `CHANGE` is the difference of a value `@` to that bucket.
 */
const SECONDS = "dateDiff('second', lagInFrame(t, 1, t) OVER w, t)";
const CHANGE = "(@ - lagInFrame(@, 1, @) OVER w)";
const RATE = `if(${SECONDS} = 0, nan, @ / ${SECONDS})`;
const PER_SECOND = `if(${SECONDS} = 0 OR ${CHANGE} < 0, nan, ${CHANGE} / ${SECONDS})`;

/** Formulas for a value `@`. */
const FORMULAS: ReadonlyMap<string, string> = new Map(
  Object.entries({ rate: RATE, perSecond: PER_SECOND, delta: CHANGE, increase: `greatest(${CHANGE}, 0)` }),
);

const MACRO = /^(columns|rate|perSecond|delta|increase)(Columns|)(Ms|)$/;

type Column = readonly [sql: string, name: string];

/** Replaces the macros of Altinity's plugin that make a whole query, such as `$rate(count() AS n) FROM t`. */
export function withoutStatementMacros(sql: string): string {
  const tokens = tokensOf(sql);
  const index = tokens.findLastIndex((token, place) => token === "$" && MACRO.test(tokens[place + 1] ?? ""));
  const call = index < 0 ? undefined : argumentsAt(tokens, index + 2);
  if (call === undefined) {
    return sql;
  }
  let [end, depth] = [call.end - 1, 0];
  while (depth >= 0 && end < tokens.length) {
    end += 1;
    depth += depthOf(tokens[end] ?? "");
  }
  const query = queryOf(tokens[index + 1] ?? "", call.args, tokens.slice(call.end, end).join(""));
  // The query of an earlier macro can contain this one.
  return withoutStatementMacros([...tokens.slice(0, index), query, ...tokens.slice(end)].join(""));
}

function queryOf(macro: string, args: readonly string[], tail: string): string {
  const [, name = "", form = "", ms = ""] = MACRO.exec(macro) ?? [];
  const keyCount = form !== "" || name === "columns" ? 1 : 0;
  if (args.length <= keyCount) {
    throw new LeftOutError(`The macro \`$${macro}\` has too few arguments.`);
  }
  const columns = args.map(namedExpression);
  const keys = columns.slice(0, keyCount).map(({ name: key, expression }): Column => {
    return [`toString(${expression})`, key === expression ? "key" : key];
  });
  const formula = FORMULAS.get(name);
  // The value of a counter is its maximum.
  const isCounter = formula?.includes(CHANGE) === true;
  const values = columns.slice(keyCount).map(({ name: value, expression, hasAlias }, place): Column => {
    const isMax = !isCounter || /^max\s*\(/i.test(expression);
    return [isMax ? expression : `max(${expression})`, hasAlias ? value : `value${place || ""}`];
  });
  const groups = ["t", ...keys.map(([, key]) => key)];
  const repeatable = ["t", ...columns.slice(0, keyCount).flatMap(({ name: key, expression }) => [key, expression])];
  const rest = restOf(tail, `$timeFilter${ms}`, groups, repeatable);
  const rows = selectSql([[`$timeSeries${ms}`, "t"], ...keys, ...values], rest);
  if (formula === undefined) {
    return rows;
  }
  const suffix = name.charAt(0).toUpperCase() + name.slice(1);
  const changes = values.map(([, value]): Column => [formula.replaceAll("@", () => sqlName(value)), value + suffix]);
  const same = groups.map((group): Column => [sqlName(group), group]);
  const partition = keys.length > 0 ? `PARTITION BY ${sqlName(groups[1] ?? "")} ` : "";
  const window = `WINDOW w AS (${partition}ORDER BY t ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)`;
  const order = `ORDER BY ${groups.map(sqlName).join(", ")}`;
  return `${selectSql([...same, ...changes], `FROM ${nested(rows)}\n${window}`)}\n${order}`;
}

/** Returns the clauses behind a macro, with a condition on the time and with groups. The clauses can repeat groups. */
function restOf(tail: string, filter: string, groups: readonly string[], repeatable: readonly string[]): string {
  const clauses = clausesOf(tail);
  const textOf = (word: string) => clauses.filter(({ keyword }) => keyword === word).map(({ text }) => text.trim());
  const textsOf = (...words: readonly string[]) => words.flatMap(textOf);
  if (textsOf("FROM").length !== 1 || textsOf("UNION").length > 0) {
    throw new LeftOutError("A macro such as `$columns` needs one table.");
  }
  const [group = ""] = textsOf("GROUP");
  const repeated = splitColumns(group.replace(/^GROUP\s+BY\b/i, ""));
  if (groups.length < repeated.length || !repeated.every((each) => repeatable.includes(each))) {
    throw new LeftOutError("A macro such as `$columns` adds its own groups, and the query has others.");
  }
  const [where = ""] = textsOf("WHERE");
  const isFiltered = where.includes(filter.replace(/\(.*/s, ""));
  const names = groups.map(sqlName).join(", ");
  const condition = isFiltered ? where : `WHERE ${filter}${where && ` AND${where.slice("WHERE".length)}`}`;
  const start = [...textsOf("", "FROM", "PREWHERE"), condition, `GROUP BY ${names}`, ...textsOf("HAVING")];
  return [...start, `ORDER BY ${names}`, ...textsOf("LIMIT", "SETTINGS")].filter((text) => text !== "").join("\n");
}
