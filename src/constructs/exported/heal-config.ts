import type { Fields } from "../../schema/field";
import { isFields } from "./body";

/** Hues of colours that servers before the named palette stored by number, from 1 (facts/api.md 4.8). */
const NUMBERED_HUES = [
  ...["green", "blue", "orange", "red", "cyan", "pink", "purple", "light-blue", "brown", "gray"],
] as const;

/** A configuration without what older servers and the UI leave behind and the API refuses (facts/api.md quirk 24, 4.8). */
export function healedConfig(config: Fields): Fields {
  return healed(config) as Fields;
}

function healed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(healed);
  if (!isFields(value)) return value;
  const entries = Object.entries(withoutLeftovers(value)).map(([name, inner]) => [
    name,
    name === "color" ? namedColor(inner) : healed(inner),
  ]);
  return Object.fromEntries(entries);
}

/** A count with a value and a level without a quantile: edits in the UI leave them, and nothing reads them. */
function withoutLeftovers(item: Fields): Fields {
  if (!("aggFn" in item)) return item;
  const { level, valueExpression, ...rest } = item;
  return {
    ...rest,
    ...(item.aggFn === "quantile" && level !== undefined && { level }),
    ...(item.aggFn !== "count" && valueExpression !== undefined && { valueExpression }),
  };
}

function namedColor(color: unknown): unknown {
  const number = typeof color === "string" ? /^chart-(\d+)$/.exec(color)?.[1] : undefined;
  const hue = number === undefined ? undefined : NUMBERED_HUES[Number(number) - 1];
  return hue === undefined ? color : `chart-${hue}`;
}
