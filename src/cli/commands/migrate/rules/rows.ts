import { LeftOutError } from "../migrated";
import { nested, selectSql, sqlName } from "../sql/outer-query";

/** The result of a step as SQL. Each row is one number, or one point of a series. */
export interface Rows {
  /** A table expression. */
  readonly from: string;
  /** Columns with the labels, as texts. */
  readonly labels: readonly { readonly name: string; readonly sql: string }[];
  /** Time of the point. Undefined for numbers. */
  readonly time: string | undefined;
  /** A number or NULL. */
  readonly value: string;
  /** True if there is always exactly one row. Its value is NULL if there is no data. */
  readonly isSingle: boolean;
}

/** Names of the time and the value in the generated SQL. */
export const TIME_COLUMN = "time";
export const VALUE_COLUMN = "value";

type Columns = readonly (readonly [sql: string, name: string])[];

/** Returns rows with other columns, which are computed in a subquery. */
function computed(rows: Rows, isSeries: boolean, more: Columns, rest = ""): Rows {
  const labels = rows.labels.map(({ sql, name }) => [sql, name] as const);
  const time = isSeries ? [[rows.time ?? TIME_COLUMN, TIME_COLUMN] as const] : [];
  return {
    from: nested(selectSql([...labels, ...time, ...more], `FROM ${rows.from}${rest}`)),
    labels: rows.labels.map(({ name }) => ({ name, sql: sqlName(name) })),
    ...{ time: isSeries ? TIME_COLUMN : undefined, value: VALUE_COLUMN, isSingle: rows.isSingle },
  };
}

/** Combines the rows with equal labels, or all rows without labels. */
export function aggregatedRows(rows: Rows, value: string, labels = rows.labels): Rows {
  const group = labels.length === 0 ? "" : `\nGROUP BY ${labels.map(({ name }) => sqlName(name)).join(", ")}`;
  return computed({ ...rows, labels, isSingle: labels.length === 0 }, false, [[value, VALUE_COLUMN]], group);
}

/** Returns rows with a column for the time, the value and each label. The query can use a column several times. */
export function settledRows(rows: Rows, more: Columns = []): Rows {
  const isPlain = rows.value === VALUE_COLUMN && rows.labels.every(({ sql, name }) => sql === sqlName(name));
  const isDone = isPlain && (rows.time ?? TIME_COLUMN) === TIME_COLUMN && more.length === 0;
  return isDone ? rows : computed(rows, rows.time !== undefined, [[rows.value, VALUE_COLUMN], ...more]);
}

/**
 * Joins the results of steps on equal labels, and points also on equal times. Rows without a partner disappear.
 * @returns the joined rows, and the value of each result
 */
export function joinedRows(results: readonly (readonly [refId: string, rows: Rows])[]) {
  const [first, ...others] = results
    .map(([refId, rows]) => ({ name: sqlName(refId), rows: settledRows(rows), keys: keysOf(rows) }))
    .sort((a, b) => b.keys.length - a.keys.length);
  if (!first) {
    throw new LeftOutError("A formula uses no step.");
  }
  if (others.length === 0) {
    return { rows: first.rows, resultOf: () => VALUE_COLUMN };
  }
  const joins = others.map(({ name, rows, keys }) => {
    if (keys.some((key) => !first.keys.includes(key))) {
      throw new LeftOutError("A formula combines results with different labels.");
    }
    const on = keys.map((key) => `${first.name}.${key} = ${name}.${key}`).join(" AND ");
    return on === "" ? `CROSS JOIN ${rows.from} AS ${name}` : `INNER JOIN ${rows.from} AS ${name} ON ${on}`;
  });
  const rows: Rows = {
    ...first.rows,
    from: [`${first.rows.from} AS ${first.name}`, ...joins].join("\n"),
    labels: first.rows.labels.map(({ name, sql }) => ({ name, sql: `${first.name}.${sql}` })),
    time: first.rows.time && `${first.name}.${TIME_COLUMN}`,
    isSingle: first.rows.isSingle && others.every((each) => each.rows.isSingle),
  };
  return { rows, resultOf: (refId: string) => `${sqlName(refId)}.${VALUE_COLUMN}` };
}

function keysOf({ labels, time }: Rows): readonly string[] {
  return [...labels.map(({ name }) => sqlName(name)), ...(time === undefined ? [] : [TIME_COLUMN])];
}
