import { z } from "zod/v3";
import { longText, whereLanguageBody } from "../dashboards/chart-fields";
import { echoConfig } from "../dashboards/echo";
import {
  checkChart,
  isRawSql,
  lineConfig,
  numberConfig,
  sqlLineConfig,
  sqlNumberConfig,
  sqlStackedBarConfig,
  stackedBarConfig,
} from "../dashboards/tile-config";
import { addProblem } from "../refusal";
import type { StoredConfig } from "../state";

const named = { name: z.string().optional() };
const filtered = { ...named, where: longText.optional(), whereLanguage: whereLanguageBody.optional() };

/** Fields that only affect the drawing are omitted (docs/internals/api-behavior.md 6.1). */
const ofLines = { compareToPreviousPeriod: true, fitYAxisToData: true } as const;

const builder = z.discriminatedUnion("displayType", [
  lineConfig.omit(ofLines).extend(filtered),
  stackedBarConfig.extend(filtered),
  numberConfig.omit({ color: true, colorRules: true, backgroundChart: true }).extend(filtered),
]);
const rawSql = z.discriminatedUnion("displayType", [
  sqlLineConfig.omit(ofLines).extend(named),
  sqlStackedBarConfig.extend(named),
  sqlNumberConfig.omit({ color: true }).extend(named),
]);

const schemaOf = (config: unknown) => (isRawSql(config) ? rawSql : builder);

/** Chart of an alert without a tile (docs/internals/api-behavior.md 6.1). */
export const alertChartConfig = z.custom<StoredConfig>().superRefine((config, ctx) => {
  if (config === undefined) {
    addProblem(ctx, "chartConfig is required");
    return;
  }
  if (typeof config === "object" && config !== null && "configType" in config && config.configType !== "sql") {
    const message = 'configType must be "sql" or omitted (builder configs carry no configType)';
    addProblem(ctx, message, "configType");
  }
  checkChart(config, schemaOf(config), ctx);
});

/** Returns the stored form of a chart, without fields that its kind does not have. */
export const storedChart = (config: StoredConfig): StoredConfig => schemaOf(config).parse(config) as StoredConfig;

/**
 * Returns a chart as a response shows it. Returns undefined if the API cannot express a chart made in the UI, so that
 * no client sends back an incomplete chart.
 */
export function echoChart(config: StoredConfig): StoredConfig | undefined {
  const { name: title, where, ...rest } = config;
  const filter = where ? { where, whereLanguage: config.whereLanguage ?? "lucene" } : {};
  const shown = { ...echoConfig(rest, {}), ...filter, ...(title ? { name: title } : {}) };
  const parsed = alertChartConfig.safeParse(config).success ? storedChart(config) : {};
  const lost = Object.keys(config).some((key) => !(key in parsed));
  return lost ? undefined : shown;
}
