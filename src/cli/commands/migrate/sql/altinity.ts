import { tokensOf } from "../../../../declaration/sql-tokens";
import { splitColumns } from "../../../../split-columns";
import { replaceCalls } from "../../../server/series/clickhouse/tile-sql";
import type { Json } from "../input/value";
import { LeftOutError } from "../migrated";
import { clausesOf, wordAfter } from "./clauses";
import { queryColumns } from "./columns";
import { nested, selectSql, sqlName, withNames } from "./outer-query";

/** Types of the time column that are numbers, with the factor from milliseconds and the function that makes a time. */
const NUMBERS = new Map(
  Object.entries({
    ...{ TIMESTAMP: [" / 1000", "toDateTime"], FLOAT: [" / 1000", "toDateTime"] },
    TIMESTAMP64_3: ["", "fromUnixTimestamp64Milli"],
    TIMESTAMP64_6: [" * 1000", "fromUnixTimestamp64Micro"],
    TIMESTAMP64_9: [" * 1000000", "fromUnixTimestamp64Nano"],
  }),
);

/** Returns a macro of Altinity's plugin in macros of Grafana's plugin; undefined if it is not a macro. */
export function altinityMacro(name: string, [argument = ""]: readonly string[], model: Json): string | undefined {
  const field = (key: string) => (typeof model[key] === "string" ? model[key] : "");
  const required = (key: string) => {
    if (field(key) === "") {
      throw new LeftOutError(`The query uses \`$${name}\`, and its settings have no \`${key}\`.`);
    }
    return field(key);
  };
  const column = () => required("dateTimeColDataType");
  const [factor, makeTime = ""] = NUMBERS.get(field("dateTimeType")) ?? [];
  const range = (of: string, ms: string) =>
    factor === undefined
      ? `$__timeFilter${field("dateTimeType") === "DATETIME64" ? "_ms" : ms}(${of})`
      : `${of} >= $__from${factor} AND ${of} <= $__to${factor}`;
  const day = field("dateColDataType") && `$__dateFilter(${field("dateColDataType")}) AND `;
  const bucket = (ms: string) => {
    const time = makeTime === "toDateTime" ? `toDateTime(${column()})` : `${makeTime}(toInt64(${column()}))`;
    return `$__timeInterval${ms}(${makeTime === "" ? column() : time})`;
  };
  const texts: Readonly<Record<string, () => string>> = {
    table: () => `${field("database") && `${sqlName(field("database"))}.`}${sqlName(required("table"))}`,
    dateTimeCol: column,
    dateCol: () => required("dateColDataType"),
    timeFilter: () => day + range(column(), ""),
    timeFilterMs: () => day + range(column(), "_ms"),
    timeFilterByColumn: () => range(argument, ""),
    timeFilter64ByColumn: () => range(argument, "_ms"),
    timeSeries: () => bucket(""),
    timeSeriesMs: () => bucket("_ms"),
    naturalTimeSeries: () => bucket(""),
    from: () => "intDiv($__from, 1000)",
    to: () => "intDiv($__to, 1000)",
    interval: () => "$__interval_s",
    adhoc: () => "$__filters",
  };
  return Object.hasOwn(texts, name) ? texts[name]?.() : undefined;
}

/** Array of pairs. Each pair contains the name of a series and a value. */
const PAIRS = /^(?:(?:groupA|a)rray\s*\(|arrayMap\s*\(\s*\w+\s*->)\s*\(/;

/** Converts milliseconds to times, and arrays to rows, in a query for series of Altinity's plugin. */
export function withTimes(sql: string, model: Json): string {
  const text = withNumbers(sql);
  // The plugin reads the first column of a series as its time. A query without a format is a series, also in a table.
  const isSeries = !["table", "logs", "traces", "flamegraph"].includes(String(model.format));
  const [first, second, ...others] = (isSeries ? queryColumns(text) : undefined) ?? [];
  if (!first || !second) {
    return text;
  }
  const isNumber = first.kind === "number" || /\* ?1000$/.test(first.expression);
  const time = (of: string) => (isNumber ? `fromUnixTimestamp64Milli(toInt64(${of}))` : of);
  const hasPairs = others.length === 0 && PAIRS.test(second.expression);
  if (!hasPairs && (first.hasAlias || !isNumber)) {
    return withNames(text, [{ ...first, hasAlias: true, text: time(first.expression) }]);
  }
  const pairs = hasPairs && !second.hasAlias ? "pairs" : second.name;
  const values = hasPairs
    ? [["toString(pair.1)", "series"] as const, ["toFloat64(pair.2)", "value"] as const]
    : [second, ...others].map(({ name }) => [sqlName(name), name] as const);
  const rows = nested(withNames(text, [first, { ...second, name: pairs }, ...others]));
  const join = hasPairs ? `\nARRAY JOIN ${sqlName(pairs)} AS pair` : "";
  return selectSql([[time(sqlName(first.name)), first.name], ...values], `FROM ${rows}${join}`);
}

/** Makes texts of the columns in the groups, by which the plugin names series. An alias with another use stays. */
export function withTextLabels(sql: string): string {
  const clauses = clausesOf(sql);
  const group = clauses.find(({ keyword }) => keyword === "GROUP")?.text.slice("GROUP BY".length) ?? "";
  const groups = new Set(splitColumns(group));
  const isUnion = clauses.some(({ keyword }) => keyword === "UNION");
  const uses = new Map<string, number>();
  for (const { keyword, text } of clauses) {
    for (const token of ["GROUP", "ORDER"].includes(keyword) ? [] : tokensOf(text)) {
      uses.set(token, (uses.get(token) ?? 0) + 1);
    }
  }
  const columns = (queryColumns(sql) ?? []).map((each, index) => {
    const { name, kind, expression, hasAlias } = each;
    // A variable can be a list of columns.
    const isSafe = hasAlias ? uses.get(name) === 1 : !expression.startsWith("$");
    const isLabel = isSafe && !isUnion && index > 0 && kind !== "text" && groups.has(hasAlias ? name : expression);
    return { ...each, hasAlias: true, text: isLabel ? `toString(${expression})` : expression };
  });
  return withNames(sql, columns);
}

/** Converts time buckets to milliseconds where the query calculates with them. Here, buckets are times. */
function withNumbers(sql: string): string {
  if (!tokensOf(sql).includes("timeSeries")) {
    return sql;
  }
  return replaceCalls(sql, (tokens, index) => {
    const isMacro = tokens[index] === "$" && tokens[index + 1] === "timeSeries";
    const [bucket, length] = isMacro ? ["$timeSeries", 2] : ["t", 1];
    const isBucket = isMacro || tokens[index] === bucket;
    return isBucket && /^[-+*/%]$/.test(wordAfter(tokens, index + length - 1))
      ? { length, textOf: () => `(toUnixTimestamp(${bucket}) * 1000)` }
      : undefined;
  });
}
