import { App, TerraformStack } from "cdktf";
import { contentsOfConfiguration } from "../../../src/cli/project/contents/from-code";
import { testAlert } from "../../../src/cli/server/backtest/test-alert";
import { testableAlert } from "../../../src/cli/server/backtest/testable-alert";
import type { DatabaseCharts } from "../../../src/cli/server/series/clickhouse/database-charts";
import { tileSql } from "../../../src/cli/server/series/clickhouse/tile-sql";
import {
  askSeries,
  granularityHolding,
  type Point,
  type SqlQuery,
  type TimeRange,
  tileQuery,
  tileValues,
} from "../../../src/cli/server/series/query-series";
import { type ApiFields, apiFieldsIn } from "../../../src/drawing";
import { seedIds } from "../../../src/emulator/seed";
import { configurationOf } from "../../../src/testing/configuration";
import { isOverTime } from "../../../src/tile-kinds";
import type { ClickHouseEngine } from "./engine";
import { type GeneratedWeek, WEEK_START } from "./generated-week";
import { REPLICAS } from "./infrastructure-telemetry";

/** Source of the queries of servers. */
export const QUERIES = {
  ...{ id: "66f0000000000000000000aa", name: "Queries", kind: "log", connection: seedIds.connection },
  from: { databaseName: "system", tableName: "query_log" },
  timestampValueExpression: "event_time",
  defaultTableSelectExpression: "event_time, query",
} as const;

/** Tiles and alerts that a program declares, as the commands read them. */
export type PackContents = ReturnType<typeof contentsOfConfiguration>;

/**
 * Synthesizes a stack with packs. Source fields that are known only after an apply get the values of the source of
 * queries, of gauges or of traces.
 */
export function contentsOf(declare: (stack: TerraformStack) => void): PackContents {
  const stack = new TerraformStack(new App(), "packs");
  declare(stack);
  const ofQueries = (field: string) => new RegExp(`\\$\\{[^}]*${QUERIES.id}[^}]*${field}[^}]*\\}`, "g");
  const json = JSON.stringify(configurationOf(stack))
    .replaceAll(ofQueries("database_name"), QUERIES.from.databaseName)
    .replaceAll(ofQueries("table_name"), QUERIES.from.tableName)
    .replaceAll(/\$\{[^}]*metric_tables\.gauge\}/g, "otel_metrics_gauge")
    .replaceAll(/\$\{[^}]*database_name[^}]*\}/g, "default")
    .replaceAll(/\$\{[^}]*table_name[^}]*\}/g, "otel_traces")
    .replaceAll(/\$\{[^}]*timestamp_value_expression[^}]*\}/g, "Timestamp");
  return contentsOfConfiguration(JSON.parse(json));
}

interface Engines {
  readonly engine: ClickHouseEngine;
  readonly charts: DatabaseCharts;
}

/** Values of a tile by series and group, or rows of a table or a list. */
type TileResult = Readonly<Record<string, unknown>> | readonly object[];

/** Runs the query of each tile for one time range. The results have the keys of the tiles. */
export async function resultsOfTiles(
  { dashboards }: PackContents,
  engines: Engines,
  range: TimeRange,
): Promise<Readonly<Record<string, TileResult>>> {
  const tiles = dashboards
    .flatMap(({ fields }) => apiFieldsIn(fields.tiles))
    .filter(({ config }) => (config as ApiFields).displayType !== "markdown");
  const results: [string, TileResult][] = [];
  for (const { id, config } of tiles) {
    results.push([String(id), await resultOf(config as ApiFields, engines, range)]);
  }
  return Object.fromEntries(results);
}

async function resultOf(config: ApiFields, { engine, charts }: Engines, range: TimeRange): Promise<TileResult> {
  const { configType, displayType, sqlTemplate } = config;
  const { start, end } = range;
  if (configType === "sql" && displayType === "table") {
    const inRange = { startDateMilliseconds: start, endDateMilliseconds: end };
    const sql = tileSql(String(sqlTemplate), undefined).replace("system.replicas", REPLICAS);
    return (await engine.rows<object>(sql, inRange)).map(roundedValues);
  }
  if (configType === "sql") {
    const sql = { template: String(sqlTemplate), isNumber: displayType === "number" };
    const points = await charts.querySql(sql, range);
    return roundedValues(Object.fromEntries(points.map(({ group: [name, value] }) => [name || "value", value])));
  }
  if (displayType === "search") {
    const table = config.sourceId === seedIds.traces ? "otel_traces" : "otel_logs";
    return engine.rows<object>(
      `SELECT ${config.select} FROM ${table} WHERE (${config.where}) AND Timestamp >= fromUnixTimestamp64Milli(${start}) AND Timestamp < fromUnixTimestamp64Milli(${end}) ORDER BY Timestamp LIMIT 2`,
    );
  }
  const query = tileQuery(config);
  if (typeof query === "string") {
    throw new Error(query);
  }
  const granularity = isOverTime(config) ? granularityHolding(start, end) : "none";
  const points = await askSeries(charts, query.series, { ...range, granularity });
  const series = tileValues(query, points);
  return roundedValues(Object.fromEntries(series.map(({ label, points: [point] }) => [label, point?.value])));
}

/** Sums of floating-point numbers depend on the order of the rows. */
function roundedValues(values: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "number" ? Number(value.toPrecision(6)) : value,
    ]),
  );
}

/**
 * Returns the faults during which each alert fires, by the name of the alert. Each fault includes the group values. The
 * alerts are evaluated from the start of the week to the end of the faults.
 *
 * The evaluation of an SQL line needs one query per window. One query for all windows replaces most of these queries.
 */
export async function faultsOfAlerts<Fault extends string>(
  contents: PackContents,
  { engine, charts }: Engines,
  week: GeneratedWeek<Fault>,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const lines = new Map<string, Promise<readonly Point[]>>();
  const querySql = async (query: SqlQuery, window: TimeRange) => {
    if (query.isNumber || week.isStartOfFault(window.start)) {
      return charts.querySql(query, window);
    }
    const { template } = query;
    const length = window.end - window.start;
    const key = `${length} ${template}`;
    const points = lines.get(key) ?? pointsOfLine(engine, template, { start: WEEK_START, end: week.end }, length);
    lines.set(key, points);
    return (await points).filter(({ time }) => time === window.start);
  };
  const source = { isDatabase: true, querySeries: charts.querySeries.bind(charts), querySql };
  const found: [string, readonly string[]][] = [];
  for (const alert of contents.alerts) {
    const testable = testableAlert(alert, contents);
    if ("reason" in testable) {
      throw new Error(`${testable.name}: ${testable.reason}`);
    }
    const options = { charts: source, now: week.end, last: week.end - WEEK_START, targetRate: undefined };
    const { firings } = await testAlert(testable, { ...options, cacheFor: () => undefined, progress: () => {} });
    const faults = firings.map(({ start, group }) => [week.faultAt(start), ...valuesIn(group)].join(", "));
    found.push([testable.name, [...new Set(faults)]]);
  }
  return Object.fromEntries(found);
}

/** Returns the points of a line in SQL: the group as text, and the last column. */
async function pointsOfLine(
  engine: ClickHouseEngine,
  template: string,
  { start, end }: TimeRange,
  length: number,
): Promise<readonly Point[]> {
  const range = { startDateMilliseconds: start, endDateMilliseconds: end };
  const interval = { intervalSeconds: length / 1000, intervalMilliseconds: length };
  const rows = await engine.rows<object>(tileSql(template, undefined), { ...range, ...interval });
  return rows.map((row) => {
    const [[, time] = [], ...columns] = Object.entries(row);
    const [, value] = columns.pop() ?? [];
    const group = columns.map(([name, text]) => `${name}: ${text}`).join(", ");
    return {
      time: Date.parse(`${String(time).replace(" ", "T")}Z`),
      group: [group, value === null ? null : Number(value)],
      values: [],
    };
  });
}

/** Returns the values of a group such as `service: checkout, route: /pay`. */
function valuesIn(group: string): readonly string[] {
  return group === "" ? [] : group.split(", ").map((part) => part.split(": ").at(-1) ?? "");
}
