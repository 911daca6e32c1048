import { remember } from "../remember";
import { type ApiFields, isFields, shownText } from "./dashboard-fields";

/**
 * Form of a number. `rounded`: for values of a series, as in the UI. `short`: for axes and peaks, with two decimal places
 * by default and without trailing zeros. `exact`: for thresholds, where different numbers never have the same text.
 */
type Precision = "rounded" | "short" | "exact";

/** Returns a value as text, in the number format of its chart (docs/internals/api-behavior.md 4.8). */
export function numberText(value: number | null, format?: unknown, precision: Precision = "rounded"): string {
  if (value === null || !Number.isFinite(value)) {
    return value === null ? "-" : String(value);
  }
  if (!isFields(format)) {
    return precision === "exact" ? String(value) : roundedText(value);
  }
  return formattedText(value, format, precision);
}

const COMPACT = { notation: "compact", maximumFractionDigits: 1 } as const;
const TWO_DECIMALS = { maximumFractionDigits: 2 };

function roundedText(value: number): string {
  return numberFormat(Math.abs(value) >= 1000 ? COMPACT : TWO_DECIMALS).format(value);
}

/** A command that draws no chart creates no format. The first one takes 20 ms. */
const numberFormat = remember((options: Intl.NumberFormatOptions) => new Intl.NumberFormat("en", options));

/** Unit and its size in the smallest unit. */
type Unit = readonly [name: string, size: number];

/** The UI multiplies only times and durations by the factor. The result is in seconds. */
function formattedText(value: number, format: ApiFields, precision: Precision): string {
  const digits = (number: number) => digitsText(number, format, precision);
  const seconds = value * (typeof format.factor === "number" ? format.factor : 1);
  const unit = shownText(format.unit);
  const withUnit = (text: string) => (unit === undefined ? text : `${text} ${unit}`);
  switch (format.output) {
    case "duration":
      return scaledText(seconds, DURATIONS, precision === "exact" ? precision : "short", { ...format, mantissa: null });
    case "time":
      return withUnit(
        precision === "exact" && !Number.isInteger(withoutNoise(seconds))
          ? scaledText(seconds, DURATIONS, precision, {})
          : clockText(seconds),
      );
    case "percent":
      return withUnit(`${digits(value * 100)}%`);
    case "currency":
      return withUnit(digits(value).replace(/^-?/, (sign) => `${sign}${shownText(format.currencySymbol) ?? "$"}`));
    case "data_rate":
    case "throughput":
      return dataText(value, format, precision) ?? digits(value);
    case "byte": {
      // Bytes without a numeric unit use steps of 1024 bytes, or of 1000 bytes if the format is decimal.
      const units = scaledUnits("bytes", format.decimalBytes === true ? 1000 : 1024);
      return dataText(value, format, precision) ?? withUnit(scaledText(value, units, precision, format));
    }
    default:
      return withUnit(digits(value));
  }
}

/** Maximum number of decimal places that every version of JavaScript accepts. */
const MAX_DECIMALS = 20;

function digitsText(number: number, { mantissa, thousandSeparated, average }: ApiFields, precision: Precision): string {
  const useGrouping = thousandSeparated === true;
  if (precision === "exact") {
    return new Intl.NumberFormat("en", { useGrouping, maximumFractionDigits: MAX_DECIMALS }).format(
      withoutNoise(number),
    );
  }
  const wanted = mantissa ?? (precision === "rounded" ? 0 : undefined);
  const decimals =
    typeof wanted === "number" && Number.isInteger(wanted) && wanted >= 0 ? Math.min(wanted, MAX_DECIMALS) : undefined;
  const text = new Intl.NumberFormat("en", {
    useGrouping,
    ...(average === true && { notation: "compact" as const }),
    minimumFractionDigits: precision === "short" ? 0 : (decimals ?? 0),
    maximumFractionDigits: decimals ?? 2,
    signDisplay: "negative",
  }).format(number);
  return text.toLowerCase();
}

/** Removes the error of a multiplication, such as 8e8 * 1e-9 = 0.8000000000000002. */
function withoutNoise(number: number): number {
  return Number(number.toPrecision(15));
}

const DURATIONS: readonly Unit[] = [
  ["h", 3600],
  ["min", 60],
  ["s", 1],
  ["ms", 1e-3],
  ["µs", 1e-6],
  ["ns", 1e-9],
];

/** Factor for three decimal places. A number that needs more decimal places is written in a smaller unit. */
const READABLE = 1000;

/**
 * Writes a number in the largest unit that is not larger than it. An exact number is written in the largest unit in
 * which it needs at most three decimal places.
 */
function scaledText(number: number, units: readonly Unit[], precision: Precision, format: ApiFields): string {
  const fits = ([, size]: Unit) => Math.abs(number) >= size;
  const isReadable = ([, size]: Unit) => Number.isInteger(withoutNoise((number / size) * READABLE));
  const base = units.find(([, size]) => size === 1) ?? units[0];
  const largest = units.find(fits);
  const readable = precision === "exact" ? units.find((each) => fits(each) && isReadable(each)) : largest;
  const [name, size] = (number === 0 ? undefined : (readable ?? largest ?? units.at(-1))) ?? base ?? ["", 1];
  return `${digitsText(number / size, { ...format, average: false }, precision)} ${name}`;
}

function clockText(seconds: number): string {
  const whole = Math.round(Math.abs(seconds));
  const two = (part: number) => String(part).padStart(2, "0");
  return `${seconds < 0 && whole > 0 ? "-" : ""}${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/** Letters of the prefixes in the UI. */
const PREFIX_LETTERS: Readonly<Record<string, string>> = {
  ...{ kibi: "Ki", mebi: "Mi", gibi: "Gi", tebi: "Ti", pebi: "Pi" },
  ...{ kilo: "K", mega: "M", giga: "G", tera: "T", peta: "P" },
};

const THROUGHPUTS: Readonly<Record<string, string>> = {
  ...{ packets_sec: "pkt/s", cps: "cps", ops: "ops", rps: "rps", reads_sec: "rps", wps: "wps" },
  ...{ iops: "iops", cpm: "cpm", opm: "opm", rpm_reads: "rpm", wpm: "wpm" },
};

/** Returns a number with its numeric unit; undefined if the unit is unknown. */
function dataText(value: number, format: ApiFields, precision: Precision): string | undefined {
  const unit = String(format.numericUnit ?? "");
  const [, scaledKind, scaledRate, system] = /^(bytes|bits)(_sec)?_(iec|si)$/.exec(unit) ?? [];
  if (scaledKind !== undefined) {
    const [base, infix] = system === "iec" ? [1024, "i"] : [1000, ""];
    return scaledText(value, scaledUnits(scaledKind, base, infix, scaledRate && "/s"), precision, format);
  }
  const [, prefix = "", kind, rate] = /^([a-z]{4})(bytes|bits)(_sec)?$/.exec(unit) ?? [];
  const letters = Object.hasOwn(PREFIX_LETTERS, prefix) ? PREFIX_LETTERS[prefix] : undefined;
  const throughput = Object.hasOwn(THROUGHPUTS, unit) ? THROUGHPUTS[unit] : undefined;
  const name = letters === undefined ? throughput : `${letters}${kind === "bytes" ? "B" : "bit"}${rate ? "/s" : ""}`;
  return name === undefined ? undefined : `${digitsText(value, { ...format, average: false }, precision)} ${name}`;
}

/** Returns the units of bytes or bits, the largest first. */
function scaledUnits(kind: string, base: number, infix = "", rate = ""): readonly Unit[] {
  const [one, many] = kind === "bytes" ? ["B", "B"] : ["b", "bit"];
  const units = ["", "K", "M", "G", "T", "P"].map((prefix, power): Unit => {
    return [`${prefix === "" ? one : prefix + infix + many}${rate}`, base ** power];
  });
  return units.reverse();
}
