import * as z from "zod";
import { extraFields } from "../../declaration/extra-fields";
import { computed, type DeclaredFields, omittedDefault, openEnum, optional, required } from "../../declaration/field";
import { otherFields } from "../../declaration/other-fields";
import { type Rule, withRules } from "../../declaration/rules";
import { instant, objectIdField, objectIdOrEmpty } from "../../declaration/value-types";
import { AGGREGATE_FUNCTIONS } from "../dashboard/tiles/select-item";

/** Fields of more than one kind of source (docs/internals/api-behavior.md 3.13). */

export const kind = <const T extends string>(of: T) => required(`The kind of source: \`${of}\`.`, z.literal(of));

/** A text that the server requires to be non-empty. */
export const neededText = () => z.string().min(1);

/** The managed service returns an empty text where it is not set (docs/internals/api-behavior.md 3.13). */
const optionalText = <S extends z.ZodType<string>>(
  description: string,
  schema: S,
  meta: Parameters<typeof optional>[2] = {},
) => optional(description, schema, { emptyIsAbsent: true, ...meta });

export const sqlExpressionField = (description: string) => optionalText(description, z.string());

/** Declares an expression that the managed gateway does not support (docs/internals/api-behavior.md 3.13). */
export const openSourceExpression = (description: string) =>
  optional(`${description} Open-source deployment only.`, z.string(), {
    ...{ emptyIsAbsent: true, openSourceOnly: true },
    language: "sql",
  });

export const neededExpression = (description: string) => required(description, neededText(), { language: "sql" });

/** The id of another source, or an empty text for none. */
export const linkedSourceField = (description: string) =>
  optionalText(description, objectIdOrEmpty, { refersTo: "source" });

const querySetting = z.object({
  setting: required("The name of the setting, such as `max_threads`.", neededText()),
  value: required("Value of the setting.", neededText()),
});

/** Fields of every source. */
export const common = {
  id: computed("The source's id.", z.string()),
  name: required("The source's name.", neededText()),
  section: optionalText("The group in which the source is listed.", z.string().max(256)),
  connection: required("The connection through which the source reads.", objectIdField, {
    attributeName: "connection_id",
    refersTo: "connection",
  }),
  from: required(
    "The location of the data.",
    z.object({
      databaseName: required("The database that contains the data.", neededText()),
      tableName: optional(
        "The table that contains the data. Required, except for metric sources, whose tables are in `metric_tables`.",
        z.string(),
        { serverDefault: "" },
      ),
    }),
  ),
  disabled: optional("True if the lists for choosing a source in the UI do not show it.", z.boolean(), {
    serverDefault: false,
  }),
  querySettings: optional("ClickHouse settings for queries of this source.", z.array(querySetting).max(10), {
    serverDefault: [],
  }),
  extraFields: extraFields("source"),
  otherFields: otherFields("source"),
};

/** Requires a table for every kind but metrics, which have one table per type of metric. */
export const tableIsNamed: Rule = {
  reads: ["from.tableName", "kind"],
  check: ({ from, kind }) =>
    (from as DeclaredFields).tableName
      ? undefined
      : {
          message: `A source of the kind "${String(kind)}" requires the table that contains the data.`,
          path: TABLE_NAME,
        },
};

const TABLE_NAME = ["from", "tableName"];

const granularity = () =>
  z.string().regex(/^\d+[smhd]$/, "Must be a number and a unit out of s, m, h and d, such as 5m");

/** See docs/internals/api-behavior.md 3.13. */
const VIEW_AGGREGATIONS = [...AGGREGATE_FUNCTIONS, "histogram"] as const;

/** Requires a column for every aggregation but `count`. */
const columnIsNamed: Rule = {
  reads: ["sourceColumn", "aggFn"],
  refuses: ({ aggFn, sourceColumn }) => aggFn !== "count" && !sourceColumn,
  message: "Every aggregation but `count` needs the column that is aggregated. Set it.",
};

const aggregatedColumn = withRules(
  z.object({
    sourceColumn: sqlExpressionField(
      "The column of the source that is aggregated. Required unless `agg_fn` is `count`.",
    ),
    aggFn: required("Aggregate function of the column, such as `count`, `sum` or `avg`.", openEnum(VIEW_AGGREGATIONS)),
    mvColumn: required("The column of the view that contains the result.", neededText()),
  }),
  columnIsNamed,
);

const materializedView = z.object({
  databaseName: required("The database that contains the view.", neededText()),
  tableName: required("The view's table.", neededText()),
  dimensionColumns: required("The columns to filter and group by, separated by commas.", z.string()),
  minGranularity: required("The width of the view's time buckets, such as `5m`.", granularity()),
  minDate: optional("Time from which the view contains data. Default: the same as the source.", instant(), {
    instant: true,
    emptyIsAbsent: true,
  }),
  timestampColumn: required("The column of the time.", neededText()),
  aggregatedColumns: required("The aggregated columns.", z.array(aggregatedColumn).min(1)),
});

/** Views that serve aggregating queries faster than the source's own table (docs/internals/api-behavior.md 3.13). */
const materializedViews = optional(
  "Materialized views with aggregated data. The server uses a view for the queries that match it.",
  z.array(materializedView),
  { serverDefault: [] },
);

/** Views that contain the fields of the data and their values (docs/internals/api-behavior.md 3.13). */
const metadataMaterializedViews = optional(
  "Materialized views that speed up the look-up of fields and values.",
  z.object({
    keyRollupTable: sqlExpressionField("The table of the fields."),
    kvRollupTable: required("The table of the fields with their values.", neededText()),
    granularity: required("The width of the tables' time buckets, such as `15m`.", granularity()),
  }),
);

/** An attribute that is shown above an event or a trace. */
export const highlightedAttribute = z.object({
  sqlExpression: required("The attribute, in SQL.", neededText()),
  luceneExpression: sqlExpressionField("The name of the attribute in searches. Default: the same as in SQL."),
  alias: sqlExpressionField("Display name."),
});

const highlighted = (description: string) =>
  optional(description, z.array(highlightedAttribute), { serverDefault: [] });

const filterColumn = z.object({
  name: required("The column.", neededText()),
  label: required("Display name.", z.string()),
});

const INTERVAL_UNITS: Readonly<Record<string, string>> = { s: "second", m: "minute", h: "hour", d: "day" };

/** Returns an interval as the server writes it: `5 minute` for `5m` (docs/internals/api-behavior.md 6.6). */
export function longInterval(text: string): string {
  const [, count, unit = ""] = /^(\d+) ?([smhd]|second|minute|hour|day)s?$/.exec(text) ?? [];
  return count === undefined ? text : `${count} ${INTERVAL_UNITS[unit] ?? unit}`;
}

/** The minimum interval of charts on metrics (docs/internals/api-behavior.md 6.6). */
export const minAutoGranularity = optional(
  "The shortest interval that charts of the source choose automatically, such as `1 minute` or `1m`. An empty text removes it. Default: a value that was set elsewhere stays.",
  z.string().regex(/^(\d+ ?[a-zA-Z]+)?$/, "Must be a number and a unit, such as 5 minute"),
  { changedByReads: true, canonical: longInterval, emptyIsAbsent: true, openSourceOnly: true, since: "2.40" },
);

/** Fields of sources of logs and of traces (docs/internals/api-behavior.md 3.13). */
export const eventFields = {
  defaultTableSelectExpression: neededExpression("The columns that a search shows, separated by commas."),
  timestampValueExpression: neededExpression("The column or expression of the time in the table's primary key."),
  serviceNameExpression: sqlExpressionField("The name of the service."),
  serviceVersionExpression: openSourceExpression(
    "The running release of the service. Default: the attribute `service.version`.",
  ),
  resourceAttributesExpression: sqlExpressionField("The attributes of the resource."),
  eventAttributesExpression: sqlExpressionField("The attributes of the event."),
  traceIdExpression: sqlExpressionField("The id of the trace."),
  spanIdExpression: sqlExpressionField("The id of the span."),
  implicitColumnExpression: sqlExpressionField("The column or expression that a search without a field name uses."),
  knownColumnsListExpression: sqlExpressionField(
    "The columns that every local table of a distributed table has, separated by commas. Default: all columns.",
  ),
  orderByExpression: openSourceExpression("The order of search results. Default: the time, newest first."),
  useTextIndexForImplicitColumn: optional(
    "The use of a text index by searches: `auto` uses an existing index, `enabled` always uses one, and `disabled` never does.",
    openEnum(["auto", "enabled", "disabled"]),
    { ...omittedDefault("auto"), emptyIsAbsent: true },
  ),
  highlightedTraceAttributeExpressions: highlighted("Attributes shown above a trace."),
  highlightedRowAttributeExpressions: highlighted("Attributes shown above an event."),
  materializedViews,
  metadataMaterializedViews,
  metricSourceId: linkedSourceField("The source of metrics that belong to the events."),
  filterSettings: optional(
    "The columns that users can filter by before every query. Managed deployment only.",
    z.object({
      databaseName: required("The database that contains the values.", neededText()),
      tableName: required("The table that contains the values.", neededText()),
      columns: required("The columns.", z.array(filterColumn).max(10)),
    }),
    { managedOnly: true },
  ),
};
