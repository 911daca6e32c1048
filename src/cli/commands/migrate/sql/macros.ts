import { MACROS } from "../../../server/series/clickhouse/tile-sql";
import { durationSeconds } from "../input/value";
import { LeftOutError } from "../migrated";
import type { TimeTerms } from "./convert-sql";

const [FROM, TO] = ["fromUnixTimestamp64Milli(@S)", "fromUnixTimestamp64Milli(@E)"];

const TERMS = new Map(
  Object.entries({ startDateMilliseconds: "@S", endDateMilliseconds: "@E", intervalMilliseconds: "@M" }),
);

/**
 * Macros that Grafana and ClickStack both have, as SQL. @1 and @2 are the arguments. @S and @E are the range and @M is
 * the interval, in milliseconds. @N and @G are the interval in seconds.
 */
const SHARED = new Map(
  [...MACROS].map(([name, sql]) => [name, sql.replace(/\{(\w+):Int64\}/g, (_, term) => TERMS.get(term) ?? "@N")]),
);

/** Macros and built-in variables that ClickStack does not have. */
const MISSING = new Map(
  Object.entries({
    ...{ timeFrom: `@1 >= toDateTime(${FROM})`, timeTo: `@1 <= toDateTime(${TO})`, timezone: "timezone()" },
    ...{ from: "@S", to: "@E", interval_ms: "@M", range_s: "intDiv(@E - @S, 1000)", range_ms: "(@E - @S)" },
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
  return !(SHARED.get(name) ?? MISSING.get(name) ?? "@1").includes("@1");
}

/**
 * Returns the SQL of a macro of Grafana.
 * @param format text after the colon of `${__from:date}`
 */
export function macroSql(name: string, args: readonly string[], format: string, terms: TimeTerms): string {
  const [shared, written] = [SHARED.get(name), FORMATS.get(format.replace(/:iso$/, ""))];
  const sql = shared ?? MISSING.get(name);
  const count = /@[2G]/.test(sql ?? "") ? 2 : sql?.includes("@1") ? 1 : 0;
  if (sql === undefined || written === undefined || (count > 0 && count !== args.length)) {
    const problem = `The macro \`$__${name}\` has ${args.length} arguments instead of ${count}.`;
    throw new LeftOutError(count > 0 ? problem : `ClickStack has no macro \`$__${name}${format && `:${format}`}\`.`);
  }
  return shared === undefined || usesTerms(sql, terms)
    ? withTerms(written, sql, args, terms)
    : `$__${name}${count === 0 ? "" : `(${args.join(", ")})`}`;
}

function usesTerms(sql: string, { range, intervalMs }: TimeTerms): boolean {
  return (range !== undefined && /@[SE]/.test(sql)) || (intervalMs !== undefined && /@[NM]/.test(sql));
}

function withTerms(
  written: string,
  sql: string,
  [first = "", second = ""]: readonly string[],
  terms: TimeTerms,
): string {
  const values = new Map([
    ["1", first],
    ["2", second],
    ["G", sql.includes("@G") ? groupSeconds(second, terms) : ""],
    ["S", terms.range?.start ?? "{startDateMilliseconds:Int64}"],
    ["E", terms.range?.end ?? "{endDateMilliseconds:Int64}"],
    ["M", terms.intervalMs ?? "{intervalMilliseconds:Int64}"],
    ["N", intervalSeconds(terms)],
  ]);
  return written
    .replace("@", () => sql)
    .replace(/\(@([SE])\)|@([SEMNG12])/g, (_, inside?: string, place = "") => {
      const value = values.get(inside ?? place) ?? "";
      return inside || (/[SEM]/.test(place) && /\s/.test(value)) ? `(${value})` : value;
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
