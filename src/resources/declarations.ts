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
export { GRID_COLUMNS, type TileDeclaration } from "./dashboard/tiles/tile";
export { findAlertProblem } from "./dashboard/tiles/tile-config";
