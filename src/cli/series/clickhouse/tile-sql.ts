import { splitColumns } from "../../../split-columns";
import { QueryRefusedError } from "../series-errors";
import { expressionProblem, tokensOf } from "./sql-text";

/** Time range of one window, as the alert task sends it. */
const START = "{startDateMilliseconds:Int64}";
const END = "{endDateMilliseconds:Int64}";

const date = (time: string) => `toDate(fromUnixTimestamp64Milli(${time}))`;
const seconds = (time: string) => `toDateTime(fromUnixTimestamp64Milli(${time}))`;
const milliseconds = (time: string) => `fromUnixTimestamp64Milli(${time})`;
const range = (column: string, form: (time: string) => string) =>
  `${column} >= ${form(START)} AND ${column} <= ${form(END)}`;
const both = (day: string, time: string) => `(${range(day, date)}) AND (${range(time, seconds)})`;

/** The macros of the server with their number of arguments (docs/internals/api-behavior.md 4.7). */
const MACROS: ReadonlyMap<string, readonly [count: number, expand: (...args: string[]) => string]> = new Map([
  ["fromTime", [0, () => seconds(START)]],
  ["toTime", [0, () => seconds(END)]],
  ["fromTime_ms", [0, () => milliseconds(START)]],
  ["toTime_ms", [0, () => milliseconds(END)]],
  ["timeFilter", [1, (column = "") => range(column, seconds)]],
  ["timeFilter_ms", [1, (column = "") => range(column, milliseconds)]],
  ["dateFilter", [1, (column = "") => range(column, date)]],
  ["dateTimeFilter", [2, (day = "", time = "") => both(day, time)]],
  ["dt", [2, (day = "", time = "") => both(day, time)]],
  [
    "timeInterval",
    [1, (column = "") => `toStartOfInterval(toDateTime(${column}), INTERVAL {intervalSeconds:Int64} second)`],
  ],
  [
    "timeInterval_ms",
    [
      1,
      (column = "") =>
        `toStartOfInterval(toDateTime64(${column}, 3), INTERVAL {intervalMilliseconds:Int64} millisecond)`,
    ],
  ],
  ["interval_s", [0, () => "{intervalSeconds:Int64}"]],
  ["filters", [0, () => "(1=1)"]],
]);

/** Functions with the present, which is the end of the window when the task evaluates it. */
const PRESENT: ReadonlyMap<string, (...args: string[]) => string> = new Map([
  ["now", (...args) => `toDateTime(${[`intDiv(${END}, 1000)`, ...args].join(", ")})`],
  ["nowinblock", (...args) => `toDateTime(${[`intDiv(${END}, 1000)`, ...args].join(", ")})`],
  ["now64", (precision = "3", ...args) => `toDateTime64(${[`intDiv(${END}, 1000)`, precision, ...args].join(", ")})`],
  ["today", () => date(END)],
  ["yesterday", () => `(${date(END)} - 1)`],
]);

/** Other names of the present. */
const OTHER_PRESENT = /^(?:current_(?:timestamp|date)|curdate|localtime(?:stamp)?|utc_?timestamp(?:64)?)$/i;

/**
 * Returns the query of a tile with the macros of the server replaced by their SQL, and the present by the end of the
 * window. Its parameters are the start and the end of the window and the interval. Throws for a text that is not one
 * query.
 * @param table quoted name of the table of the source, for `$__sourceTable`
 */
export function tileSql(template: string, table: string | undefined): string {
  const withoutMacros = replaceTokens(template, (tokens, index) => {
    const name = tokens[index] === "$" ? /^__(\w+)$/.exec(tokens[index + 1] ?? "")?.[1] : undefined;
    if (name === undefined) {
      return undefined;
    }
    const call = argumentsAt(tokens, index + 2);
    return { text: expanded(name, call?.args ?? [], table), end: call?.end ?? index + 1 };
  });
  const problem = expressionProblem(withoutMacros);
  if (problem !== undefined) {
    throw new QueryRefusedError(`The query of the tile cannot be read: ${problem}.`);
  }
  return replaceTokens(withoutMacros, (tokens, index) => {
    const token = tokens[index] ?? "";
    const present = PRESENT.get(token.toLowerCase());
    const call = present && argumentsAt(tokens, index + 1);
    if (OTHER_PRESENT.test(token)) {
      throw new QueryRefusedError(`A back-test cannot move ${token} to the past. Fix: Write now() or today().`);
    }
    return present && call && { text: present(...call.args), end: call.end };
  });
}

type Replacement = { readonly text: string; readonly end: number } | undefined;

function replaceTokens(sql: string, replace: (tokens: readonly string[], index: number) => Replacement): string {
  const tokens = tokensOf(sql);
  const parts: string[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const { text, end } = replace(tokens, index) ?? { text: tokens[index] ?? "", end: index };
    parts.push(text);
    index = end;
  }
  return parts.join("");
}

function expanded(name: string, args: readonly string[], table: string | undefined): string {
  if (name === "sourceTable" && args.length === 0 && table !== undefined) {
    return table;
  }
  const [count, expand] = MACROS.get(name) ?? [];
  if (expand === undefined || count !== args.length) {
    throw new QueryRefusedError(
      `The macro $__${name} with ${args.length} arguments cannot be evaluated. Fix: Write its SQL, or use one of ${[...MACROS.keys()].map((each) => `$__${each}`).join(", ")}.`,
    );
  }
  return expand(...args);
}

interface Call {
  readonly args: readonly string[];
  /** Place of the last bracket. */
  readonly end: number;
}

const DEPTHS: ReadonlyMap<string, number> = new Map(
  Object.entries({ "(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1 }),
);

/** Returns the arguments of a call; undefined without a call. */
function argumentsAt(tokens: readonly string[], start: number): Call | undefined {
  const open = tokens[start]?.trim() === "" ? start + 1 : start;
  if (tokens[open] !== "(") {
    return undefined;
  }
  let depth = 0;
  for (let end = open; end < tokens.length; end += 1) {
    depth += DEPTHS.get(tokens[end] ?? "") ?? 0;
    if (depth === 0) {
      return { args: splitColumns(tokens.slice(open + 1, end).join("")), end };
    }
  }
  return undefined;
}
