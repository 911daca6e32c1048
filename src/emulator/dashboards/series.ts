import { z } from "zod/v3";
import { addProblem, objectIdText } from "../refusal";
import type { StoredConfig } from "../state";
import { aggFn, metricTypeBody, numberFormatBody, whereLanguageBody } from "./chart-fields";

const aggregation = {
  sourceId: objectIdText,
  aggFn,
  level: z.number().min(0).max(1).optional(),
  field: z.string().optional(),
};
const metricFields = { metricDataType: metricTypeBody.optional(), metricName: z.string().optional() };

/** Fields of a series that select and aggregate its events. */
export const askedFor = { ...aggregation, where: z.string(), whereLanguage: whereLanguageBody, ...metricFields };

/** First fields of a numeric series. Problems are listed in the server's order of fields. */
const numeric = { ...aggregation, alias: z.string().optional(), where: z.string(), whereLanguage: whereLanguageBody };
const formatted = { numberFormat: numberFormatBody.optional(), ...metricFields };

export const groupByBody = z.array(z.string()).max(10);

const oneSeries = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("time"),
    ...numeric,
    groupBy: groupByBody,
    ...formatted,
    displayType: z.union([z.literal("stacked_bar"), z.literal("line")]).optional(),
  }),
  z.object({
    type: z.literal("table"),
    ...numeric,
    groupBy: groupByBody,
    sortOrder: z.union([z.literal("desc"), z.literal("asc")]).optional(),
    ...formatted,
  }),
  z.object({
    type: z.literal("search"),
    sourceId: objectIdText,
    fields: z.array(z.string()),
    where: z.string(),
    whereLanguage: whereLanguageBody,
  }),
  z.object({ type: z.literal("number"), ...numeric, ...formatted }),
  z.object({ type: z.literal("markdown"), content: z.string().max(100000) }),
]);

type Series = z.infer<typeof oneSeries>;
type NumericSeries = Extract<Series, { aggFn: unknown }>;

/** Deprecated form of a tile (docs/internals/api-behavior.md 4.11). */
export const seriesList = z
  .array(oneSeries)
  .min(1)
  .superRefine((series, ctx) => {
    if (series.some((one) => one.type !== series[0]?.type)) {
      addProblem(ctx, "All series must have the same type");
    }
  });

/** Converts the deprecated `series` of a tile into the stored config (docs/internals/api-behavior.md 4.11). */
export function configOfSeries(series: readonly Series[], asRatio: boolean | undefined): StoredConfig {
  const [first] = series;
  switch (first?.type) {
    case "time":
      return { displayType: first.displayType ?? "line", ...chart(series, first.groupBy, asRatio) };
    case "table":
      return { displayType: "table", ...chart(series, first.groupBy, asRatio), sortOrder: first.sortOrder };
    case "number": {
      const { sourceId, numberFormat } = first;
      return { displayType: "number", sourceId, select: [selectItem(first)], numberFormat };
    }
    case "search": {
      const { sourceId, fields, where, whereLanguage } = first;
      return { displayType: "search", sourceId, select: fields.join(", "), where, whereLanguage };
    }
    case "markdown":
      return { displayType: "markdown", markdown: first.content };
    default:
      return {};
  }
}

function chart(series: readonly Series[], groupBy: readonly string[], asRatio: boolean | undefined): StoredConfig {
  const numeric = series.filter((one): one is NumericSeries => "aggFn" in one);
  return {
    sourceId: numeric[0]?.sourceId,
    select: numeric.map(selectItem),
    groupBy: groupBy.join(",") || undefined,
    numberFormat: numeric.find((one) => one.numberFormat)?.numberFormat,
    asRatio,
  };
}

/** Empty texts and a level of 0 are not stored. */
function selectItem(series: NumericSeries): StoredConfig {
  const { aggFn, level, field, alias, where, whereLanguage, metricDataType, metricName } = series;
  return {
    ...{ aggFn, level: level || undefined, valueExpression: field, alias: alias || undefined, where, whereLanguage },
    ...{ metricType: metricDataType, metricName: metricName || undefined },
  };
}
