/** Returns an attribute in SQL. Older names are used where the newer name has no value. */
function attributeOf(column: string, [name = "", ...older]: readonly string[]): string {
  const value = `${column}[${sqlText(name)}]`;
  return older.length === 0 ? value : `if(${value} != '', ${value}, ${attributeOf(column, older)})`;
}

/** Returns an attribute of spans in SQL. Older names are used where the newer name has no value. */
export function spanAttribute(...names: readonly string[]): string {
  return attributeOf("SpanAttributes", names);
}

/** Environment of a span, log or metric in SQL. */
export const ENVIRONMENT = attributeOf("ResourceAttributes", ["deployment.environment.name", "deployment.environment"]);

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
