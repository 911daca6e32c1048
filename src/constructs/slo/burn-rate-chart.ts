import { sqlText } from "../../sql-text";
import type { Aggregate } from "../aggregate";
import { attributeToken } from "../declared";
import { Fn } from "../framework";
import type { ConstructScope } from "../scope";
import { Source } from "../source";
import { type SourceReference, type Tile, tile } from "../tile";
import { type BurnRate, decimalText, durationText } from "./burn-rate";
import { conjunction, type Measure, type ServiceLevel } from "./service-level";

/** Charts of a service level. */
export interface LevelCharts {
  /** Burn rate of an alert; undefined if alerts watch the burn rate over time. */
  burnRate(name: string, rate: BurnRate, minEvents: number): Tile<"number"> | undefined;
  /** Share of the error budget that is left. */
  budgetLeft(windowMinutes: number): Tile<"number">;
}

/** Returns true if one query in SQL can compute the level over any window. */
export function isComputableInSql({ part, total, where, language }: ServiceLevel): boolean {
  return (
    (where === "" || language === "sql") &&
    part.aggregate.metricType === total.aggregate.metricType &&
    part.aggregate.metricName === total.aggregate.metricName &&
    [part, total].every(
      (each) =>
        ["count", "sum"].includes(each.aggregate.aggFn) &&
        (each.aggregate.metricName === undefined || each.aggregate.metricType === "gauge") &&
        (each.where === "" || each.language === "sql"),
    )
  );
}

/** Lines over time: the burn rate, the share of bad events, and the traffic. */
export function timeCharts(level: ServiceLevel, source: SourceReference, budget: number) {
  const values = { source, select: selectOf(level), showOperandSeries: false } as const;
  return {
    burn_rate: tile.line({
      ...values,
      name: "Burn rate",
      formulas: [{ expression: `${badShare(level)} / ${decimalText(budget)}`, alias: "burn rate" }],
      numberFormat: { output: "number", mantissa: 2 },
    }),
    bad_share: tile.line({
      ...values,
      name: "Share of bad events",
      formulas: [{ expression: badShare(level), alias: "bad" }],
      numberFormat: { output: "percent", mantissa: 3 },
    }),
    total: tile.stackedBar({ source, name: "All events", select: [itemOf(level, level.total, "all")] }),
  };
}

function badShare({ counts }: ServiceLevel): string {
  return counts === "bad" ? "A / B" : "(B - A) / B";
}

function selectOf(level: ServiceLevel): readonly Aggregate[] {
  return [itemOf(level, level.part, level.counts), itemOf(level, level.total, "all")];
}

function itemOf(level: ServiceLevel, { aggregate, where, language }: Measure, alias: string): Aggregate {
  const condition = conjunction(level.where, where);
  const used = where === "" ? level.language : language;
  return { ...aggregate, alias, ...(condition !== "" && { where: condition, whereLanguage: used }) } as Aggregate;
}

/** Charts whose values a chart series can have: one value for each time bucket. */
export function chartsOverTime(level: ServiceLevel, source: SourceReference, budget: number): LevelCharts {
  return {
    burnRate: () => undefined,
    budgetLeft: () =>
      tile.number({
        name: "Error budget left, selected time",
        source,
        select: selectOf(level),
        formulas: [{ expression: `1 - ${badShare(level)} / ${decimalText(budget)}` }],
        numberFormat: { output: "percent", mantissa: 1 },
      }),
  };
}

/** Charts with queries in SQL, which read any window before the present. */
export function chartsOfWindows(
  { part, total, where, counts }: ServiceLevel,
  source: SourceReference,
  budget: number,
  { connection, from, timestamp }: Table,
): LevelCharts {
  const { metricName: metric = "" } = total.aggregate;
  // The table of a metric is sorted by its name, so the server reads only this metric.
  const ofMetric = metric && `MetricName = ${sqlText(metric)} AND `;
  const numberTile = (
    name: string,
    select: string,
    columns: readonly string[],
    minutes: number,
    numberFormat: { readonly output: "number" | "percent"; readonly mantissa: number },
  ) => {
    const recent = `${timestamp} > now() - INTERVAL ${minutes} MINUTE AND ${timestamp} <= now()`;
    const lines = [
      select,
      "FROM (",
      "  SELECT",
      columns.map((column) => `    ${column}`).join(",\n"),
      `  FROM ${from}`,
      `  WHERE ${ofMetric}${recent}${where === "" ? "" : ` AND (${where})`}`,
      ")",
    ];
    return tile.sql.number({ name, connection, source, sqlTemplate: lines.join("\n"), numberFormat });
  };
  const badOf = (during?: string) =>
    counts === "bad" ? amountOf(part, during) : `${amountOf(total, during)} - ${amountOf(part, during)}`;
  return {
    burnRate: (name, { longMinutes, shortMinutes }, minEvents) => {
      const short = `${timestamp} > now() - INTERVAL ${shortMinutes} MINUTE`;
      const least = `least(long_bad / long_total, short_bad / short_total) / ${decimalText(budget)}`;
      return numberTile(
        `${name} (${durationText(longMinutes)} and ${durationText(shortMinutes)})`,
        `SELECT if(long_total < ${decimalText(minEvents)} OR short_total = 0, 0, ${least}) AS burn_rate`,
        [
          `${badOf()} AS long_bad`,
          `${amountOf(total)} AS long_total`,
          `${badOf(short)} AS short_bad`,
          `${amountOf(total, short)} AS short_total`,
        ],
        longMinutes,
        { output: "number", mantissa: 2 },
      );
    },
    budgetLeft: (windowMinutes) =>
      numberTile(
        `Error budget left, last ${durationText(windowMinutes)}`,
        `SELECT if(total = 0, 1, 1 - bad / total / ${decimalText(budget)}) AS budget_left`,
        [`${badOf()} AS bad`, `${amountOf(total)} AS total`],
        windowMinutes,
        { output: "percent", mantissa: 1 },
      ),
  };
}

/** Returns a count or a sum in SQL, of the events or measurements that meet the conditions. */
function amountOf({ aggregate, where }: Measure, during = ""): string {
  const condition = conjunction(where, during);
  const value = aggregate.aggFn === "sum" ? aggregate.valueExpression : "";
  if (condition === "") {
    return `${aggregate.aggFn}(${value})`;
  }
  return `${aggregate.aggFn}If(${value === "" ? "" : `${value}, `}${condition})`;
}

/** Table that a source reads, in the terms of SQL. */
interface Table {
  readonly connection: string;
  readonly from: string;
  readonly timestamp: string;
}

/**
 * Returns the table of a managed source, of an existing one, or of the source with an id.
 * @param metricType type of the measurements, because a source of metrics has one table for each type
 */
export function tableOf(source: SourceReference, scope: ConstructScope, time?: string, metricType?: string): Table {
  const element = typeof source === "string" ? Source.byId(scope, source) : source;
  const read = (managed: string, existing = managed) =>
    attributeToken(element, element instanceof Source ? managed : existing);
  const table = metricType === undefined ? read("from.table_name", "table_name") : read(`metric_tables.${metricType}`);
  return {
    connection: read("connection_id"),
    from: tableName(read("from.database_name", "database_name"), table),
    timestamp: time ?? latestOf(read("timestamp_value_expression")),
  };
}

/**
 * Returns the time of an event in SQL. A source can list several expressions such as `EventDate, EventTime`, which only
 * Terraform knows. All but one of them are rounded down, so the latest one is the time.
 */
function latestOf(timestamps: string): string {
  return Fn.replace(timestamps, "/(?s)^(.+,.+)$/", "greatest($1)");
}

function tableName(database: string, table: string): string {
  return `\`${database}\`.\`${table}\``;
}
