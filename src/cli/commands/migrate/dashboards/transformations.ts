import { isJsonObject } from "../../../../client/json";
import { type Json, numberAt, objectAt, objectsAt, textAt, textsAt } from "../input/value";
import type { SqlColumn } from "../sql/columns";
import { sqlName } from "../sql/outer-query";
import {
  isSortedBy,
  type OuterColumn,
  outerStatement,
  reducedValue,
  rolesOf,
  SOURCE,
  type Statement,
  sameColumn,
} from "./statement";

/** Transformations without effect: ClickStack makes one series for each value of the text columns. */
const WITHOUT_EFFECT = new Set(["partitionByValues", "labelsToFields", "prepareTimeSeries"]);

/** Transformations that join several results, without effect for one query and for series. */
const JOINS = new Set(["merge", "joinByField", "seriesToColumns", "concatenate"]);

type Columns = readonly SqlColumn[];
type Known = Statement & { readonly columns: Columns };

/** Columns of an outer query, and the SQL after its FROM clause. Undefined for a transformation without equal SQL. */
type Selection = readonly [columns: readonly OuterColumn[], rest?: string] | undefined;

/** Functions that convert a transformation to an outer query, by id. */
const SELECTIONS = new Map<string, (rows: Known, options: Json) => Selection>([
  ["organize", organized],
  ["groupBy", grouped],
  ["calculateField", calculated],
  ["sortBy", sorted],
  ["limit", limited],
  ["filterFieldsByName", filtered],
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

/** Converts `groupBy`. Grafana keeps the rows if no field is a group. */
function grouped({ columns }: Known, options: Json): Selection {
  const fields = objectAt(options, "fields");
  if (!Object.values(fields).some((setting) => isJsonObject(setting) && setting.operation === "groupby")) {
    return [columns.map(sameColumn)];
  }
  const columnsOf = (operation: string) => columns.filter(({ name }) => objectAt(fields, name).operation === operation);
  const groups = columnsOf("groupby").map(sameColumn);
  const values = columnsOf("aggregate").flatMap(({ name }) =>
    textsAt(objectAt(fields, name), "aggregations").map((reducer) => {
      const expression = reducedValue(reducer, sqlName(name), undefined);
      return expression === undefined
        ? undefined
        : { name: `${name} (${reducer})`, expression, kind: "number" as const };
    }),
  );
  const known = values.filter((each) => each !== undefined);
  const by = groups.map(({ expression }) => expression).join(", ");
  return by !== "" && known.length === values.length ? [[...groups, ...known], `\nGROUP BY ${by}`] : undefined;
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

function limited({ columns }: Known, options: Json): Selection {
  const count = numberAt({ limitField: 10, ...options }, "limitField");
  return count === undefined || isSeries(columns) ? undefined : [columns.map(sameColumn), `\nLIMIT ${count}`];
}

function filtered({ columns }: Known, options: Json): Selection {
  const [include, exclude] = ["include", "exclude"].map((name) => objectAt(options, name));
  const isByName = [include, exclude].every((each = {}) => textAt(each, "pattern", "variable") === "");
  const [kept, hidden] = [include, exclude].map((each = {}) => textsAt(each, "names"));
  // Altinity's plugin gives the name Time to the time of a series.
  const isIn = (names: readonly string[] = [], { name, kind }: SqlColumn) =>
    names.includes(name) || (kind === "time" && names.includes("Time"));
  const shown = columns.filter((column) => (!kept?.length || isIn(kept, column)) && !isIn(hidden, column));
  return isByName && !isSeries(columns) ? [shown.map(sameColumn)] : undefined;
}

/** Returns true if a result can have several series. Grafana transforms each series, and gives it another name. */
function isSeries(columns: Columns): boolean {
  const { time, labels = [] } = rolesOf({ columns }) ?? {};
  return time !== undefined && labels.length > 0;
}

const TOTALS: ReadonlyMap<string, readonly [name: string, aggregate: string]> = new Map(
  Object.entries({ sum: ["Total", "sum"], mean: ["Mean", "avg"], min: ["Min", "min"], max: ["Max", "max"] }),
);

function calculated({ columns }: Known, options: Json): Selection {
  const calculation =
    options.mode === "binary" ? binary(columns, objectAt(options, "binary")) : total(columns, options);
  if (calculation === undefined || isSeries(columns)) {
    return undefined;
  }
  const others = columns.filter(({ kind }) => options.replaceFields !== true || kind === "time").map(sameColumn);
  return [[...others, { ...calculation, name: textAt(options, "alias") || calculation.name, kind: "number" }]];
}

/** Returns `left operator right`, in which a side is the name of a field or a number. */
function binary(columns: Columns, options: Json) {
  const operator = textAt(options, "operator") || "+";
  const sides = ["left", "right"].map((name) => {
    const side = objectAt(options, name);
    return textAt(options, name) || textAt(objectAt(side, "matcher"), "options") || textAt(side, "fixed");
  });
  const isColumn = (side: string) => columns.some(({ name }) => name === side);
  const terms = sides.map((side) => (isColumn(side) ? sqlName(side) : /^-?[\d.]+$/.test(side) ? side : ""));
  const [name = "", expression = ""] = [sides, terms].map((each) => each.join(` ${operator} `));
  return /^[-+*/%]$/.test(operator) && !terms.includes("") ? { name, expression } : undefined;
}

function total(columns: Columns, options: Json) {
  const reduce = objectAt(options, "reduce");
  const included = textsAt(reduce, "include");
  const fields = columns.filter(({ name, kind }) =>
    included.length > 0 ? included.includes(name) : kind === "number",
  );
  const [name, aggregate] = TOTALS.get(textAt(reduce, "reducer")) ?? [];
  const list = fields.map((column) => `toFloat64(${sqlName(column.name)})`).join(", ");
  const isKnown = name && list !== "" && ["reduceRow", undefined].includes(options.mode as string);
  return isKnown ? { name, expression: `arrayReduce('${aggregate}', [${list}])` } : undefined;
}
