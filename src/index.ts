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
  type AlertableTile,
  type AlertChartTile,
  type AlertInterval,
  type AlertProps,
  type AlertTarget,
  type ChartFilter,
  filtered,
  offsetBy,
  type SavedSearchReference,
  type Schedule,
  startingAt,
} from "./constructs/alert";
export type { AdoptedKey, ApiKeyProps, RoleReference, Rotation } from "./constructs/api-key";
export { ApiKey, ApiKeys, type ApiKeysProps } from "./constructs/api-key";
export { ChartSeries, type ChartSeriesProps, type SeriesProps } from "./constructs/chart-series";
export { ClickStackProvider, type ClickStackProviderProps } from "./constructs/clickstack-provider";
export {
  Connection,
  type ConnectionProps,
  Connections,
  type ConnectionsProps,
  ExistingConnection,
  type ExistingConnectionProps,
} from "./constructs/connection";
export {
  Dashboard,
  type DashboardProps,
  type FilterProps,
  type PrometheusLabelFilterProps,
  type QueryFilterProps,
  type StaticListFilterProps,
} from "./constructs/dashboard";
export type { MetaArguments } from "./constructs/declared";
export { KeyMaterial, type KeyMaterialProps, TemporaryApiKey, type TemporaryApiKeyProps } from "./constructs/ephemeral";
export {
  Alerts,
  type AlertsProps,
  Dashboards,
  type DashboardsProps,
  ExistingAlert,
  type ExistingAlertProps,
  ExistingApiKey,
  type ExistingApiKeyProps,
  ExistingDashboard,
  type ExistingDashboardProps,
  ExistingSavedSearch,
  type ExistingSavedSearchProps,
  SavedSearches,
  type SavedSearchesProps,
} from "./constructs/existing";
export type { JsonOptions, SkippedTile } from "./constructs/from-json";
export type { Row } from "./constructs/layout";
export { LookUp, type Observed } from "./constructs/look-up";
export { type DashboardReference, onClick } from "./constructs/on-click";
export {
  OrganizationUser,
  type OrganizationUserProps,
  OrganizationUsers,
  type OrganizationUsersProps,
} from "./constructs/organization-user";
export { ExistingRole, type ExistingRoleProps, Role, type RoleProps, Roles, type RolesProps } from "./constructs/role";
export { RoleAssignment, type RoleAssignmentProps } from "./constructs/role-assignment";
export { SavedSearch, type SavedSearchProps } from "./constructs/saved-search";
export { EventCheck, type EventCheckProps, Search, type SearchProps } from "./constructs/search";
export type { SloDuration } from "./constructs/slo/burn-rate";
export type { LatencyThreshold, ServiceLevelProps } from "./constructs/slo/service-level";
export { Slo } from "./constructs/slo/slo";
export type { SloAlertProps, SloProps } from "./constructs/slo/slo-props";
export {
  ExistingSource,
  type ExistingSourceProps,
  Source,
  type SourceProps,
  Sources,
  type SourcesProps,
} from "./constructs/source";
export { SourceLinks, type SourceLinksProps } from "./constructs/source-links";
export { ExistingTeam, type ExistingTeamProps, Team, type TeamProps } from "./constructs/team";
export {
  ExistingTeamMember,
  type ExistingTeamMemberProps,
  TeamMember,
  type TeamMemberProps,
  TeamMembers,
  type TeamMembersProps,
} from "./constructs/team-member";
export {
  ExistingTeamRole,
  type ExistingTeamRoleProps,
  type TeamPermission,
  TeamRole,
  type TeamRoleProps,
  TeamRoles,
  type TeamRolesProps,
} from "./constructs/team-role";
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
  type ThresholdType,
} from "./constructs/threshold";
export {
  type ChartColor,
  type ColorRule,
  type ConnectionReference,
  type SourceReference,
  type SqlTileProps,
  type Tile,
  type TilePlacement,
  type TileProps,
  tile,
} from "./constructs/tile";
export {
  type ContainerProps,
  DashboardContainer,
  DashboardTab,
  type TileArea,
  TileReference,
  type TileReferences,
  type Tiles,
} from "./constructs/tile-board";
export { verbatim } from "./constructs/verbatim";
export {
  ExistingWebhook,
  type ExistingWebhookProps,
  Webhook,
  type WebhookProps,
  Webhooks,
  type WebhooksProps,
} from "./constructs/webhook";
export type { Formula, NumberFormat, OnClick, TileConfig } from "./generated/declared-types";
export { SystemRole } from "./resources/api-key/fields";
export type { AlertableDisplayType, DisplayType } from "./tile-kinds";
export { VERSION } from "./version";
