import { isJsonObject } from "../../../../client/json";
import { type Json, numberAt, objectAt, objectsAt, textAt } from "../input/value";
import type { SqlColumn } from "../sql/columns";
import { sqlName } from "../sql/outer-query";
import { isSortedBy, type OuterColumn, outerStatement, SOURCE, type Statement, sameColumn } from "./statement";

/** Transformations without effect: ClickStack makes one series for each value of the text columns. */
const WITHOUT_EFFECT = new Set(["partitionByValues", "labelsToFields", "prepareTimeSeries"]);

/** Transformations that join several results, without effect for one query and for series. */
const JOINS = new Set(["merge", "joinByField", "seriesToColumns", "concatenate"]);

type Known = Statement & { readonly columns: readonly SqlColumn[] };

/** Columns of the outer query, and the SQL after its FROM clause, such as `ORDER BY`. Undefined if SQL cannot express it. */
type Selection = readonly [columns: readonly OuterColumn[], rest?: string] | undefined;

/** Functions that convert a transformation to an outer query, by id. */
const SELECTIONS = new Map<string, (rows: Known, options: Json) => Selection>([
  ["organize", organized],
  ["groupBy", ungrouped],
  ["sortBy", sorted],
]);

/** Applies transformations to a query, in their order. */
export function transformed(inner: Statement, transformations: readonly Json[], isAlone: boolean) {
  let statement = inner;
  const differences: string[] = [];
  for (const transformation of transformations.filter(({ disabled }) => disabled !== true)) {
    const id = textAt(transformation, "id");
    const rows = { sql: statement.sql, columns: statement.columns ?? [] };
    const [list = [], rest] = SELECTIONS.get(id)?.(rows, objectAt(transformation, "options")) ?? [];
    const names = list.map(({ name }) => name);
    const isSame = names.join("\n") === statement.columns?.map(({ name }) => name).join("\n");
    if (list.length > 0 && new Set(names).size === list.length) {
      statement = isSame && rest === undefined ? statement : outerStatement(statement, list, rest);
    } else if (!WITHOUT_EFFECT.has(id) && !(isAlone && JOINS.has(id))) {
      differences.push(`Grafana applies the transformation ${id}; ClickStack shows the result without it.`);
    }
  }
  return { statement, differences };
}

function organized({ columns }: Known, options: Json): Selection {
  const [excluded = {}, renamed = {}, places = {}] = ["excludeByName", "renameByName", "indexByName"].map((name) =>
    objectAt(options, name),
  );
  const placeOf = ({ name }: SqlColumn) => numberAt(places, name) ?? columns.length;
  const kept = columns.filter(({ name }) => !(Object.hasOwn(excluded, name) && excluded[name] === true));
  const inOrder = kept.toSorted((a, b) => placeOf(a) - placeOf(b));
  const nameOf = ({ name }: Pick<SqlColumn, "name">) => textAt(renamed, name) || name;
  const isShadowing = columns.some((column) =>
    columns.some(({ name }) => name === nameOf(column) && name !== column.name),
  );
  const prefix = isShadowing ? SOURCE : "";
  return [inOrder.map((column) => ({ ...column, name: nameOf(column), expression: prefix + sqlName(column.name) }))];
}

/** Grafana keeps the rows if no field is a group. */
function ungrouped({ columns }: Known, options: Json): Selection {
  const settings = Object.values(objectAt(options, "fields")).filter(isJsonObject);
  return settings.some(({ operation }) => operation === "groupby") ? undefined : [columns.map(sameColumn)];
}

/** Sorts by a number or a time. Texts are not sorted, because Grafana uses the sort order of a language. */
function sorted(rows: Known, options: Json): Selection {
  const [{ field, desc } = {}] = objectsAt(options, "sort");
  const column = rows.columns.find(({ name }) => name === field);
  const rest = column && `\nORDER BY ${sqlName(column.name)}${desc === true ? " DESC" : ""}`;
  const isSame = column !== undefined && isSortedBy(rows, column, desc === true);
  const isKnown = isSame || column?.kind === "number" || column?.kind === "time";
  return isKnown ? [rows.columns.map(sameColumn), isSame ? undefined : rest] : undefined;
}
