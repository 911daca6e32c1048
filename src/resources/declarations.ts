export { didYouMean } from "../declaration/describe-refusal";
export {
  ALERT_INTERVALS,
  type AlertDeclaration,
  alert,
  isRangeThreshold,
  THRESHOLD_TYPES,
} from "./alert/declaration";
export { type ApiKeyDeclaration, apiKey } from "./api-key/declaration";
export { type DashboardDeclaration, dashboard } from "./dashboard/declaration";
export type { OnClick } from "./dashboard/tiles/on-click";
export type { QUANTILE_LEVELS } from "./dashboard/tiles/select-item";
export { GRID_COLUMNS, type TileDeclaration } from "./dashboard/tiles/tile";
export { findAlertProblem } from "./dashboard/tiles/tile-config";
export type {
  AGGREGATE_SYNONYMS,
  ALERT_SYNONYMS,
  API_KEY_SYNONYMS,
  DASHBOARD_SYNONYMS,
  FILTER_SYNONYMS,
  SAVED_SEARCH_SYNONYMS,
  SQL_TILE_SYNONYMS,
  TILE_SYNONYMS,
} from "./synonyms";
