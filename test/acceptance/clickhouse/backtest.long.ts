import { randomUUID } from "node:crypto";
import { seedIds } from "../../../src/emulator";
import { InventedEvents } from "../../../src/emulator/charts/invented-events";
import { callCli, withoutProgress } from "../../support/cli/call-cli";
import { checkoutStack } from "../../support/cli/stack";
import { ClickHouseEngine, USERS } from "../../support/clickhouse/engine";
import { TABLES } from "../../support/clickhouse/tables";
import { temporaryFolder } from "../../support/constructs/synthesize";
import { alertBody, created, type Json, running, tile } from "../../support/emulator/support";
import { environmentFor, managedEnvironmentFor } from "../../support/environment";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const emulator = running();
let engine: ClickHouseEngine;

beforeAll(async () => {
  engine = await ClickHouseEngine.start(temporaryFolder());
  await engine.run(
    ...TABLES,
    "CREATE TABLE steps (time Int64, events UInt32, value Float64, name String, service String) ENGINE = Memory",
  );
});

afterAll(() => engine[Symbol.asyncDispose]());

const cloud = (user: keyof typeof USERS = "reader") => ({
  ...managedEnvironmentFor(emulator.endpoints),
  ...engine.environment(user),
});

/** This deployment has no rate limit, unlike a managed deployment. */
const openSource = (user: keyof typeof USERS = "reader") => ({
  ...environmentFor(emulator.endpoints),
  ...engine.environment(user),
});

/** Stores the events that the emulator generates for a series, so that both servers have the same events. */
async function storeEvents(
  table: "otel_logs" | "otel_traces",
  where: string,
  name: string,
  groups: readonly string[][],
) {
  const end = Date.now() + 10 * MINUTE;
  const sourceId = table === "otel_logs" ? seedIds.logs : seedIds.traces;
  const steps = groups.flatMap((group) =>
    [...new InventedEvents(sourceId, where, "", ...group).between(end - 8 * HOUR, end, MINUTE / 2)].map(
      ({ start, events, value }) => ({ time: start, events, value, name, service: group[0] ?? "" }),
    ),
  );
  await engine.run("TRUNCATE TABLE steps");
  await engine.insert("steps", steps);
  const attributes = table === "otel_logs" ? "LogAttributes" : "SpanAttributes, Duration";
  const duration = table === "otel_logs" ? "" : ", toUInt64(value * 1000000)";
  await engine.run(
    `INSERT INTO ${table} (Timestamp, ServiceName, ${attributes})
     SELECT fromUnixTimestamp64Milli(time), service, map('error', name)${duration} FROM steps ARRAY JOIN range(events) AS event`,
  );
}

/** Returns a threshold between two values of the last hours. The given share of the values is below it. */
async function thresholdOf(series: readonly object[], granularity: string, share: number): Promise<number> {
  const endTime = Date.now();
  const asked = series.map((each) => ({ groupBy: [], ...each }));
  const query = { startTime: endTime - 6 * HOUR, endTime, granularity, series: asked };
  const { json } = await emulator.openSource.post("/charts/series", query);
  const values: number[] = json.data
    .map((row: Json) => Number(row["series_0.data"]) / (series.length === 2 ? Number(row["series_1.data"]) : 1))
    .filter(Number.isFinite)
    .sort((one: number, other: number) => one - other);
  const index = Math.floor(values.length * share);
  return ((values[index - 1] ?? 0) + (values[index] ?? 0)) / 2;
}

const groupsBy = (column: string) => ["a", "b"].map((letter) => [`${column}-${letter}`]);

async function alertOn(name: string, config: object, alert: object): Promise<void> {
  const board = await created(emulator.openSource, {
    name: `Board of ${name}`,
    tiles: [tile({ displayType: "line", ...config })],
  });
  const response = await emulator.openSource.post("/alerts", {
    ...alertBody,
    ...{ dashboardId: board.id, tileId: board.tiles[0].id, name, ...alert },
  });
  expect([name, response.status]).toEqual([name, 200]);
}

async function tested(name: string, environment: Record<string, string>, ...words: readonly string[]): Promise<Json> {
  const { exitCode, stdout, stderr } = await callCli(
    ["backtest", "--server", "--alert", name, "--last", "6h", "--json", ...words],
    environment,
  );
  expect([exitCode, withoutProgress(stderr)]).toEqual([0, ""]);
  const { alerts, untestable } = JSON.parse(stdout);
  expect(untestable).toEqual([]);
  return alerts[0];
}

const lucene = (name: string) => ({ where: `LogAttributes.error:"${name}"`, whereLanguage: "lucene" });

interface Case {
  readonly name: string;
  readonly config: { readonly sourceId: string; readonly select: readonly object[]; readonly groupBy?: string };
  readonly alert: { readonly interval: string; readonly [field: string]: unknown };
  /** The events of each select item: condition, and name in the attributes. */
  readonly stored: readonly (readonly [where: string, name: string])[];
  /** Share of the values of whole windows below the threshold. Default: 0.8. */
  readonly share?: number;
}

const logs = { sourceId: seedIds.logs };
const traces = { sourceId: seedIds.traces };
const SQL = "LogAttributes['error'] = 'sql'";

const cases: readonly Case[] = [
  {
    name: "count of Lucene",
    config: { ...logs, select: [{ aggFn: "count", ...lucene("lucene") }] },
    alert: { interval: "5m" },
    stored: [[lucene("lucene").where, "lucene"]],
  },
  {
    name: "count of SQL by group",
    config: { ...logs, select: [{ aggFn: "count", where: SQL, whereLanguage: "sql" }], groupBy: "ServiceName" },
    alert: { interval: "5m" },
    stored: [[SQL, "sql"]],
  },
  {
    name: "windows with an offset",
    config: { ...logs, select: [{ aggFn: "count", ...lucene("offset") }] },
    alert: { interval: "5m", scheduleOffsetMinutes: 2 },
    stored: [[lucene("offset").where, "offset"]],
    // The server compares the two parts of a shifted window, which are smaller than a window.
    share: 0.2,
  },
  {
    name: "ratio by group",
    config: {
      ...logs,
      select: [
        { aggFn: "count", ...lucene("part") },
        { aggFn: "count", ...lucene("whole") },
      ],
      ...{ asRatio: true, groupBy: "ServiceName" },
    },
    alert: { interval: "15m" },
    stored: [
      [lucene("part").where, "part"],
      [lucene("whole").where, "whole"],
    ],
  },
  ...["avg", "sum"].map((aggFn): Case => {
    const where = `SpanAttributes.error:"${aggFn}"`;
    return {
      name: `${aggFn} of durations`,
      config: { ...traces, select: [{ aggFn, valueExpression: "Duration", where, whereLanguage: "lucene" }] },
      alert: { interval: "5m" },
      stored: [[where, aggFn]],
    };
  }),
];

test.each(cases)(
  "a back-test on ClickHouse has the same firings as on the open-source server: $name",
  async ({ name, config, alert, stored, share = 0.8 }) => {
    const groups = config.groupBy === undefined ? [[]] : groupsBy(config.groupBy);
    for (const [where, test] of stored) {
      await storeEvents(config.sourceId === logs.sourceId ? "otel_logs" : "otel_traces", where, test, groups);
    }
    const series = config.select.map(({ valueExpression: field, ...item }: Json) => ({
      ...{ ...item, sourceId: config.sourceId },
      ...(field && { field }),
      ...(config.groupBy && { groupBy: [config.groupBy] }),
    }));
    const threshold = await thresholdOf(series, alert.interval, share);
    await alertOn(name, config, { ...alert, threshold });
    const server = await tested(name, environmentFor(emulator.endpoints));
    const database = await tested(name, cloud());
    const from = Math.max(...[server, database].map((result) => Date.parse(result.from)));
    const to = Math.min(...[server, database].map((result) => Date.parse(result.to)));
    // The two runs can start in different windows, so the first and the last window are not compared.
    const inside = ({ firings, windowSeconds }: Json) =>
      firings
        .filter(
          ({ start, end }: Json) =>
            Date.parse(start) > from + windowSeconds * 1000 && Date.parse(end) < to - windowSeconds * 1000,
        )
        .map(({ peak, ...firing }: Json) => ({ ...firing, peak: Number(Number(peak).toPrecision(3)) }));
    expect(server.firings.length).toBeGreaterThan(0);
    expect(inside(database)).toEqual(inside(server));
  },
);

test("a database has priority over the series of an open-source server", async () => {
  const name = "preferred";
  await alertOn(
    name,
    { ...logs, select: [{ aggFn: "count", ...lucene("nothing") }] },
    { threshold: 1, interval: "1h" },
  );
  const environment = environmentFor(emulator.endpoints);
  expect((await tested(name, environment)).firings).not.toEqual([]);
  expect((await tested(name, { ...environment, ...engine.environment("reader") })).firings).toEqual([]);
});

test("a saved search can use the aliases of its columns", async () => {
  const search = await emulator.openSource.post("/saved-searches", {
    ...{ name: "With an alias", sourceId: seedIds.logs, where: "kind:lucene OR kind:sql" },
    ...{ whereLanguage: "lucene", select: "Timestamp, LogAttributes['error'] AS kind, ServiceName as service" },
  });
  const savedSearchId = search.json.data.id;
  const alert = {
    source: "saved_search",
    savedSearchId,
    name: "aliases",
    threshold: 1,
    interval: "1h",
    groupBy: "service",
  };
  const { dashboardId: _, tileId: __, ...body } = alertBody as Json;
  expect((await emulator.openSource.post("/alerts", { ...body, ...alert })).status).toBe(200);
  const { firings } = await tested("aliases", openSource());
  const stored = await engine.rows<{ service: string }>(
    "SELECT DISTINCT ServiceName AS service FROM otel_logs WHERE LogAttributes['error'] IN ('lucene', 'sql') ORDER BY service",
  );
  expect([...new Set(firings.map(({ group }: Json) => group))].sort()).toEqual(
    stored.map(({ service }) => `service: ${service}`),
  );
});

test("queries of a user with fixed settings have no settings, and other queries have limits, UTC and a comment", async () => {
  const [first] = cases;
  for (const user of ["strict", "reader"] as const) {
    const before = (await engine.requests()).length;
    await tested(first?.name ?? "", openSource(user));
    const requests = (await engine.requests()).slice(before);
    const [check, ...others] = requests;
    expect(check?.settings).toEqual({});
    expect(others.length).toBeGreaterThan(1);
    for (const { id, settings } of others) {
      expect(id).toMatch(/^cdk-clickstack-[0-9a-f-]{36}$/);
      expect(settings).toEqual(
        user === "strict"
          ? {}
          : {
              max_execution_time: "60",
              max_result_rows: "100001",
              max_result_bytes: "67108864",
              result_overflow_mode: "throw",
              session_timezone: "UTC",
              cancel_http_readonly_queries_on_client_close: "1",
              log_comment: "cdk-clickstack",
            },
      );
    }
  }
});

describe("an alert that ClickHouse cannot evaluate", () => {
  const sql = (where: string) => ({ ...logs, select: [{ aggFn: "count", where, whereLanguage: "sql" }] });

  test.each<[string, object, string]>([
    [
      "unknown column",
      { ...logs, select: [{ aggFn: "count", where: "level:error", whereLanguage: "lucene" }] },
      'The Lucene condition "level:error" cannot be translated to SQL: the table has no column "level".',
    ],
    [
      "unknown SQL column",
      sql("Levle = 'x'"),
      "ClickHouse refuses the query: Unknown expression or function identifier `Levle` (UNKNOWN_IDENTIFIER). Fix: Correct the name of the column.",
    ],
    ["wrong SQL", sql("SeverityText ="), "ClickHouse refuses the query: Syntax error"],
    [
      "a bracket that ends the condition",
      sql("1) UNION ALL SELECT (1"),
      'The condition "1) UNION ALL SELECT (1" is not an SQL expression: ")" closes no bracket.',
    ],
    [
      "a comment that ends the condition",
      sql("1 /* "),
      'The condition "1 /*" is not an SQL expression: a comment is not closed.',
    ],
    [
      "session source",
      { sourceId: seedIds.sessions, select: [{ aggFn: "count", where: "", whereLanguage: "lucene" }] },
      "ClickHouse refuses the query: Table default.hyperdx_sessions does not exist (UNKNOWN_TABLE). Fix: Correct the table of the source",
    ],
    [
      "promql source",
      { sourceId: seedIds.promql, select: [{ aggFn: "count", where: "", whereLanguage: "lucene" }] },
      'The source "Prometheus" is queried in PromQL.',
    ],
    [
      "settings of a subquery",
      sql("(SELECT count() FROM numbers(10) SETTINGS max_execution_time = 1000) > 0"),
      "is not an SQL expression: it contains SETTINGS, which would replace the limits of the query.",
    ],
  ])("is reported with the reason: %s", async (name, config, reason) => {
    await alertOn(name, config, { threshold: 1, interval: "1h" });
    const { exitCode, stdout } = await callCli(
      ["backtest", "--server", "--alert", name, "--last", "2h", "--json"],
      openSource(),
    );
    const { alerts, untestable } = JSON.parse(stdout);
    expect([exitCode, alerts]).toEqual([1, []]);
    expect(untestable).toEqual([expect.objectContaining({ name, reason: expect.stringContaining(reason) })]);
  });
});

test("a condition cannot write to the database", async () => {
  const table = `t${randomUUID().slice(0, 8)}`;
  await engine.run(`CREATE TABLE ${table} (x Int8) ENGINE = Memory`);
  for (const [index, where] of [
    `1 = 1); DROP TABLE ${table}; SELECT (1`,
    `1 = 1)\n-- \n) FORMAT Null; DROP TABLE ${table} --`,
  ].entries()) {
    const name = `hostile ${index}`;
    await alertOn(
      name,
      { ...logs, select: [{ aggFn: "count", where, whereLanguage: "sql" }] },
      { threshold: 1, interval: "1h" },
    );
    const { exitCode } = await callCli(
      ["backtest", "--server", "--alert", name, "--last", "2h", "--json"],
      openSource(),
    );
    expect([where, exitCode]).toEqual([where, 1]);
  }
  expect(await engine.rows(`SELECT name FROM system.tables WHERE name = '${table}'`)).toHaveLength(1);
});

test("hostile texts of a Lucene condition are sent as query parameters, and never as SQL", async () => {
  const texts = ["') OR 1=1 --", "\\') OR (1=1", "{p0:String}", "a\nb\tc", "100%_", "`;DROP TABLE otel_logs"];
  await engine.insert(
    "otel_logs",
    texts.map((text) => ({ Timestamp: "2026-06-01 00:00:00", Body: "x", LogAttributes: { hostile: text } })),
  );
  const { Database } = await import("../../../src/cli/server/series/clickhouse/database");
  const { DatabaseCharts } = await import("../../../src/cli/server/series/clickhouse/database-charts");
  const database = new Database({ url: engine.url, user: "reader", password: USERS.reader.password }, "test/1");
  const charts = new DatabaseCharts(database, async () => (await emulator.openSource.get("/sources")).json.data);
  const start = Date.parse("2026-06-01T00:00:00Z");
  for (const text of texts) {
    const quoted = text.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
    const series = { ...logs, aggFn: "count", where: `LogAttributes.hostile:"${quoted}"`, groupBy: [] };
    const rows = await charts.querySeries({
      startTime: start,
      endTime: start + HOUR,
      granularity: "1h",
      series: [series],
    });
    expect([text, rows.map(({ values }) => Number(values.get(0)))]).toEqual([text, [1]]);
  }
  await database.close();
});

test("a response with large rows is refused by the database, or by the command for a user with fixed limits", async () => {
  const rows = Array.from({ length: 80 }, (_, index) => ({
    Timestamp: new Date(Date.now() - 5 * MINUTE).toISOString().replace("T", " ").replace("Z", ""),
    LogAttributes: { error: "large", index: String(index) },
  }));
  await engine.insert("otel_logs", rows);
  const config = {
    ...{ ...logs, select: [{ aggFn: "count", ...lucene("large") }] },
    groupBy: "concat(repeat('x', 1000000), LogAttributes['index'])",
  };
  await alertOn("large rows", config, { threshold: 1, interval: "1m" });
  const reasons: string[] = [];
  for (const user of ["strict", "reader"] as const) {
    const words = ["backtest", "--server", "--alert", "large rows", "--last", "30m", "--json"];
    reasons.push(JSON.parse((await callCli(words, openSource(user))).stdout).untestable[0].reason);
  }
  expect(reasons).toEqual([
    expect.stringMatching(/^The query returns more than 64 MB\. Fix: /),
    expect.stringMatching(/^ClickHouse refuses the query: Limit for result exceeded, max bytes: 64\.00 MiB/),
  ]);
});

test("a numeric group is compared as on the server, also with 64 bits, and null is skipped", async () => {
  const end = Math.floor(Date.now() / HOUR) * HOUR;
  const codes = ["404", "502", "502", "none"];
  await engine.insert(
    "otel_logs",
    codes.map((code) => ({
      Timestamp: new Date(end - 90 * MINUTE).toISOString().replace("T", " ").replace("Z", ""),
      ...{ ServiceName: "a", LogAttributes: { error: "codes", code } },
    })),
  );
  for (const [index, conversion] of ["toUInt16OrZero", "toInt64OrZero", "toUInt32OrNull"].entries()) {
    const config = {
      ...{ ...logs, select: [{ aggFn: "count", ...lucene("codes") }] },
      groupBy: `${conversion}(LogAttributes['code']), ServiceName`,
    };
    const name = `numeric ${index}`;
    await alertOn(name, config, { threshold: 400, interval: "1h" });
    const { firings, notes } = await tested(name, openSource());
    expect(firings.map(({ group, peak, windows }: Json) => [group, peak, windows])).toEqual([
      ["ServiceName: a", 502, 1],
    ]);
    expect(notes).toEqual([expect.stringContaining("is a number, so the server compares it")]);
  }
  const config = {
    ...{ ...logs, select: [{ aggFn: "count", ...lucene("codes") }] },
    groupBy: "toString(toUInt16OrZero(LogAttributes['code']))",
  };
  await alertOn("text group", config, { threshold: 2, interval: "1h" });
  const { firings } = await tested("text group", openSource());
  expect(firings.map(({ group, peak }: Json) => [group, peak])).toEqual([[`${config.groupBy}: 502`, 2]]);
});

describe("a SQL query in each window, as the alert task evaluates it", () => {
  const sqlTile = (displayType: string, sqlTemplate: string, more = {}) => ({
    ...{ configType: "sql", displayType, connectionId: seedIds.connection, sqlTemplate },
    ...more,
  });
  const source = { sourceId: seedIds.logs };
  /** Times and numbers of stored events, in whole minutes before now. */
  const store = async (test: string, events: readonly (readonly [time: number, service: string])[]) => {
    await engine.insert(
      "otel_logs",
      events.map(([time, ServiceName]) => ({
        Timestamp: new Date(time).toISOString().replace("T", " ").replace("Z", ""),
        ...{ ServiceName, LogAttributes: { error: test } },
      })),
    );
  };
  const hour = () => Math.floor(Date.now() / HOUR) * HOUR;

  test("has one value for each window of a number tile, 0 without rows, and the window's end as the current time", async () => {
    const end = hour();
    await store("number", [
      [end - 3 * HOUR - 20 * MINUTE, "a"],
      [end - 3 * HOUR - 10 * MINUTE, "a"],
      [end - HOUR - 50 * MINUTE, "a"],
    ]);
    const of = "WHERE LogAttributes['error'] = 'number'";
    const config = sqlTile(
      "number",
      `SELECT 'x' AS name, count() AS value FROM $__sourceTable ${of} AND Timestamp > now() - INTERVAL 30 MINUTE AND Timestamp <= now() AND $__timeFilter(Timestamp)`,
      source,
    );
    await alertOn("sql number", config, { threshold: 2, interval: "1h" });
    const { firings, windows } = await tested("sql number", cloud());
    expect(windows).toBeGreaterThanOrEqual(5);
    expect(firings).toEqual([
      expect.objectContaining({ group: null, start: new Date(end - 4 * HOUR).toISOString(), windows: 1, peak: 2 }),
    ]);
    await alertOn("sql number below", config, { threshold: 1, thresholdType: "below", interval: "1h" });
    const below = await tested("sql number below", cloud());
    const met = below.firings.reduce((sum: number, each: Json) => sum + each.windows, 0);
    expect(met).toBe(below.windows - 1);
  });

  test("has the last number of a row as its value in a line tile, and the texts of the row as its group", async () => {
    const end = hour();
    await store("line", [
      [end - 2 * HOUR - 20 * MINUTE, "a"],
      [end - 2 * HOUR - 10 * MINUTE, "a"],
      [end - 2 * HOUR - 10 * MINUTE, "b"],
      [end - HOUR - 10 * MINUTE, "b"],
    ]);
    const config = sqlTile(
      "line",
      "SELECT $__timeInterval(Timestamp) AS ts, ServiceName AS service, 7 AS other, count() AS value FROM otel_logs WHERE LogAttributes['error'] = 'line' AND $__timeFilter(Timestamp) GROUP BY ts, service",
    );
    await alertOn("sql line", config, { threshold: 1, interval: "1h" });
    const { firings } = await tested("sql line", cloud());
    expect(firings.map(({ group, windows, peak }: Json) => [group, windows, peak])).toEqual([
      ["service: a", 1, 2],
      ["service: b", 2, 1],
    ]);
  });

  test("the alerts of an objective fire during an outage", async () => {
    const end = hour() - HOUR;
    await engine.run(
      `INSERT INTO otel_traces (Timestamp, ServiceName, StatusCode) SELECT fromUnixTimestamp64Milli(${end - 10 * HOUR} + number * 30000), 'slo', if(number BETWEEN 1080 AND 1119, 'Error', 'Ok') FROM numbers(1200)`,
    );
    const query = `SELECT if(st = 0, 0, least(l / lt, s / st) / 0.01) AS burn FROM (SELECT countIf(StatusCode = 'Error') AS l, count() AS lt, countIf(StatusCode = 'Error' AND Timestamp > now() - INTERVAL 5 MINUTE) AS s, countIf(Timestamp > now() - INTERVAL 5 MINUTE) AS st FROM otel_traces WHERE ServiceName = 'slo' AND Timestamp > now() - INTERVAL 60 MINUTE AND Timestamp <= now())`;
    await alertOn("sql slo", sqlTile("number", query), { threshold: 14.4, interval: "5m" });
    const { firings } = await tested("sql slo", cloud());
    // The outage lasts 20 minutes. A burn rate of 14.4 in an hour is reached after 8.6 minutes.
    const outage = end - 10 * HOUR + 1080 * 30_000;
    expect(firings).toEqual([
      expect.objectContaining({
        start: new Date(outage + 5 * MINUTE).toISOString(),
        end: new Date(outage + 20 * MINUTE).toISOString(),
      }),
    ]);
  });
});

describe("an error about the database", () => {
  const failing = async (environment: Record<string, string>) => {
    const { exitCode, stdout, stderr } = await callCli(["backtest", "--server", "--last", "1h"], {
      ...environment,
      COLUMNS: "80",
    });
    expect([exitCode, stdout]).toEqual([1, ""]);
    expect(stderr).not.toContain("secret");
    return withoutProgress(stderr).replaceAll(/\s+/g, " ");
  };

  test("is reported for a user with write permission", async () => {
    expect(await failing(openSource("writer"))).toContain(
      `The ClickHouse database ${engine.url} cannot be queried: its user writer is not read-only, and the queries contain conditions of the code. Fix: Use another user, or run ALTER USER writer SETTINGS readonly = 2.`,
    );
  });

  test("is reported for a wrong password", async () => {
    expect(await failing({ ...openSource(), CLICKHOUSE_PASSWORD: "a wrong secret" })).toContain(
      "it refuses the user reader (AUTHENTICATION_FAILED). Fix: Correct CLICKHOUSE_USER and CLICKHOUSE_PASSWORD",
    );
  });

  test("is reported for a closed port", async () => {
    expect(await failing({ ...openSource(), CLICKHOUSE_URL: "http://127.0.0.1:1" })).toContain(
      "The ClickHouse database http://127.0.0.1:1 cannot be queried: it cannot be reached: connect ECONNREFUSED 127.0.0.1:1. Fix: Correct CLICKHOUSE_URL",
    );
  });
});

test("a declared stack of ClickHouse Cloud is back-tested and drawn with values from the database", async () => {
  const folder = checkoutStack();
  const { exitCode, stdout } = await callCli(["backtest", folder, "--last", "2h", "--json"], cloud());
  expect([exitCode, JSON.parse(stdout).untestable.map(({ name }: Json) => name)]).toEqual([
    1,
    ["clickstack_alert.fatal-alert", "Too many errors"],
  ]);
  const drawn = await callCli(["preview", folder, "--series", "--last", "6h"], { ...cloud(), COLUMNS: "80" });
  expect([drawn.exitCode, withoutProgress(drawn.stderr)]).toEqual([0, ""]);
  expect(drawn.stdout).toMatch(/Latency[^\n]*\n[^\n]*number {2}Traces[^\n]*\n[^\n]*│ \d+(\.\d)?M /);
  expect(drawn.stdout.replaceAll(/\s+/g, " ")).toContain(
    'Checkout > Errors: The Lucene condition "level:error" cannot be translated to SQL',
  );
  expect(drawn.stdout.split("\n").every((line) => line.length <= 80)).toBe(true);
});
