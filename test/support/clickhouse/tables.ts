/** Tables of OpenTelemetry, with the columns that the exporter of the OpenTelemetry collector creates. */
const LOW = "LowCardinality(String)";
const MAP = "Map(LowCardinality(String), String)";

const METRIC_COLUMNS = [
  `ResourceAttributes ${MAP}`,
  "ResourceSchemaUrl String",
  "ScopeName String",
  "ScopeVersion String",
  `ScopeAttributes ${MAP}`,
  "ScopeDroppedAttrCount UInt32",
  "ScopeSchemaUrl String",
  `ServiceName ${LOW}`,
  "MetricName String",
  "MetricDescription String",
  "MetricUnit String",
  `Attributes ${MAP}`,
  "StartTimeUnix DateTime64(9)",
  "TimeUnix DateTime64(9)",
];

const METRIC_ORDER = "(ServiceName, MetricName, Attributes, toUnixTimestamp64Nano(TimeUnix))";

const create = (name: string, columns: readonly string[], order: string) =>
  `CREATE TABLE ${name} (${columns.join(", ")}) ENGINE = MergeTree ORDER BY ${order}`;

export const TABLES: readonly string[] = [
  create(
    "otel_logs",
    [
      "Timestamp DateTime64(9)",
      "TimestampTime DateTime DEFAULT toDateTime(Timestamp)",
      "TraceId String",
      "SpanId String",
      "TraceFlags UInt8",
      `SeverityText ${LOW}`,
      "SeverityNumber UInt8",
      `ServiceName ${LOW}`,
      "Body String",
      `ResourceSchemaUrl ${LOW}`,
      `ResourceAttributes ${MAP}`,
      `ScopeSchemaUrl ${LOW}`,
      "ScopeName String",
      `ScopeVersion ${LOW}`,
      `ScopeAttributes ${MAP}`,
      `LogAttributes ${MAP}`,
      "INDEX idx_body Body TYPE tokenbf_v1(32768, 3, 0) GRANULARITY 8",
    ],
    "(ServiceName, TimestampTime, Timestamp)",
  ),
  create(
    "otel_traces",
    [
      "Timestamp DateTime64(9)",
      "TraceId String",
      "SpanId String",
      "ParentSpanId String",
      "TraceState String",
      `SpanName ${LOW}`,
      `SpanKind ${LOW}`,
      `ServiceName ${LOW}`,
      `ResourceAttributes ${MAP}`,
      "ScopeName String",
      "ScopeVersion String",
      `SpanAttributes ${MAP}`,
      "Duration UInt64",
      `StatusCode ${LOW}`,
      "StatusMessage String",
      `Events Nested (Timestamp DateTime64(9), Name ${LOW}, Attributes ${MAP})`,
      `Links Nested (TraceId String, SpanId String, TraceState String, Attributes ${MAP})`,
    ],
    "(ServiceName, SpanName, toDateTime(Timestamp))",
  ),
  create("otel_metrics_gauge", [...METRIC_COLUMNS, "Value Float64", "Flags UInt32"], METRIC_ORDER),
  create(
    "otel_metrics_sum",
    [...METRIC_COLUMNS, "Value Float64", "Flags UInt32", "AggregationTemporality Int32", "IsMonotonic Boolean"],
    METRIC_ORDER,
  ),
  create(
    "otel_metrics_histogram",
    [
      ...METRIC_COLUMNS,
      "Count UInt64",
      "Sum Float64",
      "BucketCounts Array(UInt64)",
      "ExplicitBounds Array(Float64)",
      "Flags UInt32",
      "Min Float64",
      "Max Float64",
      "AggregationTemporality Int32",
    ],
    METRIC_ORDER,
  ),
];
