import { isObjectId } from "../ids";
import { objectOperations } from "../object-operations";
import { badRequest, notFound } from "../refusal";
import type { EmulatedDeployment, Scope } from "../runtime";
import type { StoredSource } from "../state";
import { fieldsElsewhere, sourceBody } from "./body";

/** Fields that the gateway's document lacks for one kind (docs/internals/api-behavior.md 2.3, 3.13). */
const unknownToGatewayOf: Record<string, readonly string[]> = {
  metric: ["serviceNameExpression", "minAutoGranularity"],
  session: ["resourceAttributesExpression"],
};

/** Returns true if only the other deployment supports a field of a source. */
function isUnsupported(field: string, kind: string, deployment: EmulatedDeployment): boolean {
  return (
    fieldsElsewhere[deployment].includes(field) ||
    (deployment === "managed" && Boolean(unknownToGatewayOf[kind]?.includes(field)))
  );
}

/**
 * Returns the lists that the open-source server stores empty if they are omitted (docs/internals/api-behavior.md 3.13).
 */
function emptyLists({ kind }: StoredSource): Record<string, unknown[]> {
  if (kind !== "log" && kind !== "trace") {
    return { querySettings: [] };
  }
  const ofEvents = { highlightedTraceAttributeExpressions: [], highlightedRowAttributeExpressions: [] };
  return { querySettings: [], ...ofEvents, materializedViews: [] };
}

/** Returns a source as a response shows it. Sources have no time stamps. */
function echo(source: StoredSource, scope: Scope): Record<string, unknown> {
  const lists = scope.deployment === "openSource" ? emptyLists(source) : {};
  const session = source.kind === "session" ? { timestampValueExpression: "TimestampTime" } : {};
  const precision = source.kind === "trace" ? { durationPrecision: 3 } : {};
  const stored = returnsEmptyTexts(scope) ? withEmptyTexts(source) : source;
  const shown = { ...lists, ...session, ...precision, ...stored, disabled: source.disabled ?? false };
  return Object.fromEntries(
    Object.entries(shown).filter(([field]) => !isUnsupported(field, source.kind, scope.deployment)),
  );
}

/** Operations on sources. Sources in use can be deleted (docs/internals/api-behavior.md 3.10, 3.13). */
export const sourceOperations = objectOperations({
  path: "/sources",
  notFound: notFound("Source not found"),
  objects: ({ sources }) => sources,
  isUntimed: true,
  show: echo,
  body: sourceBody,

  write({ store }, body) {
    if (!isObjectId(body.connection)) {
      throw badRequest("connection must be a valid connection id");
    }
    store.connections.find(body.connection, badRequest("connection must be an existing connection id"));
    return body;
  },
});

type Fields = Readonly<Record<string, unknown>>;

const EVENT_TEXTS = [
  "serviceNameExpression",
  "serviceVersionExpression",
  "resourceAttributesExpression",
  "eventAttributesExpression",
  "traceIdExpression",
  "spanIdExpression",
  "implicitColumnExpression",
  "knownColumnsListExpression",
  "orderByExpression",
  "useTextIndexForImplicitColumn",
  "metricSourceId",
];

/** Optional texts of each kind of source. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  log: [
    ...EVENT_TEXTS,
    "severityTextExpression",
    "bodyExpression",
    "displayedTimestampValueExpression",
    "traceSourceId",
  ],
  trace: [
    ...EVENT_TEXTS,
    "statusCodeExpression",
    "statusMessageExpression",
    "spanEventsValueExpression",
    "spanLinksValueExpression",
    "sampleRateExpression",
    "logSourceId",
    "sessionSourceId",
  ],
  metric: ["serviceNameExpression", "logSourceId"],
  session: ["resourceAttributesExpression"],
  promql: [],
};

const TABLE_TYPES = ["gauge", "histogram", "sum", "summary", "exponential histogram"];

/**
 * Returns true if optional texts that are not set are returned as empty texts. The managed service does so
 * (docs/internals/api-behavior.md 3.13).
 */
function returnsEmptyTexts({ deployment, switches }: Pick<Scope, "deployment" | "switches">): boolean {
  return switches.emptySourceTexts ?? deployment === "managed";
}

/** Returns a source with an empty text for each optional text that is not set. */
function withEmptyTexts(source: StoredSource): Fields {
  const { kind, from, metricTables, materializedViews, ...fields } = source as StoredSource & Fields;
  const highlighted = ["highlightedTraceAttributeExpressions", "highlightedRowAttributeExpressions"].flatMap((name) =>
    Array.isArray(fields[name]) ? [[name, fillTextsInEach(fields[name], ["luceneExpression", "alias"])]] : [],
  );
  return {
    ...fillTexts({ kind, ...fields }, ["section", ...(TEXTS[kind] ?? [])]),
    ...(from !== undefined && { from: fillTexts(from as Fields, ["tableName"]) }),
    ...(metricTables !== undefined && { metricTables: fillTexts(metricTables as Fields, TABLE_TYPES) }),
    ...Object.fromEntries(highlighted),
    ...(Array.isArray(materializedViews) && { materializedViews: materializedViews.map(viewWithEmptyTexts) }),
  };
}

function viewWithEmptyTexts({ aggregatedColumns, ...view }: Fields): Fields {
  return { ...fillTexts(view, ["minDate"]), aggregatedColumns: fillTextsInEach(aggregatedColumns, ["sourceColumn"]) };
}

function fillTextsInEach(list: unknown, names: readonly string[]): unknown {
  return Array.isArray(list) ? list.map((each: Fields) => fillTexts(each, names)) : list;
}

function fillTexts(fields: Fields, names: readonly string[]): Fields {
  return { ...fields, ...Object.fromEntries(names.map((name) => [name, fields[name] ?? ""])) };
}
