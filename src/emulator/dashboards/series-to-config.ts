import type { StoredConfig } from "../state";
import type { NumericSeries, Series } from "./series";

/** Turns the deprecated `series` of a tile into the config that is stored (docs/internals/api-behavior.md 4.11). */
export function configOfSeries(series: readonly Series[], asRatio: boolean | undefined): StoredConfig {
  const first = series[0];
  if (first === undefined) return {};
  switch (first.type) {
    case "time":
      return { displayType: first.displayType ?? "line", ...chart(series, first.groupBy, asRatio) };
    case "table":
      return { displayType: "table", ...chart(series, first.groupBy, asRatio), sortOrder: first.sortOrder };
    case "number":
      return {
        displayType: "number",
        sourceId: first.sourceId,
        select: [selectItem(first)],
        numberFormat: first.numberFormat,
      };
    case "search":
      return {
        displayType: "search",
        sourceId: first.sourceId,
        select: first.fields.join(", "),
        where: first.where,
        whereLanguage: first.whereLanguage,
      };
    case "markdown":
      return { displayType: "markdown", markdown: first.content };
  }
}

function chart(series: readonly Series[], groupBy: readonly string[], asRatio: boolean | undefined): StoredConfig {
  const numeric = series.filter((one): one is NumericSeries => "aggFn" in one);
  return {
    sourceId: numeric[0]?.sourceId,
    select: numeric.map(selectItem),
    groupBy: groupBy.join(","),
    numberFormat: numeric.find((one) => one.numberFormat)?.numberFormat,
    asRatio,
  };
}

function selectItem(series: NumericSeries): StoredConfig {
  return {
    aggFn: series.aggFn,
    level: series.level,
    valueExpression: series.field,
    alias: series.alias,
    where: series.where,
    whereLanguage: series.whereLanguage,
    metricType: series.metricDataType,
    metricName: series.metricName,
  };
}
