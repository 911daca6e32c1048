/** Dashboards as pictures: pure functions from fields of the API to SVG and text. Knows no server, no Terraform and no validation. */
export { alertText } from "./alert-text";
export { areAlike, marked } from "./compare";
export {
  type AlertFields,
  type DashboardFields,
  type Fields,
  fieldsOf,
  isFields,
  type TileFields,
  textOf,
} from "./dashboard-fields";
export { changeSvg, type DrawingOptions, type DrawnChange, dashboardsSvg } from "./dashboard-svg";
export {
  type DrawnAlert,
  type DrawnDashboard,
  type DrawnSection,
  type DrawnTile,
  type DrawnWith,
  drawnDashboard,
  type Place,
  type TileChange,
} from "./drawn-dashboard";
export { COLUMNS, flawsOf, flawTexts, placeText } from "./flaws";
export { queryText, type SourceName } from "./query-text";
export { RowScale } from "./row-scale";
export { holdsSensitive, isSensitive, SensitiveValue } from "./sensitive-value";
export { DRAWING_STYLE } from "./style";
export { escaped, fitted } from "./svg-text";
export { alertLine } from "./tile-svg";
