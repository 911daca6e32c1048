import { eventSql } from "../../../../../src/cli/server/series/clickhouse/event-query";
import { metricSql } from "../../../../../src/cli/server/series/clickhouse/metric-query";
import { type MetricType, QueriedSource } from "../../../../../src/cli/server/series/clickhouse/queried-source";
import { SeriesSql } from "../../../../../src/cli/server/series/clickhouse/series-sql";

const START = Date.parse("2026-06-01T00:00:00Z");
const HOUR = 3_600_000;

const logs = {
  ...{ id: "1", name: "Logs", kind: "log", from: { databaseName: "otel", tableName: "logs" } },
  ...{ timestampValueExpression: "TimestampTime", implicitColumnExpression: "Body" },
};
const metrics = {
  ...{ id: "2", name: "Metrics", kind: "metric", from: { databaseName: "otel", tableName: "" } },
  ...{ timestampValueExpression: "TimeUnix", metricTables: { gauge: "g", sum: "s", histogram: "h" } },
};
const columns = new Map([
  ["TimestampTime", "DateTime"],
  ["Timestamp", "DateTime64(9)"],
  ["Day", "Date"],
  ["SeverityText", "LowCardinality(String)"],
]);

function query(series: object, source: object = logs, phase = 0) {
  const queried = new QueriedSource(source as never);
  const { metricDataType: type } = series as { metricDataType?: MetricType };
  const table = type ? queried.metricTable(type) : queried.eventTable();
  const range = { start: START + phase, end: START + phase + 2 * HOUR, width: HOUR, phase };
  const built = new SeriesSql({ where: "", groupBy: [], ...series }, queried, table, columns, range);
  return { sql: type ? metricSql(built, type) : eventSql(built), values: built.parameters.values };
}

test("a series of events is one query with its names and times as parameters", () => {
  const series = { aggFn: "count", where: "SeverityText:error", groupBy: ["ServiceName", "upper(Host)"] };
  const { sql, values } = query(series);
  expect(sql).toBe(
    [
      "SELECT intDiv(toUnixTimestamp64Milli(toDateTime64(TimestampTime, 3, 'UTC')), 3600000) * 3600000 AS __cs_bucket, (ServiceName) AS __cs_group0, (upper(Host)) AS __cs_group1, count() AS __cs_value, toTypeName(__cs_group0) AS __cs_type0, toTypeName(__cs_group1) AS __cs_type1",
      "FROM {p0:Identifier}.{p1:Identifier}",
      "WHERE TimestampTime >= fromUnixTimestamp64Milli({p2:Int64}) AND TimestampTime < fromUnixTimestamp64Milli({p3:Int64})",
      "  AND ((`SeverityText` ILIKE {p4:String}))",
      "GROUP BY __cs_bucket, __cs_group0, __cs_group1",
    ].join("\n"),
  );
  expect(values).toEqual({ p0: "otel", p1: "logs", p2: START, p3: START + 2 * HOUR, p4: "%error%" });
});

test("an SQL condition is enclosed in parentheses, and a comment at its end hides no SQL", () => {
  const { sql } = query({ aggFn: "count", where: "a = 1 OR b = 2 -- both", whereLanguage: "sql" });
  expect(sql).toContain("\n  AND (a = 1 OR b = 2 -- both\n)\nGROUP BY __cs_bucket");
});

test("a condition of a saved search can use the column aliases of the search or of its source", () => {
  const source = { ...logs, defaultTableSelectExpression: "Timestamp, SeverityText as level, upper(Host) AS host" };
  const lucene = query({ aggFn: "count", select: "", where: "level:error" }, source).sql;
  expect(lucene).toMatch(/^WITH \(SeverityText\) AS `level`\nSELECT intDiv/);
  expect(lucene).toContain("AND ((`level` ILIKE {p4:String}))");
  const sql = { where: "service = 'a'", whereLanguage: "sql", groupBy: ["service"] };
  const own = query({ aggFn: "count", select: "Body, ServiceName AS `service`", ...sql }, source).sql;
  expect(own).toMatch(
    /^WITH \(ServiceName\) AS `service`\nSELECT [\s\S]*, \(service\) AS __cs_group0,[\s\S]*AND \(service = 'a'\)/,
  );
  expect(() => query({ aggFn: "count", where: "level:error" }, source)).toThrow('the table has no column "level"');
  expect(() => query({ aggFn: "count", select: "a) AS level", where: "level:error" }, source)).toThrow(
    'The column "a)" is not an SQL expression: ")" closes no bracket.',
  );
});

test("buckets start at shifted windows and at multiples of their length", () => {
  const time = "toUnixTimestamp64Milli(toDateTime64(TimestampTime, 3, 'UTC'))";
  expect(query({ aggFn: "count" }, logs, 240_000).sql).toContain(
    `SELECT greatest(intDiv(${time}, 3600000) * 3600000, intDiv(${time} - 240000, 3600000) * 3600000 + 240000) AS __cs_bucket`,
  );
});

test.each([
  [
    "Day, TimestampTime, Timestamp",
    "toDateTime64(Timestamp, 3",
    "Day >= toDate(fromUnixTimestamp64Milli({p2:Int64})) - 1 AND Day <= toDate(fromUnixTimestamp64Milli({p3:Int64})) + 1",
  ],
  [
    "toStartOfHour(Timestamp), Timestamp",
    "toDateTime64(Timestamp, 3",
    "toStartOfHour(Timestamp) >= toStartOfHour(fromUnixTimestamp64Milli({p2:Int64})) - INTERVAL 1 HOUR",
  ],
  [
    "toDateTime(ts / 1000)",
    "toDateTime64(toDateTime(ts / 1000), 3",
    "toDateTime(ts / 1000) >= fromUnixTimestamp64Milli({p2:Int64}) AND toDateTime(ts / 1000) < fromUnixTimestamp64Milli({p3:Int64})",
  ],
])(
  "the columns %s filter rows by time, and the most precise column decides the bucket",
  (timestampValueExpression, bucket, where) => {
    const { sql } = query({ aggFn: "count" }, { ...logs, timestampValueExpression });
    expect(sql).toContain(bucket);
    expect(sql).toContain(where);
  },
);

const FLOAT = "toFloat64OrDefault(toString(Duration))";

test.each([
  [{ aggFn: "avg" }, `avg(${FLOAT})`],
  [{ aggFn: "sum" }, `sum(${FLOAT})`],
  [{ aggFn: "min" }, `min(${FLOAT})`],
  [{ aggFn: "max" }, `max(${FLOAT})`],
  [{ aggFn: "last_value" }, `last_value(${FLOAT})`],
  [{ aggFn: "any" }, "any(Duration)"],
  [{ aggFn: "count_distinct" }, "count(DISTINCT Duration)"],
  [{ aggFn: "none" }, "(Duration)"],
  [{ aggFn: "quantile", level: 0.95 }, `quantile(0.95)(${FLOAT})`],
])("the aggregate %j becomes the same SQL as on the server", (series, value) => {
  expect(query({ ...series, field: "Duration" }).sql).toContain(`, ${value} AS __cs_value\n`);
});

test("a metric query has its table and metric as parameters, and an increase reads one more bucket", () => {
  const gauge = query({ aggFn: "avg", metricName: "cpu", metricDataType: "gauge" }, metrics);
  expect(gauge.values).toEqual({ p0: "cpu", p1: "otel", p2: "g", p3: START, p4: START + 2 * HOUR });
  const sum = query({ aggFn: "increase", field: "requests", metricDataType: "sum", groupBy: ["Pod"] }, metrics);
  expect(sum.values).toMatchObject({ p0: "requests", p2: "s", p3: START - HOUR, p4: START + 2 * HOUR });
  expect(sum.sql).toContain(`WHERE __cs_step >= ${START} AND toString(__cs_group0) != ''`);
  expect(sum.sql).toMatch(/ORDER BY __cs_value DESC\nLIMIT 20 BY __cs_bucket$/);
});

test.each([
  [{ aggFn: "avg" }, logs, "The aggregate function avg has no value expression."],
  [{ aggFn: "quantile", level: 2, field: "a" }, logs, "The level of a quantile is a number from 0 to 1, not 2."],
  [{ aggFn: "increase", field: "a" }, logs, "The aggregate function increase requires a sum metric."],
  [{ aggFn: "drop", field: "a" }, logs, 'The aggregate function "drop" is not known.'],
  [
    { aggFn: "max", field: "a)) FROM x --" },
    logs,
    'The value "a)) FROM x --" is not an SQL expression: ")" closes no bracket.',
  ],
  [
    { aggFn: "count", groupBy: ["a; b"] },
    logs,
    'The group "a; b" is not an SQL expression: it contains ";" outside of quotes.',
  ],
  [{ aggFn: "count" }, { ...logs, from: {} }, 'The source "Logs" names no table.'],
  [{ aggFn: "count" }, { ...logs, from: { tableName: "x" } }, 'The source "Logs" names no database.'],
  [{ aggFn: "count" }, { ...logs, timestampValueExpression: "" }, 'The source "Logs" names no column of the time.'],
  [
    { aggFn: "count" },
    { ...logs, timestampValueExpression: "a)" },
    'The source "Logs" has an invalid timestamp_value_expression, "a)": ")" closes no bracket.',
  ],
  [{ aggFn: "count" }, { ...logs, kind: "promql" }, 'The source "Logs" is queried in PromQL.'],
  [
    { aggFn: "avg", metricName: "m", metricDataType: "summary" },
    metrics,
    'The metric type "summary" of the source "Metrics" is not supported. Supported: gauge, sum, histogram.',
  ],
  [
    { aggFn: "avg", metricName: "m", metricDataType: "sum" },
    { ...metrics, metricTables: {} },
    'The source "Metrics" names no table of sum metrics.',
  ],
  [
    { aggFn: "avg", metricName: "m", metricDataType: "histogram" },
    metrics,
    "The server computes only count and quantile of a histogram, not avg.",
  ],
  [
    { aggFn: "increase", metricName: "m", metricDataType: "gauge" },
    metrics,
    "The aggregate function increase requires a sum metric, not a gauge.",
  ],
  [{ aggFn: "avg", metricDataType: "gauge" }, metrics, 'A series of the source "Metrics" names no metric.'],
])("the series %j is refused", (series, source, message) => {
  expect(() => query(series, source)).toThrow(message);
});
