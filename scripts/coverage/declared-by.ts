import { type ObjectShape, objectsOf, type Shape, shapeOf } from "../../src/declaration/shape";
import { alertChannel, alertLookup } from "../../src/resources/alert/declaration";
import { apiKeyLookup } from "../../src/resources/api-key/declaration";
import { chartSeries } from "../../src/resources/chart-series/declaration";
import { connection } from "../../src/resources/connection/declaration";
import { dashboardContainer } from "../../src/resources/dashboard/declaration";
import { dashboardFilter } from "../../src/resources/dashboard/filter";
import { numberFormatField } from "../../src/resources/dashboard/tiles/appearance";
import { formula } from "../../src/resources/dashboard/tiles/formula";
import { selectItemField } from "../../src/resources/dashboard/tiles/select-item";
import { tileField } from "../../src/resources/dashboard/tiles/tile";
import { tileConfigField } from "../../src/resources/dashboard/tiles/tile-config";
import { alert, apiKey, dashboard } from "../../src/resources/declarations";
import { organizationRole, roleLookup } from "../../src/resources/role/declaration";
import { savedSearch } from "../../src/resources/saved-search/declaration";
import { eventSearch } from "../../src/resources/search/declaration";
import { sourceDeclaration } from "../../src/resources/source/declaration";
import { teamRole, teamRoleLookup } from "../../src/resources/team-role/declaration";
import { webhook } from "../../src/resources/webhook/declaration";

const DASHBOARD = shapeOf(dashboard);
const CONFIG = shapeOf(tileConfigField);
const API_KEY = shapeOf(apiKey);
const SOURCE = shapeOf(sourceDeclaration);
const CHART_SERIES = shapeOf(chartSeries);
const SAVED_SEARCH = shapeOf(savedSearch);

/** Returns the variants of a union that have exactly these values. */
function variant(shape: Shape, literals: Readonly<Record<string, string | undefined>>): Shape {
  const found = objectsIn(shape).filter(({ fields }) =>
    Object.entries(literals).every(([name, value]) => literalOf(fields[name]?.shape) === value),
  );
  if (found.length === 0) {
    throw new Error(`No variant has ${JSON.stringify(literals)}.`);
  }
  return { kind: "variants", discriminators: [], variants: found };
}

function literalOf(shape: Shape | undefined): unknown {
  return shape && "values" in shape && shape.values?.length === 1 ? shape.values[0] : undefined;
}

const builder = (displayType: string) => variant(CONFIG, { displayType, configType: undefined });
const sql = (displayType: string) => variant(CONFIG, { displayType, configType: "sql" });

/** Returns the shape at a path below a declaration: `select`, `onClick.target`. */
function below(shape: Shape, path: string): Shape {
  const found = tryBelow(shape, path.split("."));
  if (!found) {
    throw new Error(`Nothing is declared at ${path}.`);
  }
  return found;
}

function tryBelow(shape: Shape, path: readonly string[]): Shape | undefined {
  const inner = path.reduce<Shape[]>(
    (shapes, name) =>
      shapes.flatMap((each) => objectsIn(each).flatMap(({ fields }) => (fields[name] ? [fields[name].shape] : []))),
    [shape],
  );
  const objects = inner.flatMap(objectsIn);
  return objects.length > 0 ? { kind: "variants", discriminators: [], variants: objects } : undefined;
}

export function objectsIn(shape: Shape): readonly ObjectShape[] {
  if (shape.kind === "list" || shape.kind === "map") {
    return objectsIn(shape.item);
  }
  return shape.kind === "object" || shape.kind === "variants" ? objectsOf(shape) : [];
}

const chart = (name: string, displayType: string) => ({
  [`${name}BuilderChartConfig`]: builder(displayType),
  [`${name}RawSqlChartConfig`]: sql(displayType),
});

const inDashboards = {
  ...alike(["Dashboard", "DashboardResponse", "CreateDashboardRequest", "UpdateDashboardRequest"], DASHBOARD),
  ...alike(["TileBase", "TileInput", "TileOutput"], shapeOf(tileField)),
  ...alike(["Filter", "FilterInput"], shapeOf(dashboardFilter)),
  SavedFilterValue: below(DASHBOARD, "savedFilterValues"),
  DashboardContainer: shapeOf(dashboardContainer),
  DashboardContainerTab: below(shapeOf(dashboardContainer), "tabs"),
};

const inTiles = {
  ...chart("Line", "line"),
  ...chart("Bar", "stacked_bar"),
  ...chart("Table", "table"),
  ...chart("Number", "number"),
  ...chart("Pie", "pie"),
  ...chart("CategoricalBar", "bar"),
  RawSqlChartConfigBase: sql("pie"),
  HeatmapChartConfig: builder("heatmap"),
  SearchChartConfig: builder("search"),
  EventPatternsChartConfig: builder("event_patterns"),
  MarkdownChartConfig: builder("markdown"),
  SelectItem: shapeOf(selectItemField),
  Formula: shapeOf(formula),
  NumberFormat: shapeOf(numberFormatField),
  HeatmapSelectItem: below(builder("heatmap"), "select"),
  BackgroundChart: below(builder("number"), "backgroundChart"),
  NumericColorCondition: variant(below(builder("number"), "colorRules"), { operator: "gt" }),
  BetweenColorCondition: variant(below(builder("number"), "colorRules"), { operator: "between" }),
  EqualityColorCondition: variant(below(builder("number"), "colorRules"), { operator: "eq" }),
  OnClickSearch: variant(below(builder("table"), "onClick"), { type: "search" }),
  OnClickDashboard: variant(below(builder("table"), "onClick"), { type: "dashboard" }),
  OnClickExternal: variant(below(builder("table"), "onClick"), { type: "external" }),
  OnClickTargetIdVariant: variant(below(builder("table"), "onClick.target"), { mode: "id" }),
  OnClickTargetTemplateVariant: variant(below(builder("table"), "onClick.target"), { mode: "template" }),
  OnClickTarget: below(builder("table"), "onClick.target"),
  OnClickFilterTemplate: below(builder("table"), "onClick.filters"),
};

const others = {
  ApiKey: both(API_KEY, shapeOf(apiKeyLookup)),
  AssignedRole: below(shapeOf(apiKeyLookup), "assignedRoles"),
  ...alike(["ApiKeyPostRequest", "ApiKeyPatchRequest", "ApiKeyPostResponse"], API_KEY),
  ApiKeyHashData: API_KEY,
  IpAccessListEntry: below(API_KEY, "ipAccessList"),
  RBACRole: both(shapeOf(organizationRole), shapeOf(roleLookup)),
  ...alike(["RoleCreateRequest", "RoleUpdateRequest"], shapeOf(organizationRole)),
  ...alike(["RBACPolicy", "RBACPolicyCreateRequest"], below(shapeOf(organizationRole), "policies")),
  Role: both(shapeOf(teamRole), shapeOf(teamRoleLookup)),
  ...alike(["CreateRoleRequest", "UpdateRoleRequest"], shapeOf(teamRole)),
  CASLPermission: below(shapeOf(teamRole), "permissions"),
  RBACPolicyTags: below(shapeOf(organizationRole), "policies.tags"),
  ...alike(["Alert", "CreateAlertRequest", "UpdateAlertRequest"], shapeOf(alert)),
  AlertResponse: both(shapeOf(alert), shapeOf(alertLookup)),
  AlertSilenced: below(shapeOf(alertLookup), "silenced"),
  AlertExecutionError: below(shapeOf(alertLookup), "executionErrors"),
  AlertChannelWebhook: variant(shapeOf(alertChannel), { type: "webhook" }),
  AlertChannelEmail: variant(shapeOf(alertChannel), { type: "email" }),
  ...alike(["SavedSearch", "SavedSearchInput"], SAVED_SEARCH),
  SavedSearchFilter: below(SAVED_SEARCH, "filters"),
  ...alike(
    ["SlackWebhook", "IncidentIOWebhook", "GenericWebhook", "SlackAPIWebhook", "PagerDutyAPIWebhook", "WebhookInput"],
    shapeOf(webhook),
  ),
  ...alike(["Connection", "CreateConnectionRequest", "UpdateConnectionRequest"], shapeOf(connection)),
  LogSource: variant(SOURCE, { kind: "log" }),
  TraceSource: variant(SOURCE, { kind: "trace" }),
  MetricSource: variant(SOURCE, { kind: "metric" }),
  SessionSource: variant(SOURCE, { kind: "session" }),
  PromqlSource: variant(SOURCE, { kind: "promql" }),
  ...alike(["SourceFrom", "MetricSourceFrom"], below(SOURCE, "from")),
  QuerySetting: below(SOURCE, "querySettings"),
  MetricTables: below(SOURCE, "metricTables"),
  SourceFilterSettings: below(SOURCE, "filterSettings"),
  FilterSettingsColumn: below(SOURCE, "filterSettings.columns"),
  ...alike(
    ["LogSourceMetadataMaterializedViews", "TraceSourceMetadataMaterializedViews"],
    below(SOURCE, "metadataMaterializedViews"),
  ),
  MaterializedView: below(SOURCE, "materializedViews"),
  AggregatedColumn: below(SOURCE, "materializedViews.aggregatedColumns"),
  HighlightedAttributeExpression: below(SOURCE, "highlightedRowAttributeExpressions"),
  SearchRequest: shapeOf(eventSearch),
  SeriesQueryRequest: CHART_SERIES,
  SeriesResponse: CHART_SERIES,
  ChartSeries: both(below(CHART_SERIES, "series"), CHART_SERIES),
  SeriesDataPoint: below(CHART_SERIES, "rows"),
};

function alike(names: readonly string[], shape: Shape): Record<string, Shape> {
  return Object.fromEntries(names.map((name) => [name, shape]));
}

function both(...shapes: readonly Shape[]): Shape {
  return { kind: "variants", discriminators: [], variants: shapes.flatMap(objectsIn) };
}

/** Returns the declaration of a published schema, or of an unnamed part of it. Undefined without a declaration. */
export function declarationOf(schema: string): Shape | undefined {
  const own = DECLARED_BY[schema];
  if (own) {
    return own;
  }
  const [owner = "", ...path] = schema.split(".");
  const declared = DECLARED_BY[owner];
  return declared && path.length > 0 ? tryBelow(declared, path) : undefined;
}

const DECLARED_BY: Readonly<Record<string, Shape>> = { ...inDashboards, ...inTiles, ...others };
