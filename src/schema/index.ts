export {
  ALERT_INTERVALS,
  type AlertDeclaration,
  type AlertInterval,
  alert,
  isRange,
  THRESHOLD_TYPES,
  type ThresholdType,
} from "./alert";
export type { AlertChannelDeclaration } from "./alert-channel";
export { type ApiKeyDeclaration, apiKey } from "./api-key";
export type { ChartColor } from "./color";
export { type DashboardDeclaration, dashboard } from "./dashboard";
export type { DashboardFilter } from "./dashboard-filter";
export { didYouMean } from "./did-you-mean";
export type { IpAccessListEntry } from "./key-addresses";
export { GRID_COLUMNS, type TileDeclaration } from "./tile";
export { ALERTABLE_DISPLAY_TYPES, type AlertProblem, alertProblem, type TileConfig } from "./tile-config";
export type { OnClick } from "./tile-config/on-click";
