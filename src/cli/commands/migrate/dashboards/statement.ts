import { tokensOf } from "../../../../declaration/sql-tokens";
import { splitColumns } from "../../../../split-columns";
import { sqlText } from "../../../../sql-text";
import { AGGREGATES, aggregateCall } from "../sql/aggregates";
import { clausesOf, isComment } from "../sql/clauses";
import { type SqlColumn, unquoted } from "../sql/columns";
import { nested, selectSql, sqlName, withNames } from "../sql/outer-query";

/** A query with its columns, which are undefined if the query does not name them. */
export interface Statement {
  readonly sql: string;
  readonly columns: readonly SqlColumn[] | undefined;
}

export type OuterColumn = Pick<SqlColumn, "name" | "expression" | "kind">;

/** Qualifies a column of the inner query, so that an alias of the outer query with its name does not replace it. */
export const SOURCE = "result.";

/** Returns a query of the rows of another query. */
export function outerStatement(inner: Statement, columns: readonly OuterColumn[], rest = ""): Statement {
  const list = columns.map(({ name, expression }) => [expression, name] as const);
  const isQualified = [...list.map(([expression]) => expression), rest].some((each) => each.includes(SOURCE));
  const table = `${nested(withNames(inner.sql, inner.columns ?? []))}${isQualified ? " AS result" : ""}`;
  const sql = selectSql(list, `FROM ${table}${rest}`);
  return { sql, columns: columns.map((column) => ({ ...column, hasAlias: true })) };
}

/** Returns the column of an outer query that has the same name and values. */
export function sameColumn({ name, kind }: SqlColumn): OuterColumn {
  return { name, kind, expression: sqlName(name) };
}

/** Meanings of the columns of a time series or a table. */
export interface ColumnRoles {
  readonly time: SqlColumn | undefined;
  readonly labels: readonly SqlColumn[];
  readonly values: readonly SqlColumn[];
}

/** Returns undefined if the columns do not tell which of them are numbers. */
export function rolesOf({ columns = [] }: Pick<Statement, "columns">): ColumnRoles | undefined {
  const numbers = columns.filter(({ kind }) => kind === "number");
  const values = numbers.length > 0 ? numbers : columns.filter(({ kind }) => kind === "unknown");
  const labels = columns.filter((each) => each.kind !== "time" && !values.includes(each));
  const isKnown = columns.length > 0 && (numbers.length > 0 || values.length < 2);
  return isKnown ? { time: columns.find(({ kind }) => kind === "time"), labels, values } : undefined;
}

/** Names of functions that combine all rows. */
const AGGREGATE =
  /^(?:(?:count|sum|avg|min|max|any)(?:Distinct|If|Last|Merge|OrNull)?|(?:uniq|quantile|median|stddev|argM)\w*)$/i;

/** Returns true if a query returns one row: it aggregates without groups, reads no table, or has `LIMIT 1`. */
export function isSingleRow({ sql, columns = [] }: Statement): boolean {
  const clauses = clausesOf(sql);
  const has = (keyword: string) => clauses.some((each) => each.keyword === keyword);
  const aggregates = columns.some(({ expression }) => {
    const tokens = tokensOf(expression);
    const isCalled = tokens.some((token, index) => AGGREGATE.test(token) && tokens[index + 1] === "(");
    return isCalled && !tokens.some((token) => /^(?:over|arrayJoin)$/i.test(token));
  });
  const isLimited = /^LIMIT\s+1\s*$/i.test(clauses.at(-1)?.text ?? "");
  return !has("UNION") && (isLimited || (!has("GROUP") && (aggregates || !has("FROM"))));
}

/** Returns true if the first sort key of a query is this column. */
export function isSortedBy({ sql, columns = [] }: Statement, column: SqlColumn, isDescending: boolean): boolean {
  const tokens = tokensOf(clausesOf(sql).find(({ keyword }) => keyword === "ORDER")?.text ?? "");
  const order = tokens.filter((token) => !isComment(token)).join("");
  const [first = ""] = splitColumns(order.replace(/^ORDER\s+BY\s/i, ""));
  const by = first.replace(/\s(?:ASC|DESC)$/i, "").trim();
  const isColumn =
    unquoted(by) === column.name || [column.expression, String(columns.indexOf(column) + 1)].includes(by);
  return isColumn && /\sDESC$/i.test(first) === isDescending;
}

/** Calculations over the values @v of a field with the time @t. The second text is for ordered rows without a time. */
const REDUCERS: ReadonlyMap<string, readonly [sql: string, withoutTime?: string]> = new Map(
  Object.entries({
    lastNotNull: ["argMaxOrNullIf(@v, @t, isNotNull(@v))", "anyLastOrNull(@v)"],
    last: ["argMax(tuple(@v), @t).1", "anyLast(tuple(@v)).1"],
    firstNotNull: ["argMinOrNullIf(@v, @t, isNotNull(@v))", "anyOrNull(@v)"],
    first: ["argMin(tuple(@v), @t).1", "any(tuple(@v)).1"],
    diff: ["argMax(@v, @t) - argMin(@v, @t)", "anyLast(@v) - any(@v)"],
    range: ["maxOrNull(@v) - minOrNull(@v)"],
  }),
);

/** Returns the expression of a calculation of Grafana; undefined for an unknown one. */
export function reducedValue(reducer: string, value: string, time: string | undefined): string | undefined {
  const [, percent] = /^p(\d\d?)$/.exec(reducer) ?? [];
  if (percent || AGGREGATES.has(reducer)) {
    const name = AGGREGATES.get(reducer);
    return percent ? `quantileExactOrNull(${Number(percent) / 100})(${value})` : aggregateCall(name, value);
  }
  const [sql, withoutTime = sql] = REDUCERS.get(reducer) ?? [];
  return (time ? sql : withoutTime)?.split("@v").join(value).split("@t").join(time);
}

/** Returns a row for each value of the rows, with the texts of the row and the name of the value in `series`. */
export function unpivoted(
  inner: Statement,
  { time, labels, values }: ColumnRoles,
  nameOf = ({ name }: SqlColumn) => name,
): Statement {
  const pairs = values.map((each) => `(${sqlText(nameOf(each))}, toFloat64(${SOURCE}${sqlName(each.name)}))`);
  const texts = labels.map(({ name }) => `toString(${SOURCE}${sqlName(name)})`);
  const series = texts.length > 0 ? `concat(${[...texts, "pair.1"].join(", ', ', ")})` : "pair.1";
  const columns: readonly OuterColumn[] = [
    ...(time ? [{ name: "time", expression: SOURCE + sqlName(time.name), kind: time.kind }] : []),
    { name: "series", expression: series, kind: "text" },
    { name: "value", expression: "pair.2", kind: "number" },
  ];
  return outerStatement(inner, columns, `\nARRAY JOIN [${pairs.join(", ")}] AS pair`);
}
