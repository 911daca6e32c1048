import { z } from "zod/v3";
import { aggFn, metricType } from "../dashboards/chart-fields";
import { custom, objectId } from "../validation";

const timestamp = z
  .number()
  .int()
  .positive()
  .refine((value) => String(value).length >= 13, "Timestamp must be in milliseconds");

const series = z.object({
  sourceId: objectId,
  dataSource: z.enum(["events", "metrics"]).optional(),
  aggFn,
  level: z.number().min(0).max(1).optional(),
  field: z.string().optional(),
  where: z.string(),
  whereLanguage: z.enum(["sql", "lucene", "promql"]).optional(),
  groupBy: z.array(z.string()).max(10),
  sortOrder: z.enum(["desc", "asc"]).optional(),
  metricDataType: metricType.optional(),
  metricName: z.string().optional(),
});

export type ChartSeries = z.infer<typeof series>;

const granularities = [
  ...["30s", "1m", "5m", "10m", "15m", "30m", "1h", "2h", "6h", "12h", "1d", "2d", "7d", "30d"],
  "auto",
] as const;

/** Body of `POST /charts/series` (docs/internals/api-behavior.md 5). */
export const seriesQuery = z.object({
  startTime: timestamp,
  endTime: timestamp,
  granularity: z.enum(granularities as unknown as [string, ...string[]]).optional(),
  seriesReturnType: z.enum(["column", "ratio"]).optional(),
  series: z
    .array(series)
    .min(1, "Series array cannot be empty")
    .max(5)
    .superRefine((list, ctx) => {
      const groups = new Set(list.map((one) => JSON.stringify(one.groupBy)));
      if (groups.size > 1) ctx.addIssue({ code: custom, message: "All series must have the same groupBy fields" });
    }),
});

export type SeriesQuery = z.infer<typeof seriesQuery>;
