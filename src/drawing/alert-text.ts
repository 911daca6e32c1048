import type { AlertFields } from "./dashboard-fields";
import { isSensitive } from "./sensitive-value";

const COMPARISONS: ReadonlyMap<string, string> = new Map([
  ["above", "≥"],
  ["above_exclusive", ">"],
  ["below", "<"],
  ["below_or_equal", "≤"],
  ["equal", "="],
  ["not_equal", "≠"],
]);

/** When an alert fires, in short: `≥ 100 in 5m`, `outside 1 to 5 in 1h, 3 times in a row` (docs/internals/api-behavior.md 3.7). */
export function alertText({
  thresholdType,
  threshold,
  thresholdMax,
  interval,
  numConsecutiveWindows,
}: AlertFields): string {
  const inARow =
    isSensitive(numConsecutiveWindows) || Number(numConsecutiveWindows ?? 1) > 1
      ? `, ${numConsecutiveWindows} times in a row`
      : "";
  return `${comparison(String(thresholdType ?? "above"), shown(threshold), shown(thresholdMax))} in ${shown(interval)}${inARow}`;
}

function comparison(type: string, threshold: string, max: string): string {
  if (type === "between") return `${threshold} to ${max}`;
  if (type === "not_between") return `outside ${threshold} to ${max}`;
  return `${COMPARISONS.get(type) ?? type} ${threshold}`;
}

/** A value that is not known before the apply is a question mark. */
function shown(value: unknown): string {
  return typeof value === "number" || typeof value === "string" || isSensitive(value) ? String(value) : "?";
}
