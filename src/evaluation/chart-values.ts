import { type ApiFields, apiFieldsIn, shownText } from "../drawing";

/** A value that a chart shows, computed from its select items. */
export interface ChartValue {
  readonly label: string;
  /** Formula such as `A / B`, whose letters are the select items from A. */
  readonly expression: string;
}

/** Returns the values that a chart shows. An alert compares the last one with its threshold. */
export function chartValuesOf(config: ApiFields): readonly ChartValue[] {
  const items = apiFieldsIn(config.select);
  const formulas = apiFieldsIn(config.formulas).map(({ alias, expression }) => ({
    label: shownText(alias) ?? String(expression),
    expression: String(expression),
  }));
  const values = items.map((item, index) => ({ label: labelOf(item), expression: itemLetter(index) }));
  if (formulas.length > 0) {
    return config.showOperandSeries === true ? [...values, ...formulas] : formulas;
  }
  if (config.asRatio === true && items.length === 2) {
    return [{ label: values.map(({ label }) => label).join(" / "), expression: "A / B" }];
  }
  return values;
}

function labelOf({ alias, aggFn, valueExpression, metricName }: ApiFields): string {
  const value = shownText(metricName) ?? shownText(valueExpression);
  return shownText(alias) ?? (value ? `${String(aggFn)}(${value})` : String(aggFn));
}

/** Returns the letter of a select item in formulas: A for the first one. */
export function itemLetter(index: number): string {
  return String.fromCharCode("A".charCodeAt(0) + index);
}
