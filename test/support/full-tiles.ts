import type { SelectItem } from "../../src/resources/dashboard/tiles/select-item";
import type { OnClick, TileDeclaration } from "../../src/resources/declarations";

/** The ids of objects on the server to which tiles refer. */
export interface References {
  readonly sourceId: string;
  readonly connectionId: string;
  readonly dashboardId: string;
}

type Config = TileDeclaration["config"];

const numberFormat = {
  output: "data_rate",
  mantissa: 2,
  thousandSeparated: true,
  average: true,
  decimalBytes: true,
  factor: 0.5,
  currencySymbol: "€",
  numericUnit: "kilobytes_sec",
  unit: "per second",
} as const;

const quantile: SelectItem = { aggFn: "quantile", level: 0.95, valueExpression: "Duration" };
const sum: SelectItem = {
  aggFn: "sum",
  valueExpression: "Duration",
  where: "level:error",
  whereLanguage: "sql",
  alias: "total",
  numberFormat,
  metricType: "gauge",
  metricName: "requests",
  periodAggFn: "delta",
};

const formulas = [{ expression: "A / B", alias: "share", numberFormat }];

const events = { where: "level:error", whereLanguage: "sql" } as const;

const timeSeries = {
  select: [quantile, sum],
  groupBy: "ServiceName",
  asRatio: false,
  alignDateRangeToGranularity: true,
  fillNulls: true,
  numberFormat,
  seriesLimit: 5,
  formulas,
  showOperandSeries: true,
};

const linked = {
  whereTemplate: "SpanName:{{SpanName}}",
  whereLanguage: "lucene",
  filters: [{ kind: "expressionTemplate", expression: "ServiceName", template: "{{ServiceName}}" }],
} satisfies Partial<OnClick>;

const template = "{{SpanName}}";

/** A link of every kind. The names become parts of tile keys. */
const linksOf = ({ sourceId, dashboardId }: References): Record<string, OnClick> => ({
  search: { type: "search", target: { mode: "id", id: sourceId }, ...linked },
  search_by_name: { type: "search", target: { mode: "template", template } },
  dashboard: { type: "dashboard", target: { mode: "id", id: dashboardId }, ...linked },
  dashboard_by_name: { type: "dashboard", target: { mode: "template", template } },
  site: { type: "external", urlTemplate: "https://example.com/{{SpanName}}" },
});

/** Configurations of every tile kind. Together they have every field that each kind can have. */
export function fullConfigs(references: References): Record<string, Config> {
  const { sourceId, connectionId } = references;
  const categorical = { sourceId, groupBy: "ServiceName", orderBy: "ServiceName", numberFormat, limit: 5 };
  const rawSql = {
    configType: "sql",
    connectionId,
    sourceId,
    sqlTemplate: "SELECT $__timeInterval(Timestamp), count() FROM otel_traces GROUP BY 1",
    numberFormat,
  } as const;
  const rawTimeSeries = { ...rawSql, fillNulls: true, alignDateRangeToGranularity: true, seriesLimit: 5 };
  return {
    line: { displayType: "line", sourceId, ...timeSeries, compareToPreviousPeriod: true, fitYAxisToData: true },
    stacked_bar: { displayType: "stacked_bar", sourceId, ...timeSeries },
    table: {
      displayType: "table",
      sourceId,
      select: [quantile, sum],
      groupBy: "SpanName",
      having: "count() > 1",
      orderBy: "SpanName",
      asRatio: false,
      numberFormat,
      groupByColumnsOnLeft: true,
      formulas,
      showOperandSeries: true,
    },
    ...linkingTables("table", references, { displayType: "table", sourceId, select: [sum] }),
    number: {
      displayType: "number",
      sourceId,
      select: [quantile, sum],
      numberFormat,
      color: "chart-green",
      colorRules: [
        { operator: "gt", value: 1, color: "chart-red", label: "over" },
        { operator: "gte", value: 1.5, color: "chart-red", label: "at or over" },
        { operator: "lt", value: 2, color: "chart-blue", label: "under" },
        { operator: "lte", value: -2, color: "chart-blue", label: "at or under" },
        { operator: "between", between: [3, 4], color: "chart-cyan", label: "within" },
        { operator: "eq", value: 5, color: "chart-pink", label: "exactly" },
        { operator: "eq", text: "down", color: "chart-error", label: "is" },
        { operator: "neq", value: 6, color: "chart-gray", label: "anything but" },
        { operator: "neq", text: "up", color: "chart-warning", label: "is not" },
      ],
      backgroundChart: { type: "area", color: "chart-blue" },
      formulas,
    },
    pie: { displayType: "pie", ...categorical, select: [sum] },
    bar: { displayType: "bar", ...categorical, select: [sum] },
    pie_of_quantile: { displayType: "pie", sourceId, select: [quantile] },
    bar_of_quantile: { displayType: "bar", sourceId, select: [quantile] },
    heatmap: {
      displayType: "heatmap",
      sourceId,
      select: [{ valueExpression: "Duration", countExpression: "count()", heatmapScaleType: "log" }],
      ...events,
      numberFormat,
    },
    search: { displayType: "search", sourceId, select: "Timestamp, SpanName", ...events },
    event_patterns: { displayType: "event_patterns", sourceId, select: "SpanName", ...events },
    markdown: { displayType: "markdown", markdown: "# Text" },
    sql_line: { displayType: "line", ...rawTimeSeries, compareToPreviousPeriod: true, fitYAxisToData: true },
    sql_stacked_bar: { displayType: "stacked_bar", ...rawTimeSeries },
    ...linkingTables("sql_table", references, { displayType: "table", ...rawSql }),
    sql_number: { displayType: "number", ...rawSql, color: "chart-green" },
    sql_pie: { displayType: "pie", ...rawSql },
    sql_bar: { displayType: "bar", ...rawSql },
  };
}

function linkingTables(
  name: string,
  references: References,
  table: Extract<Config, { displayType: "table" }>,
): Record<string, Config> {
  const links = Object.entries(linksOf(references));
  return Object.fromEntries(links.map(([key, onClick]) => [`${name}_to_${key}`, { ...table, onClick }]));
}

/** The same configurations as tiles under their keys, one below the other. */
export function fullTiles(references: References): Record<string, TileDeclaration> {
  const entries = Object.entries(fullConfigs(references)).map(([key, config], index) => {
    const name = key.replaceAll("_", " ");
    return [key, { name, x: 0, y: index * 6, w: 24, h: 6, config }] as const;
  });
  return Object.fromEntries(entries);
}
