import { z } from "zod/v3";
import { longText, whereLanguage } from "../dashboards/chart-fields";
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
const filtered = { ...named, where: longText.optional(), whereLanguage: whereLanguage.optional() };

/** What only shows in a drawing is left out (docs/internals/api-behavior.md 6.1). */
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

/** The chart of an alert without a tile (docs/internals/api-behavior.md 6.1). */
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

/** A chart as it is stored: without what its kind does not have. */
export const storedChart = (config: StoredConfig): StoredConfig => schemaOf(config).parse(config) as StoredConfig;

/**
 * A chart as a response shows it; undefined where the API cannot say what a person made in the UI, so that nobody sends
 * back less than there is.
 */
export function echoChart(config: StoredConfig): StoredConfig | undefined {
  const { name: title, where, ...rest } = config;
  const filter = where ? { where, whereLanguage: config.whereLanguage ?? "lucene" } : {};
  const shown = { ...echoConfig(rest, {}), ...filter, ...(title ? { name: title } : {}) };
  const parsed = alertChartConfig.safeParse(config).success ? storedChart(config) : {};
  const lost = Object.keys(config).some((key) => !(key in parsed));
  return lost ? undefined : shown;
}
