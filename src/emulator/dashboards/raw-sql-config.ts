import { z } from "zod/v3";
import { objectId } from "../validation";
import { paletteToken } from "./colors";
import { numberFormat } from "./number-format";
import { onClick } from "./on-click";

const base = z.object({
  configType: z.literal("sql"),
  connectionId: objectId,
  sqlTemplate: z.string().max(100000),
  sourceId: objectId.optional(),
  numberFormat: numberFormat.optional(),
});

const timeChart = base.extend({
  fillNulls: z.boolean().optional(),
  alignDateRangeToGranularity: z.boolean().optional(),
  seriesLimit: z.number().int().nonnegative().optional(),
});

export const sqlLineConfig = timeChart.extend({
  displayType: z.literal("line"),
  compareToPreviousPeriod: z.boolean().optional(),
  fitYAxisToData: z.boolean().optional(),
});

export const sqlStackedBarConfig = timeChart.extend({ displayType: z.literal("stacked_bar") });

export const sqlNumberConfig = base.extend({ displayType: z.literal("number"), color: paletteToken.optional() });

/** Configs with a SQL template, by display type (docs/internals/api-behavior.md 4.7). Properties of other types are dropped. */
export const rawSqlConfig = z.discriminatedUnion("displayType", [
  sqlLineConfig,
  sqlStackedBarConfig,
  base.extend({ displayType: z.literal("table"), onClick: onClick.optional() }),
  sqlNumberConfig,
  base.extend({ displayType: z.literal("pie") }),
  base.extend({ displayType: z.literal("bar") }),
]);
