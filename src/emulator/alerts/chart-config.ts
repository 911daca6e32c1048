import { z } from "zod/v3";
import { longText } from "../dashboards/chart-fields";
import { echoConfig } from "../dashboards/echo";
import {
  builderConfigs,
  checkChart,
  checkConfigType,
  isRawSql,
  ONLY_LINES,
  sqlLineConfig,
  sqlNumberConfig,
  sqlStackedBarConfig,
} from "../dashboards/tile-config";
import { type EmulatedVersion, perVersion } from "../options";
import { addProblem } from "../refusal";
import type { StoredConfig } from "../state";

const named = { name: z.string().optional() };
const filtered = { ...named, where: longText.optional(), whereLanguage: z.enum(["sql", "lucene"]).optional() };

/** Fields that only affect the drawing are omitted (docs/internals/api-behavior.md 6.1). */
const builder = perVersion((version) => {
  const { line, stackedBar, number } = builderConfigs[version];
  return z.discriminatedUnion("displayType", [
    line.omit(ONLY_LINES).extend(filtered),
    stackedBar.extend(filtered),
    number.omit({ color: true, colorRules: true, backgroundChart: true }).extend(filtered),
  ]);
});
const rawSql = z.discriminatedUnion("displayType", [
  sqlLineConfig.omit(ONLY_LINES).extend(named),
  sqlStackedBarConfig.extend(named),
  sqlNumberConfig.omit({ color: true }).extend(named),
]);

const schemaOf = (config: unknown, version: EmulatedVersion) => (isRawSql(config) ? rawSql : builder[version]);

/** Chart of an alert without a tile (docs/internals/api-behavior.md 6.1). */
export const alertChartConfig = perVersion((version) =>
  z.custom<StoredConfig>().superRefine((config, ctx) => {
    if (config === undefined) {
      addProblem(ctx, "chartConfig is required");
      return;
    }
    checkConfigType(config, ctx);
    if (isRawSql(config) && config.where !== undefined) {
      addProblem(ctx, "where is not supported for raw SQL charts; filter inside sqlTemplate", "where");
    }
    checkChart(config, schemaOf(config, version), ctx);
  }),
);

/** Returns the stored form of a chart, without fields that its kind does not have. */
export const storedChart = (config: StoredConfig, version: EmulatedVersion): StoredConfig =>
  schemaOf(config, version).parse(config) as StoredConfig;

/** Returns a chart of a response. Undefined if the API can express only a part, which a client might send back. */
export function echoChart(config: StoredConfig, version: EmulatedVersion): StoredConfig | undefined {
  const { name: title, where, ...rest } = config;
  const filter = where ? { where, whereLanguage: config.whereLanguage ?? "lucene" } : {};
  const shown = { ...echoConfig(rest, {}), ...filter, ...(title ? { name: title } : {}) };
  const parsed = alertChartConfig[version].safeParse(config).success ? storedChart(config, version) : {};
  const lost = Object.keys(config).some((key) => !(key in parsed));
  return lost ? undefined : shown;
}
