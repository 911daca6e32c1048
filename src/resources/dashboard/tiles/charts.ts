import * as z from "zod";
import { omittedDefault, optional, required } from "../../../declaration/field";
import { withRules } from "../../../declaration/rules";
import { chartColor, colorRule } from "./appearance";
import * as field from "./chart-fields";
import { onClick } from "./on-click";
import { expression } from "./select-item";

const timeSeries = {
  sourceId: field.sourceId,
  select: field.select,
  groupBy: field.groupBy,
  asRatio: field.asRatio,
  alignDateRangeToGranularity: field.alignDateRangeToGranularity,
  fillNulls: field.fillNulls,
  numberFormat: field.format,
  seriesLimit: field.seriesLimit,
  formulas: field.formulas(10),
  showOperandSeries: field.showOperandSeries,
};

const rules = [field.ratioOfTwo, field.ratioOrFormulas, field.operandsNeedFormulas, field.formulasCompute];

/** Lines over time (docs/internals/api-behavior.md 4.6). */
export const line = withRules(
  z.object({
    displayType: field.displayType("line"),
    ...timeSeries,
    compareToPreviousPeriod: field.compareToPreviousPeriod,
    fitYAxisToData: field.fitYAxisToData,
  }),
  ...rules,
);

/** Stacked bars over time (docs/internals/api-behavior.md 4.6). */
export const stackedBar = withRules(
  z.object({ displayType: field.displayType("stacked_bar"), ...timeSeries }),
  ...rules,
);

const categorical = {
  sourceId: field.sourceId,
  select: field.oneValue,
  groupBy: field.groupBy,
  orderBy: field.orderBy,
  numberFormat: field.format,
  limit: optional("The maximum number of groups. 0 or left out shows all.", z.int().min(0)),
};

/** A pie with one slice per group (docs/internals/api-behavior.md 4.6). */
export const pie = z.object({ displayType: field.displayType("pie"), ...categorical });

/** One bar per group; not over time (docs/internals/api-behavior.md 4.6). */
export const bar = z.object({ displayType: field.displayType("bar"), ...categorical });

const backgroundChart = z.object({
  type: required("The shape: `line` or `area`.", z.enum(["line", "area"])),
  color: optional("The color. Default: the tile's.", chartColor),
});

/** One big number (docs/internals/api-behavior.md 4.6). */
export const number = withRules(
  z.object({
    displayType: field.displayType("number"),
    sourceId: field.sourceId,
    select: field.select,
    numberFormat: field.format,
    color: optional("The color of the number.", chartColor),
    colorRules: optional(
      "Colors that depend on the number. The last rule that holds wins.",
      z.array(colorRule).max(10),
      {
        emptyIsAbsent: true,
      },
    ),
    backgroundChart: optional("A trend drawn behind the number.", backgroundChart),
    formulas: field.formulas(1),
  }),
  field.numberShowsOneValue,
  field.formulasCompute,
);

/** A table of aggregated values (docs/internals/api-behavior.md 4.6). */
export const table = withRules(
  z.object({
    displayType: field.displayType("table"),
    sourceId: field.sourceId,
    select: field.select,
    groupBy: field.groupBy,
    having: optional("Which groups are shown: a condition on aggregated values.", expression, omittedDefault("")),
    orderBy: field.orderBy,
    asRatio: field.asRatio,
    numberFormat: field.format,
    groupByColumnsOnLeft: optional("Puts the columns of `group_by` first.", z.boolean(), omittedDefault(false)),
    onClick: onClick,
    formulas: field.formulas(10),
    showOperandSeries: field.showOperandSeries,
  }),
  ...rules,
);

const heatmapItem = z.object({
  valueExpression: required("The expression whose values are spread over the y axis.", z.string().min(1).max(10_000)),
  countExpression: optional("The count in each cell. Default: the number of rows.", expression),
  heatmapScaleType: optional("The scale of the y axis.", z.enum(["log", "linear"])),
});

/** Distribution of values over time, of a trace source (docs/internals/api-behavior.md 4.6). */
export const heatmap = z.object({
  displayType: field.displayType("heatmap"),
  sourceId: field.sourceId,
  select: required("The value to show.", z.array(heatmapItem).length(1)),
  where: field.where,
  whereLanguage: field.whereLanguage,
  numberFormat: field.format,
});
