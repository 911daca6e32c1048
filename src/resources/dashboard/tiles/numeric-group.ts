import { splitColumns } from "../../../split-columns";

/** Functions whose values are numbers, and columns of OpenTelemetry that are numbers. */
const NUMERIC =
  /^(?:(?:to(?:U?Int|Float|Decimal)\d+(?:Or(?:Zero|Null|Default))?|to(?:Hour|Minute|DayOfWeek|DayOfMonth|Month|Year)|toUnixTimestamp\w*|length|intDiv|round|floor|ceil|abs|cityHash64)\s*\(|(?:SeverityNumber|TraceFlags|Duration)$)/i;

/** A conversion by `CAST` or `::`. */
const CAST = /(?:::\s*|^CAST\b[\s\S]*\W)(?:U?Int|Float)\d+\W{0,3}$/i;

const ALIAS = /\bas\s+[`"]?\w+[`"]?$/i;

/**
 * Returns true if the values of a group are known to be numbers. The alert task of the server compares the last number of
 * a row, and the columns of the groups come after the value (docs/internals/api-behavior.md 3.16).
 */
export function isNumericGroup(expression: string): boolean {
  const sql = expression.replace(ALIAS, "").trim();
  return NUMERIC.test(sql) || (CAST.test(sql) && !/^toString\b/i.test(sql));
}

/** Returns the groups in a text such as `ServiceName, toUInt16(Code)` that are numbers. */
export function numericGroups(groupBy: unknown): readonly string[] {
  return typeof groupBy === "string" ? splitColumns(groupBy).filter(isNumericGroup) : [];
}

/** Returns the text of a grouping with its numbers as texts, so that the server compares the value. */
export function withTextGroups(groupBy: string): string {
  const asText = (expression: string) => {
    const alias = ALIAS.exec(expression)?.[0] ?? "";
    const sql = expression.slice(0, expression.length - alias.length).trim();
    return [`toString(${sql})`, alias].join(" ").trim();
  };
  return splitColumns(groupBy)
    .map((expression) => (isNumericGroup(expression) ? asText(expression) : expression))
    .join(", ");
}
