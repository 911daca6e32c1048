import { z } from "zod/v3";

const magnitudes = ["kibi", "kilo", "mebi", "mega", "gibi", "giga", "tebi", "tera", "pebi", "peta"];

const numericUnits = [
  ...["bytes_iec", "bytes_si", "bits_iec", "bits_si"],
  ...magnitudes.map((magnitude) => `${magnitude}bytes`),
  ...["packets_sec", "bytes_sec_iec", "bytes_sec_si", "bits_sec_iec", "bits_sec_si"],
  ...magnitudes.flatMap((magnitude) => [`${magnitude}bytes_sec`, `${magnitude}bits_sec`]),
  ...["cps", "ops", "rps", "reads_sec", "wps", "iops", "cpm", "opm", "rpm_reads", "wpm"],
];

const [firstUnit = "", ...otherUnits] = numericUnits;

/** How a number is shown (docs/internals/api-behavior.md 4.8). Unknown keys are dropped. */
export const numberFormat = z.object({
  output: z.enum(["currency", "percent", "byte", "time", "duration", "number", "data_rate", "throughput"]),
  mantissa: z.number().int().optional(),
  thousandSeparated: z.boolean().optional(),
  average: z.boolean().optional(),
  decimalBytes: z.boolean().optional(),
  factor: z.number().optional(),
  currencySymbol: z.string().optional(),
  unit: z.string().optional(),
  numericUnit: z.enum([firstUnit, ...otherUnits]).optional(),
});
