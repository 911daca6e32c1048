import { type Fields, fieldsOf, holdsSensitive, textOf } from "../../drawing";
import { ID } from "./object-id";
import { splitColumns } from "./split-columns";

/** What the values of a tile are made of: series to ask for, and how they become the tile's own. */
export interface TileQuery {
  /** Series as the API takes them (docs/internals/api-behavior.md 5). */
  readonly series: readonly Fields[];
  /** The series that the tile shows, made of those asked for. */
  readonly outputs: readonly Output[];
}

/** One series that is shown. Letters stand for the series asked for, from A on. */
export interface Output {
  readonly label: string;
  readonly expression: string;
}

/** Why a tile has no series to ask for; one sentence. */
export type NoQuery = string;

const CHARTED = new Set(["line", "stacked_bar", "number", "table", "pie", "bar"]);

/** The query behind a tile, or why there is none. */
export function tileQuery(config: Fields): TileQuery | NoQuery {
  const problem = problemOf(config);
  if (problem) return problem;
  const items = fieldsOf(config.select);
  const groupBy = splitColumns(textOf(config.groupBy) ?? "");
  return { series: items.map((item) => seriesOf(item, config, groupBy)), outputs: outputsOf(config, items) };
}

function problemOf(config: Fields): NoQuery | undefined {
  if (holdsSensitive(config)) return "Its configuration holds a sensitive value.";
  if (config.configType === "sql") return "The server answers no chart series for a query in SQL.";
  if (!CHARTED.has(String(config.displayType))) return `A ${String(config.displayType)} tile has no chart series.`;
  if (!ID.test(String(config.sourceId))) return "Its source is not known before the apply.";
  if (fieldsOf(config.select).length === 0) return "It shows no values.";
  const odd = fieldsOf(config.select).find(({ periodAggFn }) => periodAggFn !== undefined);
  return odd && "The server answers no chart series for an aggregate over the period (periodAggFn).";
}

function seriesOf(item: Fields, { sourceId }: Fields, groupBy: readonly string[]): Fields {
  const { aggFn, level, valueExpression, where, whereLanguage, metricName, metricType } = item;
  const series = {
    sourceId,
    aggFn,
    level,
    field: textOf(valueExpression),
    where: textOf(where) ?? "",
    whereLanguage: textOf(whereLanguage) ?? "lucene",
    metricName: textOf(metricName),
    metricDataType: textOf(metricType),
    groupBy,
  };
  return Object.fromEntries(Object.entries(series).filter(([, value]) => value !== undefined && value !== null));
}

function outputsOf(config: Fields, items: readonly Fields[]): readonly Output[] {
  const formulas = fieldsOf(config.formulas).map(({ alias, expression }) => ({
    label: textOf(alias) ?? String(expression),
    expression: String(expression),
  }));
  const values = items.map((item, index) => ({ label: labelOf(item), expression: letter(index) }));
  if (formulas.length > 0) return config.showOperandSeries === true ? [...values, ...formulas] : formulas;
  if (config.asRatio === true && items.length === 2) {
    return [{ label: values.map(({ label }) => label).join(" / "), expression: "A / B" }];
  }
  return values;
}

function labelOf({ alias, aggFn, valueExpression, metricName }: Fields): string {
  const value = textOf(metricName) ?? textOf(valueExpression);
  return textOf(alias) ?? (value ? `${String(aggFn)}(${value})` : String(aggFn));
}

function letter(index: number): string {
  return String.fromCharCode("A".charCodeAt(0) + index);
}
