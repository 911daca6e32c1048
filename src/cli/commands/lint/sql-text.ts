import { tokensOf } from "../../../declaration/sql-tokens";
import { splitColumns } from "../../../split-columns";

const isComment = (token: string): boolean => /^(?:--|#.|\/\*)/.test(token);

/**
 * Returns SQL without comments and with empty texts, so that words in them are not read as code. Quoted names stay:
 * `"time limit"` becomes `"_time_limit_"`, which contains no keyword.
 */
export function codeOfSql(sql: string): string {
  const code = tokensOf(sql).map((token) => {
    if (/^\w?'/.test(token)) {
      return "''";
    }
    const name = /^["`]/.test(token) ? `"_${token.slice(1, -1).replace(/[^\w.]/g, "_")}_"` : token;
    return isComment(token) ? " " : name;
  });
  return code.join("");
}

/** Returns SQL with another clause at its end, in front of final comments and semicolons. */
export function withClause(sql: string, clause: string): string {
  const code = tokensOf(sql)
    .map((token) => (isComment(token) ? " ".repeat(token.length) : token))
    .join("");
  let end = code.length;
  while (end > 0 && /[;\s]/.test(code.charAt(end - 1))) {
    end -= 1;
  }
  return `${sql.slice(0, end)}\n${clause}${sql.slice(end)}`;
}

/** Macros and parameters with the time range of a chart, and functions with the current time. */
const TIME_RANGE = [
  /\$__(?:timeFilter|dateFilter|dateTimeFilter|dt|fromTime|toTime)(?:_ms)?\b/,
  /\{\s*(?:startDateMilliseconds|endDateMilliseconds)\s*:/,
  /\b(?:now|now64|nowInBlock|today|yesterday)\s*\(|\bcurrent_timestamp\b|\bcurrent_date\b/i,
];

export function hasTimeRange(code: string): boolean {
  return TIME_RANGE.some((pattern) => pattern.test(code));
}

const TABLE = /\b(?:from|join)\s+(?:final\s+)?([\w."$]+)\s*(\(?)/gi;
const COMMON_TABLE = /(?<![\w."])([\w."]+)\s+as\s*\(/gi;

/** System tables of the database. Of these, only logs grow with time. */
const CURRENT_TABLE = /^(?:system\.(?!\w*_log\b)|information_schema\.)/i;

/** Lists the tables of a query that grow with time: all except tables of the current state and generated rows. */
export function growingTables(code: string): readonly string[] {
  const common = new Set([...code.matchAll(COMMON_TABLE)].map(([, name = ""]) => unquoted(name)));
  return [...code.matchAll(TABLE)]
    .filter(([, , call]) => call === "")
    .map(([, name = ""]) => unquoted(name))
    .filter((table) => !common.has(table) && !CURRENT_TABLE.test(table));
}

function unquoted(name: string): string {
  return name.replaceAll(/"_|_"/g, "");
}

const AGGREGATE =
  /\b(?:count|sum|avg|min|max|any|anyLast|median|quantiles?|uniq|stddev|var|group(?:Array|UniqArray)|argMin|argMax|topK|countIf|sumIf)\w*\s*\(/i;

/** Returns true if the number of rows of a query depends on the data. */
export function hasUnlimitedRows(code: string): boolean {
  if (/\blimit\b/i.test(code)) {
    return false;
  }
  return /\bgroup\s+by\b/i.test(code) || !AGGREGATE.test(code);
}

const SECONDS: ReadonlyMap<string, number> = new Map([
  ["second", 1],
  ["minute", 60],
  ["hour", 3600],
  ["day", 86_400],
  ["week", 604_800],
  ["month", 2_592_000],
  ["quarter", 7_776_000],
  ["year", 31_536_000],
]);

const NUMBERS: ReadonlyMap<string, number> = new Map([
  ["five", 5],
  ["ten", 10],
  ["fifteen", 15],
]);

/** A function with the current time describes the time range, and not the groups. */
const NAMED_BUCKET =
  /\btoStartOf(Five|Ten|Fifteen)?(Second|Minute|Hour|Day|Week|Month|Quarter|Year)s?\s*\((?!\s*(?:now|today|yesterday|\$__))/gi;
const INTERVAL_CALL = /\btoStartOfInterval\s*\((?!\s*(?:now|today|yesterday|\$__))/gi;
/** The second argument, up to the end of the call. */
const INTERVAL = /^(?:interval\s+(\d+)\s+([a-z]+)|toInterval([a-z]+)\s*\(\s*(\d+)\s*\))\s*(?:\)|$)/i;

/** Maximum length of the arguments of a call. */
const MAX_ARGUMENTS = 2000;

/** Returns the lengths of the time buckets that an expression names, in seconds. */
export function fixedBuckets(code: string): readonly number[] {
  const named = [...code.matchAll(NAMED_BUCKET)].map(
    ([, count = "", unit = ""]) => (NUMBERS.get(count.toLowerCase()) ?? 1) * secondsOfUnit(unit),
  );
  const intervals = [...code.matchAll(INTERVAL_CALL)].map(({ 0: call, index }) => {
    const start = index + call.length;
    const [, interval = ""] = splitColumns(code.slice(start, start + MAX_ARGUMENTS));
    const [, count, unit, otherUnit, otherCount] = INTERVAL.exec(interval) ?? [];
    return Number(count ?? otherCount ?? 0) * secondsOfUnit(unit ?? otherUnit ?? "");
  });
  return [...named, ...intervals].filter((seconds) => seconds > 0);
}

function secondsOfUnit(unit: string): number {
  return SECONDS.get(unit.toLowerCase().replace(/s$/, "")) ?? 0;
}
