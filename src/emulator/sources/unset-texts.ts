import type { Scope } from "../runtime";
import type { StoredSource } from "../state";

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
export function returnsEmptyTexts({ deployment, switches }: Pick<Scope, "deployment" | "switches">): boolean {
  return switches.emptySourceTexts ?? deployment === "managed";
}

/** Returns a source with an empty text for each optional text that is not set. */
export function withEmptyTexts(source: StoredSource): Fields {
  const { kind, from, metricTables, materializedViews, ...fields } = source as StoredSource & Fields;
  const highlighted = ["highlightedTraceAttributeExpressions", "highlightedRowAttributeExpressions"].flatMap((name) =>
    Array.isArray(fields[name]) ? [[name, inEach(fields[name], ["luceneExpression", "alias"])]] : [],
  );
  return {
    ...filled({ kind, ...fields }, ["section", ...(TEXTS[kind] ?? [])]),
    ...(from !== undefined && { from: filled(from as Fields, ["tableName"]) }),
    ...(metricTables !== undefined && { metricTables: filled(metricTables as Fields, TABLE_TYPES) }),
    ...Object.fromEntries(highlighted),
    ...(Array.isArray(materializedViews) && { materializedViews: materializedViews.map(viewWithEmptyTexts) }),
  };
}

function viewWithEmptyTexts({ aggregatedColumns, ...view }: Fields): Fields {
  return { ...filled(view, ["minDate"]), aggregatedColumns: inEach(aggregatedColumns, ["sourceColumn"]) };
}

function inEach(list: unknown, names: readonly string[]): unknown {
  return Array.isArray(list) ? list.map((each: Fields) => filled(each, names)) : list;
}

function filled(fields: Fields, names: readonly string[]): Fields {
  return { ...fields, ...Object.fromEntries(names.map((name) => [name, fields[name] ?? ""])) };
}
