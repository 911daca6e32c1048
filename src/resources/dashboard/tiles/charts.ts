import * as z from "zod";
import { omittedDefault, openEnum, optional, required } from "../../../declaration/field";
import { withRules } from "../../../declaration/rules";
import { expressionField, omittedFlag } from "../../shared/query-fields";
import { chartColor, colorRuleField } from "./appearance";
import * as field from "./chart-fields";
import { onClickField } from "./on-click";

const timeSeries = {
  sourceId: field.tileSourceField,
  select: field.select,
  groupBy: field.groupByField,
  asRatio: field.asRatio,
  alignDateRangeToGranularity: field.alignDateRangeToGranularity,
  fillNulls: field.fillNulls,
  numberFormat: field.format,
  seriesLimit: field.seriesLimit,
  formulas: field.formulasField(10),
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
  sourceId: field.tileSourceField,
  select: field.oneValue,
  groupBy: field.groupByField,
  orderBy: field.orderBy,
  numberFormat: field.format,
  limit: optional("The maximum number of groups. Default: 0, which shows all.", z.int().min(0)),
};

/** A pie with one slice per group (docs/internals/api-behavior.md 4.6). */
export const pie = z.object({ displayType: field.displayType("pie"), ...categorical });

/** One bar per group; not over time (docs/internals/api-behavior.md 4.6). */
export const bar = z.object({ displayType: field.displayType("bar"), ...categorical });

const backgroundChart = z.object({
  type: required("The shape: `line` or `area`.", openEnum(["line", "area"])),
  color: optional("The color. Default: the color of the tile.", chartColor),
});

/** One big number (docs/internals/api-behavior.md 4.6). */
export const number = withRules(
  z.object({
    displayType: field.displayType("number"),
    sourceId: field.tileSourceField,
    select: field.select,
    numberFormat: field.format,
    color: optional("The color of the number.", chartColor),
    colorRules: optional(
      "Colors that depend on the number. The last matching rule is used.",
      z.array(colorRuleField).max(10),
      {
        emptyIsAbsent: true,
      },
    ),
    backgroundChart: optional("A chart behind the number.", backgroundChart, { textMap: true }),
    formulas: field.formulasField(1),
  }),
  field.numberShowsOneValue,
  field.formulasCompute,
);

/** A table of aggregated values (docs/internals/api-behavior.md 4.6). */
export const table = withRules(
  z.object({
    displayType: field.displayType("table"),
    sourceId: field.tileSourceField,
    select: field.select,
    groupBy: field.groupByField,
    having: optional(
      "Condition on aggregated values that selects the groups to show, such as `sum(Bytes) > 1000`.",
      expressionField,
      { ...omittedDefault(""), language: "sql" },
    ),
    orderBy: field.orderBy,
    asRatio: field.asRatio,
    numberFormat: field.format,
    groupByColumnsOnLeft: omittedFlag("True if the columns of `group_by` are first.", false),
    onClick: onClickField,
    formulas: field.formulasField(10),
    showOperandSeries: field.showOperandSeries,
  }),
  ...rules,
);

const heatmapItem = z.object({
  valueExpression: required("The expression whose distribution the y axis shows.", z.string().min(1).max(10_000), {
    language: "sql",
  }),
  countExpression: optional("The count in each cell. Default: the number of rows.", expressionField, {
    language: "sql",
  }),
  heatmapScaleType: optional("The scale of the y axis.", openEnum(["log", "linear"])),
});

/** Distribution of values over time, of a trace source (docs/internals/api-behavior.md 4.6). */
export const heatmap = z.object({
  displayType: field.displayType("heatmap"),
  sourceId: field.tileSourceField,
  select: required("The value to show.", z.array(heatmapItem).length(1)),
  ...field.condition,
  numberFormat: field.format,
});
