import * as z from "zod";
import { computed, openEnum, optional, required } from "../../declaration/field";
import { declareLookUp, factsOf, listLookUpOf } from "../../declaration/look-ups";
import { type Rule, withRules } from "../../declaration/rules";
import { objectIdField } from "../../declaration/value-types";
import {
  common,
  eventFields,
  kind,
  linkedSourceField,
  minAutoGranularity,
  neededExpression,
  neededText,
  openSourceExpression,
  sqlExpressionField,
  tableIsNamed,
} from "./fields";

/** A source of logs (docs/internals/api-behavior.md 3.13). */
const log = withRules(
  z.object({
    kind: kind("log"),
    ...common,
    ...eventFields,
    severityTextExpression: sqlExpressionField("The severity."),
    bodyExpression: sqlExpressionField("The message."),
    displayedTimestampValueExpression: sqlExpressionField("The time that is shown and ordered by."),
    traceSourceId: linkedSourceField("The source of traces that belong to the logs."),
  }),
  tableIsNamed,
);

const table = (type: string) => sqlExpressionField(`The table of ${type} metrics.`);

const tables = {
  gauge: table("gauge"),
  sum: table("sum"),
  histogram: table("histogram"),
  summary: table("summary"),
  exponentialHistogram: optional("The table of exponential histogram metrics.", z.string(), {
    apiName: "exponential histogram",
    emptyIsAbsent: true,
  }),
};

const someTable: Rule = {
  reads: Object.keys(tables),
  check: (given) =>
    Object.keys(tables).some((name) => given[name])
      ? undefined
      : { message: "A source of metrics requires the table of at least one type. Set one.", path: [] },
};

/** A source of metrics (docs/internals/api-behavior.md 3.13). */
const metric = z.object({
  kind: kind("metric"),
  ...common,
  metricTables: required("The table of each type of metric.", withRules(z.object(tables), someTable)),
  timestampValueExpression: neededExpression("The column or expression of the time in the table's primary key."),
  resourceAttributesExpression: neededExpression("The attributes of the resource."),
  serviceNameExpression: openSourceExpression("The name of the service."),
  minAutoGranularity,
  logSourceId: linkedSourceField("The source of logs that belong to the metrics."),
});

/** A source that is queried in PromQL (docs/internals/api-behavior.md 3.13). */
const promql = withRules(
  z.object({
    kind: kind("promql"),
    ...common,
    timestampValueExpression: neededExpression("The column of the time. A Prometheus endpoint does not use it."),
  }),
  tableIsNamed,
);

/** A source of browser sessions (docs/internals/api-behavior.md 3.13). */
const session = withRules(
  z.object({
    kind: kind("session"),
    ...common,
    traceSourceId: required("The source of traces that belong to the sessions.", objectIdField, { refersTo: "source" }),
    resourceAttributesExpression: openSourceExpression("The attributes of the resource."),
    // Optional in the API, which returns this value for old sessions without one. But a write requires it.
    timestampValueExpression: optional(
      "The column or expression of the time in the table's primary key.",
      neededText(),
      {
        serverDefault: "TimestampTime",
        emptyIsAbsent: true,
      },
    ),
  }),
  tableIsNamed,
);

/** A source of traces (docs/internals/api-behavior.md 3.13). */
const trace = withRules(
  z.object({
    kind: kind("trace"),
    ...common,
    ...eventFields,
    durationExpression: neededExpression("The duration of a span."),
    durationPrecision: optional(
      "The unit of the duration, as the number of decimal places of a second: 3 for milliseconds, 9 for nanoseconds.",
      z.int().min(0).max(9),
      { serverDefault: 3 },
    ),
    traceIdExpression: neededExpression("The id of the trace."),
    spanIdExpression: neededExpression("The id of the span."),
    parentSpanIdExpression: neededExpression("The id of the parent span."),
    spanNameExpression: neededExpression("The name of the span."),
    spanKindExpression: neededExpression("The kind of the span, such as client or server."),
    statusCodeExpression: sqlExpressionField("The status of the span."),
    statusMessageExpression: sqlExpressionField("The message of the status."),
    spanEventsValueExpression: sqlExpressionField("The events of the span."),
    spanLinksValueExpression: openSourceExpression("The links of the span to other traces."),
    sampleRateExpression: openSourceExpression(
      "The number of spans that one stored span represents. It weights counts, sums, averages and quantiles.",
    ),
    logSourceId: linkedSourceField("The source of logs that belong to the traces."),
    sessionSourceId: linkedSourceField("The source of sessions that belong to the traces."),
  }),
  tableIsNamed,
);

/** A source that tiles, filters and saved searches query (docs/internals/api-behavior.md 3.13). */
export const sourceDeclaration = z.union([log, trace, metric, session, promql]);

export type SourceDeclaration = z.input<typeof sourceDeclaration>;

/** The kinds of source (docs/internals/api-behavior.md 3.13). */
const SOURCE_KINDS = ["log", "trace", "metric", "session", "promql"] as const;

const sourceFacts = {
  section: computed("The group in which the source is listed.", z.string()),
  connectionId: computed("The connection through which the source reads.", z.string(), { refersTo: "connection" }),
  databaseName: computed("The database that contains the data.", z.string()),
  tableName: computed("The table that contains the data.", z.string()),
  disabled: computed("True if the lists for choosing a source in the UI do not show it.", z.boolean()),
};

/** One source, found by id or by name (docs/internals/api-behavior.md 3.13). */
export const sourceLookup = declareLookUp("source", {
  kind: optional(
    "Searches only sources of this kind: `log`, `trace`, `metric`, `session` or `promql`.",
    openEnum(SOURCE_KINDS),
    { computed: true },
  ),
  ...sourceFacts,
  ...factsOf(sourceDeclaration, "kind", "section", "connection", "from", "disabled"),
});

export const sourcesLookup = listLookUpOf(
  "sources",
  "source",
  { kind: computed("The kind of source.", z.string()), ...sourceFacts },
  { kind: optional("Lists only sources of this kind.", openEnum(SOURCE_KINDS)) },
);
