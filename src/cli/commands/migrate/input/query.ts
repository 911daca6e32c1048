import { type Json, objectAt, textAt } from "./value";

/** Plugin that sends a query: Grafana's own one for ClickHouse, the one of Altinity, or another data source. */
export type Plugin = "grafana" | "altinity" | "other";

/** One query of a panel or a rule. */
export type Query = Readonly<ReturnType<typeof readQuery>>;

const PLUGINS: ReadonlyMap<string, Plugin> = new Map([
  ["grafana-clickhouse-datasource", "grafana"],
  ["vertamedia-clickhouse-datasource", "altinity"],
  ["base14-clickhouse-datasource", "altinity"],
]);

/** Types of data sources by uid and by name, and of inputs and variables by `${name}`. */
export type DatasourceTypes = ReadonlyMap<string, string>;

/** Returns the uid or the name of a data source; undefined for the default one. */
function datasourceName(json: Json): string | undefined {
  const name = textAt(json, "datasource") || textAt(objectAt(json, "datasource"), "uid");
  return name === "" || name === "-- Mixed --" ? undefined : name;
}

/** Returns the name of a variable or an input that is used as a data source: `${DS}` is `DS`. */
function variableIn(name: string): string | undefined {
  return /^(?:\$\{?|\[\[)(\w+)(?::\w+)?(?:\}|\]\])?$/.exec(name)?.[1];
}

/** Returns the plugin of a query by the type of its data source, or by its model if no type is known. */
function pluginOf(model: Json, datasources: readonly Json[], types: DatasourceTypes): Plugin {
  for (const owner of datasources) {
    const name = datasourceName(owner) ?? "";
    const known = textAt(objectAt(owner, "datasource"), "type") || types.get(variableIn(name) ?? name);
    if (known !== undefined && !["", "datasource", "mixed"].includes(known)) {
      return PLUGINS.get(known) ?? "other";
    }
  }
  return guessedPlugin(model, datasources.map(datasourceName).join(" "));
}

function guessedPlugin(model: Json, names: string): Plugin {
  const has = (...fields: readonly string[]) => fields.some((field) => Object.hasOwn(model, field));
  const query = textAt(model, "query");
  const hasMacro = /\$(?:timeSeries|timeFilter|columns|rate)\b/.test(query);
  if (hasMacro || has("dateTimeColDataType", "dateTimeType", "dateColDataType")) {
    return "altinity";
  }
  if (textAt(model, "rawSql") !== "") {
    const isOfOtherDatabase = has("editorMode") || model.rawQuery === true;
    const isClickHouse = has("editorType", "builderOptions", "selectedFormat") || typeof model.format === "number";
    return isClickHouse || !isOfOtherDatabase ? "grafana" : "other";
  }
  return query !== "" && /click-?_?house/i.test(names) ? "altinity" : "other";
}

/** Forms of results. Queries of Grafana's plugin contain the index of the form. */
const FORMATS = ["series", "table", "logs", "traces"] as const;

/**
 * Reads one query.
 * @param owners objects whose data source applies, from the query to the panel
 */
export function readQuery(model: Json, owners: readonly Json[], types: DatasourceTypes) {
  const plugin = pluginOf(model, owners, types);
  const format = textAt(model, "format") || textAt(model, "queryType");
  return {
    refId: textAt(model, "refId"),
    plugin,
    /** Uid, name or `${variable}`; undefined for the default data source. */
    datasource: owners.map(datasourceName).find((name) => name !== undefined),
    sql: plugin === "other" ? "" : textAt(model, plugin === "grafana" ? "rawSql" : "query"),
    format: FORMATS.find((name, index) => [name, String(index)].includes(format)) ?? "series",
    isHidden: model.hide === true,
    /** The whole query. The macros of Altinity read their columns from it. */
    model,
  };
}
