import { itemLetter } from "./chart-values";
import { type ApiFields, apiFieldsIn, isFields, isSensitive, shownText } from "./dashboard-fields";
import { numberText } from "./number-text";

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
 * @param format number format of the value that the alert compares.
 */
export function alertText(alert: ApiFields, format?: ApiFields): string {
  const { thresholdType, threshold, thresholdMax, interval, numConsecutiveWindows } = alert;
  const inARow =
    isSensitive(numConsecutiveWindows) || Number(numConsecutiveWindows ?? 1) > 1
      ? `, ${numConsecutiveWindows} times in a row`
      : "";
  return `${comparison(String(thresholdType ?? "above"), bound(threshold, format), bound(thresholdMax, format))} in ${shown(interval)}${inARow}`;
}

function comparison(type: string, threshold: string, max: string): string {
  if (type === "between" || type === "not_between") {
    return `${type === "between" ? "" : "outside "}${threshold} to ${max}`;
  }
  return `${COMPARISONS.get(type) ?? type} ${threshold}`;
}

function bound(value: unknown, format: ApiFields | undefined): string {
  return typeof value === "number" ? numberText(value, format, "exact") : shown(value);
}

/** Returns a question mark for a value that is unknown before the apply. */
function shown(value: unknown): string {
  return typeof value === "number" || typeof value === "string" || isSensitive(value) ? String(value) : "?";
}

/** Finds the name of a source. Returns undefined if it is unknown. */
export type SourceName = (sourceId: string) => string | undefined;

/**
 * `short`: one line for drawings, in which an alias replaces its value. `full`: every value with its alias. Queries in
 * SQL and Markdown keep their line breaks.
 */
type Detail = "short" | "full";

/** Returns the content of a tile: `Logs: count where level:error, by ServiceName`. */
export function queryText(config: unknown, sourceName: SourceName = () => undefined, detail: Detail = "short"): string {
  if (isSensitive(config)) {
    return String(config);
  }
  if (!isFields(config)) {
    return "";
  }
  const source = typeof config.sourceId === "string" ? sourceName(config.sourceId) : undefined;
  const body = bodyText(config, detail);
  const query = detail === "full" ? body : body.replace(/\s+/g, " ").trim();
  return source && query ? `${source}: ${query}` : (source ?? query);
}

function bodyText(config: ApiFields, detail: Detail): string {
  if (config.configType === "sql") {
    return multilineText(config.sqlTemplate, detail);
  }
  if (config.displayType === "markdown") {
    const text = multilineText(config.markdown, detail);
    return detail === "full" ? text : text.replace(/[#*`>_]+/g, "");
  }
  return joined([valuesText(config, detail), whereText(config, detail), groupText(config, detail)]);
}

/** Returns a text that can have several lines. A full text keeps the spaces and line ends around it. */
function multilineText(value: unknown, detail: Detail): string {
  return detail === "full" && typeof value === "string" ? value : (shownText(value) ?? "");
}

function valuesText(config: ApiFields, detail: Detail): string | undefined {
  if (typeof config.select === "string" || isSensitive(config.select)) {
    return shownText(config.select);
  }
  const items = apiFieldsIn(config.select).map((item) => itemText(item, detail));
  const formulas = apiFieldsIn(config.formulas).map(({ alias, expression }) =>
    named(shownText(expression) ?? "", shownText(alias), detail),
  );
  if (formulas.length > 0) {
    const operands = items.map((text, index) => `${itemLetter(index)} = ${text}`);
    return `${formulas.join(", ")} of ${operands.join(", ")}`;
  }
  return config.asRatio === true ? items.join(" / ") : items.join(", ");
}

function itemText(item: ApiFields, detail: Detail): string {
  return joined([named(aggregateText(item), shownText(item.alias), detail), whereText(item, detail)], " ");
}

/** Returns a value with its alias, which replaces the value in a short text. */
function named(value: string, alias: string | undefined, detail: Detail): string {
  if (alias === undefined) {
    return value;
  }
  return detail === "full" ? joined([value, `as ${separated(alias, detail)}`], " ") : alias;
}

/** Quotes a text that a reader could take for the next part of a full text. */
function separated(text: string, detail: Detail): string {
  return detail === "full" && /[",]|\b(?:as|by|of|where)\b/.test(text) ? JSON.stringify(text) : text;
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

function whereText({ where }: ApiFields, detail: Detail): string | undefined {
  const condition = shownText(where);
  return condition && `where ${separated(condition, detail)}`;
}

function groupText({ groupBy }: ApiFields, detail: Detail): string | undefined {
  const columns = shownText(groupBy);
  return columns && `by ${separated(columns, detail)}`;
}

function joined(parts: readonly (string | undefined)[], separator = ", "): string {
  return parts.filter((part) => part).join(separator);
}
