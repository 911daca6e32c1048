/** ClickHouse Cloud API keys and ClickStack dashboards and alerts as code. */
export {
  type Aggregate,
  type AggregateOptions,
  any,
  avg,
  count,
  countDistinct,
  expression,
  increase,
  lastValue,
  max,
  min,
  quantile,
  sum,
} from "./constructs/aggregate";
export {
  Alert,
  type AlertableDisplayType,
  type AlertableTile,
  type AlertProps,
  type AlertTarget,
  type SavedSearchReference,
} from "./constructs/alert";
export { ApiKey } from "./constructs/api-key";
export type { AdoptedKey, ApiKeyProps, RoleReference, Rotation } from "./constructs/api-key-props";
export { ApiKeys, type ApiKeysProps } from "./constructs/api-keys";
export { ChartSeries, type ChartSeriesProps, type SeriesProps } from "./constructs/chart-series";
export { ClickStackProvider, type ClickStackProviderProps } from "./constructs/clickstack-provider";
export type { ColorRule } from "./constructs/color-rule";
export { Connection, type ConnectionProps, Connections } from "./constructs/connection";
export { ConnectionResource, type ConnectionResourceProps } from "./constructs/connection-resource";
export { Dashboard, type DashboardProps, type FilterProps } from "./constructs/dashboard";
export { type ContainerProps, DashboardContainer, DashboardTab } from "./constructs/dashboard-container";
export { ExistingAlert, type ExistingAlertProps } from "./constructs/existing-alert";
export { ExistingApiKey, type ExistingApiKeyProps } from "./constructs/existing-api-key";
export { ExistingDashboard, type ExistingDashboardProps } from "./constructs/existing-dashboard";
export { ExistingSavedSearch, type ExistingSavedSearchProps } from "./constructs/existing-saved-search";
export type { JsonOptions, SkippedTile } from "./constructs/exported/props-of-json";
export { KeyMaterial, type KeyMaterialProps } from "./constructs/key-material";
export type { Row } from "./constructs/layout";
export { LookUp, type Observed } from "./constructs/look-up";
export type { MetaArguments } from "./constructs/meta-arguments";
export { type DashboardReference, onClick } from "./constructs/on-click";
export { Role, type RoleProps, Roles, type RolesProps } from "./constructs/role";
export { SavedSearch, type SavedSearchProps } from "./constructs/saved-search";
export { offsetBy, type Schedule, startingAt } from "./constructs/schedule";
export { Source, type SourceProps, Sources, type SourcesProps } from "./constructs/source";
export { SourceResource, type SourceResourceProps } from "./constructs/source-resource";
export {
  above,
  atLeast,
  atMost,
  below,
  between,
  equalTo,
  moreThan,
  notEqualTo,
  outside,
  type Threshold,
} from "./constructs/threshold";
export {
  type ConnectionReference,
  type DisplayType,
  type SourceReference,
  type SqlTileProps,
  type Tile,
  type TilePlacement,
  type TileProps,
  tile,
} from "./constructs/tile";
export type { TileArea, TileReferences, Tiles } from "./constructs/tile-area";
export { TileReference } from "./constructs/tile-reference";
export { verbatim } from "./constructs/verbatim";
export { Webhook, type WebhookProps, Webhooks, type WebhooksProps } from "./constructs/webhook";
export { WebhookResource, type WebhookResourceProps } from "./constructs/webhook-resource";
export type { AlertInterval, ChartColor, OnClick, ThresholdType, TileConfig } from "./schema";
export type { Formula } from "./schema/formula";
export { SystemRole } from "./schema/key-roles";
export type { NumberFormat } from "./schema/number-format";
export { VERSION } from "./version";
