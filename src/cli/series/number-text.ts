import { type ApiFields, isFields, shownText } from "../../drawing";

const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const PLAIN = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

/**
 * A value in few letters, as the tile's number format says where it is simple: factor, percent, currency and unit
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

/** Seconds in the largest unit of which there is at least one. */
function durationText(seconds: number): string {
  const [unit, size] = SMALL_UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? SMALL_UNITS[0];
  return `${PLAIN.format(seconds / size)} ${unit}`;
}
