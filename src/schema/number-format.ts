import * as z from "zod";
import { optional, required } from "./field";

const DATA = [
  "bytes_iec",
  "bytes_si",
  "bits_iec",
  "bits_si",
  "kibibytes",
  "kilobytes",
  "mebibytes",
  "megabytes",
  "gibibytes",
  "gigabytes",
  "tebibytes",
  "terabytes",
  "pebibytes",
  "petabytes",
] as const;

const RATE = [
  "packets_sec",
  "bytes_sec_iec",
  "bytes_sec_si",
  "bits_sec_iec",
  "bits_sec_si",
  "kibibytes_sec",
  "kibibits_sec",
  "kilobytes_sec",
  "kilobits_sec",
  "mebibytes_sec",
  "mebibits_sec",
  "megabytes_sec",
  "megabits_sec",
  "gibibytes_sec",
  "gibibits_sec",
  "gigabytes_sec",
  "gigabits_sec",
  "tebibytes_sec",
  "tebibits_sec",
  "terabytes_sec",
  "terabits_sec",
  "pebibytes_sec",
  "pebibits_sec",
  "petabytes_sec",
  "petabits_sec",
] as const;

const THROUGHPUT = ["cps", "ops", "rps", "reads_sec", "wps", "iops", "cpm", "opm", "rpm_reads", "wpm"] as const;

/** How a number is written on a tile (docs/internals/api-behavior.md 4.8). */
export const numberFormat = z.object({
  output: required(
    "What the number is.",
    z.enum(["currency", "percent", "byte", "time", "duration", "number", "data_rate", "throughput"]),
  ),
  mantissa: optional("Decimal places.", z.int()),
  thousandSeparated: optional("Whether thousands are separated.", z.boolean()),
  average: optional("Whether large numbers are shortened, as in 1.2k.", z.boolean()),
  decimalBytes: optional("Whether a kilobyte has 1000 bytes instead of 1024.", z.boolean()),
  factor: optional("Multiplies the number before it is shown.", z.number()),
  currencySymbol: optional("The symbol of a currency.", z.string()),
  numericUnit: optional("The unit of the data, data rate or throughput.", z.enum([...DATA, ...RATE, ...THROUGHPUT])),
  unit: optional("A unit of your own, written behind the number.", z.string()),
});

export type NumberFormat = z.input<typeof numberFormat>;
