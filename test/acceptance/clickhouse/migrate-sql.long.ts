// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the SQL of Grafana contains variables
import type { Plugin } from "../../../src/cli/commands/migrate/input/query";
import { convertSql, type TimeTerms, type VariableUse } from "../../../src/cli/commands/migrate/sql/convert-sql";
import { withDatabase } from "../../../src/cli/commands/migrate/sql/database";
import { tileSql } from "../../../src/cli/server/series/clickhouse/tile-sql";
import { ClickHouseEngine } from "../../support/clickhouse/engine";
import { temporaryFolder } from "../../support/constructs/synthesize";

const START = Date.UTC(2026, 0, 5, 10) / 1000;
const TIME = { range: { start: `${START * 1000}`, end: `${START * 1000} + 239999` }, intervalMs: "60000" };
const MODEL = { database: "default", table: "hits", dateTimeColDataType: "at", dateColDataType: "day" };

let engine: ClickHouseEngine;

beforeAll(async () => {
  engine = await ClickHouseEngine.start(temporaryFolder());
  await engine.run(
    `CREATE TABLE hits (at DateTime('UTC'), at64 DateTime64(3, 'UTC'), day Date, ms Int64, service String, host UInt8,
       total UInt64) ENGINE = Memory`,
  );
  // The counter of the second host is reset in the last minute. The last two rows are outside of the range.
  const rows: readonly (readonly [minute: number, host: number, total: number])[] = [
    ...([
      [0, 1, 10],
      [1, 1, 40],
      [2, 1, 100],
      [3, 1, 160],
    ] as const),
    ...([
      [0, 2, 100],
      [1, 2, 160],
      [2, 2, 220],
      [3, 2, 4],
    ] as const),
    ...([
      [-1, 1, 0],
      [4, 2, 900],
    ] as const),
  ];
  await engine.insert(
    "hits",
    rows.map(([minute, host, total]) => {
      const at = START + minute * 60;
      return { at, at64: at, day: "2026-01-05", ms: at * 1000, service: "web", host, total };
    }),
  );
});

afterAll(() => engine[Symbol.asyncDispose]());

interface Options {
  readonly plugin?: Plugin;
  readonly model?: object;
  readonly time?: TimeTerms;
  readonly variables?: Readonly<Record<string, VariableUse>>;
}

/** Returns the rows of a query, with times as minutes after the start. */
async function rowsOf(text: string, { plugin = "altinity", model, time = TIME, variables = {} }: Options = {}) {
  const query = { plugin, sql: text, model: { ...MODEL, ...model } };
  const { sql } = convertSql(query, { time, variables: new Map(Object.entries(variables)) });
  const parameters = new Map([
    ["{startDateMilliseconds:Int64}", `toInt64(${START * 1000})`],
    ["{endDateMilliseconds:Int64}", `toInt64(${START * 1000 + 239_999})`],
    ["{intervalSeconds:Int64}", "60"],
    ["{intervalMilliseconds:Int64}", "60000"],
  ]);
  const expanded = [...parameters].reduce((all, [name, value]) => all.replaceAll(name, value), tileSql(sql, undefined));
  const rows = await engine.rows<Record<string, unknown>>(expanded);
  return rows.map((row) => Object.values(row).map((value) => readable(value)));
}

function readable(value: unknown): unknown {
  if (typeof value !== "string") {
    return value;
  }
  const minute = /^2026-01-05 (\d\d):(\d\d):/.exec(value);
  return minute ? (Number(minute[1]) - 10) * 60 + Number(minute[2]) : /^-?\d+$/.test(value) ? Number(value) : value;
}

describe("macros of Altinity's plugin that make a whole query", () => {
  it.each<[string, readonly (readonly unknown[])[]]>([
    ["$columns(service AS s, count() AS c) FROM $table", [0, 1, 2, 3].map((minute) => [minute, "web", 2])],
    [
      "$columns(host, max(total) AS v) FROM $table WHERE host = 1 AND $timeFilter HAVING v > 10",
      [
        [1, 1, 40],
        [2, 1, 100],
        [3, 1, 160],
      ],
    ],
    [
      "$rate(sum(total) AS c) FROM $table WHERE host = 1",
      [
        [0, null],
        [1, 40 / 60],
        [2, 100 / 60],
        [3, 160 / 60],
      ],
    ],
    [
      "$rateColumns(host AS h, sum(total) AS c) FROM $table",
      [
        [0, 1, null],
        [0, 2, null],
        [1, 1, 40 / 60],
        [1, 2, 160 / 60],
        [2, 1, 100 / 60],
        [2, 2, 220 / 60],
        [3, 1, 160 / 60],
        [3, 2, 4 / 60],
      ],
    ],
    [
      "$perSecond(total) FROM $table WHERE host = 1",
      [
        [0, null],
        [1, 0.5],
        [2, 1],
        [3, 1],
      ],
    ],
    [
      "$perSecond(total) FROM $table WHERE host = 2",
      [
        [0, null],
        [1, 1],
        [2, 1],
        [3, null],
      ],
    ],
    [
      "$perSecondColumns(host, total) FROM $table",
      [
        [0, 1, null],
        [0, 2, null],
        [1, 1, 0.5],
        [1, 2, 1],
        [2, 1, 1],
        [2, 2, 1],
        [3, 1, 1],
        [3, 2, null],
      ],
    ],
    [
      "$delta(total) FROM $table WHERE host = 2",
      [
        [0, 0],
        [1, 60],
        [2, 60],
        [3, -216],
      ],
    ],
    [
      "$deltaColumns(service, total) FROM $table WHERE host = 2",
      [
        [0, "web", 0],
        [1, "web", 60],
        [2, "web", 60],
        [3, "web", -216],
      ],
    ],
    [
      "$increase(total) FROM $table WHERE host = 2",
      [
        [0, 0],
        [1, 60],
        [2, 60],
        [3, 0],
      ],
    ],
    [
      "$increaseColumns(host, total) FROM $table WHERE host = 2",
      [
        [0, 2, 0],
        [1, 2, 60],
        [2, 2, 60],
        [3, 2, 0],
      ],
    ],
    [
      "$rateColumnsAggregated(service, host, sum, total AS a) FROM $table",
      [
        [0, "web", null],
        [1, "web", 200 / 60],
        [2, "web", 320 / 60],
        [3, "web", 164 / 60],
      ],
    ],
    [
      "$perSecondColumnsAggregated(service, host, sum, total, max, total) FROM $table WHERE host = 1",
      [
        [0, "web", null, null],
        [1, "web", 0.5, 0.5],
        [2, "web", 1, 1],
        [3, "web", 1, 1],
      ],
    ],
    [
      "$increaseColumnsAggregated(service, host, sum, total) FROM $table",
      [
        [0, "web", 0],
        [1, "web", 90],
        [2, "web", 120],
        [3, "web", 60],
      ],
    ],
    [
      "$deltaColumnsAggregated(service, host, sum, total) FROM $table",
      [
        [0, "web", 0],
        [1, "web", 90],
        [2, "web", 120],
        [3, "web", -156],
      ],
    ],
    [
      "$lttb(10, at, total) FROM $table WHERE host = 1",
      [
        [0, 10],
        [1, 40],
        [2, 100],
        [3, 160],
      ],
    ],
  ])("%s returns the numbers of Grafana", async (sql, rows) => {
    const actual = await rowsOf(sql);
    expect(actual.map((row) => row.map(rounded))).toEqual(rows.map((row) => row.map(rounded)));
    expect(await rowsOf(sql, { time: {} })).toEqual(actual);
  });

  it("the macros of Grafana's plugin return the rows, changes and points of a table", async () => {
    const sql = "$__increaseColumns(at, host, total) FROM hits WHERE host = 2";
    expect(await rowsOf(sql, { plugin: "grafana" })).toEqual([
      [0, 2, null],
      [1, 2, 60],
      [2, 2, 60],
      [3, 2, null],
    ]);
    const columns = "$__columns(at, service, count()) FROM hits";
    expect(await rowsOf(columns, { plugin: "grafana" })).toEqual([0, 1, 2, 3].map((minute) => [minute, "web", 2]));
    expect(await rowsOf("$__lttb(auto, at, total) FROM hits WHERE host = 1", { plugin: "grafana" })).toEqual([
      [0, 10],
      [1, 40],
      [2, 100],
      [3, 160],
    ]);
  });
});

const rounded = (value: unknown) => (typeof value === "number" ? Math.round(value * 1000) / 1000 : value);

describe("macros with the range and the interval", () => {
  it.each<[string, Options]>([
    ["$timeFilter", {}],
    ["$timeFilter", { model: { dateTimeColDataType: "at64", dateTimeType: "DATETIME64" } }],
    ["$timeFilter", { model: { dateTimeColDataType: "toUnixTimestamp(at)", dateTimeType: "TIMESTAMP" } }],
    ["$timeFilter", { model: { dateTimeColDataType: "ms", dateTimeType: "TIMESTAMP64_3" } }],
    ["$timeFilter", { model: { dateTimeColDataType: "ms * 1000", dateTimeType: "TIMESTAMP64_6" } }],
    ["$timeFilterMs", {}],
    ["$timeFilterByColumn(at)", {}],
    ["at >= toDateTime($from) AND at <= toDateTime($to)", {}],
    ["$__timeFilter(at)", { plugin: "grafana" }],
    ["$__timeFilter_ms(at64)", { plugin: "grafana" }],
    ["$__dateTimeFilter(day, at)", { plugin: "grafana" }],
    ["$__dateFilter(day) AND at >= $__fromTime AND at <= $__toTime", { plugin: "grafana" }],
    ["at64 >= $__fromTime_ms AND at64 <= $__toTime_ms", { plugin: "grafana" }],
    ["$__timeFrom(at) AND $__timeTo(at)", { plugin: "grafana" }],
    ["ms >= ${__from} AND ms <= '${__to}'", { plugin: "grafana" }],
    ["at >= toDateTime(${__from:date:seconds}) AND at <= toDateTime($__to / 1000)", { plugin: "grafana" }],
    ["at >= parseDateTimeBestEffort('${__from:date}') AND at <= ${__to:date:iso}", { plugin: "grafana" }],
    ["at >= $__toTime - $__range_s AND $__timeTo(at)", { plugin: "grafana" }],
    [
      "$__conditionalAll(at >= $__fromTime, $v) AND $__timeTo(at)",
      { plugin: "grafana", variables: { v: { kind: "inline", values: ["a"], isMulti: false, allValue: undefined } } },
    ],
  ])("%s selects the rows of the range with %j", async (condition, options) => {
    const sql = `SELECT count() FROM hits WHERE ${condition}`;
    expect(await rowsOf(sql, options)).toEqual([[8]]);
    expect(await rowsOf(sql, { ...options, time: {} })).toEqual([[8]]);
  });

  it.each<[string, Options]>([
    ["$timeSeries", {}],
    ["$timeSeries", { model: { dateTimeColDataType: "ms", dateTimeType: "TIMESTAMP64_3" } }],
    ["$timeSeries", { model: { dateTimeColDataType: "ms / 1000", dateTimeType: "FLOAT" } }],
    ["$timeSeriesMs", {}],
    ["$__timeInterval(at)", {}],
    ["$__timeInterval_ms(at64)", {}],
    ["$__timeGroup(at, '1m')", {}],
    ["$__timeGroup(at, $__interval)", {}],
    ["toStartOfInterval(at, INTERVAL $__interval_s SECOND)", {}],
    ["toDateTime(intDiv(toUInt32(at), $interval) * $interval)", {}],
    ["toStartOfInterval(at, INTERVAL $i)", { variables: { i: { kind: "interval" } } }],
  ])("%s makes buckets with %j", async (bucket, options) => {
    const sql = `SELECT ${bucket} AS t, count() FROM hits WHERE at BETWEEN $__fromTime AND $__toTime GROUP BY t ORDER BY t`;
    const rows = [0, 1, 2, 3].map((minute) => [minute, 2]);
    expect(await rowsOf(sql, options)).toEqual(rows);
    expect(await rowsOf(sql, { ...options, time: {} })).toEqual(rows);
    expect(await rowsOf(sql, { ...options, time: { ...TIME, intervalMs: "intDiv(240000, 4)" } })).toEqual(rows);
  });

  it.each([
    [
      "SELECT $timeSeries AS t, groupArray((service, total)) AS pairs FROM $table WHERE host = 1 AND $timeFilter GROUP BY t ORDER BY t",
    ],
    [
      `SELECT t, arrayMap(a -> (a.1, a.2 * (t / 1000) / (t / 1000)), pairs) FROM (
        SELECT $timeSeries AS t, groupArray((service, total)) AS pairs FROM $table WHERE host = 1 AND $timeFilter GROUP BY t ORDER BY t
      )`,
    ],
    [
      `SELECT t, service, total FROM (
        SELECT toUInt32(at) * 1000 AS t, service, total FROM $table WHERE host = 1 AND $timeFilter ORDER BY t
      )`,
    ],
    ["SELECT $timeSeries + 0 AS t, service, total FROM $table WHERE host = 1 AND $timeFilter ORDER BY t"],
  ])("a series is one point per row: %s", async (sql) => {
    expect(await rowsOf(sql)).toEqual([
      [0, "web", 10],
      [1, "web", 40],
      [2, "web", 100],
      [3, "web", 160],
    ]);
  });

  it("a fixed value with quotes, dollars and backslashes is the same text in ClickHouse", async () => {
    const value = "it's $x `y` \\d ${z}";
    const variables = { v: { kind: "inline", values: [value], isMulti: true, allValue: undefined } } as const;
    const [[text]] = (await rowsOf("SELECT $v", { plugin: "grafana", variables })) as [[string]];
    expect(text).toBe(value);
  });

  it("the default database is written before tables only", async () => {
    const sql =
      "WITH q AS (SELECT host FROM hits) SELECT count() FROM q, hits AS h ARRAY JOIN [1, 2] AS n WHERE q.host = h.host";
    const [row] = await engine.rows<object>(withDatabase(sql, "default"));
    expect(Object.values(row ?? {}).map(Number)).toEqual([100]);
  });
});
