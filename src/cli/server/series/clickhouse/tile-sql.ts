import { tokensOf } from "../../../../declaration/sql-tokens";
import { argumentsAt } from "../../../../sql-arguments";
import { QueryRefusedError } from "../series-errors";
import { expressionProblem } from "./sql-text";

/** Time range of one window, as the alert task sends it. */
const START = "fromUnixTimestamp64Milli({startDateMilliseconds:Int64})";
const END = "fromUnixTimestamp64Milli({endDateMilliseconds:Int64})";

const between = (column: string, type = "") =>
  type === ""
    ? `${column} >= ${START} AND ${column} <= ${END}`
    : `${column} >= ${type}(${START}) AND ${column} <= ${type}(${END})`;
const BOTH = `(${between("@1", "toDate")}) AND (${between("@2", "toDateTime")})`;

/** The macros of the server, with @1 and @2 for their arguments (docs/internals/api-behavior.md 4.7). */
export const MACROS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    fromTime: `toDateTime(${START})`,
    toTime: `toDateTime(${END})`,
    fromTime_ms: START,
    toTime_ms: END,
    timeFilter: between("@1", "toDateTime"),
    timeFilter_ms: between("@1"),
    dateFilter: between("@1", "toDate"),
    dateTimeFilter: BOTH,
    dt: BOTH,
    timeInterval: "toStartOfInterval(toDateTime(@1), INTERVAL {intervalSeconds:Int64} second)",
    timeInterval_ms: "toStartOfInterval(toDateTime64(@1, 3), INTERVAL {intervalMilliseconds:Int64} millisecond)",
    interval_s: "{intervalSeconds:Int64}",
    filters: "(1=1)",
  }),
);

const END_SECONDS = "intDiv({endDateMilliseconds:Int64}, 1000)";

/** Functions with the present, which is the end of the window when the task evaluates it. */
const PRESENT: ReadonlyMap<string, (args: readonly string[]) => string> = new Map([
  ["now", (args: readonly string[]) => `toDateTime(${[END_SECONDS, ...args].join(", ")})`],
  ["now64", ([scale = "3", ...zone]: readonly string[]) => `toDateTime64(${[END_SECONDS, scale, ...zone].join(", ")})`],
  ["today", () => `toDate(${END})`],
  ["yesterday", () => `(toDate(${END}) - 1)`],
]);

const OTHER_PRESENT = /^(?:nowinblock|current_(?:timestamp|date)|curdate|localtime(?:stamp)?|utc_?timestamp(?:64)?)$/i;

/**
 * Returns the query of a tile. Replaces the server's macros by their SQL, and the current time by the end of the window.
 * The parameters of the query are the start and the end of the window, and the interval. Throws for a text that is not
 * one query.
 * @param table quoted name of the table of the source, for `$__sourceTable`
 */
export function tileSql(template: string, table: string | undefined): string {
  const withoutMacros = replaceCalls(template, (tokens, index) => {
    const name = tokens[index] === "$" ? /^__(\w+)$/.exec(tokens[index + 1] ?? "")?.[1] : undefined;
    return name === undefined ? undefined : { length: 2, textOf: (args) => expanded(name, args ?? [], table) };
  });
  const problem = expressionProblem(withoutMacros);
  if (problem !== undefined) {
    throw new QueryRefusedError(`The query of the tile cannot be read: ${problem}.`);
  }
  return replaceCalls(withoutMacros, (tokens, index) => {
    const token = tokens[index] ?? "";
    const present = PRESENT.get(token.toLowerCase());
    if (OTHER_PRESENT.test(token)) {
      throw new QueryRefusedError(`A back-test cannot move ${token} to the past. Fix: Write now() or today().`);
    }
    return present && { length: 1, textOf: (args) => (args ? present(args) : token) };
  });
}

/** Name of `length` tokens, and the text that replaces it and its arguments. `args` is undefined without brackets. */
interface Called {
  readonly length: number;
  textOf(args: readonly string[] | undefined): string;
}

export function replaceCalls(
  sql: string,
  find: (tokens: readonly string[], index: number) => Called | undefined,
): string {
  const tokens = tokensOf(sql);
  const parts: string[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const called = find(tokens, index);
    const next = index + (called?.length ?? 1);
    const call = called && argumentsAt(tokens, next);
    parts.push(called?.textOf(call?.args) ?? tokens[index] ?? "");
    index = (call?.end ?? next) - 1;
  }
  return parts.join("");
}

function expanded(name: string, args: readonly string[], table: string | undefined): string {
  const sql = name === "sourceTable" ? table : MACROS.get(name);
  const count = sql?.includes("@2") ? 2 : sql?.includes("@1") ? 1 : 0;
  if (sql === undefined || count !== args.length) {
    throw new QueryRefusedError(
      `The macro $__${name} with ${args.length} arguments cannot be evaluated. Fix: Write its SQL, or use one of ${[...MACROS.keys()].map((each) => `$__${each}`).join(", ")}.`,
    );
  }
  return sql.replace(/@([12])/g, (_, place: string) => args[Number(place) - 1] ?? "");
}
