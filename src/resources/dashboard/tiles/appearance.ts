import * as z from "zod";
import { isPresent, openEnum, optional, required } from "../../../declaration/field";
import { type Rule, withRules } from "../../../declaration/rules";

const MAGNITUDES = ["kibi", "kilo", "mebi", "mega", "gibi", "giga", "tebi", "tera", "pebi", "peta"] as const;

const DATA = [
  ...(["bytes_iec", "bytes_si", "bits_iec", "bits_si"] as const),
  ...MAGNITUDES.map((magnitude) => `${magnitude}bytes` as const),
];

const RATE = [
  ...(["packets_sec", "bytes_sec_iec", "bytes_sec_si", "bits_sec_iec", "bits_sec_si"] as const),
  ...MAGNITUDES.flatMap((magnitude) => [`${magnitude}bytes_sec`, `${magnitude}bits_sec`] as const),
];

const THROUGHPUT = ["cps", "ops", "rps", "reads_sec", "wps", "iops", "cpm", "opm", "rpm_reads", "wpm"] as const;

/** Format of a number on a tile (docs/internals/api-behavior.md 4.8). */
export const numberFormatField = z.object({
  output: required(
    "The type of the number.",
    openEnum(["currency", "percent", "byte", "time", "duration", "number", "data_rate", "throughput"]),
  ),
  mantissa: optional("The number of decimal places, such as `2`. Default: 0. Has no effect on a `duration`.", z.int()),
  thousandSeparated: optional("True if thousands are separated, such as 1,234.", z.boolean()),
  average: optional("True if large numbers are shortened, such as 1.2k.", z.boolean()),
  decimalBytes: optional("True if a kilobyte has 1000 bytes instead of 1024.", z.boolean()),
  factor: optional("Multiplies a `time` or `duration` to seconds, such as `0.001` for milliseconds.", z.number()),
  currencySymbol: optional("The symbol of a currency, such as `€`.", z.string()),
  numericUnit: optional("The unit of the data, data rate or throughput.", openEnum([...DATA, ...RATE, ...THROUGHPUT])),
  unit: optional("A custom unit, shown after the number, such as `requests`.", z.string()),
});

/** The palette of charts (docs/internals/api-behavior.md 4.8). */
const CHART_COLORS = [
  "chart-blue",
  "chart-orange",
  "chart-red",
  "chart-cyan",
  "chart-green",
  "chart-pink",
  "chart-purple",
  "chart-light-blue",
  "chart-brown",
  "chart-gray",
  "chart-success",
  "chart-warning",
  "chart-error",
] as const;

export const chartColor = openEnum(CHART_COLORS);

const operator = <const T extends string>(name: T, meaning: string) =>
  required(`Holds when the value is ${meaning}.`, z.literal(name));

const paint = {
  color: required("The color of numbers that match the rule.", chartColor),
  label: optional("Label of the rule, such as `slow`.", z.string().max(40)),
};

const bound = required("The number to compare the value with.", z.number());

const exactlyOne: Rule = {
  reads: ["value", "text"],
  check: ({ value, text }) => {
    if (isPresent(value) && isPresent(text)) {
      return "A rule compares with a number or with a text, not with both. Keep one.";
    }
    if (isPresent(value) || isPresent(text)) {
      return undefined;
    }
    return "The rule requires a value to compare with. Set a number here, or a text in `text`.";
  },
};

const equality = {
  value: optional("The number to compare the value with.", z.number()),
  text: optional("The text to compare the value with. The API calls it `value`.", z.string().max(200), {
    apiName: "value",
  }),
  ...paint,
};

/**
 * A color of a number tile with its condition (docs/internals/api-behavior.md 4.8). The API stores numbers, texts and
 * pairs in one field, `value`.
 */
export const colorRuleField = z.union([
  z.object({ operator: operator("gt", "greater than the number"), value: bound, ...paint }),
  z.object({ operator: operator("gte", "greater than or equal to the number"), value: bound, ...paint }),
  z.object({ operator: operator("lt", "less than the number"), value: bound, ...paint }),
  z.object({ operator: operator("lte", "less than or equal to the number"), value: bound, ...paint }),
  z.object({
    operator: operator("between", "between two numbers, or equal to one of them"),
    between: required(
      "The two bounds, the smaller one first. The API calls it `value`.",
      z.array(z.number()).length(2),
      {
        apiName: "value",
      },
    ),
    ...paint,
  }),
  withRules(z.object({ operator: operator("eq", "this number or text"), ...equality }), exactlyOne),
  withRules(z.object({ operator: operator("neq", "anything but this number or text"), ...equality }), exactlyOne),
]);
