/**
 * ClickHouse Cloud API keys and ClickStack dashboards and alerts as code. Every export of a module that an `export *`
 * names is public.
 */

import "./require-node";

export * from "./constructs/aggregate";
export * from "./constructs/alert";
export {
  type AdoptedKey,
  ApiKey,
  type ApiKeyProps,
  ApiKeys,
  type ApiKeysProps,
  type RoleReference,
  type Rotation,
} from "./constructs/api-key";
export { ClickStackProvider, type ClickStackProviderProps } from "./constructs/clickstack-provider";
export * from "./constructs/dashboard";
export type * from "./constructs/dashboard-filter";
export type { MetaArguments } from "./constructs/declared";
export * from "./constructs/ephemeral";
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
} from "./constructs/existing";
export type { JsonOptions, SkippedTile } from "./constructs/from-json";
export type { Row } from "./constructs/layout";
export { LookUp, type Observed } from "./constructs/look-up";
export * from "./constructs/on-click";
export * from "./constructs/role";
export * from "./constructs/saved-search";
export * from "./constructs/search";
export type { SloDuration } from "./constructs/slo/burn-rate";
export type { LatencyThreshold, ServiceLevelProps } from "./constructs/slo/service-level";
export * from "./constructs/slo/slo";
export * from "./constructs/slo/slo-props";
export * from "./constructs/source";
export * from "./constructs/team";
export * from "./constructs/threshold";
export * from "./constructs/tile";
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
export * from "./constructs/webhook";
export { SystemRole } from "./resources/api-key/fields";
export type { Formula, NumberFormat, OnClick, TileConfig } from "./resources/declared-types";
export type { AlertableDisplayType, DisplayType } from "./tile-kinds";
export { VERSION } from "./version";
