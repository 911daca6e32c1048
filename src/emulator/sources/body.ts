import { z } from "zod/v3";
import { aggFn } from "../dashboards/chart-fields";
import { perVersion } from "../options";
import { nativeEnum } from "../refusal";
import type { EmulatedDeployment, Scope } from "../runtime";

/** Returns the schema of a non-empty text. The message contains `name`. */
const required = (name: string) => z.string().min(1, `${name} is required`);

const optionalText = z.string().optional();

/** Declares optional texts. Null is rejected, even if the published document calls a field nullable. */
function texts<K extends string>(...names: K[]): Record<K, typeof optionalText> {
  return Object.fromEntries(names.map((name) => [name, optionalText])) as Record<K, typeof optionalText>;
}

const from = z.object({ databaseName: required("Database"), tableName: required("Table") });

/** Fields of all kinds. Problems are listed in the server's order of fields. */
const common = z.object({
  name: required("Name"),
  section: z.string().max(256).optional(),
  kind: z.string(),
  connection: required("Server Connection"),
  from,
  disabled: z.boolean().optional(),
  querySettings: z
    .array(z.object({ setting: z.string().min(1), value: z.string().min(1) }))
    .max(10)
    .optional(),
  timestampValueExpression: required("Timestamp Column"),
});

/** The server also accepts its own format, such as `5 minute`, and returns the short format. */
const granularity = z
  .string()
  .regex(/^\d+(s|m|h|d| second| minute| hour| day)$/)
  .transform((text) => text.replace(/ ([smhd])[a-z]+$/, "$1"));

const highlighted = z
  .array(
    z.object({
      sqlExpression: required("Attribute SQL Expression"),
      luceneExpression: optionalText,
      alias: optionalText,
    }),
  )
  .optional();

const aggregatedColumn = z
  .object({
    sourceColumn: optionalText,
    aggFn: z.enum([...aggFn.options, "histogram"]),
    mvColumn: required("Materialized View Column"),
  })
  .refine((column) => column.aggFn === "count" || Boolean(column.sourceColumn), {
    message: "Materialized View Source Column is required",
  });

const materializedView = z.object({
  databaseName: required("Materialized View Database"),
  tableName: required("Materialized View Table"),
  dimensionColumns: z.string(),
  minGranularity: granularity,
  minDate: z.string().datetime().nullish(),
  timestampColumn: required("Materialized View Timestamp column"),
  aggregatedColumns: z.array(aggregatedColumn).min(1, "At least one aggregated column is required"),
});

/** Last fields of log and trace sources. */
const viewsOfEvents = {
  highlightedTraceAttributeExpressions: highlighted,
  highlightedRowAttributeExpressions: highlighted,
  materializedViews: z.array(materializedView).optional(),
  metadataMaterializedViews: z
    .object({
      keyRollupTable: required("Key rollup table name").optional(),
      kvRollupTable: required("KV rollup table name"),
      granularity,
    })
    .optional(),
  orderByExpression: optionalText,
  useTextIndexForImplicitColumn: nativeEnum("auto", "enabled", "disabled").optional(),
};

const log = common.extend({
  kind: z.literal("log"),
  defaultTableSelectExpression: required("Default Select Expression"),
  ...texts("serviceNameExpression", "serviceVersionExpression", "severityTextExpression", "bodyExpression"),
  ...texts("eventAttributesExpression", "resourceAttributesExpression", "displayedTimestampValueExpression"),
  ...texts("metricSourceId", "traceSourceId", "traceIdExpression", "spanIdExpression"),
  ...texts("implicitColumnExpression", "knownColumnsListExpression"),
  ...viewsOfEvents,
});

const trace = common.extend({
  kind: z.literal("trace"),
  defaultTableSelectExpression: required("Default Select Expression"),
  durationExpression: required("Duration Expression"),
  durationPrecision: z.number().min(0).max(9).default(3),
  traceIdExpression: required("Trace ID Expression"),
  spanIdExpression: required("Span ID Expression"),
  parentSpanIdExpression: required("Parent span ID expression"),
  spanNameExpression: required("Span Name Expression"),
  spanKindExpression: required("Span Kind Expression"),
  sampleRateExpression: optionalText,
  logSourceId: z.string().nullish(),
  ...texts("sessionSourceId", "metricSourceId", "statusCodeExpression", "statusMessageExpression"),
  ...texts("serviceNameExpression", "serviceVersionExpression", "resourceAttributesExpression"),
  ...texts("eventAttributesExpression", "spanEventsValueExpression", "spanLinksValueExpression"),
  ...texts("implicitColumnExpression", "knownColumnsListExpression"),
  ...viewsOfEvents,
});

const session = common.extend({
  kind: z.literal("session"),
  traceSourceId: z
    .string({ message: "Correlated Trace Source is required" })
    .min(1, "Correlated Trace Source is required"),
  resourceAttributesExpression: optionalText,
});

const metricTables = z
  .object(texts("gauge", "histogram", "sum", "summary", "exponential histogram"))
  .refine((tables) => Object.values(tables).some(Boolean), "At least one metric table must be specified");

const metric = common.extend({
  kind: z.literal("metric"),
  from: from.extend({ tableName: z.string() }),
  metricTables,
  resourceAttributesExpression: required("Resource Attributes"),
  serviceNameExpression: optionalText,
  logSourceId: optionalText,
});

/** Smallest automatic interval of charts. Empty means no minimum (docs/internals/api-behavior.md 6.6). */
const minAutoGranularity = z.string().regex(/^(\d+ (second|minute|hour|day))?$/);

const metricOf240 = metric.extend({ minAutoGranularity: minAutoGranularity.optional() });

const promql = common.extend({ kind: z.literal("promql") });

/** Fields that only one deployment has (docs/internals/api-behavior.md 2.3, 3.13). */
const managedFields = {
  filterSettings: z
    .object({
      databaseName: z.string(),
      tableName: z.string(),
      columns: z.array(z.object({ name: z.string(), label: z.string() })).max(10),
    })
    .nullish(),
};
const openSourceOfEvents = { serviceVersionExpression: true, orderByExpression: true } as const;
const openSourceOfSpans = {
  ...openSourceOfEvents,
  spanLinksValueExpression: true,
  sampleRateExpression: true,
} as const;

/** Further fields of a kind that the gateway's document lacks (docs/internals/api-behavior.md 2.3, 3.13). */
const UNKNOWN_TO_GATEWAY: Readonly<Record<string, readonly string[]>> = {
  metric: ["serviceNameExpression", "minAutoGranularity"],
  session: ["resourceAttributesExpression"],
};

/** Returns the fields of a source that only the other deployment supports. */
export function unsupportedFields(kind: string, deployment: EmulatedDeployment): readonly string[] {
  return deployment === "openSource"
    ? Object.keys(managedFields)
    : [...Object.keys(openSourceOfSpans), ...(UNKNOWN_TO_GATEWAY[kind] ?? [])];
}

const openSource = perVersion((version) =>
  z.discriminatedUnion("kind", [log, trace, session, version < "2.40" ? metric : metricOf240, promql]),
);

const managed = z.discriminatedUnion("kind", [
  log.omit(openSourceOfEvents).extend(managedFields),
  trace.omit(openSourceOfSpans).extend(managedFields),
  session,
  metric,
  promql,
]);

/** Returns the schema of a kind with the fields of August 2026. */
export const schemaOfAugust = (kind: string) => openSource["2.36"].optionsMap.get(kind);

/** Body of create and update (docs/internals/api-behavior.md 3.13). `id` is dropped, like any unknown field. */
export const sourceBody = ({ deployment, serverVersion }: Scope) =>
  deployment === "managed" ? managed : openSource[serverVersion];
