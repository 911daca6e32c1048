import { type DeclaredFields, isPlainObject } from "./field";

/** Names of the hues. Older servers stored numbers from 1 instead (docs/internals/api-behavior.md 4.8). */
const NUMBERED_HUES = [
  ...["green", "blue", "orange", "red", "cyan", "pink", "purple", "light-blue", "brown", "gray"],
] as const;

/** The only value expression that the server reads from metrics (docs/internals/api-behavior.md 3.13). */
export const METRIC_VALUE = "Value";

/**
 * Returns a tile's configuration in the form that the API accepts. Servers and the UI store configurations that the API
 * refuses, although the invalid parts are unused: a level without a quantile, a count with a value, a metric without a
 * value, numbered colors (docs/internals/api-behavior.md 2.4, 4.8).
 */
export function toWritableConfig(config: DeclaredFields): DeclaredFields {
  return writable(config) as DeclaredFields;
}

function writable(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(writable);
  }
  if (!isPlainObject(value)) {
    return value;
  }
  const entries = Object.entries(writableItem(value)).map(([name, inner]) => [
    name,
    name === "color" ? namedColor(inner) : writable(inner),
  ]);
  return Object.fromEntries(entries);
}

function writableItem(item: DeclaredFields): DeclaredFields {
  if (!Object.hasOwn(item, "aggFn")) {
    return item;
  }
  const { level, valueExpression, ...rest } = item;
  const value = isMetric(item) ? valueExpression || METRIC_VALUE : valueExpression;
  return {
    ...rest,
    ...(item.aggFn === "quantile" && level !== undefined && { level }),
    ...(item.aggFn !== "count" && value !== undefined && { valueExpression: value }),
  };
}

function isMetric({ metricName, metricType }: DeclaredFields): boolean {
  return (typeof metricName === "string" && metricName !== "") || typeof metricType === "string";
}

function namedColor(color: unknown): unknown {
  const number = typeof color === "string" ? /^chart-(\d+)$/.exec(color)?.[1] : undefined;
  const hue = number === undefined ? undefined : NUMBERED_HUES[Number(number) - 1];
  return hue === undefined ? color : `chart-${hue}`;
}
