import { tokensOf } from "../../../../declaration/sql-tokens";
import type { Json } from "../grafana";
import { LeftOutError } from "../migrated";
import { clausesOf } from "./clauses";
import { columnsOf } from "./columns";
import { identifier } from "./outer-query";

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
    table: () => `${field("database") && `${identifier(field("database"))}.`}${identifier(required("table"))}`,
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

/** Makes times of the column `t`, which is a number of milliseconds in a series of Altinity's plugin. */
export function withTimes(sql: string, model: Json): string {
  const tokens = tokensOf(sql);
  const isDivided = (index: number) => /^ ?\/ ?1000\b/.test(tokens.slice(index + 1, index + 5).join(""));
  const isBucket = (token: string, index: number) => token === "t" && tokens.includes("timeSeries") && isDivided(index);
  if (tokens.includes("timeSeries") && tokens.some((token) => token.toUpperCase() === "FILL")) {
    throw new LeftOutError("The query fills missing times in milliseconds.");
  }
  const text = tokens.map((token, index) => (isBucket(token, index) ? "toUnixTimestamp(t) * 1000" : token)).join("");
  const [first] = columnsOf(text) ?? [];
  const isNumber = model.format !== "table" && first?.hasAlias === true && /\* ?1000$/.test(first.expression);
  const time = `fromUnixTimestamp64Milli(toInt64(${first?.expression}))`;
  const clauses = clausesOf(text).map((clause) => {
    return isNumber && clause.keyword === "SELECT" ? clause.text.replace(first.expression, () => time) : clause.text;
  });
  return clauses.join("");
}
