import { type AlertFields, type Fields, fieldsOf, isFields, isSensitive, textOf } from "./dashboard-fields";

const COMPARISONS: ReadonlyMap<string, string> = new Map([
  ["above", "≥"],
  ["above_exclusive", ">"],
  ["below", "<"],
  ["below_or_equal", "≤"],
  ["equal", "="],
  ["not_equal", "≠"],
]);

/**
 * Returns the condition of an alert in short: `≥ 100 in 5m`, `outside 1 to 5 in 1h, 3 times in a row`
 * (docs/internals/api-behavior.md 3.7).
 */
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
  if (type === "between") {
    return `${threshold} to ${max}`;
  }
  if (type === "not_between") {
    return `outside ${threshold} to ${max}`;
  }
  return `${COMPARISONS.get(type) ?? type} ${threshold}`;
}

/** Returns a question mark for a value that is unknown before the apply. */
function shown(value: unknown): string {
  return typeof value === "number" || typeof value === "string" || isSensitive(value) ? String(value) : "?";
}

/** Finds the name of a source. Returns undefined if it is unknown. */
export type SourceName = (sourceId: string) => string | undefined;

/** Returns the content of a tile in one short line: `Logs: count where level:error, by ServiceName`. */
export function queryText(config: unknown, sourceName: SourceName = () => undefined): string {
  if (isSensitive(config)) {
    return String(config);
  }
  if (!isFields(config)) {
    return "";
  }
  const source = typeof config.sourceId === "string" ? sourceName(config.sourceId) : undefined;
  const query = bodyText(config).replace(/\s+/g, " ").trim();
  return source && query ? `${source}: ${query}` : (source ?? query);
}

function bodyText(config: Fields): string {
  if (config.configType === "sql") {
    return textOf(config.sqlTemplate) ?? "";
  }
  if (config.displayType === "markdown") {
    return (textOf(config.markdown) ?? "").replace(/[#*`>_]+/g, "");
  }
  return joined([valuesText(config), whereText(config), groupText(config)]);
}

function valuesText(config: Fields): string | undefined {
  if (typeof config.select === "string" || isSensitive(config.select)) {
    return textOf(config.select);
  }
  const items = fieldsOf(config.select).map(itemText);
  const formulas = fieldsOf(config.formulas).map(({ alias, expression }) => textOf(alias) ?? textOf(expression) ?? "");
  if (formulas.length > 0) {
    return `${formulas.join(", ")} of ${items.map(lettered).join(", ")}`;
  }
  return config.asRatio === true ? items.join(" / ") : items.join(", ");
}

const lettered = (text: string, index: number): string => `${String.fromCharCode(65 + index)} = ${text}`;

function itemText(item: Fields): string {
  return joined([textOf(item.alias) ?? aggregateText(item), whereText(item)], " ");
}

function aggregateText({ aggFn, level, valueExpression, metricName }: Fields): string {
  const value = textOf(metricName) ?? textOf(valueExpression);
  if (aggFn === undefined || aggFn === "none") {
    return value ?? "";
  }
  const name =
    aggFn === "quantile" && typeof level === "number" ? `p${Number((level * 100).toFixed(2))}` : String(aggFn);
  return value ? `${name}(${value})` : name;
}

function whereText({ where }: Fields): string | undefined {
  const condition = textOf(where);
  return condition && `where ${condition}`;
}

function groupText({ groupBy }: Fields): string | undefined {
  const columns = textOf(groupBy);
  return columns && `by ${columns}`;
}

function joined(parts: readonly (string | undefined)[], separator = ", "): string {
  return parts.filter((part) => part).join(separator);
}
