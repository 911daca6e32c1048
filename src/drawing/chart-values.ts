import { type ApiFields, apiFieldsIn, holdsSensitive, isFields, shownText } from "./dashboard-fields";

/** A value that a chart shows, computed from its select items. */
export interface ChartValue {
  readonly label: string;
  /** Formula such as `A / B`, whose letters are the select items from A. */
  readonly expression: string;
  /** Number format of the value, or of the chart. */
  readonly format?: ApiFields | undefined;
}

/** Returns the values that a chart shows: its formulas, its ratio, or its select items. */
export function chartValuesOf(config: ApiFields): readonly ChartValue[] {
  const formatOf = ({ numberFormat }: ApiFields) => [numberFormat, config.numberFormat].find(isFormat);
  const values = apiFieldsIn(config.select).map((item, index) => ({
    label: labelOf(item),
    expression: itemLetter(index),
    format: formatOf(item),
  }));
  const formulas = apiFieldsIn(config.formulas).map((formula) => ({
    label: shownText(formula.alias) ?? String(formula.expression),
    expression: String(formula.expression),
    format: formatOf(formula),
  }));
  if (formulas.length > 0) {
    return config.showOperandSeries === true ? [...values, ...formulas] : formulas;
  }
  if (config.asRatio === true && values.length === 2) {
    return [{ label: values.map(({ label }) => label).join(" / "), expression: "A / B", format: formatOf({}) }];
  }
  return values;
}

/** Returns the number format of the value that an alert on a chart compares, which is the last one. */
export function comparedFormat(config: unknown): ApiFields | undefined {
  if (!isFields(config)) {
    return undefined;
  }
  const last = chartValuesOf(config).at(-1);
  return last ? last.format : [config.numberFormat].find(isFormat);
}

/** Returns false for a format with a sensitive part, which no text may show. */
function isFormat(value: unknown): value is ApiFields {
  return isFields(value) && !holdsSensitive(value);
}

function labelOf({ alias, aggFn, valueExpression, metricName }: ApiFields): string {
  const value = shownText(metricName) ?? shownText(valueExpression);
  return shownText(alias) ?? (value ? `${String(aggFn)}(${value})` : String(aggFn));
}

/** Returns the letter of a select item in formulas: A for the first one. */
export function itemLetter(index: number): string {
  return String.fromCharCode("A".charCodeAt(0) + index);
}
