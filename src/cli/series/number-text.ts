import { type ApiFields, isFields, shownText } from "../../drawing";

const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const PLAIN = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

/**
 * Returns a value as short text, in the number format of the tile: factor, percent, currency and unit
 * (docs/internals/api-behavior.md 4.8).
 */
export function numberText(value: number | null, format?: unknown): string {
  if (value === null) {
    return "-";
  }
  const { output, factor, currencySymbol, unit }: ApiFields = isFields(format) ? format : {};
  const scaled = typeof factor === "number" ? value * factor : value;
  if (output === "percent") {
    return `${PLAIN.format(scaled * 100)}%`;
  }
  const text = Math.abs(scaled) >= 1000 ? COMPACT.format(scaled) : PLAIN.format(scaled);
  if (output === "currency") {
    return `${shownText(currencySymbol) ?? "$"}${text}`;
  }
  if (output === "duration") {
    return durationText(scaled);
  }
  return shownText(unit) ? `${text} ${String(unit)}` : text;
}

const SMALL_UNITS = [
  ["s", 1],
  ["ms", 1e-3],
  ["µs", 1e-6],
  ["ns", 1e-9],
] as const;

/** Returns a duration in the largest unit that is not longer. */
function durationText(seconds: number): string {
  const [unit, size] = SMALL_UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? SMALL_UNITS[0];
  return `${PLAIN.format(seconds / size)} ${unit}`;
}
