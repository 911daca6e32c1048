import { MACROS } from "../../../server/series/clickhouse/tile-sql";
import { durationSeconds } from "../input/value";
import { LeftOutError } from "../migrated";
import type { TimeTerms } from "./convert-sql";

const [START, END] = ["{startDateMilliseconds:Int64}", "{endDateMilliseconds:Int64}"];

/** Macros and built-in variables that ClickStack does not have. @1 is the argument, and @G the length of a group. */
const MISSING = new Map(
  Object.entries({
    ...{ timeFrom: `@1 >= ${MACROS.get("fromTime")}`, timeTo: `@1 <= ${MACROS.get("toTime")}`, timezone: "timezone()" },
    ...{ from: START, to: END, interval_ms: "{intervalMilliseconds:Int64}" },
    ...{ range_s: `intDiv(${END} - ${START}, 1000)`, range_ms: `(${END} - ${START})` },
    timeGroup: "toStartOfInterval(toDateTime(@1), INTERVAL @G second)",
  }),
);

const FORMATS = new Map(
  Object.entries({
    ...{ "": "@", "date:seconds": "intDiv(@, 1000)" },
    date: "formatDateTime(fromUnixTimestamp64Milli(@), '%Y-%m-%dT%H:%i:%S.000Z', 'UTC')",
  }),
);

/** Returns true if a macro has no arguments. The name has no dollar sign and no underscores in front. */
export function isPlainMacro(name: string): boolean {
  return !(MACROS.get(name) ?? MISSING.get(name) ?? "@1").includes("@1");
}

/**
 * Returns the SQL of a macro of Grafana.
 * @param format text after the colon of `${__from:date}`
 */
export function macroSql(name: string, args: readonly string[], format: string, terms: TimeTerms): string {
  const [shared, written] = [MACROS.get(name), FORMATS.get(format.replace(/:iso$/, ""))];
  const sql = shared ?? MISSING.get(name);
  const count = /@[2G]/.test(sql ?? "") ? 2 : sql?.includes("@1") ? 1 : 0;
  if (sql === undefined || written === undefined || (count > 0 && count !== args.length)) {
    const problem = `The macro \`$__${name}\` has ${args.length} arguments instead of ${count}.`;
    throw new LeftOutError(count > 0 ? problem : `ClickStack has no macro \`$__${name}${format && `:${format}`}\`.`);
  }
  const text = written.replace("@", () => sql);
  if (shared !== undefined && !usesTerms(text, terms)) {
    return `$__${name}${count === 0 ? "" : `(${args.join(", ")})`}`;
  }
  const [first = "", second = ""] = args;
  const values = { "1": () => first, "2": () => second, G: () => groupSeconds(second, terms) };
  return withTerms(text, terms).replace(/@([12G])/g, (_, place: keyof typeof values) => values[place]());
}

function usesTerms(sql: string, { range, intervalMs }: TimeTerms): boolean {
  const usesRange = range !== undefined && sql.includes("DateMilliseconds");
  return usesRange || (intervalMs !== undefined && sql.includes("{interval"));
}

/** Replaces the parameters of a tile by the terms of the place where the SQL is used. */
function withTerms(sql: string, terms: TimeTerms): string {
  const values = new Map([
    ["startDateMilliseconds", terms.range?.start],
    ["endDateMilliseconds", terms.range?.end],
    ["intervalMilliseconds", terms.intervalMs],
    ["intervalSeconds", intervalSeconds(terms)],
  ]);
  return sql.replace(/(\(?)\{(\w+):Int64\}(\)?)/g, (parameter, open: string, name: string, close: string) => {
    const value = values.get(name);
    const isPlain = (open && close) || name === "intervalSeconds" || !value?.includes(" ");
    return value === undefined ? parameter : `${open}${isPlain ? value : `(${value})`}${close}`;
  });
}

/** Returns the SQL of the interval in seconds, which is at least 1. */
export function intervalSeconds({ intervalMs }: TimeTerms): string {
  const isNumber = intervalMs !== undefined && /^\d+$/.test(intervalMs);
  const seconds = isNumber ? String(Math.max(1, Math.floor(Number(intervalMs) / 1000))) : undefined;
  return seconds ?? (intervalMs === undefined ? "{intervalSeconds:Int64}" : `greatest(1, intDiv(${intervalMs}, 1000))`);
}

function groupSeconds(length: string, terms: TimeTerms): string {
  const seconds = durationSeconds(length.replaceAll("'", "")) ?? 0;
  if (!(seconds > 0) && !/^'?\$__interval'?$/.test(length)) {
    throw new LeftOutError(`The interval ${length} of $__timeGroup is not a number with a unit.`);
  }
  return seconds > 0 ? String(seconds) : intervalSeconds(terms);
}
