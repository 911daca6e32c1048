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

/** Formulas for a value `@`. The names with two underscores are macros of Grafana's plugin. */
const FORMULAS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ rate: RATE, __rate: RATE, perSecond: PER_SECOND, __perSecond: PER_SECOND, delta: CHANGE },
    ...{ increase: `greatest(${CHANGE}, 0)`, __increase: `if(${SECONDS} = 0 OR ${CHANGE} < 0, nan, ${CHANGE})` },
  }),
);

const MACRO = /^((?:__)?)(columns|lttb|rate|perSecond|delta|increase)(Columns|ColumnsAggregated|)(Ms|)$/;

/** Number of points for `auto`. Grafana uses about the width of the panel. */
const AUTO_POINTS = 1000;

type Column = readonly [sql: string, name: string];

/** Replaces the macros that make a whole query, such as `$rate(count() AS n) FROM t`, by their SELECT. */
export function withoutStatementMacros(sql: string, isGrafana: boolean): string {
  const tokens = tokensOf(sql);
  const isMacro = (name = "") => MACRO.test(name) && name.startsWith("__") === isGrafana;
  const index = tokens.findLastIndex((token, place) => token === "$" && isMacro(tokens[place + 1]));
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
  return withoutStatementMacros([...tokens.slice(0, index), query, ...tokens.slice(end)].join(""), isGrafana);
}

function queryOf(macro: string, all: readonly string[], tail: string): string {
  const [, prefix = "", name = "", form = "", ms = ""] = MACRO.exec(macro) ?? [];
  const isPoints = name === "lttb";
  const keyCount = form === "ColumnsAggregated" ? 2 : form || name === "columns" ? 1 : 0;
  const args = (prefix && !isPoints ? all.slice(1) : all).map(namedExpression);
  if (args.length < (isPoints ? 3 : keyCount * 2 || 1)) {
    throw new LeftOutError(`The macro \`$${macro}\` has too few arguments.`);
  }
  const column = all[isPoints ? 1 : 0];
  const time = prefix ? `$__timeInterval(${column})` : `$timeSeries${ms}`;
  const own = ["t", ...args.slice(0, keyCount).flatMap(({ name: key, expression }) => [key, expression])];
  const rest = (...groups: readonly string[]) =>
    restOf(tail, prefix ? `$__timeFilter(${column})` : `$timeFilter${ms}`, groups, own);
  if (isPoints) {
    return pointsOf(
      args.map(({ expression }) => expression),
      rest(),
    );
  }
  const keys = args.slice(0, keyCount).map(({ name: key, expression }, place): Column => {
    return [`toString(${expression})`, key === expression ? `key${place || ""}` : key];
  });
  const formula = FORMULAS.get(prefix + name);
  const { values, names, functions } = valuesOf(
    args.slice(keyCount),
    keyCount === 2,
    formula?.includes(CHANGE) === true,
  );
  const groups = ["t", ...keys.map(([, key]) => key)];
  const rows = selectSql([[time, "t"], ...keys, ...values], rest(...groups));
  const suffix = name.charAt(0).toUpperCase() + name.slice(1);
  const changes = values.map(([, value], place): Column => {
    return [formula?.replaceAll("@", () => sqlName(value)) ?? "", names[place] + suffix];
  });
  return formula === undefined ? rows : changesOf(rows, groups, changes, functions);
}

function pointsOf([count, x, y]: readonly string[], rest: string): string {
  const points = `arrayJoin(lttb(${count === "auto" ? AUTO_POINTS : count})(${x}, ${y}))`;
  return `SELECT point.1 AS t, point.2 AS value\nFROM ${nested(selectSql([[points, "point"]], rest))}\nORDER BY t`;
}

/**
 * Returns the value columns of a macro, and the functions that precede them in its aggregated forms. The value of a
 * counter is its maximum.
 */
function valuesOf(args: readonly ReturnType<typeof namedExpression>[], isAggregated: boolean, isCounter: boolean) {
  const isFunction = (place: number) => isAggregated && place % 2 === 0;
  const values = args.filter((_, place) => !isFunction(place));
  const defaults = values.map(({ name, hasAlias }, place) => (hasAlias ? name : `value${place || ""}`));
  // In the aggregated forms, a plain column without an alias keeps its name.
  const own = values.map(({ name }, place) => (isAggregated && /^\w+$/.test(name) ? name : (defaults[place] ?? "")));
  return {
    names: new Set(own).size === own.length ? own : defaults,
    functions: args.filter((_, place) => isFunction(place)).map(({ expression }) => expression),
    values: values.map(({ expression }, place): Column => {
      const isMax = !(isCounter || isAggregated) || /^max\s*\(/i.test(expression);
      return [isMax ? expression : `max(${expression})`, defaults[place] ?? ""];
    }),
  };
}

/** Returns the query of changes between rows, which functions can aggregate by time and the first key. */
function changesOf(rows: string, groups: readonly string[], changes: readonly Column[], functions: readonly string[]) {
  const list = (of: readonly string[]) => of.map(sqlName).join(", ");
  const same = (of: readonly string[]) => of.map((name): Column => [sqlName(name), name]);
  const partition = groups.length > 1 ? `PARTITION BY ${list(groups.slice(1))} ` : "";
  const window = `WINDOW w AS (${partition}ORDER BY t ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)`;
  const query = selectSql([...same(groups), ...changes], `FROM ${nested(rows)}\n${window}`);
  const outer = groups.slice(0, 2);
  const totals = changes.map(([, name], place): Column => [`${functions[place]}(${sqlName(name)})`, `${name}Agg`]);
  return functions.length === 0
    ? `${query}\nORDER BY ${list(groups)}`
    : selectSql([...same(outer), ...totals], `FROM ${nested(query)}\nGROUP BY ${list(outer)}\nORDER BY ${list(outer)}`);
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
  const [grouping, order] = names === "" ? [[], []] : [[`GROUP BY ${names}`], [`ORDER BY ${names}`]];
  const condition = isFiltered ? where : `WHERE ${filter}${where && ` AND${where.slice("WHERE".length)}`}`;
  const start = [...textsOf("", "FROM", "PREWHERE"), condition, ...grouping, ...textsOf("HAVING"), ...order];
  return [...start, ...textsOf("LIMIT", "SETTINGS")].filter((text) => text !== "").join("\n");
}
