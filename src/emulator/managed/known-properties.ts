import type { Operation } from "../operation";
import { badRequest } from "../refusal";
import type { Scope } from "../runtime";
import { unknownProperty } from "./body-text";
import { refuseLater } from "./later-properties";

const dashboard = [
  "name",
  "tiles",
  "tags",
  "filters",
  "savedQuery",
  "savedQueryLanguage",
  "savedFilterValues",
  "containers",
];

const alert = [
  ...["dashboardId", "tileId", "savedSearchId", "groupBy", "threshold", "thresholdMax", "interval"],
  ...["scheduleOffsetMinutes", "scheduleStartAt", "source", "thresholdType", "channel", "channels", "name", "message"],
  ...["note", "numConsecutiveWindows"],
];

const source = [
  ...["id", "name", "section", "disabled", "kind", "connection", "from", "querySettings", "filterSettings"],
  ...["defaultTableSelectExpression", "timestampValueExpression", "serviceNameExpression", "severityTextExpression"],
  ...["bodyExpression", "eventAttributesExpression", "resourceAttributesExpression", "metricSourceId", "traceSourceId"],
  ...["displayedTimestampValueExpression", "traceIdExpression", "spanIdExpression", "implicitColumnExpression"],
  ...["knownColumnsListExpression", "useTextIndexForImplicitColumn", "highlightedTraceAttributeExpressions"],
  ...["highlightedRowAttributeExpressions", "materializedViews", "metadataMaterializedViews", "durationExpression"],
  ...["durationPrecision", "parentSpanIdExpression", "spanNameExpression", "spanKindExpression", "logSourceId"],
  ...["sessionSourceId", "statusCodeExpression", "statusMessageExpression", "spanEventsValueExpression"],
  ...["metricTables"],
];

const known: Record<string, readonly string[]> = {
  dashboards: dashboard,
  alerts: alert,
  sources: source,
  webhooks: ["name", "service", "url", "description", "body", "headers", "queryParams"],
  "saved-searches": ["name", "sourceId", "select", "where", "whereLanguage", "orderBy", "tags", "filters"],
  roles: ["name", "description", "permissions"],
};

/** The gateway refuses a top-level property it does not know, before the upstream server sees the body. */
export function checkProperties({ method, path }: Operation, body: unknown, scope: Scope): void {
  if (method !== "post" && method !== "put") return;
  if (typeof body !== "object" || body === null || Array.isArray(body)) return;
  const resource = path.split("/")[1] ?? "";
  const names = known[resource] ?? [];
  const unknown = Object.keys(body).find((name) => !names.includes(name));
  if (unknown !== undefined) throw badRequest(unknownProperty(unknown));
  if (scope.switches.gatewayOfJuly) refuseLater(body);
}
