import { type QueryParameters, quotedIdentifier } from "./sql-text";

/** Types of the columns of a table, by name. */
export type Columns = ReadonlyMap<string, string>;

/** Type of the values of a field, which decides the comparison of a search. */
export type ValueType = "text" | "number" | "boolean" | "json";

/** A field of a search condition as SQL. */
export interface Field {
  readonly sql: string;
  readonly type: ValueType;
  readonly isList: boolean;
}

/** Reason why a search cannot use a field; one clause. */
type NoField = { readonly problem: string };

/**
 * Returns the SQL of a field such as `SeverityText`, `LogAttributes.http.method` or `Body.user.id`, as the server
 * resolves it: the column with this name, else the shortest beginning that is a column. The rest is a key of a map, a
 * path in JSON, or a path in a text that contains JSON.
 */
export function fieldOf(name: string, columns: Columns, parameters: QueryParameters): Field | NoField {
  const parts = name.split(".");
  const exact = columns.get(name);
  if (exact !== undefined) {
    return plainField(name, exact);
  }
  for (let length = 1; length < parts.length; length += 1) {
    const column = parts.slice(0, length).join(".");
    const type = columns.get(column);
    if (type !== undefined) {
      return nestedField(column, bareType(type), parts.slice(length), parameters);
    }
  }
  return { problem: `the table has no column "${name}"` };
}

function plainField(name: string, type: string): Field | NoField {
  const bare = bareType(type);
  if (/^(Map|Tuple|JSON|Object)\b/.test(bare)) {
    return { problem: `the column "${name}" has the type ${type}, so the search must name a key: ${name}.key` };
  }
  const element = /^Array\((.+)\)$/s.exec(bare)?.[1];
  const values = bareType(element ?? bare);
  if (/^(Map|Tuple|JSON|Array)\b/.test(values)) {
    return { problem: `the column "${name}" has the type ${type}, which a search cannot compare` };
  }
  return { sql: quotedIdentifier(name), type: valueTypeOf(values), isList: element !== undefined };
}

function nestedField(
  column: string,
  type: string,
  path: readonly string[],
  parameters: QueryParameters,
): Field | NoField {
  if (/^Map\b/.test(type)) {
    const values = bareType(/,([^,]+)\)$/.exec(type)?.[1]?.trim() ?? "");
    const key = parameters.add("String", path.join("."));
    return { sql: `${quotedIdentifier(column)}[${key}]`, type: valueTypeOf(values), isList: false };
  }
  if (/^JSON\b/.test(type)) {
    return { sql: [column, ...path].map(quotedIdentifier).join("."), type: "json", isList: false };
  }
  if (type === "String") {
    const keys = path.map((key) => parameters.add("String", key)).join(", ");
    return { sql: `JSONExtractString(${quotedIdentifier(column)}, ${keys})`, type: "text", isList: false };
  }
  return { problem: `the column "${column}" has the type ${type}, so it has no part "${path.join(".")}"` };
}

function valueTypeOf(type: string): ValueType {
  if (/^(U?Int\d+|Float\d+|BFloat16|Decimal|Date|DateTime)/.test(type)) {
    return "number";
  }
  return type === "Bool" ? "boolean" : "text";
}

/** Returns true for a type whose values the server reads as numbers (docs/internals/api-behavior.md 3.16). */
export function isNumericType(type: string): boolean {
  return /^(?:U?Int|Float)\d/.test(bareType(type));
}

/** Returns a type without the wrappers that do not change its values. */
export function bareType(type: string): string {
  const inner = /^(?:LowCardinality|Nullable)\((.+)\)$/s.exec(type.trim())?.[1];
  return inner === undefined ? type.trim() : bareType(inner);
}
