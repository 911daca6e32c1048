import { sqlText } from "../sql-text";

/** Returns SQL for the first of several texts that is not empty. */
export function firstOf(...[text = "''", ...others]: readonly string[]): string {
  return others.length === 0 ? text : `if(${text} != '', ${text}, ${firstOf(...others)})`;
}

/** Returns SQL for a span attribute. The first name with a value is used, so the older names come last. */
export function spanAttribute(...names: readonly string[]): string {
  return firstOf(...names.map((name) => `SpanAttributes['${name}']`));
}

/** SQL for the environment of a span, log or metric. */
export const ENVIRONMENT = firstOf(
  "ResourceAttributes['deployment.environment.name']",
  "ResourceAttributes['deployment.environment']",
);

/** Returns the SQL condition `expression = value`. Undefined without a value. */
export function equals(expression: string, value: string | undefined): string | undefined {
  return value === undefined ? undefined : `${expression} = ${sqlText(value)}`;
}

/** Joins SQL conditions with AND. Undefined and empty conditions are left out. */
export function allOf(...conditions: readonly (string | undefined)[]): string {
  return conditions.filter(Boolean).join(" AND ");
}
