import { tileSql } from "../../../../../src/cli/server/series/clickhouse/tile-sql";
import { cpuTimeOf } from "../../../../support/cpu-time";

const START = "fromUnixTimestamp64Milli({startDateMilliseconds:Int64})";
const END = "fromUnixTimestamp64Milli({endDateMilliseconds:Int64})";
const PRESENT = "intDiv({endDateMilliseconds:Int64}, 1000)";

test.each([
  ["$__timeFilter(Time)", `Time >= toDateTime(${START}) AND Time <= toDateTime(${END})`],
  ["$__timeFilter_ms( coalesce(a, b) )", `coalesce(a, b) >= ${START} AND coalesce(a, b) <= ${END}`],
  [
    "$__dt(Day, Time)",
    `(Day >= toDate(${START}) AND Day <= toDate(${END})) AND (Time >= toDateTime(${START}) AND Time <= toDateTime(${END}))`,
  ],
  ["$__timeInterval(Time)", "toStartOfInterval(toDateTime(Time), INTERVAL {intervalSeconds:Int64} second)"],
  ["$__fromTime_ms, $__toTime, $__interval_s", `${START}, toDateTime(${END}), {intervalSeconds:Int64}`],
  ["FROM $__sourceTable WHERE $__filters", "FROM `otel`.`logs` WHERE (1=1)"],
  ["Time > now() - INTERVAL 5 MINUTE", `Time > toDateTime(${PRESENT}) - INTERVAL 5 MINUTE`],
  [
    "NOW ('UTC'), now64(), now64(6)",
    `toDateTime(${PRESENT}, 'UTC'), toDateTime64(${PRESENT}, 3), toDateTime64(${PRESENT}, 6)`,
  ],
  ["today(), yesterday()", `toDate(${END}), (toDate(${END}) - 1)`],
  ["now, 'now()', \"now()\", a.now -- now()", "now, 'now()', \"now()\", a.now -- now()"],
])("a query in SQL becomes the same query as in the alert task: %s", (template, sql) => {
  expect(tileSql(template, "`otel`.`logs`")).toBe(sql);
});

test.each([
  ["$__conditionalAll(a, $b)", "The macro $__conditionalAll with 2 arguments cannot be evaluated."],
  ["$__timeFilter()", "The macro $__timeFilter with 0 arguments cannot be evaluated."],
  ["$service", 'The query of the tile cannot be read: it contains "$" outside of quotes.'],
  ["1) UNION ALL SELECT (1", "cannot be read"],
  ["SELECT 1 SETTINGS max_threads = 1", "it contains SETTINGS"],
  ["CURRENT_TIMESTAMP", "A back-test cannot move CURRENT_TIMESTAMP to the past."],
])("a query that cannot be evaluated for the past is refused: %s", (template, problem) => {
  expect(() => tileSql(template, undefined)).toThrow(problem);
});

test.each(["now(", "$__timeFilter(", "/*", "(now()", "\\'", "$__dt(a,"])(
  "a query of 100,000 characters is refused within a short time: %s",
  (part) => {
    const refuse = () => expect(() => tileSql(part.repeat(100_000 / part.length), undefined)).toThrow();
    expect(cpuTimeOf(refuse)).toBeLessThan(3000);
  },
);

test("a query of 100,000 characters is read within a short time", () => {
  const read = () => expect(tileSql("now(), $__interval_s, ".repeat(4500), undefined)).toContain("toDateTime(");
  expect(cpuTimeOf(read)).toBeLessThan(3000);
});
