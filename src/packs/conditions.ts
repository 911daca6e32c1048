/** Returns the first of several texts in SQL that is not empty. */
export function firstOf(...[text = "''", ...others]: readonly string[]): string {
  return others.length === 0 ? text : `if(${text} != '', ${text}, ${firstOf(...others)})`;
}

/** Returns an attribute of spans in SQL. Older names are used where the newer name has no value. */
export function spanAttribute(...names: readonly string[]): string {
  return firstOf(...names.map((name) => `SpanAttributes['${name}']`));
}

/** Environment of a span, log or metric in SQL. */
export const ENVIRONMENT = firstOf(
  "ResourceAttributes['deployment.environment.name']",
  "ResourceAttributes['deployment.environment']",
);

/** Returns a text as a literal in SQL. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** Returns the condition that an expression has a value. Undefined without a value. */
export function equals(expression: string, value: string | undefined): string | undefined {
  return value === undefined ? undefined : `${expression} = ${sqlText(value)}`;
}

/** Joins conditions in SQL. Undefined and empty ones are left out. */
export function allOf(...conditions: readonly (string | undefined)[]): string {
  return conditions.filter(Boolean).join(" AND ");
}
