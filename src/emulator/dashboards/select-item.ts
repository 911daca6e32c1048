import { z } from "zod/v3";
import { custom } from "../validation";
import { numberFormat } from "./number-format";

/** Aggregation functions the server takes; `increase` is not documented. */
export const aggFn = z.enum([
  "avg",
  "count",
  "count_distinct",
  "last_value",
  "max",
  "min",
  "quantile",
  "sum",
  "any",
  "none",
  "increase",
]);

export const whereLanguage = z.enum(["sql", "lucene", "promql"]).optional();

export const metricType = z.enum(["gauge", "histogram", "sum", "summary", "exponential histogram"]);

const level = z.union([z.literal(0.5), z.literal(0.9), z.literal(0.95), z.literal(0.99)]);

/** The levels a response may show. */
export const isResponseLevel = (value: unknown): boolean => level.safeParse(value).success;

export const longText = z.string().max(10000);

/** One series of a builder chart (docs/internals/api-behavior.md 4.6). */
export const selectItem = z
  .object({
    aggFn,
    valueExpression: longText.optional(),
    alias: longText.optional(),
    level: level.optional(),
    where: longText.optional().default(""),
    whereLanguage,
    numberFormat: numberFormat.optional(),
    metricType: metricType.optional(),
    metricName: z.string().optional(),
    periodAggFn: z.enum(["delta"]).optional(),
  })
  .superRefine((item, ctx) => {
    const refuse = (message: string) => ctx.addIssue({ code: custom, message });
    if (item.level && item.aggFn !== "quantile") refuse("Level can only be used with quantile aggregation function");
    if (item.valueExpression && item.aggFn === "count") {
      refuse("Value expression cannot be used with count aggregation function");
    }
    if (!item.valueExpression && item.aggFn !== "count") {
      refuse("Value expression is required for non-count aggregation functions");
    }
  });
