import * as z from "zod";
import { optional, required } from "../field";
import { expression, neededExpression, neededText, sourceId } from "./common-fields";
import { materializedViews, metadataMaterializedViews } from "./materialized-views";

const highlighted = (description: string) =>
  optional(
    description,
    z.array(
      z.object({
        sqlExpression: required("The attribute, in SQL.", neededText()),
        luceneExpression: optional("The attribute as a search names it. Default: as in SQL.", z.string()),
        alias: optional("What it is called.", z.string()),
      }),
    ),
    { serverDefault: [] },
  );

const filterColumn = z.object({
  name: required("The column.", neededText()),
  label: required("What it is called.", z.string()),
});

/** What sources of logs and of traces share (docs/internals/api-behavior.md 3.13). */
export const eventFields = {
  defaultTableSelectExpression: neededExpression("The columns that a search shows, separated by commas."),
  timestampValueExpression: neededExpression("The column or expression of the time, out of the table's primary key."),
  serviceNameExpression: expression("The name of the service."),
  serviceVersionExpression: optional(
    "The running release of the service. Default: the attribute `service.version`. Open-source deployment only.",
    z.string(),
    { openSourceOnly: true },
  ),
  resourceAttributesExpression: expression("The attributes of the resource."),
  eventAttributesExpression: expression("The attributes of the event."),
  traceIdExpression: expression("The id of the trace."),
  spanIdExpression: expression("The id of the span."),
  implicitColumnExpression: expression("What a search without a field looks in."),
  knownColumnsListExpression: expression(
    "The columns that all tables below a distributed one have, separated by commas. Default: all columns.",
  ),
  useTextIndexForImplicitColumn: optional(
    "Whether searches use a text index: where there is one (`auto`), always or never.",
    z.enum(["auto", "enabled", "disabled"]),
  ),
  highlightedTraceAttributeExpressions: highlighted("Attributes shown above a trace."),
  highlightedRowAttributeExpressions: highlighted("Attributes shown above an event."),
  materializedViews,
  metadataMaterializedViews,
  metricSourceId: sourceId("The source of metrics that belong to the events."),
  filterSettings: optional(
    "The columns that are offered as filters before every query. Managed deployment only.",
    z.object({
      databaseName: required("The database that holds the values.", neededText()),
      tableName: required("The table that holds the values.", neededText()),
      columns: required("The columns.", z.array(filterColumn).max(10)),
    }),
    { managedOnly: true },
  ),
};
