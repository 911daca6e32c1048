import { z } from "zod/v3";
import type { Deployment, Scope } from "../runtime";

const expression = z.string().nullish();
const needed = z.string().min(1);

const common = {
  name: z.string().min(1),
  section: z.string().max(256).optional(),
  disabled: z.boolean().nullish(),
  connection: z.string(),
  from: z.object({ databaseName: z.string().min(1), tableName: z.string().min(1) }),
  querySettings: z
    .array(z.object({ setting: needed, value: needed }))
    .max(10)
    .optional(),
  timestampValueExpression: needed,
};

const granularity = z.string().regex(/^\d+(s|m|h|d)$/);

const highlighted = z
  .array(z.object({ sqlExpression: needed, luceneExpression: expression, alias: expression }))
  .optional();

const materializedView = z.object({
  databaseName: needed,
  tableName: needed,
  dimensionColumns: z.string(),
  minGranularity: granularity,
  minDate: z.string().datetime().nullish(),
  timestampColumn: needed,
  aggregatedColumns: z.array(z.object({ sourceColumn: expression, aggFn: z.string(), mvColumn: needed })),
});

/** Fields log and trace sources share. */
const events = {
  serviceNameExpression: expression,
  resourceAttributesExpression: expression,
  eventAttributesExpression: expression,
  metricSourceId: expression,
  implicitColumnExpression: expression,
  knownColumnsListExpression: expression,
  useTextIndexForImplicitColumn: z.enum(["auto", "enabled", "disabled"]).optional(),
  highlightedTraceAttributeExpressions: highlighted,
  highlightedRowAttributeExpressions: highlighted,
  materializedViews: z.array(materializedView).optional(),
  metadataMaterializedViews: z
    .object({
      keyRollupTable: z.string().optional(),
      kvRollupTable: z.string().optional(),
      granularity: granularity.optional(),
    })
    .nullish(),
};

/** What log and trace sources have in one deployment alone (docs/internals/api-behavior.md 2.3, 3.13). */
const openSourceEvents = { serviceVersionExpression: expression, orderByExpression: expression };
const openSourceSpans = {
  ...openSourceEvents,
  spanLinksValueExpression: expression,
  sampleRateExpression: expression,
};
const managedEvents = {
  filterSettings: z
    .object({
      databaseName: z.string(),
      tableName: z.string(),
      columns: z.array(z.object({ name: z.string(), label: z.string() })).max(10),
    })
    .nullish(),
};

/** The names of the fields that only the other deployment has. */
export const fieldsElsewhere: Readonly<Record<Deployment, readonly string[]>> = {
  openSource: Object.keys(managedEvents),
  managed: Object.keys(openSourceSpans),
};

const log = z.object({
  kind: z.literal("log"),
  ...common,
  ...events,
  defaultTableSelectExpression: needed,
  severityTextExpression: expression,
  bodyExpression: expression,
  displayedTimestampValueExpression: expression,
  traceSourceId: expression,
  traceIdExpression: expression,
  spanIdExpression: expression,
});

const trace = z.object({
  kind: z.literal("trace"),
  ...common,
  ...events,
  defaultTableSelectExpression: needed,
  durationExpression: needed,
  durationPrecision: z.number().int().min(0).max(9).default(3),
  traceIdExpression: needed,
  spanIdExpression: needed,
  parentSpanIdExpression: needed,
  spanNameExpression: needed,
  spanKindExpression: needed,
  logSourceId: expression,
  sessionSourceId: expression,
  statusCodeExpression: expression,
  statusMessageExpression: expression,
  spanEventsValueExpression: expression,
});

const table = z.string().optional();

const metricTables = z
  .object({ gauge: table, histogram: table, sum: table, summary: table, "exponential histogram": table })
  .refine((tables) => Object.values(tables).some(Boolean), "At least one metric table must be specified");

const metric = z.object({
  kind: z.literal("metric"),
  ...common,
  from: z.object({ databaseName: z.string().min(1), tableName: z.string() }),
  metricTables,
  resourceAttributesExpression: needed,
  serviceNameExpression: expression,
  logSourceId: expression,
});

const session = z.object({
  kind: z.literal("session"),
  ...common,
  traceSourceId: needed,
  resourceAttributesExpression: expression,
});

const promql = z.object({ kind: z.literal("promql"), ...common });

const managed = z.discriminatedUnion("kind", [
  log.extend(managedEvents),
  trace.extend(managedEvents),
  metric,
  session,
  promql,
]);

const openSource = z.discriminatedUnion("kind", [
  log.extend(openSourceEvents),
  trace.extend(openSourceSpans),
  metric,
  session,
  promql,
]);

/** The body of create and update, by kind (docs/internals/api-behavior.md 3.13). An `id` in it is dropped, as any field that is not known. */
export const sourceBody = ({ deployment }: Scope) => (deployment === "managed" ? managed : openSource);

export type SourceBody = z.infer<typeof managed> | z.infer<typeof openSource>;
