import { z } from "zod/v3";
import { addProblem, objectId } from "../refusal";
import type { StoredConfig } from "../state";
import {
  backgroundChart,
  colorRule,
  longText,
  numberFormat,
  onClick,
  paletteToken,
  selectItem,
  whereLanguage,
} from "./chart-fields";
import { type Chart, checkFormulas, formulas } from "./formula";

const series = z.array(selectItem).min(1).max(20);
const oneSeries = z.array(selectItem).length(1);
const cap = z.number().int().nonnegative().optional();

const overTime = {
  alignDateRangeToGranularity: z.boolean().optional(),
  fillNulls: z.boolean().optional(),
  seriesLimit: cap,
};

const ofLines = {
  displayType: z.literal("line"),
  compareToPreviousPeriod: z.boolean().optional(),
  fitYAxisToData: z.boolean().optional(),
};

const timeChart = z.object({
  sourceId: objectId,
  select: series,
  groupBy: longText.optional(),
  asRatio: z.boolean().optional(),
  ...overTime,
  numberFormat: numberFormat.optional(),
  formulas,
  showOperandSeries: z.boolean().optional(),
});

export const lineConfig = timeChart.extend(ofLines);

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
const builderConfig = z.discriminatedUnion("displayType", [
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

const rawSql = z.object({
  configType: z.literal("sql"),
  connectionId: objectId,
  sqlTemplate: z.string().max(100000),
  sourceId: objectId.optional(),
  numberFormat: numberFormat.optional(),
});

export const sqlLineConfig = rawSql.extend({ ...overTime, ...ofLines });

export const sqlStackedBarConfig = rawSql.extend({ ...overTime, displayType: z.literal("stacked_bar") });

export const sqlNumberConfig = rawSql.extend({ displayType: z.literal("number"), color: paletteToken.optional() });

/** Configs with a SQL template, by display type (docs/internals/api-behavior.md 4.7). Properties of other types are dropped. */
const rawSqlConfig = z.discriminatedUnion("displayType", [
  sqlLineConfig,
  sqlStackedBarConfig,
  rawSql.extend({ displayType: z.literal("table"), onClick: onClick.optional() }),
  sqlNumberConfig,
  rawSql.extend({ displayType: z.literal("pie") }),
  rawSql.extend({ displayType: z.literal("bar") }),
]);

type TileConfig = z.infer<typeof builderConfig> | z.infer<typeof rawSqlConfig>;

const oneItem = "Number tiles support a single select item unless formulas are used (extra items are formula operands)";

/** Whether a config is written in SQL. Everything else is read as a builder config. */
export function isRawSql(config: unknown): boolean {
  return typeof config === "object" && config !== null && "configType" in config && config.configType === "sql";
}

/** The fields of a config, by its display type; those of others are dropped. */
export function fieldsOfConfig(config: StoredConfig): readonly string[] {
  const { optionsMap } = isRawSql(config) ? rawSqlConfig : builderConfig;
  return Object.keys(optionsMap.get(String(config.displayType))?.shape ?? {});
}

const checkedBuilder = builderConfig.superRefine(checkBuilder);

const schemaOf = (config: unknown) =>
  isRawSql(config) ? rawSqlConfig.superRefine(ratioOfRawSql(config)) : checkedBuilder;

/** The config of a tile. Which of the two unions judges it is decided first, so that messages name the field. */
export const tileConfig = z
  .custom<TileConfig>()
  .superRefine((config, ctx) => {
    const result = schemaOf(config).safeParse(config);
    for (const issue of result.error?.issues ?? []) ctx.addIssue(issue);
  })
  .transform((config): TileConfig => schemaOf(config).parse(config));

const ratioNeedsTwo = "asRatio can only be used with exactly two select items";

/** A ratio is judged before the properties of other display types are dropped. */
export function ratioOfRawSql(config: unknown): (parsed: unknown, ctx: z.RefinementCtx) => void {
  return (_parsed, ctx) => {
    if (typeof config !== "object" || config === null || !("asRatio" in config) || config.asRatio !== true) return;
    if (!("select" in config) || !Array.isArray(config.select) || config.select.length !== 2)
      addProblem(ctx, ratioNeedsTwo);
  };
}

/** What concerns a chart as a whole. */
export function checkBuilder(config: Chart, ctx: z.RefinementCtx): void {
  const count = Array.isArray(config.select) ? config.select.length : 0;
  if (config.asRatio && count !== 2) addProblem(ctx, ratioNeedsTwo);
  checkFormulas(config, ctx);
  if (config.displayType === "number" && count > 1 && !config.formulas?.length) addProblem(ctx, oneItem, "select");
}
