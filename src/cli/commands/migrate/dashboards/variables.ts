import type { DashboardFilter, SavedFilterValue } from "../../../../resources/declared-types";
import { splitColumns } from "../../../../split-columns";
import { Names } from "../../../code/model/names";
import { expectedError } from "../../../terminal/exit";
import type { GrafanaDashboard, Variable } from "../input/dashboards";
import { objectAt, textAt } from "../input/value";
import { LeftOutError, type MigrateContext } from "../migrated";
import { clausesOf } from "../sql/clauses";
import { queryColumns } from "../sql/columns";
import { convertSql, type VariableUse } from "../sql/convert-sql";
import { replaceReferences } from "../sql/references";

/** A variable of a dashboard after the conversion. */
export interface MigratedVariable {
  readonly use: VariableUse;
  readonly filter?: DashboardFilter;
  readonly saved?: SavedFilterValue;
  /** Sentence for each panel that uses it. */
  readonly difference?: string;
}

/** Returns the names that a text refers to. */
export function variablesIn(text: string): readonly string[] {
  const names: string[] = [];
  replaceReferences(text, (name) => {
    names.push(name);
    return undefined;
  });
  return names;
}

/** Replaces each reference to an inlined variable in a text by the values of the variable. */
export function withValues(text: string, variables: ReadonlyMap<string, VariableUse>): string {
  return replaceReferences(text, (name) => {
    const use = variables.get(name);
    const values = use?.kind === "inline" ? use.values.map((value) => use.texts?.get(value) ?? value) : undefined;
    return values?.length === 0 ? "All" : values?.join(" + ");
  });
}

/** Returns the known values of a variable: those of the user, else those of the export. */
export function knownValues(
  dashboard: GrafanaDashboard,
  variable: Variable,
  context: MigrateContext,
): readonly string[] {
  return [...new Set(context.valuesOf(dashboard, variable.name) ?? [...variable.options, ...variable.current])];
}

/** Converts the variables of a dashboard, by their names in Grafana. */
export function migratedVariables(
  dashboard: GrafanaDashboard,
  context: MigrateContext,
): ReadonlyMap<string, MigratedVariable> {
  const migrated = new Map<string, MigratedVariable>();
  const names = new Names("_");
  for (const variable of dashboard.variables) {
    const values = knownValues(dashboard, variable, context);
    const use = inlined(variable, values);
    migrated.set(variable.name, use ? { use } : filtered(variable, values, context, migrated, names));
  }
  return migrated;
}

/** Returns a variable that does not become a filter; undefined for one with values to choose from. */
function inlined(
  { type, query, current, includesAll, isMulti, allValue, texts }: Variable,
  values: readonly string[],
): VariableUse | undefined {
  const [value = values[0] ?? query] = current;
  if (type === "adhoc" || (type === "interval" && (current.length === 0 || /auto/.test(value)))) {
    return { kind: type };
  }
  const hasNoList = /^(?:constant|datasource|textbox|interval)$/.test(type);
  return hasNoList || (type === "custom" && values.length === 0 && !includesAll)
    ? { kind: "inline", values: [value], isMulti, allValue, texts }
    : undefined;
}

function filtered(
  variable: Variable,
  values: readonly string[],
  context: MigrateContext,
  others: ReadonlyMap<string, MigratedVariable>,
  names: Names,
): MigratedVariable {
  const { name, type, current, includesAll, isMulti, allValue, texts } = variable;
  const selected = current.length > 0 || includesAll ? current : values.slice(0, 1);
  const fromTable = expressionFilter(variable, context, others);
  if (!context.isOpenSource || (fromTable === undefined && values.length === 0)) {
    const isUnknown = selected.length === 0 && allValue === undefined;
    return {
      use: { kind: "inline", values: selected, isMulti, allValue, texts },
      ...(isUnknown && { difference: unfiltered(name, values) }),
    };
  }
  const isUnfiltered = fromTable && textAt(variable.model, "regex") !== "";
  const base = name.replace(/\W/g, "_").replace(/^[\d_]+/, "");
  const variableName = names.take(base.slice(0, 60) || "variable");
  const common = { name: variable.label || name, variableName };
  return {
    use: { kind: "filter", name: variableName, allValue, isMulti, texts },
    filter: fromTable ? { ...common, ...fromTable } : { ...common, type: "STATIC_LIST", options: [...values] },
    ...(selected.length > 0 && { saved: { type: "variable", name: variableName, values: [...selected] } }),
    difference: [
      type === "query" && !fromTable && `The variable ${name} has a fixed list of values.`,
      !fromTable && texts.size > 0 && `The list of ${name} shows values; Grafana shows texts for them.`,
      isUnfiltered && `The list of ${name} is not filtered by a regular expression.`,
    ]
      .filter((each) => typeof each === "string")
      .join(" "),
  };
}

function unfiltered(name: string, values: readonly string[]): string {
  const [reason, state] =
    values.length === 0 ? ["The values", "not known"] : ["The server has no variables, and all values", "selected"];
  return `${reason} of the variable ${name} are ${state}, so that the tile does not filter by it.`;
}

/** Returns the fields of a filter for `SELECT DISTINCT column FROM table WHERE ...` if the table has a source. */
function expressionFilter(
  { query, model, options }: Variable,
  context: MigrateContext,
  others: ReadonlyMap<string, MigratedVariable>,
) {
  const clauses = new Map(clausesOf(query).map(({ keyword, text }) => [keyword, text.slice(keyword.length).trim()]));
  const isList = /^DISTINCT\b/i.test(clauses.get("SELECT") ?? "") || clauses.has("GROUP");
  const [column, second] = queryColumns(query) ?? [];
  const table = (clauses.get("FROM") ?? "").replace(/[`";]/g, "").trim();
  const isFiltered = textAt(model, "regex") !== "" && options.length > 0;
  const isPlain = isList && !isFiltered && /^[\w.]+$/.test(table) && !clauses.has("UNION") && !clauses.has("HAVING");
  if (!isPlain || !column || second) {
    return undefined;
  }
  const datasource = textAt(objectAt(model, "datasource"), "uid") || textAt(model, "datasource") || undefined;
  const { database = "default" } = context.connectionOf(datasource);
  const sourceId = context.sourceOf(table.includes(".") ? table : `${database}.${table}`);
  const where = conditionOf(clauses.get("WHERE") ?? "", others);
  if (sourceId === undefined || where === undefined) {
    return undefined;
  }
  const fields = { isBroadcastEnabled: false, isVariableEnabled: true, expression: column.expression, sourceId };
  return { ...fields, ...(where !== "" && { where }) };
}

/** Returns a condition without its parts about the time range, which ClickStack adds. */
function conditionOf(where: string, others: ReadonlyMap<string, MigratedVariable>): string | undefined {
  const parts = splitColumns(where.replace(/;\s*$/, ""), "AND").filter(
    (each) => !/\$_*(?:time|date|from|to)/i.test(each),
  );
  if (parts.length === 0) {
    return "";
  }
  const variables = new Map([...others].map(([name, { use }]) => [name, use]));
  try {
    return convertSql({ plugin: "grafana", sql: parts.join(" AND "), model: {} }, { time: {}, variables }).sql;
  } catch (error) {
    return expectedError(error, LeftOutError) && undefined;
  }
}
