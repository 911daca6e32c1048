/** Parts of SQL whose words are not code: comments, texts and quoted names. */
const NOT_CODE = /--[^\n]*|#![^\n]*|\/\*.*?(?:\*\/|$)|'(?:[^'\\]|\\.|'')*'?/gs;

/** Returns SQL without comments and with empty texts, so that words in them are not read as code. */
export function codeOfSql(sql: string): string {
  return sql.replace(NOT_CODE, (part) => (part.startsWith("'") ? "''" : " "));
}

/** Macros and parameters with the time range of a chart, and functions with the current time. */
const TIME_RANGE = [
  /\$__(?:timeFilter|dateFilter|dateTimeFilter|dt|fromTime|toTime)(?:_ms)?\b/,
  /\{\s*(?:startDateMilliseconds|endDateMilliseconds)\s*:/,
  /\b(?:now|now64|nowInBlock|today|yesterday)\s*\(|\bcurrent_timestamp\b|\bcurrent_date\b/i,
];

/** Returns true if a query limits the time of its rows. */
export function hasTimeRange(code: string): boolean {
  return TIME_RANGE.some((pattern) => pattern.test(code));
}

const TABLE = /\b(?:from|join)\s+(?:final\s+)?([\w.`"$]+)\s*(\(?)/gi;
const COMMON_TABLE = /\b([\w`"]+)\s+as\s*\(/gi;

/** Tables of the server about itself. Only their logs grow with time. */
const IS_CURRENT = /^(?:system\.(?!\w*_log\b)|information_schema\.)/i;

/** Lists the tables of a query that grow with time: all except those of current states, and generated rows. */
export function growingTables(code: string): readonly string[] {
  const common = new Set([...code.matchAll(COMMON_TABLE)].map(([, name = ""]) => unquoted(name)));
  return [...code.matchAll(TABLE)]
    .filter(([, , call]) => call === "")
    .map(([, name = ""]) => unquoted(name))
    .filter((table) => !common.has(table) && !IS_CURRENT.test(table));
}

function unquoted(name: string): string {
  return name.replaceAll(/[`"]/g, "");
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
  /\btoStartOf(Five|Ten|Fifteen)?(Second|Minute|Hour|Day|Week|Month|Quarter|Year)s?\s*\(\s*(?!now|today|yesterday|\$__)/gi;
const INTERVAL_BUCKET =
  /\btoStartOfInterval\s*\(\s*(?!now|today|yesterday|\$__)[^;]{0,500}?(?:\binterval\s+(\d+)\s+([a-z]+)|\btoInterval([a-z]+)\s*\(\s*(\d+))/gi;

/** Returns the lengths of the time buckets that an expression names, in seconds. */
export function fixedBuckets(code: string): readonly number[] {
  const named = [...code.matchAll(NAMED_BUCKET)].map(
    ([, count = "", unit = ""]) => (NUMBERS.get(count.toLowerCase()) ?? 1) * secondsOfUnit(unit),
  );
  const intervals = [...code.matchAll(INTERVAL_BUCKET)].map(
    ([, count, unit, otherUnit, otherCount]) => Number(count ?? otherCount) * secondsOfUnit(unit ?? otherUnit ?? ""),
  );
  return [...named, ...intervals];
}

function secondsOfUnit(unit: string): number {
  return SECONDS.get(unit.toLowerCase().replace(/s$/, "")) ?? 0;
}
