import { z } from "zod/v3";
import { custom, objectId } from "../validation";
import { numberFormat } from "./number-format";
import { aggFn, metricType, whereLanguage } from "./select-item";

const numeric = {
  sourceId: objectId,
  aggFn,
  level: z.number().min(0).max(1).optional(),
  field: z.string().optional(),
  alias: z.string().optional(),
  where: z.string(),
  whereLanguage,
  numberFormat: numberFormat.optional(),
  metricDataType: metricType.optional(),
  metricName: z.string().optional(),
};

const groupBy = z.array(z.string()).max(10);

const oneSeries = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("time"),
    ...numeric,
    groupBy,
    displayType: z.union([z.literal("stacked_bar"), z.literal("line")]).optional(),
  }),
  z.object({
    type: z.literal("table"),
    ...numeric,
    groupBy,
    sortOrder: z.union([z.literal("desc"), z.literal("asc")]).optional(),
  }),
  z.object({
    type: z.literal("search"),
    sourceId: objectId,
    fields: z.array(z.string()),
    where: z.string(),
    whereLanguage,
  }),
  z.object({ type: z.literal("number"), ...numeric }),
  z.object({ type: z.literal("markdown"), content: z.string().max(100000) }),
]);

export type Series = z.infer<typeof oneSeries>;
export type NumericSeries = Extract<Series, { aggFn: unknown }>;

/** The deprecated form of a tile (docs/internals/api-behavior.md 4.11). */
export const seriesList = z
  .array(oneSeries)
  .min(1)
  .superRefine((series, ctx) => {
    if (series.every((one) => one.type === series[0]?.type)) return;
    ctx.addIssue({ code: custom, message: "All series must have the same type" });
  });
