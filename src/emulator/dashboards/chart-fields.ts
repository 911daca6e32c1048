import { z } from "zod/v3";
import { perVersion } from "../options";
import { addProblem, nativeEnum, objectIdText } from "../refusal";

const magnitudes = ["kibi", "kilo", "mebi", "mega", "gibi", "giga", "tebi", "tera", "pebi", "peta"];

const numericUnits = [
  ...["bytes_iec", "bytes_si", "bits_iec", "bits_si"],
  ...magnitudes.map((magnitude) => `${magnitude}bytes`),
  ...["packets_sec", "bytes_sec_iec", "bytes_sec_si", "bits_sec_iec", "bits_sec_si"],
  ...magnitudes.flatMap((magnitude) => [`${magnitude}bytes_sec`, `${magnitude}bits_sec`]),
  ...["cps", "ops", "rps", "reads_sec", "wps", "iops", "cpm", "opm", "rpm_reads", "wpm"],
];

/** Format of a number (docs/internals/api-behavior.md 4.8). Unknown keys are dropped. */
export const numberFormatBody = z.object({
  output: z.enum(["currency", "percent", "byte", "time", "duration", "number", "data_rate", "throughput"]),
  numericUnit: nativeEnum(...numericUnits).optional(),
  mantissa: z.number().int().optional(),
  thousandSeparated: z.boolean().optional(),
  average: z.boolean().optional(),
  decimalBytes: z.boolean().optional(),
  factor: z.number().optional(),
  currencySymbol: z.string().optional(),
  unit: z.string().optional(),
});

const HUES = ["blue", "orange", "red", "cyan", "green", "pink", "purple", "light-blue", "brown", "gray"];
const TOKENS = [...HUES, "success", "warning", "error"].map((hue) => `chart-${hue}` as const);

/** Palette tokens that a write accepts (docs/internals/api-behavior.md 4.8). */
export const paletteToken = z.enum(TOKENS as [`chart-${string}`, ...typeof TOKENS]);

/** Hues of the old tokens `chart-1` to `chart-10`, in this order. */
const NUMBERED = ["green", ...HUES.filter((hue) => hue !== "green")];

/** Returns the hue name of a token of the old numbered palette, and other tokens unchanged. */
export function hueName(token: string): string {
  const hue = NUMBERED[Number(/^chart-([1-9]\d*)$/.exec(token)?.[1]) - 1];
  return hue ? `chart-${hue}` : token;
}

const appearance = { color: paletteToken, label: z.string().max(40).optional() };

/** A color rule of a number tile. The last matching rule applies. */
export const colorRuleBody = z.discriminatedUnion("operator", [
  z.object({ operator: z.enum(["gt", "gte", "lt", "lte"]), value: z.number().finite(), ...appearance }),
  z.object({
    operator: z.literal("between"),
    value: z.tuple([z.number().finite(), z.number().finite()]),
    ...appearance,
  }),
  z.object({
    operator: z.enum(["eq", "neq"]),
    value: z.union([z.number().finite(), z.string().max(200)]),
    ...appearance,
  }),
]);

export const backgroundChart = z.object({ type: z.enum(["line", "area"]), color: paletteToken.optional() });

/** Aggregation functions that the server accepts. `increase` is not documented. */
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

export const whereLanguageBody = z.enum(["sql", "lucene", "promql"]).optional();

export const metricTypeBody = nativeEnum("gauge", "histogram", "sum", "summary", "exponential histogram");

const level = z.union([z.literal(0.5), z.literal(0.9), z.literal(0.95), z.literal(0.99)]);

export const isResponseLevel = (value: unknown): boolean => level.safeParse(value).success;

export const longText = z.string().max(10000);

/** Problems are listed in the server's order of fields. */
const itemFields = z.object({
  valueExpression: longText.optional(),
  alias: longText.optional(),
  aggFn,
  level: level.optional(),
  where: longText.optional().default(""),
  whereLanguage: whereLanguageBody,
  numberFormat: numberFormatBody.optional(),
  metricType: metricTypeBody.optional(),
  metricName: z.string().optional(),
  periodAggFn: z.enum(["delta"]).optional(),
});

export const fieldsOfItem = Object.keys(itemFields.shape);

/** One series of a builder chart (docs/internals/api-behavior.md 4.6, 6.4). */
export const selectItemBody = perVersion((version) =>
  itemFields.superRefine((item, ctx) => {
    const refuse = (message: string) => addProblem(ctx, message);
    const isNew = version >= "2.40";
    const isMetric = isNew && Boolean(item.metricName && item.metricType);
    if (item.level && item.aggFn !== "quantile") {
      refuse("Level can only be used with quantile aggregation function");
    }
    if (item.valueExpression && item.aggFn === "count") {
      refuse("Value expression cannot be used with count aggregation function");
    }
    if (!item.valueExpression && item.aggFn !== "count" && !isMetric) {
      refuse("Value expression is required for non-count aggregation functions");
    }
    if (isNew) {
      checkMetricType(item, ctx);
    }
  }),
);

function checkMetricType({ metricType, aggFn: name }: z.infer<typeof itemFields>, ctx: z.RefinementCtx): void {
  if (metricType === "summary") {
    addProblem(ctx, "No query support for metric type summary", "metricType");
  }
  if (name === "increase" && metricType !== "sum") {
    addProblem(ctx, "The increase aggregation function requires the metric type sum", "aggFn");
  }
}

const expression = z.string().min(1).max(10000);

const target = z.discriminatedUnion("mode", [
  z.object({ mode: z.literal("id"), id: objectIdText }),
  z.object({ mode: z.literal("template"), template: expression }),
]);

const linked = {
  target,
  whereTemplate: z.string().max(10000).optional(),
  whereLanguage: whereLanguageBody,
  filters: z
    .array(
      z.object({
        kind: z.literal("expressionTemplate"),
        expression: z.string().min(1, "Expression is required").max(10000),
        template: z.string().min(1, "Template is required").max(10000),
      }),
    )
    .max(50)
    .optional(),
};

/** Target of a click on a table row (docs/internals/api-behavior.md 4.8). */
export const onClickBody = z.discriminatedUnion("type", [
  z.object({ type: z.literal("search"), ...linked }),
  z.object({ type: z.literal("dashboard"), ...linked }),
  z.object({ type: z.literal("external"), urlTemplate: expression }),
]);
