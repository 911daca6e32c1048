import type { SourceDeclaration } from "../../src/resources/source/declaration";

/** The ids of objects on the server to which sources refer. */
interface SourceReferences {
  readonly connection: string;
  readonly logs: string;
  readonly traces: string;
  readonly metrics: string;
  readonly sessions: string;
}

type Unnamed<D> = D extends SourceDeclaration ? Omit<D, "id" | "name" | "otherFields"> : never;

/** A source of every kind with every field of its kind, including fields of both deployments. */
export function fullSources(ids: SourceReferences): Record<SourceDeclaration["kind"], Unnamed<SourceDeclaration>> {
  const common = {
    section: "Shop",
    connection: ids.connection,
    from: { databaseName: "shop", tableName: "events" },
    disabled: true,
    querySettings: [{ setting: "max_threads", value: "4" }],
    timestampValueExpression: "Timestamp",
  };
  const highlighted = [{ sqlExpression: "Attributes['a']", luceneExpression: "a", alias: "A" }];
  const events = {
    ...common,
    defaultTableSelectExpression: "Timestamp, Body",
    serviceNameExpression: "ServiceName",
    serviceVersionExpression: "ServiceVersion",
    resourceAttributesExpression: "ResourceAttributes",
    eventAttributesExpression: "Attributes",
    traceIdExpression: "TraceId",
    spanIdExpression: "SpanId",
    implicitColumnExpression: "Body",
    knownColumnsListExpression: "Timestamp, Body",
    orderByExpression: "Timestamp DESC, ServiceName",
    useTextIndexForImplicitColumn: "auto" as const,
    highlightedTraceAttributeExpressions: highlighted,
    highlightedRowAttributeExpressions: highlighted,
    materializedViews: [
      {
        databaseName: "shop",
        tableName: "events_5m",
        dimensionColumns: "ServiceName",
        minGranularity: "5m",
        minDate: "2026-01-01T01:00:00+01:00",
        timestampColumn: "Timestamp",
        aggregatedColumns: [{ sourceColumn: "Duration", aggFn: "sum" as const, mvColumn: "sum__Duration" }],
      },
    ],
    metadataMaterializedViews: { keyRollupTable: "keys", kvRollupTable: "values", granularity: "15m" },
    metricSourceId: ids.metrics,
    filterSettings: {
      databaseName: "shop",
      tableName: "values",
      columns: [{ name: "ServiceName", label: "Service" }],
    },
  };
  return {
    log: {
      kind: "log",
      ...events,
      severityTextExpression: "SeverityText",
      bodyExpression: "Body",
      displayedTimestampValueExpression: "TimestampTime",
      traceSourceId: ids.traces,
    },
    trace: {
      kind: "trace",
      ...events,
      durationExpression: "Duration",
      durationPrecision: 9,
      parentSpanIdExpression: "ParentSpanId",
      spanNameExpression: "SpanName",
      spanKindExpression: "SpanKind",
      statusCodeExpression: "StatusCode",
      statusMessageExpression: "StatusMessage",
      spanEventsValueExpression: "Events",
      spanLinksValueExpression: "Links",
      sampleRateExpression: "SampleRate",
      logSourceId: ids.logs,
      sessionSourceId: ids.sessions,
    },
    metric: {
      kind: "metric",
      ...common,
      metricTables: { gauge: "g", sum: "s", histogram: "h", summary: "m", exponentialHistogram: "e" },
      minAutoGranularity: "5 minute",
      resourceAttributesExpression: "ResourceAttributes",
      serviceNameExpression: "ServiceName",
      logSourceId: ids.logs,
    },
    session: {
      kind: "session",
      ...common,
      traceSourceId: ids.traces,
      resourceAttributesExpression: "ResourceAttributes",
    },
    promql: { kind: "promql", ...common },
  };
}
