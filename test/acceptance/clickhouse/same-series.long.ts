import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Database } from "../../../src/cli/server/series/clickhouse/database";
import { DatabaseCharts } from "../../../src/cli/server/series/clickhouse/database-charts";
import { askSeries, type SeriesCharts } from "../../../src/cli/server/series/query-series";
import { ServerCharts } from "../../../src/cli/server/series/server-charts";
import { chartedTile } from "../../../src/cli/server/series/tile-chart";
import { seedIds, startState } from "../../../src/emulator/seed";
import { createClient } from "../../../src/resources/client";
import { ClickHouseEngine, USERS } from "../../support/clickhouse/engine";
import { createTelemetry, FROM, TO } from "../../support/clickhouse/telemetry";
import { temporaryFolder } from "../../support/constructs/synthesize";

let engine: ClickHouseEngine;
let database: Database;

beforeAll(async () => {
  engine = await ClickHouseEngine.start(temporaryFolder());
  await createTelemetry(engine);
  database = new Database({ url: engine.url, user: "reader", password: USERS.reader.password }, "test/1");
});

afterAll(async () => {
  await database.close();
  await engine[Symbol.asyncDispose]();
});

const { logs, traces, metrics } = seedIds;
const sources = startState({}).sources;

/** Values by time and group, rounded: sums of floating-point numbers depend on the order of the rows. */
type Values = Readonly<Record<string, number | null>>;

const rounded = (value: unknown) =>
  value === null || value === undefined ? null : Number(Number(value).toPrecision(10));

async function queried(series: object, granularity = "5m", from = FROM, to = TO): Promise<Values> {
  const charts = new DatabaseCharts(database, async () => sources as never);
  const items = [{ where: "", whereLanguage: "lucene", groupBy: [], ...series }];
  const points = await askSeries(charts, items, { start: from, end: to, granularity });
  return Object.fromEntries(
    points.map(({ time, group, values }) => [
      `${new Date(time).toISOString()} ${group.join("|")}`.trim(),
      rounded(values[0]),
    ]),
  );
}

const inRange = (column: string, from = FROM, to = TO) =>
  `(${column} >= fromUnixTimestamp64Milli(${from}) AND ${column} < fromUnixTimestamp64Milli(${to}))`;

/** Rows of a query with the columns `__hdx_time_bucket`, `group` and `value`. */
async function reference(sql: string): Promise<Values> {
  const rows = await engine.rows<{ __hdx_time_bucket: string; group?: unknown[]; value: unknown }>(sql);
  return Object.fromEntries(
    rows.map(({ __hdx_time_bucket: time, group = [], value }) => [
      `${new Date(`${time.replace(" ", "T")}Z`).toISOString()} ${group.join("|")}`.trim(),
      rounded(value),
    ]),
  );
}

/** The form in which the server queries events: aggregates with -If, and the same condition in WHERE. */
const events = (
  table: string,
  time: string,
  value: string,
  { where = "1", group = "", interval = "300 second" }: { where?: string; group?: string; interval?: string } = {},
) => `SELECT ${value} AS value${group && `, [${group}] AS group`},
  toStartOfInterval(toDateTime(${time}), INTERVAL ${interval}) AS __hdx_time_bucket
  FROM default.${table} WHERE ${inRange(time)} AND (${where}) GROUP BY ${group && "group, "}__hdx_time_bucket`;

const onLogs = (value: string, more?: object) => events("otel_logs", "TimestampTime", value, more);
const onTraces = (value: string, more?: object) => events("otel_traces", "Timestamp", value, more);
const float = (column: string) => `toFloat64OrDefault(toString(${column}))`;

const error = "(SeverityText ILIKE '%error%')";

test.each<[string, object, () => string]>([
  ["count", { sourceId: logs, aggFn: "count" }, () => onLogs("count()")],
  [
    "count of a Lucene condition",
    { sourceId: logs, aggFn: "count", where: "SeverityText:error" },
    () => onLogs(`countIf(${error})`, { where: error }),
  ],
  [
    "count of an SQL condition by groups",
    {
      sourceId: logs,
      aggFn: "count",
      where: "SeverityNumber >= 13",
      whereLanguage: "sql",
      groupBy: ["ServiceName", "SeverityText"],
    },
    () =>
      onLogs("countIf(SeverityNumber >= 13)", {
        where: "SeverityNumber >= 13",
        group: "toString(ServiceName), toString(SeverityText)",
      }),
  ],
  [
    "count by an attribute",
    { sourceId: logs, aggFn: "count", groupBy: ["ResourceAttributes['host.name']"] },
    () => onLogs("count()", { group: "ResourceAttributes['host.name']" }),
  ],
  [
    "distinct values",
    {
      sourceId: traces,
      aggFn: "count_distinct",
      field: "SpanName",
      where: "StatusCode = 'Error'",
      whereLanguage: "sql",
    },
    () => onTraces("countIf(DISTINCT SpanName, StatusCode = 'Error')", { where: "StatusCode = 'Error'" }),
  ],
  ...(["sum", "avg", "min", "max"] as const).map((aggFn): [string, object, () => string] => [
    aggFn,
    { sourceId: traces, aggFn, field: "Duration", where: "ServiceName:cart", groupBy: ["SpanKind"] },
    () =>
      onTraces(`${aggFn}If(${float("Duration")}, (ServiceName ILIKE '%cart%') AND ${float("Duration")} IS NOT NULL)`, {
        where: "(ServiceName ILIKE '%cart%')",
        group: "SpanKind",
      }),
  ]),
  ...[0.5, 0.9, 0.95, 0.99].map((level): [string, object, () => string] => [
    `quantile ${level}`,
    { sourceId: traces, aggFn: "quantile", level, field: "Duration", where: 'StatusCode:"Ok"' },
    () =>
      onTraces(`quantileIf(${level})(${float("Duration")}, (StatusCode = 'Ok') AND ${float("Duration")} IS NOT NULL)`, {
        where: "(StatusCode = 'Ok')",
      }),
  ]),
  [
    "a custom aggregate",
    { sourceId: traces, aggFn: "none", field: "countIf(StatusCode = 'Error') / count()" },
    () => onTraces("countIf(StatusCode = 'Error') / count()"),
  ],
])("ClickHouse returns the same values as the server's query for %s", async (_, series, sql) => {
  const values = await queried(series);
  expect(Object.keys(values).length).toBeGreaterThan(30);
  expect(values).toEqual(await reference(sql()));
});

const word = (text: string) => `hasToken(lower(Body), lower('${text}'))`;
const like = (pattern: string) => `lower(Body) LIKE lower('${pattern}')`;

test.each<[string, string]>([
  ["declined", word("declined")],
  ["-declined", `NOT ${word("declined")}`],
  ['"card declined"', `${word("card")} AND ${word("declined")} AND ${like("%card declined%")}`],
  ["pay*", like("pay%")],
  ["*declined", like("%declined")],
  ["*card*", like("%card%")],
  ["https://pay.example.com/v1", `${like("%https://pay.example.com/v1%")}`],
  ['"user said \\"hello\\""', `${word("said")} AND ${like('%user said "hello"%')}`],
  ['"it\'s fine"', like("%it\\'s fine%")],
  ["SeverityText:ERR", "SeverityText ILIKE '%ERR%'"],
  ['SeverityText:"warn"', "SeverityText = 'warn'"],
  ['-SeverityText:"error"', "SeverityText != 'error'"],
  ["SeverityText:(warn OR error)", "SeverityText ILIKE '%warn%' OR SeverityText ILIKE '%error%'"],
  ["-SeverityText:(warn OR error)", "NOT (SeverityText ILIKE '%warn%' OR SeverityText ILIKE '%error%')"],
  [
    "ServiceName:cart AND SeverityText:error OR ServiceName:search",
    "ServiceName ILIKE '%cart%' AND SeverityText ILIKE '%error%' OR ServiceName ILIKE '%search%'",
  ],
  [
    "ServiceName:cart (SeverityText:error OR declined)",
    `ServiceName ILIKE '%cart%' AND (SeverityText ILIKE '%error%' OR ${word("declined")})`,
  ],
  ["NOT ServiceName:cart AND SeverityText:error", "NOT ServiceName ILIKE '%cart%' AND SeverityText ILIKE '%error%'"],
  ["ServiceName:cart OR NOT SeverityText:info", "ServiceName ILIKE '%cart%' OR NOT SeverityText ILIKE '%info%'"],
  ["SeverityNumber:13", "SeverityNumber = CAST('13', 'Float64')"],
  ["SeverityNumber:>=13", "SeverityNumber >= '13'"],
  ["-SeverityNumber:>=13", "SeverityNumber < '13'"],
  ["SeverityNumber:[9 TO 13]", "SeverityNumber BETWEEN 9 AND 13"],
  ["LogAttributes.http.status:404", "LogAttributes['http.status'] ILIKE '%404%'"],
  ["LogAttributes.http.status:>=404", "LogAttributes['http.status'] >= '404'"],
  ["LogAttributes.http.status:*", "notEmpty(LogAttributes['http.status']) = 1"],
  ["-LogAttributes.http.status:*", "notEmpty(LogAttributes['http.status']) != 1"],
  ['LogAttributes.user:"u\'1"', "LogAttributes['user'] = 'u\\'1'"],
  ["ResourceAttributes.host.name:a", "ResourceAttributes['host.name'] ILIKE '%a%'"],
  ["Body.user.id:u1", "JSONExtractString(Body, 'user', 'id') ILIKE '%u1%'"],
])("ClickHouse counts the same events of the Lucene condition %s as the server", async (where, sql) => {
  const values = await queried({ sourceId: logs, aggFn: "count", where });
  expect(Object.keys(values).length).toBeGreaterThan(0);
  expect(values).toEqual(await reference(onLogs(`countIf(${sql})`, { where: sql })));
});

test("for a Lucene condition on a list, ClickHouse counts the same events as the server", async () => {
  const where = "Events.Name:exception";
  const sql = "arrayExists(el -> el ILIKE '%exception%', Events.Name)";
  expect(await queried({ sourceId: traces, aggFn: "count", where })).toEqual(
    await reference(onTraces(`countIf(${sql})`, { where: sql })),
  );
});

const HASH = "cityHash64(ScopeAttributes, ResourceAttributes, Attributes)";

/** The last value of each series in a bucket, as the server queries gauges. */
const gauge = (value: string, where = "1", group = "") => `WITH Source AS (
    SELECT *, ${HASH} AS AttributesHash FROM default.otel_metrics_gauge WHERE ${inRange("TimeUnix")} AND (${where}) AND MetricName = 'cpu'),
  Bucketed AS (SELECT toStartOfInterval(toDateTime(TimeUnix), INTERVAL 5 minute) AS b, AttributesHash, argMax(Value, TimeUnix) AS LastValue,
    any(ResourceAttributes) AS ResourceAttributes, any(ServiceName) AS ServiceName FROM Source GROUP BY AttributesHash, b)
  SELECT ${value} AS value${group && `, [${group}] AS group`}, b AS __hdx_time_bucket FROM Bucketed GROUP BY ${group && "group, "}__hdx_time_bucket`;

/** The increase of each series in a bucket, as the server queries sums. */
const sum = (metric: string, value: string, where = "1", group = "") => `WITH Source AS (
    SELECT *, ${HASH} AS AttributesHash, IF(AggregationTemporality = 1, Value,
      greatest(Value - lagInFrame(toNullable(Value), 1, NULL) OVER (PARTITION BY AttributesHash ORDER BY TimeUnix), 0)) AS Rate
    FROM default.otel_metrics_sum WHERE ${inRange("TimeUnix", FROM - 300_000, TO + 300_000)} AND (${where}) AND MetricName = '${metric}'),
  Bucketed AS (SELECT b, ServiceName, Rate FROM (SELECT toStartOfInterval(toDateTime(TimeUnix), INTERVAL 5 minute) AS b, AttributesHash,
    any(ServiceName) AS ServiceName, sum(Source.Rate) AS Rate FROM Source GROUP BY AttributesHash, b))
  SELECT ${value} AS value${group && `, [${group}] AS group`}, b AS __hdx_time_bucket FROM Bucketed GROUP BY ${group && "group, "}__hdx_time_bucket`;

const metric = { sourceId: metrics };

test.each<[string, object, () => string]>([
  [
    "the average of a gauge",
    { ...metric, aggFn: "avg", metricName: "cpu", metricDataType: "gauge" },
    () => gauge(`avg(${float("LastValue")})`),
  ],
  [
    "the maximum of a gauge by pod",
    {
      ...metric,
      aggFn: "max",
      metricName: "cpu",
      metricDataType: "gauge",
      groupBy: ["ResourceAttributes['k8s.pod.name']"],
    },
    () => gauge(`max(${float("LastValue")})`, "1", "ResourceAttributes['k8s.pod.name']"),
  ],
  [
    "a quantile of a gauge with a condition",
    {
      ...metric,
      aggFn: "quantile",
      level: 0.9,
      metricName: "cpu",
      metricDataType: "gauge",
      where: "Attributes.route:cart",
    },
    () => gauge(`quantile(0.9)(${float("LastValue")})`, "Attributes['route'] ILIKE '%cart%'"),
  ],
  [
    "the increase of a counter",
    { ...metric, aggFn: "increase", metricName: "requests", metricDataType: "sum" },
    () => sum("requests", `sum(${float("Rate")})`),
  ],
  [
    "the increase of a counter by service",
    { ...metric, aggFn: "increase", metricName: "requests", metricDataType: "sum", groupBy: ["ServiceName"] },
    () => sum("requests", `sum(${float("Rate")})`, "1", "ServiceName"),
  ],
  [
    "the sum of a counter named by its field",
    {
      ...metric,
      aggFn: "sum",
      field: "requests",
      metricDataType: "sum",
      where: "ServiceName = 'cart'",
      whereLanguage: "sql",
    },
    () => sum("requests", `sum(${float("Rate")})`, "ServiceName = 'cart'"),
  ],
  [
    "the average of increases between exports",
    { ...metric, aggFn: "avg", metricName: "errors", metricDataType: "sum" },
    () => sum("errors", `avg(${float("Rate")})`),
  ],
])("ClickHouse returns the same values as the server's query for %s", async (_, series, sql) => {
  const values = await queried(series);
  expect(Object.keys(values).length).toBeGreaterThanOrEqual(36);
  expect(values).toEqual(await reference(sql()));
});

/** The server reads the time series of a bucket in the order of their hash. */
const ordered = (sql: string) =>
  sql.replace("GROUP BY AttributesHash, b)", "GROUP BY AttributesHash, b ORDER BY AttributesHash, b)");

const AGGREGATES: readonly (readonly [aggFn: string, sql: (value: string) => string])[] = [
  ...["sum", "avg", "min", "max", "last_value"].map(
    (aggFn) => [aggFn, (value: string) => `${aggFn}(${float(value)})`] as const,
  ),
  ["any", (value) => `any(${value})`],
  ["count_distinct", (value) => `count(DISTINCT ${value})`],
  ["quantile", (value) => `quantile(0.5)(${float(value)})`],
];

test.each(AGGREGATES.flatMap(([aggFn, sql]) => ["", "ServiceName"].map((group) => ({ aggFn, sql, group }))))(
  "ClickHouse returns the same $aggFn of events, gauges and sums as the server, with the group '$group'",
  async ({ aggFn, sql, group }) => {
    const groupBy = group === "" ? [] : [group];
    const series = { aggFn, level: 0.5, groupBy };
    // Events have no order, so the first and the last one can be any of them.
    if (!["last_value", "any"].includes(aggFn)) {
      const value = aggFn === "count_distinct" ? "SpanName" : "Duration";
      expect(await queried({ ...series, sourceId: traces, field: value })).toEqual(
        await reference(onTraces(sql(value), { group })),
      );
    }
    const cpu = { ...metric, metricName: "cpu", metricDataType: "gauge" };
    expect(await queried({ ...series, ...cpu })).toEqual(await reference(ordered(gauge(sql("LastValue"), "1", group))));
    const requests = { ...metric, metricName: "requests", metricDataType: "sum" };
    expect(await queried({ ...series, ...requests })).toEqual(
      await reference(ordered(sum("requests", sql("Rate"), "1", group))),
    );
  },
);

/** Without buckets, the server reads no data before the range, and divides time series into automatic buckets. */
const withoutBuckets = (sql: string) =>
  ordered(sql)
    .replace(inRange("TimeUnix", FROM - 300_000, TO + 300_000), inRange("TimeUnix"))
    .replace("b AS __hdx_time_bucket", `toDateTime(${FROM / 1000}) AS __hdx_time_bucket`);

test.each([["count", () => "count()"] as const, ...AGGREGATES])(
  "ClickHouse returns the same %s of gauges and sums without buckets as the server",
  async (aggFn, sql) => {
    for (const group of ["", "ServiceName"]) {
      const series = { ...metric, aggFn, level: 0.5, groupBy: group === "" ? [] : [group] };
      const cpu = { metricName: "cpu", metricDataType: "gauge" };
      expect(await queried({ ...series, ...cpu }, "none")).toEqual(
        await reference(withoutBuckets(gauge(sql("LastValue"), "1", group))),
      );
      const requests = { metricName: "requests", metricDataType: "sum" };
      expect(await queried({ ...series, ...requests }, "none")).toEqual(
        await reference(withoutBuckets(sum("requests", sql("Rate"), "1", group))),
      );
    }
  },
);

test("a preview of a number that counts a gauge has the value of the UI", async () => {
  const select = [{ aggFn: "count", metricName: "cpu", metricType: "gauge" }];
  const tile = { config: { displayType: "number", sourceId: metrics, select } } as never;
  const charts = new DatabaseCharts(database, async () => sources as never);
  const series = { isDatabase: true, querySeries: charts.querySeries.bind(charts) };
  const { tile: drawn } = await chartedTile(tile, series, { start: FROM, end: TO });
  const [count] = Object.values(await reference(withoutBuckets(gauge("count()"))));
  expect(drawn.sparkline?.(80)).toBe(String(count));
});

interface HistogramPoint {
  readonly time: string;
  readonly pod: string;
  readonly counts: readonly number[];
}

/** The increases of each bucket of the histograms by five minutes and by pod, computed from the data points. */
async function histogramIncreases(): Promise<ReadonlyMap<string, readonly number[]>> {
  const points = await engine.rows<HistogramPoint>(
    `SELECT toUnixTimestamp64Milli(TimeUnix) AS time, ResourceAttributes['k8s.pod.name'] AS pod, BucketCounts AS counts
     FROM otel_metrics_histogram ORDER BY pod, TimeUnix`,
  );
  const before = new Map<string, readonly number[]>();
  const sums = new Map<string, number[]>();
  for (const { time, pod, counts: texts } of points) {
    const counts = texts.map(Number);
    const earlier = before.get(pod);
    const isReset = earlier?.some((count, index) => (counts[index] ?? 0) < count) ?? true;
    before.set(pod, counts);
    const increases = isReset ? counts : counts.map((count, index) => count - (earlier?.[index] ?? 0));
    const key = `${new Date(Math.floor(Number(time) / 300_000) * 300_000).toISOString()} ${pod}`;
    const sum = sums.get(key) ?? counts.map(() => 0);
    sums.set(
      key,
      sum.map((count, index) => count + (increases[index] ?? 0)),
    );
  }
  return sums;
}

const BOUNDS = [0, 5, 10, 25, 50, 100, 250];
const latency = {
  ...metric,
  metricName: "latency",
  metricDataType: "histogram",
  groupBy: ["ResourceAttributes['k8s.pod.name']"],
};

test("ClickHouse counts the same events of a histogram as the server", async () => {
  const increases = await histogramIncreases();
  const values = await queried({ ...latency, aggFn: "count" });
  // The total of a counter that was reset is smaller, and counts as no event.
  const reset = "2026-06-01T01:15:00.000Z p3";
  const sums = new Map([...increases].map(([key, counts]) => [key, counts.reduce((sum, count) => sum + count)]));
  sums.set(reset, (sums.get(reset) ?? 0) - (BOUNDS.length + 1));
  expect(values).toEqual(Object.fromEntries(sums));
});

test.each([0.5, 0.9, 0.99])("ClickHouse estimates the quantile %d of a histogram from its buckets", async (level) => {
  const expected = [...(await histogramIncreases())].map(([key, counts]) => {
    const total = counts.reduce((sum, count) => sum + count);
    let below = 0;
    const bucket = counts.findIndex((count) => {
      below += count;
      return below > level * total;
    });
    const [lower, upper] = [BOUNDS[bucket - 1], BOUNDS[bucket]];
    if (upper === undefined || lower === undefined) {
      return [key, lower ?? 0];
    }
    const start = lower === 0 ? 0 : below - (counts[bucket] ?? 0);
    return [key, rounded(lower + ((upper - lower) * (level * total - start)) / (below - start))];
  });
  expect(await queried({ ...latency, aggFn: "quantile", level })).toEqual(Object.fromEntries(expected));
});

test("a shifted window has one bucket for each of its two parts", async () => {
  const minute = 60_000;
  const [from, to] = [FROM + 7 * minute, FROM + 37 * minute];
  const series = { sourceId: traces, aggFn: "quantile", level: 0.9, field: "Duration" };
  const values = await queried(series, "15m", from, to);
  const bounds = [7, 15, 22, 30, 37].map((minutes) => FROM + minutes * minute);
  const expected = await Promise.all(
    bounds.slice(0, -1).map(async (start, index) => {
      const [row] = await engine.rows<{ value: number }>(
        `SELECT quantile(0.9)(${float("Duration")}) AS value FROM otel_traces WHERE ${inRange("Timestamp", start, bounds[index + 1])}`,
      );
      return [new Date(start).toISOString(), rounded(row?.value)];
    }),
  );
  expect(values).toEqual(Object.fromEntries(expected));
});

test("the sample rate of a source weights counts, sums, averages and quantiles", async () => {
  const sampled = sources.map((source) =>
    source.id === traces ? { ...source, sampleRateExpression: "SpanAttributes['sample.rate']" } : source,
  );
  const charts = new DatabaseCharts(database, async () => sampled as never);
  const weight = "greatest(toUInt64OrZero(toString(SpanAttributes['sample.rate'])), 1)";
  const duration = float("Duration");
  const values = {
    count: `sum(${weight})`,
    sum: `sum(${duration} * ${weight})`,
    avg: `sumIf(${duration} * ${weight}, ${duration} IS NOT NULL) / nullIf(sumIf(${weight}, ${duration} IS NOT NULL), 0)`,
    quantile: `quantileTDigestWeighted(0.9)(${duration}, toUInt32(${weight}))`,
    max: `max(${duration})`,
  };
  for (const [aggFn, sql] of Object.entries(values)) {
    const series = { sourceId: traces, aggFn, level: 0.9, field: "Duration", where: "", groupBy: [] };
    const points = await askSeries(charts, [series], { start: FROM, end: TO, granularity: "30d" });
    const [row] = await engine.rows<{ value: number }>(`SELECT ${sql} AS value FROM otel_traces`);
    expect([aggFn, rounded(points[0]?.values[0])]).toEqual([aggFn, rounded(row?.value)]);
  }
});

test("a source with several time columns filters rows by each of them, and the most precise column decides the bucket", async () => {
  await engine.run(
    "CREATE TABLE wide (Day Date, Hour DateTime, Time DateTime64(3), Level String) ENGINE = MergeTree ORDER BY (Day, Hour)",
    `INSERT INTO wide SELECT toDate(t), toStartOfHour(t), t, 'x' FROM (SELECT fromUnixTimestamp64Milli(${FROM} + number * 61234) AS t FROM numbers(170))`,
  );
  const wide = {
    ...sources[0],
    from: { databaseName: "default", tableName: "wide" },
    timestampValueExpression: "Day, toStartOfHour(Time), Time",
  };
  const charts = new DatabaseCharts(database, async () => [wide] as never);
  const points = await askSeries(charts, [{ sourceId: logs, aggFn: "count", where: "", groupBy: [] }], {
    start: FROM + 1_000,
    end: FROM + 7_201_000,
    granularity: "1h",
  });
  const inFirstHours = Array.from({ length: 170 }, (_, index) => index * 61_234).filter(
    (time) => time >= 1_000 && time < 7_201_000,
  );
  expect(points.map(({ values }) => values[0])).toEqual([
    inFirstHours.filter((time) => time < 3_601_000).length,
    inFirstHours.filter((time) => time >= 3_601_000).length,
  ]);
});

test("a search reads paths of a JSON column as texts, and compares numbers in them", async () => {
  await engine.run(
    "CREATE TABLE events (Timestamp DateTime64(9), Body String, LogAttributes JSON) ENGINE = MergeTree ORDER BY Timestamp",
    `INSERT INTO events SELECT fromUnixTimestamp64Milli(${FROM} + number * 1000), 'x', concat('{"http":{"status":', toString(200 + number % 3 * 150), ',"path":"/p', toString(number % 2), '"}}') FROM numbers(60)`,
  );
  const source = {
    ...sources[0],
    from: { databaseName: "default", tableName: "events" },
    timestampValueExpression: "Timestamp",
  };
  const charts = new DatabaseCharts(database, async () => [source] as never);
  const count = async (where: string) => {
    const points = await askSeries(charts, [{ sourceId: logs, aggFn: "count", where, groupBy: [] }], {
      start: FROM,
      end: TO,
      granularity: "30d",
    });
    return points[0]?.values[0];
  };
  expect(await count("LogAttributes.http.status:>=350")).toBe(40);
  expect(await count("LogAttributes.http.path:P1")).toBe(30);
  expect(await count('LogAttributes.http.path:"/p1" LogAttributes.http.status:200')).toBe(10);
  expect(await count("LogAttributes.http.missing:*")).toBeUndefined();
});

/**
 * A server that answers chart queries on logs in the same way as the API server. The engine determines the names of the
 * group columns.
 */
async function chartServer(): Promise<Server> {
  const server = createServer(async (request, response) => {
    const { series, startTime, endTime, seriesReturnType } = JSON.parse(await text(request));
    const rows: Record<string, unknown>[] = [];
    for (const [index, { aggFn, level, field, groupBy }] of series.entries()) {
      const value = { count: "count()", avg: `avg(${float(field)})`, quantile: `quantile(${level})(${float(field)})` }[
        aggFn as "count"
      ];
      const groups = groupBy.map((each: string) => `${each}, `).join("");
      rows.push(
        ...(await engine.rows<Record<string, unknown>>(
          `SELECT ${value} AS "series_${index}", ${groups}toStartOfInterval(toDateTime(TimestampTime), INTERVAL 300 second) AS __hdx_time_bucket
           FROM default.otel_logs WHERE ${inRange("TimestampTime", startTime, endTime)} GROUP BY ${groups}__hdx_time_bucket`,
        )),
      );
    }
    const merged = new Map<string, Record<string, unknown>>();
    for (const { __hdx_time_bucket: time, ...row } of rows) {
      const group = series[0].groupBy.map((each: string) => row[each]);
      const bucket = Date.parse(`${String(time).replace(" ", "T")}Z`);
      const values = Object.entries(row).filter(([name]) => name.startsWith("series_"));
      const key = JSON.stringify([bucket, group.join("|")]);
      const named = Object.fromEntries(values.map(([name, value]) => [`${name}.data`, value]));
      merged.set(key, { ts_bucket: bucket, group, ...merged.get(key), ...named });
    }
    const raw = rows.map((row) => ({
      ...row,
      __hdx_time_bucket: `${String(row.__hdx_time_bucket).replace(" ", "T")}Z`,
    }));
    const data = seriesReturnType === "column" ? raw : [...merged.values()];
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

const GROUPS = [
  [],
  ["ServiceName"],
  ["LogAttributes['http.status']"],
  ["ResourceAttributes['host.name']", "ServiceName"],
  ["upper(SeverityText)", "concat(ServiceName, '-', SeverityText)"],
  ["SeverityNumber"],
  ["toUInt16OrZero(LogAttributes['http.status'])"],
  ["toInt64OrZero(LogAttributes['http.status'])", "ServiceName || 'x'"],
];

test("the series of a server equal those of the database, for every aggregate and group", async () => {
  const server = await chartServer();
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createClient({ openSource: { endpoint, accessKey: "k" }, userAgent: "test/1" });
  const stored = new DatabaseCharts(database, async () => sources as never);
  for (const groupBy of GROUPS) {
    const one = { sourceId: logs, where: "", whereLanguage: "lucene", groupBy };
    const series = [
      { ...one, aggFn: "count" },
      { ...one, aggFn: "avg", field: "SeverityNumber" },
      { ...one, aggFn: "quantile", level: 0.9, field: "SeverityNumber" },
    ];
    const range = { start: FROM, end: TO, granularity: "5m" };
    const pointsOf = async (charts: SeriesCharts) =>
      (await askSeries(charts, series, range))
        .map(({ time, group, values }) => JSON.stringify([time, group, values.map(rounded)]))
        .sort();
    const ofServer = await pointsOf(new ServerCharts(client));
    expect(ofServer.length).toBeGreaterThanOrEqual(36);
    expect(ofServer).toEqual(await pointsOf(stored));
  }
  await client.close();
  server.closeAllConnections();
  server.close();
});
