import * as z from "zod";
import { computed, optional, required } from "../../declaration/field";
import { factsOf, listLookUpOf, lookUpOf } from "../../declaration/look-ups";
import { type Rule, withRules } from "../../declaration/rules";
import { objectId } from "../../declaration/value-types";
import {
  common,
  eventFields,
  expression,
  kind,
  neededExpression,
  neededText,
  openSourceExpression,
  sourceId,
  tableIsNamed,
} from "./fields";

/** A source of logs (docs/internals/api-behavior.md 3.13). */
const log = withRules(
  z.object({
    kind: kind("log"),
    ...common,
    ...eventFields,
    severityTextExpression: expression("The severity."),
    bodyExpression: expression("The message."),
    displayedTimestampValueExpression: expression("The time that is shown and ordered by."),
    traceSourceId: sourceId("The source of traces that belong to the logs."),
  }),
  tableIsNamed,
);

const table = (type: string) => expression(`The table of ${type} metrics.`);

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
  timestampValueExpression: neededExpression("The column or expression of the time, out of the table's primary key."),
  resourceAttributesExpression: neededExpression("The attributes of the resource."),
  serviceNameExpression: openSourceExpression("The name of the service."),
  logSourceId: sourceId("The source of logs that belong to the metrics."),
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
    traceSourceId: required("The source of traces that belong to the sessions.", objectId),
    resourceAttributesExpression: openSourceExpression("The attributes of the resource."),
    // The API documents this field as optional and returns this value for sessions without one, but refuses to store
    // none.
    timestampValueExpression: optional(
      "The column or expression of the time, out of the table's primary key.",
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
      "The unit of the duration, as digits after the point of a second: 3 for milliseconds, 9 for nanoseconds.",
      z.int().min(0).max(9),
      { serverDefault: 3 },
    ),
    traceIdExpression: neededExpression("The id of the trace."),
    spanIdExpression: neededExpression("The id of the span."),
    parentSpanIdExpression: neededExpression("The id of the span above."),
    spanNameExpression: neededExpression("The name of the span."),
    spanKindExpression: neededExpression("The kind of the span, such as client or server."),
    statusCodeExpression: expression("The status of the span."),
    statusMessageExpression: expression("The message of the status."),
    spanEventsValueExpression: expression("The events of the span."),
    spanLinksValueExpression: openSourceExpression("The links of the span to other traces."),
    sampleRateExpression: openSourceExpression(
      "The number of spans that one stored span represents. It weights counts, sums, averages and quantiles.",
    ),
    logSourceId: sourceId("The source of logs that belong to the traces."),
    sessionSourceId: sourceId("The source of sessions that belong to the traces."),
  }),
  tableIsNamed,
);

/** A source that tiles, filters and saved searches query (docs/internals/api-behavior.md 3.13). */
export const source = z.union([log, trace, metric, session, promql]);

export type SourceDeclaration = z.input<typeof source>;

/** The kinds of source (docs/internals/api-behavior.md 3.13). */
const SOURCE_KINDS = ["log", "trace", "metric", "session", "promql"] as const;

const sourceFacts = {
  section: computed("The group that the source is listed under.", z.string()),
  connectionId: computed("The connection that the source reads through.", z.string()),
  databaseName: computed("The database that holds the data.", z.string()),
  tableName: computed("The table that holds the data.", z.string()),
  disabled: computed("Whether the source is hidden from selectors.", z.boolean()),
};

/** One source, found by id or by name (docs/internals/api-behavior.md 3.13). */
export const sourceLookup = lookUpOf("source", {
  kind: optional(
    "Looks among sources of this kind only: `log`, `trace`, `metric`, `session` or `promql`.",
    z.enum(SOURCE_KINDS),
    { computed: true },
  ),
  ...sourceFacts,
  ...factsOf(source, "kind", "section", "connection", "from", "disabled"),
});

/** All sources, or those that match the filters. */
export const sourcesLookup = listLookUpOf(
  "sources",
  "source",
  { kind: computed("The kind of source.", z.string()), ...sourceFacts },
  { kind: optional("Lists sources of this kind only.", z.enum(SOURCE_KINDS)) },
);
