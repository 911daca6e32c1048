import { type ApiFields, apiFieldsIn, isFields, isSensitive, shownText } from "./dashboard-fields";

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
}: ApiFields): string {
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

function bodyText(config: ApiFields): string {
  if (config.configType === "sql") {
    return shownText(config.sqlTemplate) ?? "";
  }
  if (config.displayType === "markdown") {
    return (shownText(config.markdown) ?? "").replace(/[#*`>_]+/g, "");
  }
  return joined([valuesText(config), whereText(config), groupText(config)]);
}

function valuesText(config: ApiFields): string | undefined {
  if (typeof config.select === "string" || isSensitive(config.select)) {
    return shownText(config.select);
  }
  const items = apiFieldsIn(config.select).map(itemText);
  const formulas = apiFieldsIn(config.formulas).map(
    ({ alias, expression }) => shownText(alias) ?? shownText(expression) ?? "",
  );
  if (formulas.length > 0) {
    return `${formulas.join(", ")} of ${items.map(lettered).join(", ")}`;
  }
  return config.asRatio === true ? items.join(" / ") : items.join(", ");
}

const lettered = (text: string, index: number): string => `${String.fromCharCode(65 + index)} = ${text}`;

function itemText(item: ApiFields): string {
  return joined([shownText(item.alias) ?? aggregateText(item), whereText(item)], " ");
}

function aggregateText({ aggFn, level, valueExpression, metricName }: ApiFields): string {
  const value = shownText(metricName) ?? shownText(valueExpression);
  if (aggFn === undefined || aggFn === "none") {
    return value ?? "";
  }
  const name =
    aggFn === "quantile" && typeof level === "number" ? `p${Number((level * 100).toFixed(2))}` : String(aggFn);
  return value ? `${name}(${value})` : name;
}

function whereText({ where }: ApiFields): string | undefined {
  const condition = shownText(where);
  return condition && `where ${condition}`;
}

function groupText({ groupBy }: ApiFields): string | undefined {
  const columns = shownText(groupBy);
  return columns && `by ${columns}`;
}

function joined(parts: readonly (string | undefined)[], separator = ", "): string {
  return parts.filter((part) => part).join(separator);
}
