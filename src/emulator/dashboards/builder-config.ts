import { z } from "zod/v3";
import { objectId } from "../validation";
import { backgroundChart, colorRule, paletteToken } from "./colors";
import { formulas } from "./formula";
import { numberFormat } from "./number-format";
import { onClick } from "./on-click";
import { longText, selectItem, whereLanguage } from "./select-item";

const series = z.array(selectItem).min(1).max(20);
const oneSeries = z.array(selectItem).length(1);
const cap = z.number().int().nonnegative().optional();

const timeChart = z.object({
  sourceId: objectId,
  select: series,
  groupBy: longText.optional(),
  asRatio: z.boolean().optional(),
  alignDateRangeToGranularity: z.boolean().optional(),
  fillNulls: z.boolean().optional(),
  numberFormat: numberFormat.optional(),
  seriesLimit: cap,
  formulas,
  showOperandSeries: z.boolean().optional(),
});

export const lineConfig = timeChart.extend({
  displayType: z.literal("line"),
  compareToPreviousPeriod: z.boolean().optional(),
  fitYAxisToData: z.boolean().optional(),
});

export const stackedBarConfig = timeChart.extend({ displayType: z.literal("stacked_bar") });

const table = z.object({
  displayType: z.literal("table"),
  sourceId: objectId,
  select: series,
  groupBy: longText.optional(),
  having: longText.optional(),
  orderBy: longText.optional(),
  asRatio: z.boolean().optional(),
  numberFormat: numberFormat.optional(),
  groupByColumnsOnLeft: z.boolean().optional(),
  onClick: onClick.optional(),
  formulas,
  showOperandSeries: z.boolean().optional(),
});

export const numberConfig = z.object({
  displayType: z.literal("number"),
  sourceId: objectId,
  select: series,
  numberFormat: numberFormat.optional(),
  formulas,
  color: paletteToken.optional(),
  colorRules: z.array(colorRule).max(10).optional(),
  backgroundChart: backgroundChart.optional(),
});

const categorical = z.object({
  sourceId: objectId,
  select: oneSeries,
  groupBy: longText.optional(),
  orderBy: longText.optional(),
  numberFormat: numberFormat.optional(),
  limit: cap,
});

const heatmapItem = z.object({
  valueExpression: longText.min(1),
  countExpression: longText.optional(),
  heatmapScaleType: z.enum(["log", "linear"]).optional(),
});

const filtered = { where: longText.optional().default(""), whereLanguage };

/** Configs made with the chart builder, by display type (docs/internals/api-behavior.md 4.6). Unknown keys are dropped. */
export const builderConfig = z.discriminatedUnion("displayType", [
  lineConfig,
  stackedBarConfig,
  table,
  numberConfig,
  categorical.extend({ displayType: z.literal("pie") }),
  categorical.extend({ displayType: z.literal("bar") }),
  z.object({
    displayType: z.literal("heatmap"),
    sourceId: objectId,
    select: z.array(heatmapItem).length(1),
    ...filtered,
    numberFormat: numberFormat.optional(),
  }),
  z.object({ displayType: z.literal("markdown"), markdown: z.string().max(50000).optional() }),
  z.object({ displayType: z.literal("search"), sourceId: objectId, select: longText, ...filtered }),
  z.object({
    displayType: z.literal("event_patterns"),
    sourceId: objectId,
    select: longText.optional().default(""),
    ...filtered,
  }),
]);
