import { z } from "zod/v3";
import { type EmulatedVersion, NEWEST_VERSION, perVersion } from "../options";
import { addProblem, objectIdText } from "../refusal";
import type { StoredConfig } from "../state";
import {
  backgroundChart,
  colorRuleBody,
  longText,
  numberFormatBody,
  onClickBody,
  paletteToken,
  selectItemBody,
  whereLanguageBody,
} from "./chart-fields";
import { checkFormulas, countSelectItems, formulasBody, type SentChart } from "./formula";

const cap = z.number().int().nonnegative().optional();

const flag = z.boolean().optional();

const heatmapItem = z.object({
  valueExpression: longText.min(1),
  countExpression: longText.optional(),
  heatmapScaleType: z.enum(["log", "linear"]).optional(),
});

const filtered = { where: longText.optional().default(""), whereLanguage: whereLanguageBody };

/** Fields that line charts have and other time charts do not. They only affect the drawing. */
export const ONLY_LINES = { compareToPreviousPeriod: true, fitYAxisToData: true } as const;

/**
 * Configs of the chart builder, by display type (docs/internals/api-behavior.md 4.6). Unknown keys are dropped. Problems
 * are listed in the server's order of fields, which differs between builder and SQL configs.
 */
export const builderConfigs = perVersion((version) => {
  const series = z.array(selectItemBody[version]).min(1).max(20);
  const line = z.object({
    sourceId: objectIdText,
    select: series,
    groupBy: longText.optional(),
    asRatio: flag,
    alignDateRangeToGranularity: flag,
    fillNulls: flag,
    numberFormat: numberFormatBody.optional(),
    formulas: formulasBody,
    showOperandSeries: flag,
    displayType: z.literal("line"),
    compareToPreviousPeriod: flag,
    fitYAxisToData: flag,
    seriesLimit: cap,
  });
  const stackedBar = line.omit(ONLY_LINES).extend({ displayType: z.literal("stacked_bar") });
  const table = z.object({
    displayType: z.literal("table"),
    sourceId: objectIdText,
    select: series,
    groupBy: longText.optional(),
    having: longText.optional(),
    orderBy: longText.optional(),
    asRatio: flag,
    numberFormat: numberFormatBody.optional(),
    groupByColumnsOnLeft: flag,
    onClick: onClickBody.optional(),
    formulas: formulasBody,
    showOperandSeries: flag,
  });
  const number = z.object({
    displayType: z.literal("number"),
    sourceId: objectIdText,
    select: series,
    numberFormat: numberFormatBody.optional(),
    formulas: formulasBody,
    color: paletteToken.optional(),
    colorRules: z.array(colorRuleBody).max(10).optional(),
    backgroundChart: backgroundChart.optional(),
  });
  const categorical = z.object({
    sourceId: objectIdText,
    select: z.array(selectItemBody[version]).length(1),
    groupBy: longText.optional(),
    orderBy: longText.optional(),
    numberFormat: numberFormatBody.optional(),
    limit: cap,
  });
  const all = z.discriminatedUnion("displayType", [
    line,
    stackedBar,
    table,
    number,
    categorical.extend({ displayType: z.literal("pie") }),
    categorical.extend({ displayType: z.literal("bar") }),
    z.object({
      displayType: z.literal("heatmap"),
      sourceId: objectIdText,
      select: z.array(heatmapItem).length(1),
      ...filtered,
      numberFormat: numberFormatBody.optional(),
    }),
    z.object({ displayType: z.literal("markdown"), markdown: z.string().max(50000).optional() }),
    z.object({ displayType: z.literal("search"), sourceId: objectIdText, select: longText, ...filtered }),
    z.object({
      displayType: z.literal("event_patterns"),
      sourceId: objectIdText,
      select: longText.optional().default(""),
      ...filtered,
    }),
  ]);
  return { line, stackedBar, number, all };
});

const rawSql = z.object({
  configType: z.literal("sql"),
  connectionId: objectIdText,
  sqlTemplate: z.string().max(100000),
  sourceId: objectIdText.optional(),
  numberFormat: numberFormatBody.optional(),
});

export const sqlLineConfig = rawSql.extend({
  displayType: z.literal("line"),
  compareToPreviousPeriod: flag,
  fillNulls: flag,
  alignDateRangeToGranularity: flag,
  fitYAxisToData: flag,
  seriesLimit: cap,
});

export const sqlStackedBarConfig = sqlLineConfig.omit(ONLY_LINES).extend({ displayType: z.literal("stacked_bar") });

export const sqlNumberConfig = rawSql.extend({ displayType: z.literal("number"), color: paletteToken.optional() });

/** Tiles with a SQL template. Properties of other display types are dropped (docs/internals/api-behavior.md 4.7). */
const rawSqlConfig = z.discriminatedUnion("displayType", [
  sqlLineConfig,
  sqlStackedBarConfig,
  rawSql.extend({ displayType: z.literal("table"), onClick: onClickBody.optional() }),
  sqlNumberConfig,
  rawSql.extend({ displayType: z.literal("pie") }),
  rawSql.extend({ displayType: z.literal("bar") }),
]);

type TileConfig = z.infer<(typeof builderConfigs)[EmulatedVersion]["all"]> | z.infer<typeof rawSqlConfig>;

const oneItem = "Number tiles support a single select item unless formulas are used (extra items are formula operands)";

/** Returns true if a config contains SQL. All other configs are builder configs. */
export const isRawSql = (config: unknown): boolean => typeOf(config) === "sql";

const typeOf = (config: unknown): unknown =>
  typeof config === "object" && config !== null && "configType" in config ? config.configType : undefined;

/** Returns the names of the fields of a config for its display type. Other fields are dropped. */
export function fieldsOfConfig(config: StoredConfig): readonly string[] {
  const { optionsMap } = schemaOf(config, NEWEST_VERSION);
  return Object.keys(optionsMap.get(String(config.displayType))?.shape ?? {});
}

const schemaOf = (config: unknown, version: EmulatedVersion) =>
  isRawSql(config) ? rawSqlConfig : builderConfigs[version].all;

/** Config of a tile. The union is chosen before the validation, so that messages name the field. */
export const tileConfigBody = perVersion((version) =>
  z
    .custom<TileConfig>()
    .superRefine((config, ctx) => {
      if (version >= "2.38") {
        checkConfigType(config, ctx);
      }
      checkChart(config, schemaOf(config, version), ctx);
    })
    .transform((config): TileConfig => schemaOf(config, version).parse(config)),
);

/** Rejects a `configType` that would turn the config into a builder config (docs/internals/api-behavior.md 6.4). */
export function checkConfigType(config: unknown, ctx: z.RefinementCtx): void {
  if (typeOf(config) !== undefined && !isRawSql(config)) {
    addProblem(ctx, 'configType must be "sql" or omitted (builder configs carry no configType)', "configType");
  }
}

/**
 * Validates a chart by its schema. A valid chart is then checked as a whole, including the fields that its kind does
 * not have and that are dropped later.
 */
export function checkChart(config: SentChart, schema: z.ZodTypeAny, ctx: z.RefinementCtx): void {
  const { error } = schema.safeParse(config);
  for (const issue of error?.issues ?? []) {
    ctx.addIssue(issue);
  }
  if (error) {
    return;
  }
  const count = countSelectItems(config);
  if (config.asRatio && count !== 2) {
    addProblem(ctx, "asRatio can only be used with exactly two select items");
  }
  if (isRawSql(config)) {
    return;
  }
  checkFormulas(config, ctx);
  const isFormula = Array.isArray(config.formulas) && config.formulas.length > 0;
  if (config.displayType === "number" && count > 1 && !isFormula) {
    addProblem(ctx, oneItem, "select");
  }
}
